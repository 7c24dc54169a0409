// A program as it is against what the loop transformations make of it.
//
// Three things are run:
//
//   oracle  all states of the program, each once (states.h). No bound.
//   A       the pipeline without purity and awaits, every loop bounded by N.
//   B       the pipeline with purity, with awaits, with both; loops bounded by
//           N as well, since not every loop is one that waits. With every
//           search, and with commuting updates on and off.
//
// and compared are the final states of complete executions, and what can go
// wrong (kind and line; a violation stops only the thread that commits it, so
// that those after the first are seen too).
//
//   A within oracle    an execution that a bound does not cut is an execution
//                      of the program.
//   B within oracle    what the transformations leave is an execution of the
//                      program: they only block iterations, or wait.
//   A within B         leaving out the pure iterations of an execution within the
//                      bounds gives one that ends in the same state, does the
//                      same wrong, and has no more iterations of any loop.
//   B equals oracle    if no execution of B was cut: no bound was too small.
//   the same for A.
//   all of B the same  for one bound: purity alone blocks exactly the iterations
//                      that awaits do not begin; the searches differ in nothing
//                      but how often they look.
//   counts             the reducing searches run each Mazurkiewicz trace of one
//                      module once, whatever its end is, and the optimal ones
//                      abandon nothing. (Where updates commute, `optimal` may
//                      begin an execution that turns out to be redundant.)
//   trust              the same ends under sc, unless something was cut: it leaves
//                      out fewer iterations. Not of programs with races, nor with
//                      plain accesses as steps.
//   awamoche           under rc11, of programs with relaxed accesses: A within B,
//                      and B within A if nothing in A was cut.
//
//   rolled-back additions  wait instead: B within these, and the
//                      other way round if nothing in B was cut. If the search
//                      says that they could be observed, the check restarts and
//                      they are B.
//
// Where plain accesses may race, a race stops the thread that observes it, and
// which thread that is may differ from one search to another. So of programs
// with races only that is compared: A has one, then B has one, and the other
// way round if nothing was cut; all of B the same. What else is found must
// still be within the oracle, to which plain accesses are steps.
//
// A livelock is reported of a program whose loops wait; the loop as it is
// iterates for ever and is cut.
//
//   B has one          then the oracle has found a state in which some threads
//                      iterate and nothing that they or others do can end that.
//   the oracle has     found such a state, in which besides nobody changes
//                      memory or chooses something any more: then B has one,
//                      unless an execution was cut. (An iteration that chooses is
//                      not called a livelock, and neither are threads that keep
//                      undoing what they do before each other.)
#pragma once

#include <optional>
#include <string>

#include "program.h"

namespace heddle::fuzz {

struct Comparison {
  std::optional<std::string> wrong;
  bool isTooLarge = false;     // to be compared in full
  bool hasRolledBack = false;  // additions waited in place of being rolled back, and nobody could observe
  bool isExact = false;        // no bound was hit: the transformed program has all that the oracle has
};

Comparison compare(const Program& program);

}  // namespace heddle::fuzz
