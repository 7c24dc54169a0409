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

// How far the next look is: the deeper, the further.
unsigned nextDepth(unsigned depth) { return depth + std::max(2U, depth / 4); }

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

  BoundedResult run() {
    if (options_.depth != 0) {
      unrollTo(options_.depth);
      const Answer answer = look();
      if (answer == Answer::Unsatisfiable) end(BoundedResult::Verdict::SafeUpTo);
      return std::move(result_);
    }
    for (unsigned depth = 0;; depth = nextDepth(depth)) {
      if (options_.mostDepth != 0) depth = std::min(depth, options_.mostDepth);
      unrollTo(depth);
      if (look() != Answer::Unsatisfiable) return std::move(result_);
      result_.depth = depth;
      const Answer goesOn = solver_->check(unrolling_.goesOn());
      if (goesOn == Answer::Unsatisfiable) {
        const Answer exceeds = solver_->check(unrolling_.exceeds());
        if (exceeds == Answer::Unsatisfiable) end(BoundedResult::Verdict::Safe);
        if (exceeds == Answer::Satisfiable) end(BoundedResult::Verdict::Exceeded);
      }
      if (goesOn != Answer::Satisfiable) return std::move(result_);
      if (depth == options_.mostDepth && depth != 0) {
        end(BoundedResult::Verdict::SafeUpTo);
        return std::move(result_);
      }
    }
  }

 private:
  void unrollTo(unsigned depth) {
    while (unrolling_.depth() < depth) unrolling_.addStep();
  }

  Answer look() {
    const Formula fails = unrolling_.fails(), deadlocks = unrolling_.deadlocks();
    const Answer answer = solver_->check(formulas_.disjunction(fails, deadlocks));
    const std::chrono::duration<double> elapsed = Clock::now() - start_;
    result_.statistics.push_back({unrolling_.depth(), static_cast<unsigned>(system_.threads.size()), elapsed.count(),
                                  solver_->statistics(), formulas_.size()});
    result_.hasBounds = unrolling_.exceeds() != Formulas::kFalse;
    if (options_.progress) options_.progress(result_.statistics.back());
    if (answer == Answer::Satisfiable) describe();
    return answer;
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
  BoundedResult result = BoundedCheck(*system, formulas, options, start).run();
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
    if (last) result->statistics.insert(result->statistics.begin(), last->statistics.begin(), last->statistics.end());
    last = std::move(*result);
    if (last->verdict != BoundedResult::Verdict::Exceeded) break;
  }
  return std::move(*last);
}

}  // namespace heddle::symbolic
