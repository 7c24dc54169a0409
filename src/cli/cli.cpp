#include "cli/cli.h"

#include <fmt/core.h>

#include "cli/parse.h"

namespace heddle::cli {

int run(int argc, char** argv) {
  const Command command = parse({argv + 1, argv + argc});
  if (const auto* options = std::get_if<CheckOptions>(&command)) return check(*options);
  if (const auto* options = std::get_if<BoundedOptions>(&command)) return bmc(*options);
  if (const auto* options = std::get_if<ReplayOptions>(&command)) return replay(*options);
  const auto& message = std::get<Message>(command);
  fmt::print(message.isError ? stderr : stdout, "{}", message.text);
  return message.isError ? kBadInput : kSafe;
}

}  // namespace heddle::cli
