// Z3 (de Moura and Bjørner, TACAS 2008), with formulas of bit vectors made into clauses.
#pragma once

#include <memory>

#include "symbolic/solver.h"

namespace heddle::symbolic {

std::unique_ptr<Solver> makeZ3(const Formulas& formulas, const SolverLimits& limits);

}  // namespace heddle::symbolic
