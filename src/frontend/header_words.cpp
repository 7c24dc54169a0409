#include "frontend/header_words.h"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace heddle::frontend {
namespace {

bool isOfName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// In doubt what it reads is no comment: that yields names too many at most.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}

  void addTo(std::set<std::string, std::less<>>& words) {
    while (at_ < text_.size()) {
      if (!isInString_ && text_[at_] == '#') addIncluded(words);
      if (isOfName(text_[at_]))
        addWord(words);
      else
        skip();
    }
  }

 private:
  // "#include <name>" or "name", also include_next.
  void addIncluded(std::set<std::string, std::less<>>& words) const {
    std::string_view line = text_.substr(at_ + 1, text_.find('\n', at_) - at_ - 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t open = line.find_first_of("<\"");
    if (!line.starts_with("include") || open == std::string_view::npos) return;
    const std::size_t close = line.find_first_of(">\"", open + 1);
    words.emplace("<" + std::string(line.substr(open + 1, close - open - 1)));
  }

  void addWord(std::set<std::string, std::less<>>& words) {
    const std::size_t start = at_;
    while (at_ < text_.size() && isOfName(text_[at_])) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    const bool isName = word.front() != '_' && (word.front() < '0' || word.front() > '9');
    if (isName && !words.contains(word)) words.emplace(word);
  }

  void skip() {
    const char c = text_[at_];
    const bool isQuote = c == '"' && !(at_ > 0 && text_.substr(at_ - 1, 3) == "'\"'");
    if (isInString_ && c == '\\') {
      at_ += text_.substr(at_ + 1, 1) == "\"" || text_.substr(at_ + 1, 1) == "\\" ? 2 : 1;
    } else if (!isInString_ && text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (!isInString_ && text_.substr(at_, 2) == "/*") {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      isInString_ = c != '\n' && isInString_ != isQuote;
      ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool isInString_ = false;
};

HeaderWords joined(const std::set<std::string, std::less<>>& words) {
  std::string lines = "\n";
  for (const std::string& word : words) lines += word + '\n';
  return HeaderWords(std::move(lines));
}

// "target: file file \", where a blank of a name has a backslash.
std::vector<std::string> filesOf(std::string_view dependencies) {
  std::vector<std::string> files;
  dependencies.remove_prefix(std::min(dependencies.find(": "), dependencies.size()));
  std::string file;
  for (std::size_t i = std::min<std::size_t>(2, dependencies.size()); i <= dependencies.size(); ++i) {
    const char c = i < dependencies.size() ? dependencies[i] : '\n';
    const char next = i + 1 < dependencies.size() ? dependencies[i + 1] : '\n';
    if (c == '\\' && (next == ' ' || next == '#')) {
      file += next;
      ++i;
    } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
      if (!file.empty()) files.push_back(std::exchange(file, {}));
    } else {
      file += c;
    }
  }
  return files;
}

}  // namespace

std::vector<std::string> HeaderWords::included() const {
  std::vector<std::string> names;
  for (std::size_t at = lines_.find("\n<"); at != std::string::npos; at = lines_.find("\n<", at + 1))
    names.push_back(lines_.substr(at + 2, lines_.find('\n', at + 1) - at - 2));
  return names;
}

HeaderWords HeaderWords::ofSource(std::string_view source) {
  std::set<std::string, std::less<>> words;
  WordReader(source).addTo(words);
  return joined(words);
}

std::optional<HeaderWords> HeaderWords::ofDependencies(std::string_view dependencies) {
  std::set<std::string, std::less<>> words;
  for (const std::string& file : filesOf(dependencies)) {
    const auto text = llvm::MemoryBuffer::getFile(file);
    if (!text) return std::nullopt;
    WordReader((*text)->getBuffer()).addTo(words);
  }
  return joined(words);
}

}  // namespace heddle::frontend
