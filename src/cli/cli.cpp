#include "cli/cli.h"

#include <cstdlib>

#include "cli/parse.h"
#include "cli/terminal.h"

namespace heddle::cli {

namespace {

int perform(const Command& command) {
  if (const auto* options = std::get_if<CheckOptions>(&command)) return check(*options);
  if (const auto* options = std::get_if<EstimateOptions>(&command)) return estimate(*options);
  if (const auto* options = std::get_if<TestOptions>(&command)) return test(*options);
  if (const auto* options = std::get_if<BoundedOptions>(&command)) return bmc(*options);
  if (const auto* options = std::get_if<ReplayOptions>(&command)) return replay(*options);
  const auto& message = std::get<Message>(command);
  put(message.isError ? stderr : stdout, message.text);
  return message.isError ? kBadInput : kSafe;
}

}  // namespace

int run(int argc, char** argv) {
  prepareProcess();
  const int code = endOutput(perform(parse({argv + 1, argv + argc})));
#if __has_feature(address_sanitizer)  // it looks for leaks at the end
  return code;
#else
  // What the libraries keep until then may lead to memory of the program (std::locale::global).
  std::_Exit(code);
#endif
}

}  // namespace heddle::cli
