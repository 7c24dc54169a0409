// Heddle's channels: messages that are sent, waited for, and tried for.
#include <fmt/format.h>

#include "idioms.h"

namespace heddle::fuzz::programs {

Lines channelUse(Maker& make) {
  make.usesChannel = true;
  const std::string variable = make.variable();
  switch (make.random().below(5)) {
    case 0: return {{"heddle_channel_send(c, 1);"}};
    case 1: return {{fmt::format("{} = (int)heddle_channel_receive(c);", variable)}};
    case 2: return {{fmt::format("{} = heddle_channel_try_receive(c, &v);", variable)}};
    case 3: {
      Lines then = make.chance(make.character().plainPercent * 3) ? plainAccess(make) : access(make);
      return {block(fmt::format("if ({}heddle_channel_try_receive(c, &v))", make.pick({"", "!"})), std::move(then))};
    }
    default: return {block("while (!heddle_channel_try_receive(c, &v))", iterationBody(make, 1))};
  }
}

}  // namespace heddle::fuzz::programs
