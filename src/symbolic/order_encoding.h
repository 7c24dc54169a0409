// All executions in which each thread takes up to a number of steps, as a formula: by who
// reads from whom, and not by who goes next.
//
//   Follows   Partial orders for efficient bounded model checking of concurrent software
//             (Alglave, Kroening and Tautschnig, CAV 2013): events have clocks, each read takes
//             one write, and the clocks say that no other write came between them.
//   Deviates  an event is a transition (transition_system.h) with all that it reads and
//             writes, at one clock. What only one thread accesses needs no clocks: it goes
//             from step to step as in a sequential program, along each of the places where
//             the thread can be by then. What is before what by the code alone is no
//             question to the solver (event_order.h).
//
// A thread may stop anywhere, so that prefixes of executions are executions. Where that
// matters (deadlocks), whoever has stopped must be waiting.
//
// Of threads that cannot be told apart (twins.h) those with smaller numbers begin first:
// every execution is one of these with other numbers.
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "symbolic/event_order.h"
#include "symbolic/solver.h"
#include "symbolic/transition_system.h"
#include "symbolic/unrolling.h"

namespace heddle::symbolic {

class OrderEncoding {
 public:
  // `steps`: of each thread.
  OrderEncoding(const TransitionSystem& system, Formulas& formulas, Solver& solver, unsigned steps);

  Formula fails() const { return fails_; }
  // Somebody waits, and nobody can go on.
  Formula deadlocks();
  Formula exceeds() const { return exceeds_; }
  // A thread was stopped, by an assumption or a bound.
  Formula stops() const;
  // A thread may have more steps.
  Formula goesOn() const;

  // What an execution did, after the solver has found one.
  std::vector<Unrolling::Taken> taken();
  std::vector<unsigned> started();
  std::vector<Unrolling::Given> givenFirst() const;
  std::uint64_t failure();

 private:
  using ThreadNumber = unsigned;
  // A place where a thread may be after so many steps.
  struct Place {
    Pc pc;
    Formula isThere;                                  // if all steps before are taken
    Formula nextPc = 0;                               // after the step from there
    std::vector<Formula> state;                       // of what the thread owns
    std::map<VariableNumber, EventNumber> locks;      // that the thread holds there, and since when
    std::map<VariableNumber, EventNumber> locksThen;  // after the step
    std::vector<Formula> leaves;                      // for substitution
    std::unordered_map<Formula, Formula> done;        // by it
  };
  struct Event {
    ThreadNumber thread;
    Formula executed;
    Formula failure;  // its number, or 0
    std::vector<Place> places;
  };
  struct Thread {
    std::vector<VariableNumber> owned;
    std::vector<EventNumber> events;  // in order
    std::vector<Place> last;          // where it may be when it has taken all its steps
    Formula finalPc, finalResult;     // wherever it stops
  };
  // What a thread does while it holds a lock, up to giving it back.
  struct Section {
    EventNumber takes;
    std::vector<EventNumber> inside;  // whatever way the thread goes
  };
  // Of a variable that several threads access.
  struct Access {
    EventNumber event;
    Formula guard, value;
  };
  struct Start {
    ThreadNumber thread;
    EventNumber event;
    Formula happens;
  };
  struct Join {
    EventNumber event;
    ThreadNumber thread;
    Formula happens;
  };

  // --- who accesses what ---
  void findOwners();
  const std::set<VariableNumber>& leavesOf(Formula formula);
  const std::set<VariableNumber>& readBy(const Transition& transition);

  // --- threads ---
  void unrollThread(ThreadNumber thread, unsigned steps);
  std::vector<Place> beginnings(ThreadNumber thread);
  EventNumber addEvent(ThreadNumber thread, std::vector<Place> places);
  void setLeaves(ThreadNumber thread, Place& place);
  // What the thread owns then.
  std::vector<Formula> perform(EventNumber number, Place& place);
  void accessIndexed(EventNumber number, Place& place, Formula happens);
  void start(EventNumber number, Place& place, Formula happens, const std::vector<const Update*>& updates);
  std::vector<Place> merged(ThreadNumber thread, const std::vector<Place>& from,
                            const std::vector<std::vector<Formula>>& states);
  const Transition& transitionAt(ThreadNumber thread, const Place& place) const {
    return system_.threads[thread].transitions[place.pc - kFirst];
  }
  Formula happens(const Event& event, const Place& place) const {
    return formulas_.conjunction(event.executed, place.isThere);
  }
  Formula at(Place& place, Formula formula) { return formulas_.substituted(formula, place.leaves, place.done); }
  Formula isAt(Formula pc, Pc value) const {
    return formulas_.equal(pc, formulas_.constant(value, formulas_.widthOf(pc)));
  }
  void setLeaf(std::vector<Formula>& leaves, VariableNumber variable, Formula value) const {
    leaves[formulas_[system_.variables[variable].leaf].value] = value;
  }
  void require(Formula condition, Formula then) { solver_.add(formulas_.implication(condition, then)); }

  // --- order ---
  void orderStarts();
  void orderTwins();
  void orderSections();
  std::map<VariableNumber, std::vector<Section>> sections() const;
  bool isLock(VariableNumber variable) const;
  bool areTwinsAlike(const std::vector<ThreadNumber>& twins);
  void keepClocks();

  // --- memory ---
  void takeOne(const Access& read, VariableNumber variable);
  Formula finalValue(VariableNumber variable);

  // --- questions and answers ---
  Formula waits(ThreadNumber thread);
  Formula waitsAt(ThreadNumber thread, const Place& place);
  std::vector<EventNumber> executed() const;

  static constexpr unsigned kNobody = ~0U;

  const TransitionSystem& system_;
  Formulas& formulas_;
  Solver& solver_;
  EventOrder order_;
  std::vector<unsigned> owners_;                        // of variables: a thread, or nobody
  std::vector<std::size_t> slots_;                      // of variables with an owner: which of those that it owns
  std::map<unsigned, VariableNumber> variableOfLeaf_;   // by number of the leaf
  std::map<Formula, std::set<VariableNumber>> leaves_;  // of formulas
  std::map<const Transition*, std::set<VariableNumber>> readBy_;
  std::vector<Formula> base_;    // of the transition system: its leaves, by number
  std::vector<Formula> begins_;  // of variables: what they are when their owner is started
  std::vector<Event> events_;
  std::vector<Thread> threads_;
  std::map<VariableNumber, std::vector<Access>> reads_, writes_;
  std::map<VariableNumber, Formula> finalValues_;
  std::vector<Start> starts_;
  std::vector<Join> joins_;
  Formula fails_ = Formulas::kFalse, exceeds_ = Formulas::kFalse;
};

}  // namespace heddle::symbolic
