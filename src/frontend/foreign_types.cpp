// What is changed, and nothing else:
//   typedefs of the integers that the ABI defines (size_t, wchar_t) become this system's
//   definitions of POSIX types get a member as large as this system's type, so that what the models of
//   locks keep there fits in
//   the attribute regparm, which only x86 with 32 bits has, goes
#include "frontend/foreign_types.h"

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace heddle::frontend {
namespace {

struct Integer {
  std::string_view name, here;
};
constexpr std::array kIntegers{
    Integer{"size_t", "unsigned long"},    Integer{"ssize_t", "long"},
    Integer{"__ssize_t", "long"},          Integer{"ptrdiff_t", "long"},
    Integer{"intptr_t", "long"},           Integer{"__intptr_t", "long"},
    Integer{"uintptr_t", "unsigned long"}, Integer{"wchar_t", "__typeof__(L' ')"},
};

struct Object {
  std::string_view name;
  std::size_t bytes, alignment;
};
template <typename T>
constexpr Object objectOf(std::string_view name) {
  return {name, sizeof(T), alignof(T)};
}
constexpr std::array kObjects{
    objectOf<pthread_mutex_t>("pthread_mutex_t"),     objectOf<pthread_mutexattr_t>("pthread_mutexattr_t"),
    objectOf<pthread_cond_t>("pthread_cond_t"),       objectOf<pthread_condattr_t>("pthread_condattr_t"),
    objectOf<pthread_rwlock_t>("pthread_rwlock_t"),   objectOf<pthread_rwlockattr_t>("pthread_rwlockattr_t"),
    objectOf<pthread_barrier_t>("pthread_barrier_t"), objectOf<pthread_barrierattr_t>("pthread_barrierattr_t"),
    objectOf<pthread_attr_t>("pthread_attr_t"),       objectOf<sem_t>("sem_t"),
};

template <typename Rows>
auto rowNamed(const Rows& rows, std::string_view name) {
  return std::ranges::find(rows, name, [](const auto& row) { return row.name; });
}

struct Token {
  std::string_view text;
  std::size_t at = 0;

  bool is(std::string_view what) const { return text == what; }
  std::size_t end() const { return at + text.size(); }
};

bool isInName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Names, numbers and single characters; literals, comments and lines for the preprocessor are left out.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  std::vector<Token> all() {
    std::vector<Token> found;
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      const char c = text_[at_++];
      if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        isAtLineStart_ |= c == '\n';
        continue;
      }
      if (c == '#' && isAtLineStart_) {
        skipTo("\n");
      } else if (c == '"' || c == '\'') {
        skipLiteral(c);
      } else if (text_.substr(begin).starts_with("/*")) {
        at_ = begin + 2;
        skipTo("*/");
      } else if (text_.substr(begin).starts_with("//")) {
        skipTo("\n");
      } else {
        while (isInName(c) && at_ < text_.size() && isInName(text_[at_])) ++at_;
        found.push_back({text_.substr(begin, at_ - begin), begin});
        isAtLineStart_ = false;
      }
    }
    return found;
  }

 private:
  void skipTo(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
    isAtLineStart_ = at_ > 0 && text_[at_ - 1] == '\n';
  }
  void skipLiteral(char quote) {
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
    isAtLineStart_ = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool isAtLineStart_ = true;
};

struct Edit {
  std::size_t begin, end;
  std::string by;
};

class Adaptation {
 public:
  explicit Adaptation(std::string_view text) : text_(text), tokens_(Tokens(text).all()) {}

  Adapted run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].is("typedef")) integer(i);
      if (tokens_[i].is("}")) objectOf(i);
      if (tokens_[i].is("regparm") || tokens_[i].is("__regparm__")) withoutRegisters(i);
    }
    if (edits_.empty()) return {};
    Adapted result{"", true, was32Bit_};
    std::size_t done = 0;
    for (const Edit& edit : edits_) {
      result.text.append(text_, done, edit.begin - done).append(edit.by);
      done = edit.end;
    }
    result.text.append(text_, done);
    return result;
  }

 private:
  // typedef unsigned int size_t;
  void integer(std::size_t at) {
    static constexpr std::array kWords{"unsigned", "signed", "long", "int", "short", "char", "__signed__"};
    std::size_t end = at + 1;
    unsigned longs = 0;
    bool isUnsigned = false;
    for (; end < tokens_.size() && std::ranges::find(kWords, tokens_[end].text) != kWords.end(); ++end) {
      longs += tokens_[end].is("long") ? 1 : 0;
      isUnsigned |= tokens_[end].is("unsigned");
    }
    if (end == at + 1 || end + 1 >= tokens_.size() || !tokens_[end + 1].is(";")) return;
    const auto row = rowNamed(kIntegers, tokens_[end].text);
    if (row == kIntegers.end()) return;
    const bool isSame = longs == 1 && row->here == (isUnsigned ? "unsigned long" : "long");
    if (isSame) return;
    was32Bit_ |= row->name == "size_t" && longs == 0;
    edits_.push_back({tokens_[at + 1].at, tokens_[end - 1].end(), std::string(row->here)});
  }

  // union { … } pthread_mutex_t;  union pthread_attr_t { … };
  void objectOf(std::size_t close) {
    if (close + 1 >= tokens_.size()) return;
    std::size_t open = close;
    for (int depth = 0; open != 0; --open) {
      depth += tokens_[open].is("}") ? 1 : tokens_[open].is("{") ? -1 : 0;
      if (depth == 0) break;
    }
    const auto isKind = [&](std::size_t i) { return tokens_[i].is("union") || tokens_[i].is("struct"); };
    const auto row = [&] {
      if (open >= 2 && isKind(open - 2)) {
        if (const auto tagged = rowNamed(kObjects, tokens_[open - 1].text); tagged != kObjects.end()) return tagged;
        return open >= 3 && tokens_[open - 3].is("typedef") ? rowNamed(kObjects, tokens_[close + 1].text)
                                                            : kObjects.end();
      }
      const bool isNamed = open >= 2 && isKind(open - 1) && tokens_[open - 2].is("typedef");
      return isNamed ? rowNamed(kObjects, tokens_[close + 1].text) : kObjects.end();
    }();
    if (row == kObjects.end()) return;
    edits_.push_back({tokens_[close].at, tokens_[close].at,
                      fmt::format("char heddle_room[{}] __attribute__((aligned({})));", row->bytes, row->alignment)});
  }

  // __attribute__ ((__regparm__ (1)))
  void withoutRegisters(std::size_t at) {
    if (at + 3 >= tokens_.size() || !tokens_[at + 1].is("(") || !tokens_[at + 3].is(")")) return;
    edits_.push_back({tokens_[at].at, tokens_[at + 3].end(), ""});
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<Edit> edits_;  // in the order of the text
  bool was32Bit_ = false;
};

}  // namespace

Adapted adaptTypes(std::string_view text) { return Adaptation(text).run(); }

}  // namespace heddle::frontend
