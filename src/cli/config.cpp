// Each entry is made arguments of a command line, so that an option has one meaning and one check of its values. To say
// in which line a value is wrong, each is read by itself first.
#include "cli/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "base/files.h"
#include "cli/help.h"
#include "cli/without.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kFile[] = "heddle.toml";

// Thrown while one file is read, and caught by whoever reads it.
struct BadEntry {
  unsigned line;
  std::string what;
};

unsigned lineOf(const toml::node& node) { return node.source().begin.line; }

// Whether a user may be surprised by what it says: one that somebody else has put into a parent of the directory.
bool isForeign(const fs::path& file, const fs::path& directory) {
  struct stat its{}, home{};
  if (stat(file.c_str(), &its) != 0 || stat(directory.c_str(), &home) != 0) return false;
  return its.st_uid != geteuid() && its.st_uid != 0 && its.st_uid != home.st_uid;
}

// Empty if there is none.
Result<std::string> nearestFile() {
  std::error_code unknown;
  const fs::path directory = fs::current_path(unknown);
  if (unknown) return std::string();
  for (fs::path at = directory;; at = at.parent_path()) {
    const fs::path file = at / kFile;
    if (fs::exists(file, unknown)) {
      if (isForeign(file, directory))
        return Diagnostic{fmt::format(
            "{} belongs to another user: name it by --config if it is meant, or say --no-config", file.string())};
      return file.lexically_relative(directory).string();
    }
    if (at == at.parent_path()) return std::string();
  }
}

bool mayStand(const CLI::Option& option) {
  const std::string name = option.get_name();
  return !name.starts_with("--help") && !name.starts_with("-h") && name != "--config" && name != "--no-config";
}

const CLI::Option* optionOf(const CLI::App& command, const std::string& name) {
  const CLI::Option* const option = command.get_option_no_throw("--" + name);
  return option != nullptr && mayStand(*option) ? option : nullptr;
}

std::vector<std::string> namesOf(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands)
    for (const CLI::Option* option : command->get_options())
      if (mayStand(*option)) names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  return names;
}

std::string suggestionFor(const std::string& name, const std::vector<const CLI::App*>& commands) {
  if (name.starts_with("no-") && reductionNamed(name.substr(3)) != nullptr)
    return fmt::format("; did you mean 'without = \"{}\"'?", name.substr(3));
  return suggestion(name, namesOf(commands));
}

class Reader {
 public:
  Reader(const CommandLine& line, const std::string& file) : line_(line), home_(fs::path(file).parent_path()) {}

  std::map<std::string, Setting> settings(const toml::table& root) {
    std::vector<const CLI::App*> all;
    for (const std::string_view name : kConfigurable) all.push_back(line_.app.get_subcommand(std::string(name)));
    read(root, all, [](const toml::node& node) { return !node.is_table(); });
    for (const auto& [key, node] : root) {
      if (!node.is_table()) continue;
      const auto command = std::ranges::find(all, key.str(), [](const CLI::App* one) { return one->get_name(); });
      if (command == all.end())
        throw BadEntry{lineOf(node),
                       fmt::format("unknown table [{}]{}", key.str(),
                                   suggestion(std::string(key.str()), {kConfigurable.begin(), kConfigurable.end()}))};
      read(*node.as_table(), {*command}, [](const toml::node&) { return true; });
    }
    return std::move(settings_);
  }

 private:
  // What is for one of `commands`.
  template <typename Which>
  void read(const toml::table& table, const std::vector<const CLI::App*>& commands, Which which) {
    for (const auto& [key, node] : table) {
      if (!which(node)) continue;
      const std::string name(key.str());
      if (std::ranges::none_of(commands, [&](const CLI::App* one) { return optionOf(*one, name) != nullptr; }))
        throw BadEntry{lineOf(node), fmt::format("unknown option '{}'{}", name, suggestionFor(name, commands))};
      const bool isHere = std::ranges::find(commands, line_.command()) != commands.end();
      const CLI::Option* const option = isHere ? optionOf(*line_.command(), name) : nullptr;
      if (option != nullptr && option->count() == 0) settings_[name] = {lineOf(node), argumentsOf(name, *option, node)};
    }
  }

  std::vector<std::string> argumentsOf(const std::string& name, const CLI::Option& option,
                                       const toml::node& node) const {
    if (option.get_expected_max() == 0) {
      if (!node.is_boolean()) throw BadEntry{lineOf(node), fmt::format("{} is a switch: true or false", name)};
      return **node.as_boolean() ? std::vector{"--" + name} : std::vector<std::string>{};
    }
    if (const toml::array* const list = node.as_array()) {
      if (option.get_expected_max() == 1)
        throw BadEntry{lineOf(node), fmt::format("{} takes one value, not a list", name)};
      std::vector<std::string> arguments;
      for (const toml::node& element : *list) arguments.push_back(argumentOf(name, option, element));
      return arguments;
    }
    return {argumentOf(name, option, node)};
  }

  std::string argumentOf(const std::string& name, const CLI::Option& option, const toml::node& node) const {
    if (const auto* const text = node.as_string()) return fmt::format("--{}={}", name, fromHome(option, text->get()));
    if (const auto* const number = node.as_integer()) return fmt::format("--{}={}", name, number->get());
    if (const auto* const number = node.as_floating_point()) return fmt::format("--{}={}", name, number->get());
    throw BadEntry{lineOf(node), fmt::format("{} takes a text or a number", name)};
  }

  // Files are named from where the configuration is.
  std::string fromHome(const CLI::Option& option, const std::string& value) const {
    const std::string type = option.get_type_name();
    if ((type != "FILE" && type != "PATH" && type != "DIR") || value == "-" || value.empty()) return value;
    return (home_ / value).lexically_normal().string();
  }

  const CommandLine& line_;
  fs::path home_;
  std::map<std::string, Setting> settings_;
};

std::optional<BadEntry> firstBad(const std::map<std::string, Setting>& settings, const std::string& verb) {
  for (const auto& [name, setting] : settings) {
    std::vector<std::string> arguments{verb};
    arguments.insert(arguments.end(), setting.arguments.begin(), setting.arguments.end());
    CommandLine alone;
    try {
      alone.parse(arguments);
    } catch (const CLI::ParseError& error) {
      return BadEntry{setting.line, error.what()};
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> Config::arguments() const {
  std::vector<std::string> all;
  for (const auto& [name, setting] : settings)
    all.insert(all.end(), setting.arguments.begin(), setting.arguments.end());
  return all;
}

std::string Config::note() const {
  std::vector<std::string> names;
  for (const auto& [name, setting] : settings) names.push_back(name);
  return names.empty() ? "" : fmt::format("{} sets {}", file, fmt::join(names, ", "));
}

Result<Config> configFor(const CommandLine& line) {
  Config config{.file = line.config.file, .settings = {}};
  if (line.config.isOff || std::ranges::none_of(kConfigurable, [&](auto name) { return line.isOf(name); }))
    return Config{};
  if (config.file.empty()) {
    auto nearest = nearestFile();
    if (!nearest) return nearest.problem();
    if (nearest->empty()) return Config{};
    config.file = std::move(*nearest);
  }
  auto text = readFile(config.file);
  if (!text) return text.problem();
  const toml::parse_result root = toml::parse(*text, config.file);
  if (!root)
    return Diagnostic{fmt::format("{}:{}: {}", config.file, static_cast<unsigned>(root.error().source().begin.line),
                                  root.error().description())};
  std::optional<BadEntry> bad;
  try {
    config.settings = Reader(line, config.file).settings(root.table());
    bad = firstBad(config.settings, line.command()->get_name());
  } catch (const BadEntry& entry) {
    bad = entry;
  }
  if (bad) return Diagnostic{fmt::format("{}:{}: {}", config.file, bad->line, bad->what)};
  return config;
}

}  // namespace heddle::cli
