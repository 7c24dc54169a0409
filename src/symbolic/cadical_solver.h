// CaDiCaL (Biere, Fazekas, Fleury and Heisinger, SAT Competition 2020), with formulas as clauses (bits.h).
#pragma once

#include <memory>

#include "symbolic/solver.h"

namespace heddle::symbolic {

std::unique_ptr<Solver> makeCadical(const Formulas& formulas, const SolverLimits& limits);

}  // namespace heddle::symbolic
