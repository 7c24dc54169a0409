// What coordinator and workers tell each other, as bytes.
//
// Both are the same program on machines of one kind: numbers are written as they lie in memory. What a message says of
// threads is by their numbers in the table whose names it has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/outcome.h"
#include "explore/graph/frontier.h"

namespace heddle::parallel {

// What is known before a part of a search begins.
struct Known {
  explore::graph::InPlaceWords::Notes words;
  explore::graph::ZeroNetIterations::Notes iterations;
  std::vector<std::string> threads;  // by number
  core::Evidence evidence;

  bool operator==(const Known&) const = default;
};

// For a worker: a piece.
struct Task {
  std::vector<explore::graph::Pending> pending;
  Known known;
  std::uint64_t mostExecutions = 0;  // that it may run; 0: all
};

// Of a worker. First what it has given away, as often as it was asked; then what came of the rest.
struct Report {
  core::Outcome outcome;  // since it has begun
  Known known;            // by now
  // What is not explored. If the search was split: without what was given away, and the worker goes on with it.
  std::vector<explore::graph::Pending> left;
  std::optional<std::vector<explore::graph::Pending>> given;  // none: the worker is done
};

std::string bytesOf(const Report& report);
// Nothing if these are no report.
std::optional<Report> reportFrom(std::string_view bytes);

}  // namespace heddle::parallel
