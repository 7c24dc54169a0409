#include "symbolic/cadical_solver.h"

#include <cadical.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "symbolic/bits.h"

namespace heddle::symbolic {
namespace {

// That this process has in memory.
std::uint64_t residentBytes() {
  unsigned long all = 0, resident = 0;
  if (std::FILE* const file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return std::uint64_t{resident} * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Stops it at a limit, and counts: each conflict has a clause that is learnt.
class Watch final : public CaDiCaL::Terminator, public CaDiCaL::Learner {
 public:
  explicit Watch(SolverLimits limits) : limits_(std::move(limits)) {}

  bool terminate() override {
    if (isOver_ || ++calls_ % 64 != 0) return isOver_;
    if (calls_ % 65536 == 0) measure();
    isOver_ = isOver_ || (limits_.mustStop && limits_.mustStop());
    return isOver_;
  }
  bool learning(int /*size*/) override {
    ++conflicts_;
    return false;
  }
  void learn(int /*literal*/) override {}

  void measure() {
    const std::uint64_t now = residentBytes();
    bytes_ = std::max(bytes_, now - std::min(now, before_));
    isOver_ = isOver_ || (limits_.megabytes != 0 && bytes_ > limits_.megabytes * 1'000'000);
  }
  bool isOver() const { return isOver_; }
  SolverStatistics statistics() const { return {.conflicts = conflicts_, .decisions = {}, .bytes = bytes_}; }

 private:
  const SolverLimits limits_;
  const std::uint64_t before_ = residentBytes();
  std::uint64_t calls_ = 0, conflicts_ = 0, bytes_ = 0;
  bool isOver_ = false;
};

class CadicalSolver final : public Solver {
 public:
  CadicalSolver(const Formulas& formulas, const SolverLimits& limits)
      : formulas_(formulas), watch_(limits), bits_(formulas, [this](std::span<const Bits::Literal> clause) {
          for (const Bits::Literal literal : clause) solver_.add(literal);
          solver_.add(0);
        }) {
    solver_.connect_terminator(&watch_);
    solver_.connect_learner(&watch_);
  }
  ~CadicalSolver() override {
    solver_.disconnect_terminator();
    solver_.disconnect_learner();
  }

  void add(Formula truth) override {
    if (!watch_.terminate()) bits_.require(truth);
  }

  Answer check(Formula assumption, unsigned mostConflicts) override {
    watch_.measure();
    if (watch_.isOver()) return Answer::Unknown;
    solver_.limit("conflicts", mostConflicts == 0 ? -1 : static_cast<int>(mostConflicts));
    solver_.assume(bits_.of(assumption).front());
    switch (solver_.solve()) {
      case 10: readModel(); return Answer::Satisfiable;
      case 20: return Answer::Unsatisfiable;
      default: return Answer::Unknown;
    }
  }

  bool isOver() const override { return watch_.isOver(); }

  std::uint64_t valueOf(Formula formula) override { return formulas_.evaluated(formula, model_); }

  SolverStatistics statistics() override {
    watch_.measure();
    return watch_.statistics();
  }

 private:
  // Of variables that it has not been told about any value will do.
  void readModel() {
    model_.clear();
    for (const Formula leaf : formulas_.leaves()) {
      std::uint64_t value = 0;
      const auto bits = bits_.known(leaf);
      for (std::size_t i = 0; i < bits.size(); ++i)
        if (solver_.val(bits[i]) > 0) value |= std::uint64_t{1} << i;
      model_.push_back(value);
    }
  }

  const Formulas& formulas_;
  Watch watch_;
  CaDiCaL::Solver solver_;
  Bits bits_;
  std::vector<std::uint64_t> model_;  // by variable
};

}  // namespace

std::unique_ptr<Solver> makeCadical(const Formulas& formulas, const SolverLimits& limits) {
  return std::make_unique<CadicalSolver>(formulas, limits);
}

}  // namespace heddle::symbolic
