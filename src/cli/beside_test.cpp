#include "cli/beside_test.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command_options.h"
#include "cli/help.h"
#include "core/verdict.h"

namespace heddle::cli {
namespace {

constexpr char kExpect[] = "--expect";

// Each kind of violation, or any.
std::vector<std::string> whatMayBeExpected() {
  std::vector<std::string> names{"violation"};
  for (unsigned kind = 0; kind <= static_cast<unsigned>(core::ViolationKind::Nondeterminism); ++kind)
    names.emplace_back(core::name(static_cast<core::ViolationKind>(kind)));
  return names;
}

std::string whyUnknown(const CLI::App& app, const std::string& word) {
  if (!word.starts_with('-')) return fmt::format("unexpected argument '{}'", word);
  if (!word.starts_with("--"))
    return fmt::format("unknown option '{}' (flags for clang hold for the file, not for a test)", word);
  return fmt::format("unknown option '{}'{}", word, nearestOption(app, word));
}

}  // namespace

Result<BesideTest> readBeside(const std::string& text) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  CheckOptions options;
  addSearchOptions(app, options);
  addLoopOptions(app, options);
  addProgramOptions(app, options);
  for (const char* const option :
       {"--checkpoint", "--checkpoint-every", "--resume", "--explain-slice", "--explain-loops"})
    app.remove_option(app.get_option(option));
  BesideTest beside;
  const CLI::Option* const expect =
      app.add_option(kExpect, beside.expects)->check(CLI::IsMember(whatMayBeExpected()).description(""));
  try {
    app.parse(text, false);
  } catch (const CLI::ParseError& error) {
    return Diagnostic{error.what()};
  }
  if (!app.remaining().empty()) return Diagnostic{whyUnknown(app, app.remaining().front())};
  for (const CLI::Option* const option : app.get_options()) {
    if (option == expect || option->count() == 0) continue;
    const std::string name = option->get_lnames().front();
    std::vector<std::string>& words = beside.arguments[name];
    if (option->get_expected_max() == 0)
      words.push_back("--" + name);
    else
      for (const std::string& value : option->results()) words.push_back(fmt::format("--{}={}", name, value));
  }
  return beside;
}

}  // namespace heddle::cli
