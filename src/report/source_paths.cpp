#include "report/source_paths.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

namespace heddle::report {

SourcePath sourcePath(const std::string& file, const std::string& directory, const std::string& root) {
  namespace fs = std::filesystem;
  const fs::path path = (fs::path(directory) / file).lexically_normal();
  if (root.empty() || !path.is_absolute()) return {path.string()};
  const fs::path below = path.lexically_relative(fs::path(root).lexically_normal());
  if (below.empty() || *below.begin() == ".." || below == ".") return {path.string()};
  return {below.string(), true};
}

std::string uriOf(const std::string& path) {
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool isPlain = static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (isPlain || std::string_view("/-._~").find(c) != std::string_view::npos)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

}  // namespace heddle::report
