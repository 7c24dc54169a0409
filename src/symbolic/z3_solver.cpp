#include "symbolic/z3_solver.h"

#include <z3++.h>

#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace heddle::symbolic {
namespace {

// Interrupts a solver from another thread when it is told to stop.
class Watch {
 public:
  Watch(z3::context& context, const std::function<bool()>& mustStop) {
    if (!mustStop) return;
    thread_ = std::jthread([this, &context, &mustStop](const std::stop_token& isOver) {
      std::unique_lock lock(mutex_);
      while (!wakes_.wait_for(lock, isOver, std::chrono::milliseconds(20), [] { return false; }) &&
             !isOver.stop_requested())
        if (mustStop()) context.interrupt();
    });
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any wakes_;
  std::jthread thread_;  // the last: it ends first
};

class Z3Solver final : public Solver {
 public:
  Z3Solver(const Formulas& formulas, SolverLimits limits)
      : formulas_(formulas), limits_(std::move(limits)), solver_(context_, "QF_BV") {
    if (limits_.megabytes == 0) return;
    z3::params params(context_);
    params.set("max_memory", static_cast<unsigned>(limits_.megabytes));
    solver_.set(params);
  }

  void add(Formula truth) override {
    unlessStopped([&] { solver_.add(translated(truth)); });
  }

  Answer check(Formula assumption, unsigned mostConflicts) override {
    Answer answer = Answer::Unknown;
    unlessStopped([&] {
      solver_.set("max_conflicts", mostConflicts == 0 ? std::numeric_limits<unsigned>::max() : mostConflicts);
      answer = checked(assumption);
    });
    return isStopped_ ? Answer::Unknown : answer;
  }

  bool isOver() const override { return isStopped_; }

  std::uint64_t valueOf(Formula formula) override {
    const z3::expr value = model_->eval(translated(formula), true);
    return value.is_bool() ? (value.is_true() ? 1 : 0) : value.get_numeral_uint64();
  }

  SolverStatistics statistics() override {
    unlessStopped([&] { readStatistics(); });
    return statistics_;
  }

 private:
  // It says that it is out of memory, or was interrupted, in whatever it is asked to do. Then it is of no more use.
  template <typename Action>
  void unlessStopped(Action action) {
    if (isStopped_) return;
    try {
      action();
    } catch (const z3::exception&) {
      isStopped_ = true;
    }
  }

  Answer checked(Formula assumption) {
    // An assumption has to be a literal.
    const z3::expr literal = context_.bool_const(("a" + std::to_string(checks_++)).c_str());
    solver_.add(z3::implies(literal, translated(assumption)));
    z3::expr_vector assumptions(context_);
    assumptions.push_back(literal);
    model_.reset();
    z3::check_result result = z3::unknown;
    {
      const Watch watch(context_, limits_.mustStop);
      result = solver_.check(assumptions);
    }
    if (result == z3::unknown) {
      isStopped_ = limits_.mustStop && limits_.mustStop();
      return Answer::Unknown;
    }
    if (result == z3::unsat) solver_.add(!literal);
    if (result == z3::sat) model_.emplace(solver_.get_model());
    return result == z3::sat ? Answer::Satisfiable : Answer::Unsatisfiable;
  }

  void readStatistics() {
    const z3::stats stats = solver_.statistics();
    statistics_.decisions = statistics_.decisions.value_or(0);
    for (unsigned i = 0; i < stats.size(); ++i) {
      const std::string key = stats.key(i);
      if (key == "sat conflicts" || key == "conflicts") statistics_.conflicts = stats.uint_value(i);
      if (key == "sat decisions" || key == "decisions") statistics_.decisions = stats.uint_value(i);
      if (key == "max memory") statistics_.bytes = static_cast<std::uint64_t>(stats.double_value(i) * 1'000'000);
    }
  }

  z3::expr translated(Formula formula) {
    if (known_.size() < formulas_.size()) known_.resize(formulas_.size());
    formulas_.visitBelow(
        formula, [&](Formula at) { return known_[at].has_value(); },
        [&](Formula at) {
          known_[at].emplace(made(formulas_[at]));
          const Node& node = formulas_[at];
          if (node.kind == Kind::Variable && node.width != 0 && formulas_.largest(at) < maskOf(node.width))
            solver_.add(z3::ule(*known_[at], context_.bv_val(formulas_.largest(at), node.width)));
        });
    return *known_[formula];
  }

  z3::expr made(const Node& node) {
    const auto x = [&](unsigned i) -> const z3::expr& { return *known_[node.arguments[i]]; };
    const bool isTruth = node.width == 0;
    switch (node.kind) {
      case Kind::Constant:
        return isTruth ? context_.bool_val(node.value != 0) : context_.bv_val(node.value, node.width);
      case Kind::Variable: {
        const std::string name = "v" + std::to_string(node.value);
        return isTruth ? context_.bool_const(name.c_str()) : context_.bv_const(name.c_str(), node.width);
      }
      case Kind::Not: return isTruth ? !x(0) : ~x(0);
      case Kind::And: return isTruth ? x(0) && x(1) : x(0) & x(1);
      case Kind::Or: return isTruth ? x(0) || x(1) : x(0) | x(1);
      case Kind::Xor: return isTruth ? x(0) != x(1) : x(0) ^ x(1);
      case Kind::Add: return x(0) + x(1);
      case Kind::Subtract: return x(0) - x(1);
      case Kind::Multiply: return x(0) * x(1);
      case Kind::DivideUnsigned: return z3::udiv(x(0), x(1));
      case Kind::DivideSigned: return x(0) / x(1);
      case Kind::RemainderUnsigned: return z3::urem(x(0), x(1));
      case Kind::RemainderSigned: return z3::srem(x(0), x(1));
      case Kind::ShiftLeft: return z3::shl(x(0), x(1));
      case Kind::ShiftRight: return z3::lshr(x(0), x(1));
      case Kind::ShiftRightSigned: return z3::ashr(x(0), x(1));
      case Kind::Equal: return x(0) == x(1);
      case Kind::LessUnsigned: return z3::ult(x(0), x(1));
      case Kind::LessSigned: return z3::slt(x(0), x(1));
      case Kind::Choose: return z3::ite(x(0), x(1), x(2));
      case Kind::Extract: {
        const auto low = static_cast<unsigned>(node.value);
        return x(0).extract(low + node.width - 1, low);
      }
      case Kind::Concat: return z3::concat(x(0), x(1));
      case Kind::ExtendZero: return z3::zext(x(0), node.width - x(0).get_sort().bv_size());
      case Kind::ExtendSign: return z3::sext(x(0), node.width - x(0).get_sort().bv_size());
    }
    return context_.bool_val(false);
  }

  const Formulas& formulas_;
  const SolverLimits limits_;
  z3::context context_;
  z3::solver solver_;
  std::optional<z3::model> model_;
  std::vector<std::optional<z3::expr>> known_;
  unsigned checks_ = 0;
  bool isStopped_ = false;
  SolverStatistics statistics_;
};

}  // namespace

std::unique_ptr<Solver> makeZ3(const Formulas& formulas, const SolverLimits& limits) {
  return std::make_unique<Z3Solver>(formulas, limits);
}

}  // namespace heddle::symbolic
