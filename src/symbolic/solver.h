// Solvers of formulas: the little that bounded checking needs of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "symbolic/formula.h"

namespace heddle::symbolic {

enum class Answer : std::uint8_t { Satisfiable, Unsatisfiable, Unknown };

struct SolverStatistics {
  std::uint64_t conflicts = 0;
  std::optional<std::uint64_t> decisions;  // where it tells
  std::uint64_t bytes = 0;                 // of memory, at most
};

struct SolverLimits {
  std::function<bool()> mustStop;  // asked now and then, by another thread; true ends the check. May be empty
  std::uint64_t megabytes = 0;     // of the solver's memory; 0: no limit
};

// For questions whose answer is worth no more than that.
inline constexpr unsigned kFewConflicts = 3000;

class Solver {
 public:
  virtual ~Solver() = default;

  // From now on it holds.
  virtual void add(Formula truth) = 0;
  // Whether all that was added can hold together with the assumption. Unknown: a limit, or it would take more than
  // that many conflicts (0: as many as it takes).
  virtual Answer check(Formula assumption, unsigned mostConflicts = 0) = 0;
  // A limit was reached: from then on all answers are Unknown.
  virtual bool isOver() const = 0;
  // After the answer Satisfiable.
  virtual std::uint64_t valueOf(Formula formula) = 0;
  // Of all checks so far.
  virtual SolverStatistics statistics() = 0;
};

}  // namespace heddle::symbolic
