#include "cli/cli.h"

#include "cli/parse.h"
#include "cli/terminal.h"

namespace heddle::cli {

namespace {

int perform(const Command& command) {
  if (const auto* options = std::get_if<CheckOptions>(&command)) return check(*options);
  if (const auto* options = std::get_if<BoundedOptions>(&command)) return bmc(*options);
  if (const auto* options = std::get_if<ReplayOptions>(&command)) return replay(*options);
  const auto& message = std::get<Message>(command);
  put(message.isError ? stderr : stdout, message.text);
  return message.isError ? kBadInput : kSafe;
}

}  // namespace

int run(int argc, char** argv) {
  prepareProcess();
  return endOutput(perform(parse({argv + 1, argv + argc})));
}

}  // namespace heddle::cli
