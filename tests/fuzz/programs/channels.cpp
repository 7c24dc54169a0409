// Heddle's channels: messages that are sent, waited for, and tried for. And steps that consist of several accesses.
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

// What it touches depends on what it finds.
Lines atomicSection(Maker& make) {
  make.usesHeddle = true;
  const auto read = [&] { return fmt::format("{} = {};", make.variable(), make.load(make.atomicWord())); };
  const auto write = [&] { return make.store(make.atomicWord(), make.value()) + ";"; };
  Lines lines{{"__VERIFIER_atomic_begin();"}};
  if (make.chance(40)) lines.push_back({make.chance(50) ? read() : write()});
  Lines then{{make.chance(50) ? read() : write()}};
  lines.push_back(block(fmt::format("if ({}{})", make.pick({"", "!"}), make.load(make.atomicWord())), std::move(then)));
  if (make.chance(30)) lines.push_back({make.chance(50) ? read() : write()});
  if (make.chance(30)) append(lines, plainAccess(make));
  if (make.chance(10)) lines.push_back({fmt::format("{} = (int)heddle_choose(2);", make.variable())});
  lines.push_back({"__VERIFIER_atomic_end();"});
  return lines;
}

}  // namespace heddle::fuzz::programs
