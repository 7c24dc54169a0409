// All executions of a transition system up to a number of steps, as a formula.
//
//   Follows   Peephole partial order reduction: section 3.1 (V, sel, SCH, TR), section 3.2
//             (who is not scheduled after whom), section 4 (fewer constraints).
//   Deviates  an execution that is over, or has failed, stays as it is: one with fewer
//             steps is among those with more. A transition is encoded at a step only if
//             its pc can be reached by then, and a variable has a copy there only if it
//             can change.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/independence.h"
#include "symbolic/solver.h"
#include "symbolic/transition_system.h"

namespace heddle::symbolic {

// How the constraints of the reduction are written.
enum class Constraints : std::uint8_t {
  Pairs,      // one for each two transitions (section 3.2)
  Merged,     // one for a transition that commutes with all of another thread (section 4)
  Dependent,  // one for each two threads: those that do not commute are excepted (section 4)
};

class Unrolling {
 public:
  Unrolling(const TransitionSystem& system, Formulas& formulas, Solver& solver, Reduction reduction,
            Constraints constraints);

  unsigned depth() const { return static_cast<unsigned>(steps_.size()); }
  void addStep();

  // Of executions of that many steps. A state in which something has failed:
  Formula fails() const;
  // Somebody waits, and nobody can go on.
  Formula deadlocks() const;
  // A bound of the encoding was reached: there are executions that are not among these.
  Formula exceeds() const { return state_[system_.exceeded]; }
  // A thread was stopped, by an assumption or a bound.
  Formula stops() const;
  // Somebody can go on.
  Formula goesOn() const;

  // What an execution did, after the solver has found one.
  struct Given {
    unsigned thread;
    std::uint64_t value;
  };
  struct Told {  // of a transition
    std::vector<Given> inputs;
    std::vector<const Beside*> beside;

    // `at`: what a formula is where the transition was taken.
    template <typename At>
    Told(const std::vector<Input>& asked, const std::vector<Beside>& done, Solver& solver, At at) {
      for (const Input& input : asked)
        if (solver.valueOf(at(input.reached)) != 0) inputs.push_back({input.thread, solver.valueOf(at(input.leaf))});
      for (const Beside& one : done)
        if (solver.valueOf(at(one.reached)) != 0) beside.push_back(&one);
    }
  };
  struct Taken {
    unsigned thread;
    const Transition* transition;
    Told told;
    // Where orders of accesses count: positions among these, from 1, of the write that it reads from, and of the one
    // before its own write for all threads; 0: what the program begins with.
    std::optional<std::size_t> readsFrom = {}, writesAfter = {};
  };
  std::vector<Taken> taken();
  // Threads in the order in which they were started, main first.
  std::vector<unsigned> started() const;
  static bool hasRace() { return false; }  // they are not looked for
  std::uint64_t failure() const { return solver_.valueOf(state_[system_.failure]); }

  // Of a step: who goes, by thread.
  std::span<const Formula> selected(unsigned step) const { return steps_[step].selected; }

 private:
  struct Step {
    std::vector<Formula> selected;
    std::vector<Formula> enabled;               // each thread
    std::vector<Formula> pcs;                   // each thread's, before the step
    std::vector<std::vector<Pc>> reachable;     // each thread
    std::vector<Formula> leaves;                // for substitution
    std::unordered_map<Formula, Formula> done;  // by it
  };
  using PcSet = std::vector<Pc>;

  const Transition& transitionAt(unsigned thread, Pc pc) const {
    return system_.threads[thread].transitions[pc - kFirst];
  }
  Formula at(Step& step, Formula formula) { return formulas_.substituted(formula, step.leaves, step.done); }
  Formula isAt(Formula pc, Pc value) const {
    return formulas_.equal(pc, formulas_.constant(value, formulas_.widthOf(pc)));
  }
  void begin();
  void setLeaves(Step& step);
  void selectOne(Step& step);
  void advance(Step& step);
  using Changes = std::unordered_map<VariableNumber, Formula>;
  void accessIndexed(Step& step, unsigned bytes, Formula loaded, Changes& changed);
  void reduce(Step& first, const Step& second);
  void reducePair(Step& first, const Step& second, unsigned low, unsigned high);
  Formula guardOf(const Transition& low, const Transition& high);
  Formula isEnabled(Step& step, unsigned thread, Pc pc);

  const TransitionSystem& system_;
  Formulas& formulas_;
  Solver& solver_;
  const Reduction reduction_;
  const Constraints constraints_;
  const std::size_t ofSystem_;    // leaves: those that transitions are made of
  std::vector<Formula> state_;    // now
  std::vector<PcSet> reachable_;  // now
  std::vector<Step> steps_;
  std::unordered_map<std::uint64_t, Formula> guards_;
};

}  // namespace heddle::symbolic
