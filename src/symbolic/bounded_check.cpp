#include "symbolic/bounded_check.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "symbolic/flat_program.h"
#include "symbolic/objects.h"
#include "symbolic/order_encoding.h"
#include "symbolic/solvers.h"
#include "symbolic/translate.h"

namespace heddle::symbolic {
namespace {

using Clock = std::chrono::steady_clock;

// How far the next look is: the deeper, the further.
unsigned nextDepth(unsigned depth) { return depth + std::max(2U, depth / 4); }

// How many steps a thread can take from a place on; nothing: there is a loop.
std::optional<unsigned> longestFrom(const ThreadCode& code, Pc pc, std::vector<int>& known) {
  if (pc < kFirst) return 0;
  constexpr int kOpen = -2, kUnknown = -1;
  int& here = known[pc - kFirst];
  if (here == kOpen) return std::nullopt;
  if (here != kUnknown) return static_cast<unsigned>(here);
  here = kOpen;
  unsigned longest = 0;
  for (const Pc next : code.transitions[pc - kFirst].next) {
    const auto rest = longestFrom(code, next, known);
    if (!rest) return std::nullopt;
    longest = std::max(longest, *rest + 1);
  }
  here = static_cast<int>(std::max(longest, 1U));
  return static_cast<unsigned>(here);
}

// Of each thread.
std::optional<std::vector<unsigned>> longestOfEach(const TransitionSystem& system) {
  std::vector<unsigned> all;
  for (const ThreadCode& code : system.threads) {
    std::vector<int> known(code.transitions.size(), -1);
    all.push_back(0);
    for (const Pc pc : code.begins) {
      const auto steps = longestFrom(code, pc, known);
      if (!steps) return std::nullopt;
      all.back() = std::max(all.back(), *steps);
    }
  }
  return all;
}

// Of all threads together.
std::optional<unsigned> longest(const TransitionSystem& system) {
  const auto all = longestOfEach(system);
  return all ? std::optional(std::accumulate(all->begin(), all->end(), 0U)) : std::nullopt;
}
std::optional<unsigned> longestOfOne(const TransitionSystem& system) {
  const auto all = longestOfEach(system);
  return all ? std::optional(std::max(std::ranges::max(*all), 1U)) : std::nullopt;
}

DepthStatistics statisticsOf(unsigned depth, const TransitionSystem& system, Solver& solver, const Formulas& formulas,
                             Clock::time_point start) {
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  return {depth, static_cast<unsigned>(system.threads.size()), elapsed.count(), solver.statistics(), formulas.size()};
}

// The execution that the solver has found.
template <typename Executions>
void describe(Executions& executions, const TransitionSystem& system, Solver& solver, BoundedResult& result) {
  const std::vector<unsigned> started = executions.started();
  const auto numberOf = [&](unsigned thread) {
    return static_cast<unsigned>(std::ranges::find(started, thread) - started.begin());
  };
  result.kind = executions.hasRace() ? core::ViolationKind::DataRace : core::ViolationKind::Deadlock;
  if (const std::uint64_t failure = executions.failure(); failure != 0) {
    const Failure& what = system.failures[failure - 1];
    result.kind = what.kind;
    result.statement = what.statement;
    result.thread = numberOf(what.thread);
  }
  const Unrolling::Told first(system.initialInputs, system.initialBeside, solver, std::identity());
  result.inputs = first.inputs;
  // Natively a plain access is no step where it is looked at for races.
  const auto isStep = [&](const Transition& transition) {
    return !transition.accesses.empty() && !(system.hasOrders && transition.effect.order == core::Order::Plain);
  };
  const auto add = [&](const Beside& one, std::vector<Done>& to) {
    to.push_back({numberOf(one.thread), one.statement, one.isPart});
  };
  for (const Beside* const one : first.beside) add(*one, result.first);
  for (const Unrolling::Taken& taken : executions.taken()) {
    result.inputs.insert(result.inputs.end(), taken.told.inputs.begin(), taken.told.inputs.end());
    TakenStep step{{numberOf(taken.thread), taken.transition->statement},
                   isStep(*taken.transition),
                   taken.readsFrom,
                   taken.writesAfter,
                   {}};
    for (const Beside* const one : taken.told.beside) add(*one, step.beside);
    result.steps.push_back(std::move(step));
  }
  for (Unrolling::Given& input : result.inputs) input.thread = numberOf(input.thread);
}

// Whether no execution goes on in all its threads, and not only since assumptions do not hold. What there is to be
// found is found with larger bounds, too.
template <typename Executions>
bool allExceed(const Executions& executions, Solver& solver, Formulas& formulas) {
  return solver.check(executions.exceeds(), kFewConflicts) == Answer::Satisfiable &&
         solver.check(formulas.negation(executions.stops()), kFewConflicts) == Answer::Unsatisfiable;
}

// Executions by who reads from whom. With more steps the formula is another one.
class OrderedCheck {
 public:
  OrderedCheck(const TransitionSystem& system, Formulas& formulas, const BoundedOptions& options,
               Clock::time_point start)
      : system_(system), formulas_(formulas), options_(options), start_(start) {}

  // `mayGrow`: there are larger bounds.
  BoundedResult run(bool mayGrow) {
    const std::optional<unsigned> most = longestOfOne(system_);
    for (unsigned steps = options_.depth != 0 ? options_.depth : most.value_or(2);; steps *= 2) {
      if (options_.mostDepth != 0) steps = std::min(steps, options_.mostDepth);
      const bool isLast = options_.depth != 0 || steps == options_.mostDepth;
      if (!look(steps, isLast, mayGrow)) return std::move(result_);
    }
  }

 private:
  // Whether more steps are to be looked at.
  bool look(unsigned steps, bool isLast, bool mayGrow) {
    const auto solver = solverNamed(options_.solver)->make(formulas_, options_.limits);
    OrderEncoding executions(system_, formulas_, *solver, options_.model, steps);
    const auto now = [&] { return statisticsOf(steps, system_, *solver, formulas_, start_); };
    Formula isWrong = formulas_.disjunction(executions.fails(), executions.deadlocks());
    if (options_.findsRaces()) isWrong = formulas_.disjunction(isWrong, executions.races());
    if (options_.progress) options_.progress(now());
    if (mayGrow && allExceed(executions, *solver, formulas_)) {
      result_.verdict = BoundedResult::Verdict::Exceeded;
      result_.statistics.push_back(now());
      return false;
    }
    const Answer answer = solver->check(isWrong);
    result_.statistics.push_back(now());
    result_.hasBounds = executions.exceeds() != Formulas::kFalse;
    if (answer == Answer::Unknown) return false;
    result_.depth = steps;
    if (answer == Answer::Satisfiable) {
      result_.verdict = BoundedResult::Verdict::Violation;
      describe(executions, system_, *solver, result_);
      return false;
    }
    const Answer goesOn = solver->check(executions.goesOn());
    if (goesOn == Answer::Satisfiable && isLast) result_.verdict = BoundedResult::Verdict::SafeUpTo;
    if (goesOn != Answer::Unsatisfiable) return goesOn == Answer::Satisfiable && !isLast;
    const Answer exceeds = solver->check(executions.exceeds());
    if (exceeds == Answer::Unsatisfiable) result_.verdict = BoundedResult::Verdict::Safe;
    if (exceeds == Answer::Satisfiable) result_.verdict = BoundedResult::Verdict::Exceeded;
    return false;
  }

  const TransitionSystem& system_;
  Formulas& formulas_;
  const BoundedOptions& options_;
  const Clock::time_point start_;
  BoundedResult result_;
};

class BoundedCheck {
 public:
  BoundedCheck(const TransitionSystem& system, Formulas& formulas, const BoundedOptions& options,
               Clock::time_point start)
      : system_(system),
        formulas_(formulas),
        options_(options),
        start_(start),
        solver_(solverNamed(options.solver)->make(formulas, options.limits)),
        unrolling_(system, formulas, *solver_, options.reduction, options.constraints) {}

  // `mayGrow`: there are larger bounds.
  BoundedResult run(bool mayGrow) {
    if (options_.depth != 0) {
      unrollTo(options_.depth);
      if (look(0) == Answer::Unsatisfiable) end(BoundedResult::Verdict::SafeUpTo);
      return std::move(result_);
    }
    const std::optional<unsigned> most = longest(system_);
    for (unsigned depth = 0;; depth = nextDepth(depth)) {
      if (options_.mostDepth != 0) depth = std::min(depth, options_.mostDepth);
      if (most) depth = std::min(depth, *most);
      const bool isWhole = depth == most;
      const bool isLast = isWhole || (depth != 0 && depth == options_.mostDepth);
      // Where it is known how many steps there can be: a formula of more of them is about fewer, too, and what is there
      // to be found is often found sooner in it.
      const unsigned conflicts = most && !isLast ? kFewConflicts : 0;
      unrollTo(depth);
      const Answer answer = look(conflicts);
      if (answer == Answer::Unsatisfiable) result_.depth = depth;
      if (answer == Answer::Satisfiable || solver_->isOver()) break;
      const bool isOver = isWhole || solver_->check(unrolling_.goesOn(), conflicts) == Answer::Unsatisfiable;
      if (mayGrow && allExceed(unrolling_, *solver_, formulas_)) {
        end(BoundedResult::Verdict::Exceeded);
        break;
      }
      if (answer == Answer::Unsatisfiable && isOver) {
        const Answer exceeds = solver_->check(unrolling_.exceeds());
        if (exceeds == Answer::Unsatisfiable) end(BoundedResult::Verdict::Safe);
        if (exceeds == Answer::Satisfiable) end(BoundedResult::Verdict::Exceeded);
        break;
      }
      if (solver_->isOver()) break;
      if (isLast) {
        end(BoundedResult::Verdict::SafeUpTo);
        break;
      }
    }
    return std::move(result_);
  }

 private:
  void unrollTo(unsigned depth) {
    while (unrolling_.depth() < depth) unrolling_.addStep();
  }

  Answer look(unsigned mostConflicts) {
    const Formula fails = unrolling_.fails(), deadlocks = unrolling_.deadlocks();
    if (options_.progress) options_.progress(statisticsNow());
    const Answer answer = solver_->check(formulas_.disjunction(fails, deadlocks), mostConflicts);
    result_.statistics.push_back(statisticsNow());
    result_.hasBounds = unrolling_.exceeds() != Formulas::kFalse;
    if (answer == Answer::Satisfiable) {
      end(BoundedResult::Verdict::Violation);
      describe(unrolling_, system_, *solver_, result_);
    }
    return answer;
  }

  DepthStatistics statisticsNow() { return statisticsOf(unrolling_.depth(), system_, *solver_, formulas_, start_); }

  void end(BoundedResult::Verdict verdict) {
    result_.verdict = verdict;
    result_.depth = unrolling_.depth();
  }

  const TransitionSystem& system_;
  Formulas& formulas_;
  const BoundedOptions& options_;
  const Clock::time_point start_;
  std::unique_ptr<Solver> solver_;
  Unrolling unrolling_;
  BoundedResult result_;
};

// Calls it with the transitions of the program. Not if no thread does anything.
template <typename Check>
std::optional<Diagnostic> withTransitions(const llvm::Module& original, const Bounds& bounds,
                                          const BoundedOptions& options, Check&& check) {
  const auto module = llvm::CloneModule(original);
  // Where orders count memory does not end while others know of it: nearly all programs would be refused.
  auto program = flatten(*module, bounds, {.mustStop = options.limits.mustStop, .mainEnds = !options.hasOrders()});
  if (!program) return program.problem();
  if (program->threads.empty()) return std::nullopt;
  const Objects objects(*module, *program, bounds, /*readsCount=*/options.model == Model::Rc11);
  if (!objects.problem().empty()) return Diagnostic{objects.problem()};
  Formulas formulas;
  auto system = translate(*program, objects, formulas, options.hasOrders(), options.limits.mustStop);
  if (!system) return system.problem();
  check(*system, formulas);
  return std::nullopt;
}

Result<BoundedResult> checkWithin(const llvm::Module& module, const Bounds& bounds, const BoundedOptions& options,
                                  Clock::time_point start) {
  BoundedResult result;  // until something is known: interrupted
  const auto problem =
      withTransitions(module, bounds, options, [&](const TransitionSystem& system, Formulas& formulas) {
        const bool mayGrow = bounds.next().has_value();
        result = options.encoding == Encoding::Order ? OrderedCheck(system, formulas, options, start).run(mayGrow)
                                                     : BoundedCheck(system, formulas, options, start).run(mayGrow);
      });
  if (problem) return *problem;
  result.bounds = bounds;
  result.encoding = options.encoding;
  return result;
}

}  // namespace

std::string_view name(Encoding encoding) { return encoding == Encoding::Order ? "order" : "interleavings"; }

bool understands(const llvm::Module& module, const BoundedOptions& options) {
  return !withTransitions(module, options.bounds, options, [](const TransitionSystem&, Formulas&) {});
}

Result<BoundedResult> checkBounded(const llvm::Module& module, const BoundedOptions& options) {
  const Clock::time_point start = Clock::now();
  std::optional<BoundedResult> last;
  for (std::optional<Bounds> bounds = options.bounds; bounds; bounds = bounds->next()) {
    auto result = checkWithin(module, *bounds, options, start);
    if (!result && !last) return result.problem();
    if (!result) break;  // too large for it
    std::vector<DepthStatistics> all = last ? std::move(last->statistics) : std::vector<DepthStatistics>();
    for (const DepthStatistics& one : result->statistics) all.push_back(one);
    last = std::move(*result);
    last->statistics = std::move(all);
    if (last->verdict != BoundedResult::Verdict::Exceeded) break;
  }
  return std::move(*last);
}

}  // namespace heddle::symbolic
