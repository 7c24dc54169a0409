#include "runtime/externals/channel_layout.h"

#include <fmt/format.h>

#include <cstddef>

namespace heddle::runtime::externals {

std::string nameInChannel(const std::string& channel, std::uint64_t offset) {
  if (offset < offsetof(Channel, messages)) return channel;
  return fmt::format("message {} of {}", (offset - offsetof(Channel, messages)) / sizeof(Message) + 1, channel);
}

}  // namespace heddle::runtime::externals
