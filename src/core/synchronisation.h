// Who synchronises with whom in an execution: C++20's synchronises-with, of what
// threads do to memory. What starting and joining threads orders is not in it.
//
// Deviates  of an access to part of a word (core/mixed_sizes.h) only the last
//           write is asked that it reads from, not that of each byte.
#pragma once

#include <cstddef>
#include <vector>

#include "core/event_log.h"
#include "core/relations.h"

namespace heddle::core {

// Of each event those that synchronise with it, of other threads only, and of each thread the last: those before it
// happen before that one.
std::vector<std::vector<std::size_t>> synchronisations(const EventLog& log, const GraphView& view);

}  // namespace heddle::core
