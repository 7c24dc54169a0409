// The axioms of models as they are written, on whole graphs: slow, and easy to
// compare with the paper. What models/ answers from the changed event alone must
// be the same.
#pragma once

#include "core/graph.h"

namespace heddle::testing {

// psc is acyclic, by relations as matrices (models/rc11.cpp has the axiom).
bool isLiterallyConsistentRc11(const core::Graph& graph);
// po, rf, co and fr together are.
bool isLiterallyConsistentSc(const core::Graph& graph);

}  // namespace heddle::testing
