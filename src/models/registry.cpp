// All models, a row each.
#include "models/model.h"

namespace heddle::models {

std::span<const Model> models() {
  using Row = core::Graph::Row;
  static constexpr Model kRows[] = {
      {"sc", "sequential consistency: one interleaving explains all", Row::Causal, Row::Causal, isConsistentSc},
      {"tso", "x86: each thread has a buffer of stores", Row::Causal, Row::Hb, isConsistentTso},
      {"ra", "release and acquire: every access is one", Row::Causal, Row::Causal, isConsistentRa},
      {"rc11", "C11 and C++20 as repaired by Lahav et al., PLDI 2017", Row::Hb, Row::Hb, isConsistentRc11},
  };
  return kRows;
}

const Model* modelNamed(std::string_view name) {
  for (const Model& model : models())
    if (model.name == name) return &model;
  return nullptr;
}

}  // namespace heddle::models
