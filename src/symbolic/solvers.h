// The table of solvers: each is a file and a row.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "symbolic/solver.h"

namespace heddle::symbolic {

struct SolverRow {
  std::string_view name;
  std::string_view description;
  std::unique_ptr<Solver> (*make)(const Formulas& formulas, const SolverLimits& limits);
};

// The first is the default.
std::span<const SolverRow> solvers();
const SolverRow* solverNamed(std::string_view name);

}  // namespace heddle::symbolic
