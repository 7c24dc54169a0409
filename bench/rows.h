// All benchmark rows, by name: one function each (docs/benchmarks.md says what
// they mean).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "table.h"

namespace heddle::bench {

// A row throws std::runtime_error when something it needs does not work; the
// table then says so and the other rows are measured all the same.
struct Row {
  std::string_view name;
  std::string_view what;
  std::vector<Line> (*measure)();
  std::string_view group = {};   // naming the group measures all its rows
  bool isOnlyOnRequest = false;  // too long for a run of everything
};

std::span<const Row> rows();

// operations.cpp
std::vector<Line> measureOperation();
std::vector<Line> measureSwitch();
std::vector<Line> measureReset();
// searches.cpp
std::vector<Line> measureNaive();
// source_sets.cpp
std::vector<Line> measureSourceSets();
std::vector<Line> measureSourceSetsLong();
// traces.cpp
std::vector<Line> measureTraces();
// estimate.cpp
std::vector<Line> measureEstimate();
// godot.cpp
std::vector<Line> measureGodot();
std::vector<Line> measureGodotLong();
// awamoche.cpp
std::vector<Line> measureAwamoche();
// guided.cpp
std::vector<Line> measureGuided();
std::vector<Line> measureGuidedLong();
// peephole.cpp
std::vector<Line> measurePeephole();
// graphs.cpp
std::vector<Line> measureGraphs();
// parallel.cpp
std::vector<Line> measureParallel();
// ranks.cpp
std::vector<Line> measureRanks();
// length.cpp
std::vector<Line> measureLength();
std::vector<Line> measureGraphLength();
// plain.cpp
std::vector<Line> measurePlain();
std::vector<Line> measureSequential();
// phase.cpp
std::vector<Line> measurePhase();
// start.cpp
std::vector<Line> measureStart();
std::vector<Line> measureStartSets();
// peers.cpp
std::vector<Line> measurePeers();

}  // namespace heddle::bench
