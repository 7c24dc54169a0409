#include "frontend/leading_includes.h"

#include <algorithm>
#include <array>

namespace heddle::frontend {
namespace {

// Sorted (checked below). Headers of C and POSIX are here because programs mix
// them with those of C++.
// clang-format off: one name a line would bury the rest of the file
constexpr auto kStandard = std::to_array<std::string_view>({
    "algorithm", "any", "array", "atomic", "barrier", "bit", "bitset", "cassert", "cctype", "cerrno", "charconv",
    "chrono", "cinttypes", "climits", "cmath", "compare", "complex", "concepts", "condition_variable", "coroutine",
    "csignal", "cstdarg", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime", "deque", "errno.h",
    "exception", "forward_list", "fstream", "functional", "future", "heddle.h", "heddle/heddle.h", "initializer_list",
    "inttypes.h", "iomanip", "ios", "iosfwd", "iostream", "istream", "iterator", "latch", "limits", "limits.h", "list",
    "locale", "map", "math.h", "memory", "memory_resource", "mutex", "new", "numbers", "numeric", "optional",
    "ostream", "pthread.h", "queue", "random", "ranges", "ratio", "sched.h", "semaphore", "semaphore.h", "set",
    "shared_mutex", "source_location", "span", "sstream", "stack", "stdatomic.h", "stdbool.h", "stddef.h", "stdexcept",
    "stdint.h", "stdio.h", "stdlib.h", "stop_token", "streambuf", "string", "string.h", "string_view", "strings.h",
    "system_error", "thread", "time.h", "tuple", "type_traits", "typeindex", "typeinfo", "unistd.h", "unordered_map",
    "unordered_set", "utility", "valarray", "variant", "vector", "version"
});
// clang-format on
static_assert(std::ranges::is_sorted(kStandard));

constexpr std::string_view kBlank = " \t\r\n\f\v";

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  // Skips blanks and comments; false at the end or at an unfinished comment.
  bool skipToSomething() {
    for (;;) {
      const std::size_t start = text_.find_first_not_of(kBlank);
      if (start == std::string_view::npos) return false;
      text_.remove_prefix(start);
      if (text_.starts_with("//")) {
        takeLine();
      } else if (text_.starts_with("/*")) {
        const std::size_t end = text_.find("*/", 2);
        if (end == std::string_view::npos) return false;
        text_.remove_prefix(end + 2);
      } else {
        return true;
      }
    }
  }

  // A backslash at its end continues a line, in a comment too.
  std::string_view takeLine() {
    std::size_t end = text_.find('\n');
    while (end != std::string_view::npos && end > 0 && continues(end)) end = text_.find('\n', end + 1);
    const std::string_view line = text_.substr(0, end);
    text_.remove_prefix(std::min(text_.size(), line.size() + 1));
    return line;
  }

 private:
  bool continues(std::size_t newline) const {
    const std::size_t last = text_[newline - 1] == '\r' && newline > 1 ? newline - 2 : newline - 1;
    return text_[last] == '\\';
  }

  std::string_view text_;
};

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// "thread" of `#include <thread>`, whatever its spacing, a comment after it
// allowed; empty if the line is anything else.
std::string_view includedHeader(std::string_view line) {
  if (!line.starts_with('#')) return {};
  line = trim(line.substr(1));
  if (!line.starts_with("include")) return {};
  line = trim(line.substr(7));
  const std::size_t end = line.find('>');
  if (!line.starts_with('<') || end == std::string_view::npos) return {};
  const std::string_view rest = trim(line.substr(end + 1));
  const bool wholeComment = rest.starts_with("/*") && rest.find("*/") == rest.size() - 2 && rest.size() >= 4;
  if (!rest.empty() && !rest.starts_with("//") && !wholeComment) return {};
  return line.substr(1, end - 1);
}

bool isPragmaOnce(std::string_view line) {
  if (!line.starts_with('#')) return false;
  line = trim(line.substr(1));
  return line.starts_with("pragma") && trim(line.substr(6)) == "once";
}

}  // namespace

std::vector<std::string> leadingStandardHeaders(std::string_view source) {
  std::vector<std::string> headers;
  if (source.starts_with("\xEF\xBB\xBF")) source.remove_prefix(3);  // byte order mark
  Scanner scanner(source);
  while (scanner.skipToSomething()) {
    const std::string_view line = scanner.takeLine();
    if (isPragmaOnce(line)) continue;
    const std::string_view header = includedHeader(line);
    if (!std::ranges::binary_search(kStandard, header)) break;
    headers.emplace_back(header);
  }
  return headers;
}

}  // namespace heddle::frontend
