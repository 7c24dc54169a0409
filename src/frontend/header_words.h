// Which names the text of headers has: a macro of another name cannot change what they mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend {

// Names that are not reserved (those begin with '_'), in order, each on a line of its own, after an empty line.
// What compilers skip is read, too: a macro may be asked for there. Comments are not. And the files that they include,
// as they name them, with a '<' in front.
class HeaderWords {
 public:
  HeaderWords() = default;
  explicit HeaderWords(std::string lines) : lines_(std::move(lines)) {}
  // Of all files that clang has read; nothing if one of them cannot be. `dependencies` is what -MD writes.
  static std::optional<HeaderWords> ofDependencies(std::string_view dependencies);
  static HeaderWords ofSource(std::string_view source);

  bool contain(std::string_view name) const {
    return lines_.find('\n' + std::string(name) + '\n') != std::string::npos;
  }
  // Files that are included.
  std::vector<std::string> included() const;
  void add(const HeaderWords& more) { lines_ += more.lines_; }
  const std::string& lines() const { return lines_; }

 private:
  std::string lines_;
};

}  // namespace heddle::frontend
