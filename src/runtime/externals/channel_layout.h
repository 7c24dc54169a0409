// A channel in the program's heap (channels.cpp says what its parts are for).
#pragma once

#include <cstdint>
#include <string>

namespace heddle::runtime::externals {

struct Message {
  std::uint64_t isThere;
  std::uint64_t value;
};
inline constexpr std::uint64_t kMessages = 1024;  // as heddle.h says
struct Channel {
  std::uint64_t head;  // the first word: core::Line::Take
  std::uint64_t tail;
  Message messages[kMessages];
};

// "message 2 of channel 1"; `channel` is the name of its block, `offset` a place in it.
std::string nameInChannel(const std::string& channel, std::uint64_t offset);

}  // namespace heddle::runtime::externals
