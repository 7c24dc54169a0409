// What coordinator, hosts and workers tell each other, as bytes.
//
// Both are the same program on machines of one kind: numbers are written as they lie in memory. What a message says of
// threads is by their numbers in the table whose names it has.
#pragma once

#include <cstdint>
#include <map>
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

// To the host on another machine. A worker has a number, given by whoever wants it.
struct Order {
  enum class Kind : std::uint8_t {
    Prepare,  // for pieces of the search that `plan` describes
    Begin,    // a worker, with `task`
    Ask,      // it for `wanted` alternatives
    Stop,     // it: it is to say what is left, and end
    Kill,     // it
  };
  Kind kind;
  std::uint64_t worker = 0;
  std::uint32_t wanted = 0;
  Task task = {};
  std::string plan = {};
};

// From there.
struct Notice {
  enum class Kind : std::uint8_t {
    Prepared,  // and has room for `room` workers
    Refused,   // it cannot, because of `text`
    Said,      // by the worker: the report `text`
    Lost,      // is the worker; `status` says how, as waitpid does
    HowFar,    // everything is: `executions` of each worker, `memory` of all
  };
  Kind kind;
  std::uint64_t worker = 0;
  std::uint32_t room = 0;
  int status = 0;
  std::string text = {};
  std::map<std::uint64_t, std::uint64_t> executions = {};
  std::uint64_t memory = 0;  // bytes
};

std::string bytesOf(const Report& report);
std::string bytesOf(const Order& order);
std::string bytesOf(const Notice& notice);
// Nothing if these are none.
std::optional<Report> reportFrom(std::string_view bytes);
std::optional<Order> orderFrom(std::string_view bytes);
std::optional<Notice> noticeFrom(std::string_view bytes);

}  // namespace heddle::parallel
