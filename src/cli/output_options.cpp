// Options about what is printed and written.
#include <fmt/format.h>

#include "cli/command_options.h"
#include "cli/option_kinds.h"
#include "report/formats.h"

namespace heddle::cli {
namespace {

constexpr char kGroup[] = "Output";

void addFormat(CLI::App& command, OutputOptions& output, const report::Format& format, Reports which = Reports::OfOne) {
  if (format.isForStdout) {
    std::string& file = output.files[format.name];
    command
        .add_flag_function(
            fmt::format("--{}", format.name), [&file](std::int64_t) { file = "-"; }, std::string(format.help))
        ->group(kGroup);
    return;
  }
  const bool isForEach = which == Reports::OfTests && format.ofTests == nullptr;
  const std::string where =
      isForEach ? fmt::format("a file for each test, NAME.{}", format.name) : "- is standard output";
  command
      .add_option(fmt::format("--{}", format.name), output.files[format.name],
                  fmt::format("{};\n{}", format.help, where))
      ->group(kGroup)
      ->type_name(isForEach ? "DIR" : "FILE");
}

void addTextOptions(CLI::App& command, OutputOptions& output) {
  static const std::map<std::string, Colour> kColours{
      {"auto", Colour::Auto}, {"always", Colour::Always}, {"never", Colour::Never}};
  addNamed(command, "--color", output.colour, kColours, "auto, always or never")->group(kGroup)->type_name("WHEN");
  command.add_flag("--full,--full-trace", output.fullTrace, "Show every line of the execution")->group(kGroup);
  command.add_flag("-q,--quiet", output.quiet, "Print only the verdict line")->group(kGroup);
}

}  // namespace

void addExecutionOptions(CLI::App& command, OutputOptions& output) {
  for (const report::Format& format : report::formats())
    if (format.ofExecution != nullptr) addFormat(command, output, format);
  addTextOptions(command, output);
}

void addReportOptions(CLI::App& command, OutputOptions& output, Reports which) {
  for (const report::Format& format : report::formats()) addFormat(command, output, format, which);
  command.add_flag("--stats", output.stats, "Print the time of each phase")->group(kGroup);
  addTextOptions(command, output);
}

}  // namespace heddle::cli
