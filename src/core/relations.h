// Who reads from whom in an execution, and how the writes to a location follow
// each other: what an execution is as a graph, for those who tell about it.
//
// Interleavings have that in their order. The schedule of a graph search says
// it for each step (explore/graph/graph_replay.h): `choice` is the number (from
// 1) of the step whose write is read, or after which the write comes to stand
// in coherence order; 0 is the initial value.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/event_log.h"
#include "core/mixed_sizes.h"
#include "core/program.h"

namespace heddle::core {

// Of one event; others are named by their place in the log.
struct Relations {
  std::optional<std::size_t> rf;     // the write that was read; nothing: the initial value, or it reads nothing
  std::uint32_t co = 0;              // a write: its place in coherence order, from 1; 0: it writes nothing
  std::optional<std::size_t> later;  // the last of those before it in the log that are later in coherence order than
                                     // what it reads, or than itself if it only writes
  std::size_t location = 0;          // of accesses: the number of their location
};

struct GraphView {
  std::vector<Relations> events;                             // as many as the log has
  std::optional<std::size_t> lastWrite(Address addr) const;  // the last one in coherence order

  struct Location {
    Address addr;
    std::uint32_t size;
    std::vector<std::size_t> co;
    bool hasEnded = false;  // its memory has got another use
  };
  std::vector<Location> locations;
};

// `mixed`: words of a graph that are accessed in several sizes (core/mixed_sizes.h).
GraphView viewOf(const EventLog& log, std::span<const Step> schedule, bool isGraph, const MixedWords& mixed = {});

}  // namespace heddle::core
