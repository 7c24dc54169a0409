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
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/consistency.h"
#include "symbolic/event_graph.h"
#include "symbolic/event_order.h"
#include "symbolic/ownership.h"
#include "symbolic/solver.h"
#include "symbolic/transition_system.h"
#include "symbolic/unrolling.h"

namespace heddle::symbolic {

class OrderEncoding {
 public:
  // `steps`: of each thread.
  OrderEncoding(const TransitionSystem& system, Formulas& formulas, Solver& solver, Model model, unsigned steps);

  Formula fails() const { return fails_; }
  // Somebody waits, and nobody can go on.
  Formula deadlocks();
  Formula exceeds() const { return exceeds_; }
  // A thread was stopped, by an assumption or a bound.
  Formula stops() const;
  // A thread may have more steps.
  Formula goesOn() const;
  // Of a transition system with orders: two accesses of which one is plain and one writes, in no order.
  Formula races();

  // What an execution did, after the solver has found one.
  std::vector<Unrolling::Taken> taken();
  std::vector<unsigned> started() { return startedBefore(executed()); }
  std::uint64_t failure();
  bool hasRace() { return races_ && solver_.valueOf(*races_) != 0; }

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
    Formula failure;  // its number, or 0
    std::vector<Place> places;
  };
  struct Thread {
    std::vector<VariableNumber> owned;
    std::vector<Place> last;       // where it may be when it has taken all its steps
    Formula finalPc, finalResult;  // wherever it stops
  };
  struct Ordered {
    Formula condition;
    EventNumber first, second;
  };
  // What a thread does while it holds a lock, up to giving it back.
  struct Section {
    EventNumber takes;
    std::vector<EventNumber> inside;  // whatever way the thread goes
  };
  // --- threads ---
  void unrollThread(ThreadNumber thread, unsigned steps);
  std::vector<Place> beginnings(ThreadNumber thread);
  EventNumber addEvent(ThreadNumber thread, std::vector<Place> places);
  void setLeaves(ThreadNumber thread, Place& place);
  // What the thread owns then.
  std::vector<Formula> perform(EventNumber number, Place& place);
  void accessIndexed(EventNumber number, Place& place, Formula happens);
  void noteEffect(EventNumber number, const Place& place, Formula happens);
  void start(EventNumber number, Place& place, Formula happens, const std::vector<const Update*>& updates);
  std::vector<Place> merged(ThreadNumber thread, const std::vector<Place>& from,
                            const std::vector<std::vector<Formula>>& states);
  Formula isExecuted(EventNumber event) const { return graph_.events[event].executed; }
  const Transition& transitionAt(ThreadNumber thread, const Place& place) const {
    return system_.threads[thread].transitions[place.pc - kFirst];
  }
  Formula happens(EventNumber event, const Place& place) const {
    return formulas_.conjunction(graph_.events[event].executed, place.isThere);
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
  void orderThreads();
  void orderWithBuffers();
  void orderStarts();
  void orderTwins();
  void orderSections();
  std::map<VariableNumber, std::vector<Section>> sections() const;
  bool isLock(VariableNumber variable) const;
  bool areStartedAlike(ThreadNumber one, ThreadNumber other) const;
  bool isKnownByLocks(const std::vector<ThreadNumber>& twins) const;
  bool areTwinsAlike(const std::vector<ThreadNumber>& twins);
  void keepClocks();

  // --- questions and answers ---
  Formula waits(ThreadNumber thread);
  Formula waitsAt(ThreadNumber thread, const Place& place);
  Formula finalValue(VariableNumber variable);
  std::vector<EventNumber> executed();
  std::vector<unsigned> startedBefore(std::span<const EventNumber> done);  // threads, as started()
  std::optional<EventNumber> sourceOf(EventNumber event);
  std::optional<EventNumber> writtenAfter(EventNumber event, const std::vector<EventNumber>& before);

  const TransitionSystem& system_;
  Formulas& formulas_;
  Solver& solver_;
  Ownership ownership_;
  const Model model_;
  EventOrder order_;
  EventGraph graph_;
  std::vector<Ordered> ordered_;  // under a condition
  std::unique_ptr<Consistency> consistency_;
  std::vector<std::size_t> slots_;  // of variables with an owner: which of those that it owns
  std::vector<Formula> base_;       // of the transition system: its leaves, by number
  std::vector<Formula> begins_;     // of variables: what they are when their owner is started
  std::vector<Event> events_;
  std::vector<Thread> threads_;
  std::map<VariableNumber, Formula> finalValues_;
  std::optional<Formula> races_;
  Formula fails_ = Formulas::kFalse, exceeds_ = Formulas::kFalse;
};

}  // namespace heddle::symbolic
