#include "symbolic/bounded_check.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <chrono>

#include "symbolic/flat_program.h"
#include "symbolic/objects.h"
#include "symbolic/solvers.h"
#include "symbolic/translate.h"

namespace heddle::symbolic {
namespace {

using Clock = std::chrono::steady_clock;

// Where it is known how many steps there can be, the solver is not asked for long before that: a formula of more
// steps is about fewer, too, and what is there to be found is often found sooner in it.
constexpr unsigned kFewConflicts = 3000;

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

// Of all threads together.
std::optional<unsigned> longest(const TransitionSystem& system) {
  unsigned all = 0;
  for (const ThreadCode& code : system.threads) {
    std::vector<int> known(code.transitions.size(), -1);
    unsigned most = 0;
    for (const Pc pc : code.begins) {
      const auto steps = longestFrom(code, pc, known);
      if (!steps) return std::nullopt;
      most = std::max(most, *steps);
    }
    all += most;
  }
  return all;
}

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
      const unsigned conflicts = most && !isLast ? kFewConflicts : 0;
      unrollTo(depth);
      const Answer answer = look(conflicts);
      if (answer == Answer::Unsatisfiable) result_.depth = depth;
      if (answer == Answer::Satisfiable || solver_->isOver()) break;
      const bool isOver = isWhole || solver_->check(unrolling_.goesOn(), conflicts) == Answer::Unsatisfiable;
      if (mayGrow && allExceed()) {
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
    if (answer == Answer::Satisfiable) describe();
    return answer;
  }

  // Whether no execution goes on in all its threads, and not only since assumptions do not hold. What there is to be
  // found is found with larger bounds, too.
  bool allExceed() {
    return solver_->check(unrolling_.exceeds(), kFewConflicts) == Answer::Satisfiable &&
           solver_->check(formulas_.negation(unrolling_.stops()), kFewConflicts) == Answer::Unsatisfiable;
  }

  DepthStatistics statisticsNow() {
    const std::chrono::duration<double> elapsed = Clock::now() - start_;
    return {unrolling_.depth(), static_cast<unsigned>(system_.threads.size()), elapsed.count(), solver_->statistics(),
            formulas_.size()};
  }

  void end(BoundedResult::Verdict verdict) {
    result_.verdict = verdict;
    result_.depth = unrolling_.depth();
  }

  void describe() {
    end(BoundedResult::Verdict::Violation);
    const std::vector<unsigned> started = unrolling_.started();
    const auto numberOf = [&](unsigned thread) {
      return static_cast<unsigned>(std::ranges::find(started, thread) - started.begin());
    };
    result_.kind = core::ViolationKind::Deadlock;
    if (const std::uint64_t failure = unrolling_.failure(); failure != 0) {
      const Failure& what = system_.failures[failure - 1];
      result_.kind = what.kind;
      result_.statement = what.statement;
      result_.thread = numberOf(what.thread);
    }
    result_.inputs = unrolling_.givenFirst();
    for (const Unrolling::Taken& taken : unrolling_.taken()) {
      result_.inputs.insert(result_.inputs.end(), taken.inputs.begin(), taken.inputs.end());
      if (!taken.transition->accesses.empty())
        result_.steps.push_back({numberOf(taken.thread), taken.transition->statement});
    }
    for (Unrolling::Given& input : result_.inputs) input.thread = numberOf(input.thread);
  }

  const TransitionSystem& system_;
  Formulas& formulas_;
  const BoundedOptions& options_;
  const Clock::time_point start_;
  std::unique_ptr<Solver> solver_;
  Unrolling unrolling_;
  BoundedResult result_;
};

Result<BoundedResult> checkWithin(const llvm::Module& original, const Bounds& bounds, const BoundedOptions& options,
                                  Clock::time_point start) {
  const auto module = llvm::CloneModule(original);
  auto program = flatten(*module, bounds);
  if (!program) return program.problem();
  const Objects objects(*module, *program, bounds);
  if (!objects.problem().empty()) return Diagnostic{objects.problem()};
  Formulas formulas;
  auto system = translate(*program, objects, formulas);
  if (!system) return system.problem();
  BoundedResult result = BoundedCheck(*system, formulas, options, start).run(bounds.next().has_value());
  result.bounds = bounds;
  return result;
}

}  // namespace

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
