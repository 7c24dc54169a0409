// All executions in which each thread takes up to a number of steps, as a formula: by who
// reads from whom, and not by who goes next.
//
//   Follows   Partial orders for efficient bounded model checking of concurrent software
//             (Alglave, Kroening and Tautschnig, CAV 2013): events have clocks, each read takes
//             one write, and the clocks say that no other write came between them.
//   Deviates  an event is a transition (transition_system.h) with all that it reads and
//             writes, at one clock. What only one thread accesses needs no clocks: it goes
//             from step to step as in a sequential program.
//
// A thread may stop anywhere, so that prefixes of executions are executions. Where that
// matters (deadlocks), whoever has stopped must be waiting.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

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
  struct Event {
    ThreadNumber thread;
    Formula executed, clock;
    Formula failure;  // its number, or 0
    std::vector<std::pair<const Transition*, Formula>> happens;
    std::vector<Formula> leaves;                // for substitution
    std::unordered_map<Formula, Formula> done;  // by it
  };
  // Of a variable that several threads access.
  struct Access {
    std::size_t event;
    Formula guard, value;
  };
  struct Start {
    ThreadNumber thread;
    std::size_t event;
    Formula happens;
  };

  // --- who accesses what ---
  void findOwners();
  const std::set<VariableNumber>& leavesOf(Formula formula);
  const std::set<VariableNumber>& readBy(const Transition& transition);

  // --- threads ---
  void unrollThread(ThreadNumber thread, unsigned steps);
  void addEvent(ThreadNumber thread, const std::vector<Pc>& pcs);
  void setLeaves(Event& event);
  void perform(std::size_t number, const Transition& transition, Formula happens);
  void start(std::size_t number, Formula happens, const Update& update);
  Formula at(Event& event, Formula formula) { return formulas_.substituted(formula, event.leaves, event.done); }
  Formula isAt(Formula pc, Pc value) const {
    return formulas_.equal(pc, formulas_.constant(value, formulas_.widthOf(pc)));
  }
  Formula before(Formula x, Formula y) const { return formulas_.binary(Kind::LessUnsigned, x, y); }
  void require(Formula condition, Formula then) { solver_.add(formulas_.implication(condition, then)); }

  // --- memory ---
  void takeOne(const Access& read, VariableNumber variable);
  Formula clockOf(const Access& access) const { return access.event == kFinal ? last_ : events_[access.event].clock; }
  Formula finalValue(VariableNumber variable);

  static constexpr std::size_t kFinal = ~std::size_t{0};  // after all events
  static constexpr unsigned kNobody = ~0U;

  const TransitionSystem& system_;
  Formulas& formulas_;
  Solver& solver_;
  std::vector<unsigned> owners_;                        // of variables: a thread, or nobody
  std::map<unsigned, VariableNumber> variableOfLeaf_;   // by number of the leaf
  std::map<Formula, std::set<VariableNumber>> leaves_;  // of formulas
  std::map<const Transition*, std::set<VariableNumber>> readBy_;
  Formula last_ = 0;  // a clock that no event has
  std::vector<Event> events_;
  std::vector<std::vector<std::size_t>> ofThread_;  // events, in order
  std::vector<Formula> state_;                      // of variables with an owner, as far as that has been unrolled
  std::vector<Formula> finalPcs_, finalResults_, finalClocks_;  // of threads
  std::vector<Formula> mayGoOn_;
  std::map<VariableNumber, std::vector<Access>> reads_, writes_;
  std::map<VariableNumber, Formula> finalValues_;
  std::vector<Start> starts_;
  Formula fails_ = Formulas::kFalse, exceeds_ = Formulas::kFalse;
};

}  // namespace heddle::symbolic
