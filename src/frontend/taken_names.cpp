#include "frontend/taken_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace heddle::frontend {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kComplaints{{
    {"error: conflicting types for '", "'"},
    {"error: redefinition of '", "' as different kind of symbol"},
    {"error: static declaration of '", "' follows non-static declaration"},
}};

// "LOCATION: " + first + NAME + last
std::optional<std::string_view> nameIn(std::string_view line) {
  for (const auto& [first, last] : kComplaints) {
    const std::size_t at = line.find(first);
    if (at == std::string_view::npos || !line.ends_with(last)) continue;
    const std::size_t begin = at + first.size();
    return line.substr(begin, line.size() - last.size() - begin);
  }
  return std::nullopt;
}

// "HEADER:LINE:COLUMN: note: previous …", of a header of the system.
std::optional<std::string_view> headerIn(std::string_view line) {
  const bool isNote = line.find(": note: previous de") != std::string_view::npos;  // declaration, or definition
  if (!isNote || !line.starts_with("/usr/")) return std::nullopt;
  return line.substr(0, line.find(':'));
}

}  // namespace

std::vector<TakenName> takenNames(std::string_view errors) {
  std::vector<TakenName> names;
  std::optional<std::string_view> name;
  while (!errors.empty()) {
    const std::string_view line = errors.substr(0, errors.find('\n'));
    errors.remove_prefix(std::min(line.size() + 1, errors.size()));
    if (const auto complaint = nameIn(line)) name = complaint;
    const auto header = name ? headerIn(line) : std::nullopt;
    if (!header) continue;
    TakenName taken{std::string(*name), std::string(*header)};
    if (std::ranges::find(names, taken) == names.end()) names.push_back(std::move(taken));
    name.reset();
  }
  return names;
}

std::string withOwnNames(std::string_view text, const std::string& file, const std::vector<TakenName>& names) {
  std::string result;
  for (const TakenName& taken : names) result += "#include \"" + taken.header + "\"\n";
  for (const TakenName& taken : names) result += "#define " + taken.name + " " + taken.name + "_\n";
  return result + "#line 1 \"" + file + "\"\n" + std::string(text);
}

}  // namespace heddle::frontend
