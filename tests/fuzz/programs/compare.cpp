#include "compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace heddle::fuzz::programs {
namespace {

constexpr unsigned kFirstBound = 2;
constexpr unsigned kLargestBound = 8;

const std::string* surplus(const std::set<std::string>& few, const std::set<std::string>& all) {
  for (const std::string& one : few)
    if (!all.contains(one)) return &one;
  return nullptr;
}

struct Difference {
  std::string kind;
  std::string what;
};

// What `few` shows and `all` does not.
std::optional<Difference> surplus(const Answer& few, const Answer& all) {
  if (!few.memoryWrongs.empty() && all.memoryWrongs.empty())
    return Difference{"data race", fmt::format("{}", fmt::join(few.memoryWrongs, ", "))};
  if (!all.memoryWrongs.empty()) return std::nullopt;
  if (const std::string* wrong = surplus(few.wrongs, all.wrongs))
    return Difference{wrong->substr(0, wrong->find(" at ")), *wrong};
  if (const std::string* state = surplus(few.finals, all.finals)) return Difference{"end state", *state};
  return std::nullopt;
}

std::string name(const Way& way) {
  return fmt::format("--model {} --search {}{}", way.model, way.search, way.interleaves ? " --plain interleave" : "");
}

std::string text(const Answer& answer) {
  std::set<std::string> all = answer.wrongs;
  all.insert(answer.memoryWrongs.begin(), answer.memoryWrongs.end());
  if (answer.waits) all.insert("deadlock or livelock");
  if (!answer.nondeterminism.empty()) all.insert("nondeterminism");
  std::string text = all.empty() ? "no violation" : fmt::format("{}", fmt::join(all, ", "));
  if (answer.isCut) text += ", with loops cut";
  if (!answer.limited.empty()) text += fmt::format(" (limited: {})", answer.limited);
  return fmt::format("{}; {} end states", text, answer.finals.size());
}

// To bounded checking whatever is in no object is out of bounds; what it is shows when it is run.
void forgetWhichAccess(Answer& answer) {
  constexpr std::string_view kNull = "null-dereference", kOutOfBounds = "out-of-bounds";
  for (auto one = answer.wrongs.lower_bound(std::string(kNull));
       one != answer.wrongs.end() && one->starts_with(kNull);) {
    answer.memoryWrongs.insert(std::string(kOutOfBounds) + one->substr(kNull.size()));
    one = answer.wrongs.erase(one);
  }
}

// Bounded checking knows no states; guided promises assertions and deadlocks only.
void forgetUnpromised(const Way& way, Answer& answer) {
  if (way.isBounded) forgetWhichAccess(answer);
  if (way.isBounded || way.isGuided) answer.finals.clear();
  if (!way.isGuided) return;
  if (!answer.memoryWrongs.empty()) answer.limited = "memory is accessed wrongly";
  answer.memoryWrongs.clear();
}

class Comparing {
 public:
  Comparing(const Subject& subject, std::vector<unsigned> indices) : subject_(subject), indices_(std::move(indices)) {
    for (const unsigned i : indices_) ways_.push_back(ways()[i]);
    defaults_ = subject.byDefault(ways_);
    for (std::size_t i = 0; i < ways_.size(); ++i) forgetUnpromised(ways_[i], defaults_[i]);
  }

  Comparison run() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (defaults_[i].limited.empty())
        open.push_back(i);
      else
        limited(ways_[i], "default", defaults_[i]);
    }
    for (unsigned bound = kFirstBound; !open.empty() && result_.wrong.empty() && bound <= kLargestBound; bound *= 2)
      open = withBound(open, bound);
    return std::move(result_);
  }

 private:
  void say(const Way& way, const char* how, const Difference& difference, const Answer& d, const Answer& r,
           unsigned bound) {
    result_.kind = fmt::format("{} {} {}", name(way), how, difference.kind);
    result_.wrong = fmt::format("{} {}: {}\n  default:   {}\n  reference: {} (--search {} --unroll {})", name(way), how,
                                difference.what, text(d), text(r), way.reference, bound);
  }

  // Those that a larger bound may explain.
  std::vector<std::size_t> withBound(const std::vector<std::size_t>& open, unsigned bound) {
    std::vector<Way> asked;
    for (const std::size_t i : open) asked.push_back(ways_[i]);
    std::vector<Answer> references = subject_.asItIs(asked, bound);
    for (std::size_t k = 0; k < open.size(); ++k) forgetUnpromised(asked[k], references[k]);
    std::vector<std::size_t> left;
    for (std::size_t k = 0; k < open.size() && result_.wrong.empty(); ++k)
      if (mayNeedMore(asked[k], defaults_[open[k]], references[k], bound))
        left.push_back(open[k]);
      else
        result_.way = indices_[open[k]];
    return left;
  }

  bool mayNeedMore(const Way& way, const Answer& d, const Answer& r, unsigned bound) {
    if (bound == kFirstBound) count(way, d, r);
    for (const Answer* answer : {&d, &r})
      if (!answer->nondeterminism.empty() && answer->memoryWrongs.empty())
        return say(way, "reports", {"nondeterminism", answer->nondeterminism}, d, r, bound), false;
    const bool isEnough = way.isBounded && (!d.wrongs.empty() || !d.memoryWrongs.empty() || d.waits);
    const bool isExplored = d.limited.empty() && (bound == kFirstBound || !d.isCut);
    if (isExplored && !isEnough) {
      if (const auto missed = surplus(r, d)) return say(way, "misses", *missed, d, r, bound), false;
      const bool isComparable = d.memoryWrongs.empty() && r.memoryWrongs.empty();
      if (isComparable && r.waits && !d.waits)
        return say(way, "misses", {"deadlock", "a deadlock"}, d, r, bound), false;
      if (isComparable && d.waits && !r.waits && !r.isCut && r.limited.empty())
        return say(way, "makes up", {"deadlock", "a deadlock or livelock"}, d, r, bound), false;
    }
    const auto more = surplus(d, r);
    if (!more || !r.limited.empty()) return false;
    if (!r.isCut) return say(way, "makes up", *more, d, r, bound), false;
    if (bound == kLargestBound) result_.unexplained.push_back(fmt::format("{}: {}", name(way), more->what));
    return true;
  }

  void count(const Way& way, const Answer& d, const Answer& r) {
    if (r.limited.empty())
      ++result_.compared;
    else
      limited(way, "reference", r);
    result_.hasWrongs = result_.hasWrongs || !d.wrongs.empty() || !d.memoryWrongs.empty() || d.waits;
    result_.hasLoops = result_.hasLoops || r.isCut;
  }

  void limited(const Way& way, const char* which, const Answer& answer) {
    result_.inconclusive.push_back(fmt::format("{}: {}: {}", name(way), which, answer.limited));
  }

  const Subject& subject_;
  std::vector<unsigned> indices_;
  std::vector<Way> ways_;
  std::vector<Answer> defaults_;  // one for each of them
  Comparison result_;
};

}  // namespace

const std::vector<Way>& ways() {
  static const std::vector<Way> kWays{{"rc11", "awamoche", "trust"},
                                      {"ra", "awamoche", "trust"},
                                      {"tso", "awamoche", "trust"},
                                      {"sc", "awamoche", "trust"},
                                      {"sc", "optimal", "trust"},
                                      {"sc", "optimal", "optimal", true},
                                      {"sc", "guided", "trust", false, true},
                                      {"sc", "guided", "optimal", true, true},
                                      {"rc11", "guided", "trust", false, true},
                                      {"sc", "bmc", "optimal", true, true, true},
                                      {"sc", "bmc-order", "optimal", true, true, true},
                                      {"tso", "bmc-order", "trust", false, false, true},
                                      {"rc11", "bmc-order", "trust", false, false, true}};
  return kWays;
}

std::vector<unsigned> guidedWays() {
  std::vector<unsigned> guided;
  for (unsigned i = 0; i < ways().size(); ++i)
    if (ways()[i].isGuided && !ways()[i].isBounded) guided.push_back(i);
  return guided;
}

std::vector<unsigned> boundedWays() {
  std::vector<unsigned> bounded;
  for (unsigned i = 0; i < ways().size(); ++i)
    if (ways()[i].isBounded) bounded.push_back(i);
  return bounded;
}

Comparison compare(const Subject& subject, const std::vector<unsigned>& only) {
  std::vector<unsigned> indices = only;
  for (unsigned i = 0; only.empty() && i < ways().size(); ++i)
    if (!ways()[i].isBounded) indices.push_back(i);
  return Comparing(subject, std::move(indices)).run();
}

}  // namespace heddle::fuzz::programs
