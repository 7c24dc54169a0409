#include "transform/suppressions.h"

namespace heddle::transform {
namespace {

constexpr std::string_view kFunction = "race:function:", kFile = "race:file:";

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

}  // namespace

std::string Suppression::text() const { return std::string(of == Of::Function ? kFunction : kFile) + glob; }

bool matchesGlob(std::string_view glob, std::string_view text) {
  // After a mismatch the last '*' takes one character more: earlier ones never need to.
  std::size_t g = 0, t = 0, star = std::string_view::npos, taken = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      taken = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g, ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

Result<std::vector<Suppression>> readSuppressions(std::string_view text, const std::string& name) {
  std::vector<Suppression> read;
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#') continue;
    const bool isFunction = line.starts_with(kFunction);
    const std::string_view form = isFunction ? kFunction : kFile;
    if (!line.starts_with(form) || line.size() == form.size())
      return Diagnostic{name + ":" + std::to_string(number) + ": '" + std::string(line) +
                        "' is not of the form race:function:GLOB or race:file:GLOB"};
    read.push_back(
        {isFunction ? Suppression::Of::Function : Suppression::Of::File, std::string(line.substr(form.size()))});
  }
  return read;
}

}  // namespace heddle::transform
