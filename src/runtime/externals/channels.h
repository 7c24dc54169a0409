// Channels in the counterexample of an execution; what they are is in channels.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "core/event_log.h"

namespace heddle::runtime::externals {

// Whether the event belongs to an operation on a channel, and whether it is
// the one that stands for all of it.
enum class ChannelPart : std::uint8_t { None, Operation, Inside };
ChannelPart partOfChannel(const core::Event& event);

// What the counterexample says about an operation: the message it sends or gets. Reads
// the memory of the execution that the event belongs to.
std::string channelValue(const core::EventLog& log, const core::Event& event);

}  // namespace heddle::runtime::externals
