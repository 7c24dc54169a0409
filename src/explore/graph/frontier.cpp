#include "explore/graph/frontier.h"

#include <algorithm>
#include <charconv>

#include "explore/graph/play.h"

namespace heddle::explore::graph {

using core::EventId;
using core::GraphEvent;
using core::kInitial;
using core::Label;

namespace {

// The letter of an event. A blocked read and an exclusive write have their own.
constexpr struct {
  char letter;
  Label label;
  bool isBlocked;
  bool isExclusive;
} kLetters[] = {{'r', Label::Read, false, false},   {'b', Label::Read, true, false},
                {'w', Label::Write, false, false},  {'x', Label::Write, false, true},
                {'c', Label::Choose, false, false}, {'f', Label::Fence, false, false},
                {'s', Label::Spawn, false, false},  {'j', Label::Join, false, false},
                {'e', Label::Exit, false, false},   {'n', Label::Invalidate, false, false}};

constexpr char kLoss = 'l';  // an update that was displaced

constexpr char kOptionLetters[] = "rkpcv";  // by Option::Kind

std::string numberText(std::uint32_t number) { return number == kInitial ? "" : std::to_string(number); }

std::string eventText(const OutlineEvent& event) {
  std::string out = std::to_string(event.thread);
  for (const auto& row : kLetters)
    if (row.label == event.label && row.isBlocked == event.isBlocked && row.isExclusive == event.isExclusive)
      out += row.letter;
  return isDecided(event.label) ? out + numberText(event.which) : out;
}

std::string lossText(const DisplacedUpdate& lost) {
  const auto part = [](std::uint32_t number) { return ":" + std::to_string(number); };
  return std::to_string(lost.thread) + kLoss + std::to_string(lost.index) + part(lost.at) + part(lost.winner);
}

std::string optionText(const Option& option) {
  std::string out = kOptionLetters[static_cast<unsigned>(option.kind)] + numberText(option.a);
  if (option.kind == Option::Kind::Revisit && option.b != 0) out += ":" + std::to_string(option.b);
  return out;
}

// One word of a line, read from its front.
class Word {
 public:
  explicit Word(std::string_view text) : text_(text) {}

  char letter() {
    if (text_.empty()) return 0;
    const char first = text_.front();
    text_.remove_prefix(1);
    return first;
  }
  // No digits: kInitial.
  std::uint32_t number() {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc{}) return kInitial;  // if it is too large, its digits are left over
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }
  bool isOver() const { return text_.empty(); }

 private:
  std::string_view text_;
};

std::optional<OutlineEvent> eventFrom(std::string_view text) {
  Word word(text);
  const std::uint32_t thread = word.number();
  const char letter = word.letter();
  const auto* const row = std::ranges::find(kLetters, letter, [](const auto& r) { return r.letter; });
  if (row == std::end(kLetters) || thread >= kMaxThreads) return std::nullopt;
  OutlineEvent event{static_cast<ThreadId>(thread), row->label, row->isBlocked, row->isExclusive, 0};
  if (isDecided(row->label)) event.which = word.number();
  const bool isMissing = event.which == kInitial && row->label != Label::Read;
  if (!word.isOver() || isMissing) return std::nullopt;
  return event;
}

std::optional<DisplacedUpdate> lossFrom(std::string_view text) {
  Word word(text);
  const std::uint32_t thread = word.number();
  if (thread >= kMaxThreads || word.letter() != kLoss) return std::nullopt;
  DisplacedUpdate lost{.thread = static_cast<ThreadId>(thread), .index = word.number()};
  for (std::uint32_t* number : {&lost.at, &lost.winner}) {
    if (word.letter() != ':') return std::nullopt;
    *number = word.number();
  }
  return word.isOver() ? std::optional(lost) : std::nullopt;
}

std::optional<Option> optionFrom(std::string_view text) {
  Word word(text);
  const std::size_t kind = std::string_view(kOptionLetters).find(word.letter());
  if (kind == std::string_view::npos) return std::nullopt;
  Option option{static_cast<Option::Kind>(kind), word.number(), 0};
  if (option.kind == Option::Kind::Revisit && !word.isOver()) {
    if (word.letter() != ':') return std::nullopt;
    option.b = word.number();
  }
  const bool mayBeInitial = option.kind == Option::Kind::ReadFrom || option.kind == Option::Kind::SpeculativeRevisit;
  if (!word.isOver() || option.b == kInitial || (option.a == kInitial && !mayBeInitial)) return std::nullopt;
  return option;
}

// Numbers of events are those of events of the right sort.
bool fitsTogether(const Pending& pending) {
  const auto is = [&](std::uint32_t e, Label label) {
    return e < pending.events.size() && pending.events[e].label == label;
  };
  for (const OutlineEvent& event : pending.events) {
    if (event.label == Label::Read && event.which != kInitial && !is(event.which, Label::Write)) return false;
    if (event.label == Label::Write && (event.which == 0 || event.which > pending.events.size())) return false;
  }
  if (!std::ranges::is_sorted(pending.displaced, {}, &DisplacedUpdate::at)) return false;
  for (const DisplacedUpdate& lost : pending.displaced)
    if (lost.at > lost.winner || !is(lost.winner, Label::Write)) return false;
  if (pending.options.empty()) return true;
  if (pending.events.empty()) return false;
  const OutlineEvent& last = pending.events.back();
  return std::ranges::all_of(pending.options, [&](const Option& option) {
    switch (option.kind) {
      case Option::Kind::ReadFrom:
      case Option::Kind::SpeculativeRevisit:
        return last.label == Label::Read && (option.a == kInitial || is(option.a, Label::Write));
      case Option::Kind::Place:
        return last.label == Label::Write && !last.isExclusive && option.a >= 1 && option.a < pending.events.size();
      case Option::Kind::Choose: return last.label == Label::Choose;
      case Option::Kind::Revisit: return last.label == Label::Write && is(option.a, Label::Read);
    }
    return false;
  });
}

}  // namespace

std::vector<OutlineEvent> outlineOf(const core::Graph& graph) {
  std::vector<OutlineEvent> events;
  events.reserve(graph.size());
  for (EventId e = 0; e < graph.size(); ++e) {
    const GraphEvent& event = graph[e];
    OutlineEvent& known = events.emplace_back(event.thread, event.label, event.isBlocked);
    if (event.label == Label::Read) known.which = event.rf;
    if (event.label == Label::Choose) known.which = static_cast<std::uint32_t>(event.value);
    if (event.label != Label::Write) continue;
    known.which = event.position;
    known.isExclusive = event.isExclusive;
  }
  return events;
}

std::string text(const Pending& pending) {
  std::string out;
  const auto add = [&](const std::string& word) { out += (out.empty() ? "" : " ") + word; };
  for (const OutlineEvent& event : pending.events) add(eventText(event));
  for (const DisplacedUpdate& lost : pending.displaced) add(lossText(lost));
  if (!pending.options.empty()) add("/");
  for (const Option& option : pending.options) add(optionText(option));
  return out;
}

std::optional<Pending> pendingFrom(std::string_view text) {
  Pending pending;
  bool isBehind = false;  // the events
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word == "/" && !isBehind) {
      isBehind = true;
    } else if (isBehind) {
      const auto option = optionFrom(word);
      if (!option) return std::nullopt;
      pending.options.push_back(*option);
    } else if (const auto lost = lossFrom(word)) {
      pending.displaced.push_back(*lost);
    } else {
      const auto event = eventFrom(word);
      if (!event) return std::nullopt;
      pending.events.push_back(*event);
    }
  }
  if ((isBehind && pending.options.empty()) || !fitsTogether(pending)) return std::nullopt;
  return pending;
}

}  // namespace heddle::explore::graph
