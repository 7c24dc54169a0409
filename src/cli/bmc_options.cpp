// Options of `heddle bmc`.
#include "cli/command_options.h"
#include "cli/option_kinds.h"
#include "symbolic/solvers.h"

namespace heddle::cli {

void addBoundedOptions(CLI::App& command, BoundedOptions& options) {
  static const std::map<std::string, symbolic::Reduction> kReductions{{"none", symbolic::Reduction::None},
                                                                      {"static", symbolic::Reduction::Static},
                                                                      {"simple", symbolic::Reduction::Simple},
                                                                      {"full", symbolic::Reduction::Full}};
  static const std::map<std::string, symbolic::Constraints> kConstraints{
      {"pairs", symbolic::Constraints::Pairs},
      {"merged", symbolic::Constraints::Merged},
      {"dependent", symbolic::Constraints::Dependent}};
  const std::string group = "Search";
  symbolic::BoundedOptions& bounded = options.options;
  const auto count = countsOf(command, group);
  count("--depth", bounded.depth, "Look at this number of steps only", 1, 100'000);
  count("--max-depth", bounded.mostDepth, "Stop at this number of steps", 1, 100'000);
  const auto ofInterleavings = [&options](const std::string&) {
    if (options.encodings == check::Encodings::Both) options.encodings = check::Encodings::Interleavings;
  };
  addNamed(command, "--por", bounded.reduction, kReductions,
           "Orders of steps that commute are left out:\nnone, static, simple (by address) or full (default; by value)")
      ->each(ofInterleavings)
      ->group(group)
      ->type_name("NAME");
  static const std::map<std::string, check::Encodings> kEncodings{{"both", check::Encodings::Both},
                                                                  {"interleavings", check::Encodings::Interleavings},
                                                                  {"order", check::Encodings::Order}};
  addNamed(command, "--encoding", options.encodings, kEncodings,
           "What executions are made of: interleavings (default with a depth), order, who reads from whom\n(then "
           "depths are steps of each thread), or both at once (default): whichever knows first answers")
      ->group(group)
      ->type_name("NAME");
  static const std::map<std::string, symbolic::Model> kModels{
      {"sc", symbolic::Model::Sc}, {"tso", symbolic::Model::Tso}, {"rc11", symbolic::Model::Rc11}};
  addNamed(command, "--model", bounded.model, kModels, "Memory model: sc (default), tso or rc11")
      ->group(group)
      ->type_name("NAME");
  command.add_flag("--races", bounded.races, "Data races are violations, too (always under rc11)")->group(group);
  addRacyOptions(command, options.source.racy, group);
  command.add_option("--label", options.source.errorLabel, "Whoever comes to this label of the source fails: ERROR")
      ->group(group)
      ->type_name("NAME");
  addNamed(command, "--constraints", bounded.constraints, kConstraints,
           "How that is written: pairs, merged or dependent (default)")
      ->each(ofInterleavings)
      ->group(group)
      ->type_name("NAME");
  addRowName(command, "--solver", bounded.solver, symbolic::solvers(), "What solves the formulas:")
      ->capture_default_str()
      ->group(group);
  addTimeLimit(command, options.timeLimit, group);
  count("--memory-limit", bounded.limits.megabytes, "Megabytes of the solver's memory");
}

}  // namespace heddle::cli
