#include "symbolic/solvers.h"

#include <algorithm>
#include <array>

#include "symbolic/cadical_solver.h"
#include "symbolic/z3_solver.h"

namespace heddle::symbolic {

std::span<const SolverRow> solvers() {
  static constexpr std::array kRows{
      SolverRow{"z3", "Z3: bits and a SAT solver, incrementally", makeZ3},
      SolverRow{"cadical", "CaDiCaL: a SAT solver, incrementally", makeCadical},
  };
  return kRows;
}

const SolverRow* solverNamed(std::string_view name) {
  const auto row = std::ranges::find(solvers(), name, &SolverRow::name);
  return row == solvers().end() ? nullptr : &*row;
}

}  // namespace heddle::symbolic
