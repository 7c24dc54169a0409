// Memory models: which execution graphs a program may have.
//
// A model is a file and a row of registry.cpp, if it forbids cycles of po and rf
// and is extensible (below): so not the models of ARM or POWER.
//
// What all models have in common is asked of the graph itself: events are added
// in an order that keeps po and rf acyclic, writes and reads keep to coherence
// with respect to the model's causal order, and nothing comes to stand between
// the halves of an update. A model says what else it demands.
//
// It is asked only when an event was added in a place that is not the last of
// its coherence order, or was revisited: a read that reads from the last write,
// and a write that becomes the last, keep a consistent graph consistent in all
// these models (they are extensible, TruSt, POPL 2022).
//
// `changed` is the read or write that was added, placed or revisited. Without it
// the graph was consistent, so that only cycles through it are looked for. A
// read that a write revisits stands for both: in that graph nothing is after
// either but the write that follows the new one in co.
#pragma once

#include <span>
#include <string_view>

#include "core/graph.h"

namespace heddle::models {

struct Model {
  std::string_view name;
  std::string_view description;
  // What coherence is judged by. Another order than those that graphs keep clocks of
  // is one more Row there.
  core::Graph::Row causality;
  // The same for parts of words (core/mixed_sizes.h), whose stores are causally after what they leave as it is.
  core::Graph::Row causalityOfParts;
  bool (*isConsistent)(const core::Graph& graph, core::EventId changed);

  // The lowest position of co that coherence leaves to an access.
  std::uint32_t lowest(const core::Graph& graph, core::EventId access) const {
    return graph.lowest(access, core::isPart(graph[access].op) ? causalityOfParts : causality);
  }
};

// Each has its file.
bool isConsistentSc(const core::Graph& graph, core::EventId changed);
bool isConsistentTso(const core::Graph& graph, core::EventId changed);
bool isConsistentRa(const core::Graph& graph, core::EventId changed);
bool isConsistentRc11(const core::Graph& graph, core::EventId changed);

std::span<const Model> models();

// Null if there is none of that name.
const Model* modelNamed(std::string_view name);

}  // namespace heddle::models
