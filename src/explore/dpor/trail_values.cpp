// What a step would find and do if it were performed before an earlier one:
// reconstructed from the values that the events of the execution found and
// wrote.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "explore/dpor/trail.h"

namespace heddle::explore::dpor {
namespace {

using core::Event;
using core::EventLog;
using core::OpKind;

bool invalidates(const Event& event, core::Address addr, unsigned size) {
  return core::isInvalidation(event) && event.op.addr < addr + size && addr < event.op.addr + event.op.a;
}

// Memory as far as it is asked for: what it held at first, and the writes that
// are carried out again.
class Bytes {
 public:
  explicit Bytes(const EventLog& log) : log_(log) {}

  core::Value load(core::Address addr, unsigned size) {
    core::Value value = 0;
    for (unsigned i = size; i-- > 0;) value = value << 8 | at(addr + i);
    return value;
  }
  void store(core::Address addr, unsigned size, core::Value value) {
    for (unsigned i = 0; i < size; ++i) at(addr + i) = static_cast<std::uint8_t>(value >> (i * 8));
  }
  void invalidate(std::uint32_t event) {
    std::erase_if(bytes_, [&](const auto& byte) { return invalidates(log_[event], byte.first, 1); });
    invalidations_.push_back(event);
  }

 private:
  std::uint8_t& at(core::Address byte) {
    const auto [place, isNew] = bytes_.try_emplace(byte);
    if (isNew) place->second = initial(byte);
    return place->second;
  }

  // The first access since the byte was invalidated found it; if there is none,
  // memory still has it.
  std::uint8_t initial(core::Address byte) const {
    std::uint32_t from = 0;
    for (const std::uint32_t invalidation : invalidations_)
      if (invalidates(log_[invalidation], byte, 1)) from = invalidation + 1;
    for (std::uint32_t i = from; i < log_.size(); ++i) {
      const core::Op& op = log_[i].op;
      if (core::accessesMemory(log_[i]) && op.addr <= byte && byte < op.addr + op.size)
        return static_cast<std::uint8_t>(log_[i].read >> ((byte - op.addr) * 8));
    }
    return static_cast<std::uint8_t>(core::loadWord(byte, 1));
  }

  const EventLog& log_;
  std::unordered_map<core::Address, std::uint8_t> bytes_;
  std::vector<std::uint32_t> invalidations_;
};

// How an event touches some bytes.
enum class Touch { Not, Exactly, Partly };

Touch touchOf(const Event& event, core::Address addr, unsigned size) {
  if (!core::accessesMemory(event)) return Touch::Not;
  if (event.op.addr == addr && event.op.size == size) return Touch::Exactly;
  return event.op.addr < addr + size && addr < event.op.addr + event.op.size ? Touch::Partly : Touch::Not;
}

core::Value written(const Event& event, core::Value found) {
  return event.op.kind == OpKind::Write ? event.op.a : core::apply(event.op, found).value;
}

// What the next access finds in the bytes; nothing if that takes more than one
// event to say.
std::optional<core::Value> wordFound(const EventLog& log, std::uint32_t from, core::Address addr, unsigned size) {
  for (std::uint32_t i = from; i < log.size(); ++i) {
    const Touch touch = touchOf(log[i], addr, size);
    if (touch == Touch::Partly) return std::nullopt;
    if (touch == Touch::Exactly) return log[i].read;
  }
  return core::loadWord(addr, size);
}

// What the bytes held before the event at `end`; nothing as above.
std::optional<core::Value> wordBefore(const EventLog& log, std::uint32_t end, core::Address addr, unsigned size) {
  for (std::uint32_t i = end; i-- > 0 && !invalidates(log[i], addr, size);) {
    const Touch touch = touchOf(log[i], addr, size);
    if (touch == Touch::Partly) return std::nullopt;
    if (touch == Touch::Exactly) return log[i].wrote ? written(log[i], log[i].read) : log[i].read;
  }
  return wordFound(log, end, addr, size);
}

}  // namespace

// An update that others may disable byte by byte has, like a section, an
// effect that depends on several words (sections.h): it counts as writing.
Effect Trail::effectOf(const Event& event) const {
  if (event.op.kind == OpKind::Update && !event.wrote && locations_.hasOverlaps() &&
      locations_.overlapsAt({event.op.addr, event.op.size, Effect::Read})) {
    Event other = event;
    other.wrote = true;
    return dependence_->effectOf(other);
  }
  return dependence_->effectOf(event);
}

// Of an op that waits: whether it would write is not known yet.
Effect Trail::mostOf(const core::Op& op) const { return effectOf({.op = op, .wrote = op.kind == OpKind::Update}); }

Effect Trail::effectWith(Event event, core::Value found) const {
  event.read = found;
  event.wrote = event.op.kind == OpKind::Update && core::apply(event.op, found).writes;
  return effectOf(event);
}

Race Trail::pending(const core::Execution& execution, ThreadId thread) const {
  const core::Op& op = execution.threads[thread].pending;
  Race race{.first = size(), .second = size(), .thread = thread, .before = rowOf_[thread]};
  if (!core::touchesMemory(op.kind)) return race;
  const core::Value value = op.kind == OpKind::Update ? core::loadWord(op.addr, op.size) : 0;
  race.footprint.first = {
      op.addr, op.size, op.kind == OpKind::Write ? effectOf({.op = op, .wrote = true}) : effectWith({.op = op}, value)};
  return race;
}

// The footprint of E[second] performed before E[first].
void Trail::predict(const core::Execution& execution, Race& race) const {
  const TrailStep& first = steps_[race.first];
  const TrailStep& second = steps_[race.second];
  const Event& event = execution.trace[second.event];
  race.footprint = second.footprint;
  const auto appendsTo = [&](const core::Op& op) {
    return op.rule != nullptr && op.rule->line == core::Line::Append ? op.addr : 0;
  };
  if (const core::Address line = appendsTo(event.op); line != 0 && line == appendsTo(execution.trace[first.event].op))
      [[unlikely]] {
    race.footprint = first.footprint;  // all that were appended before that one still are
    return;
  }
  if (second.footprint.isComposite() || event.op.kind != OpKind::Update || !writes(first.footprint, event.op)) return;
  const core::Value value = valueWithout(execution, race, event.op.addr, event.op.size);
  race.footprint.first.effect = effectWith(event, value);
}

// All other writes of these bytes are ordered with E[first], by this access.
bool Trail::standsForAll(const core::Execution& execution, const Race& race, core::Address addr, unsigned size) const {
  const Event& first = execution.trace[steps_[race.first].event];
  return !locations_.hasOverlaps() && first.op.addr == addr && first.op.size == size &&
         ordersWrites(steps_[race.first].footprint.first.effect);
}

// The value of `size` bytes at `addr` after the steps that come before the
// second one when the race is reversed.
core::Value Trail::valueWithout(const core::Execution& execution, const Race& race, core::Address addr,
                                unsigned size) const {
  if (standsForAll(execution, race, addr, size)) return execution.trace[steps_[race.first].event].read;
  return valueAfter(execution, race, /*first=*/false, addr, size);
}

// The same with E[first] performed after them.
core::Value Trail::valueBehind(const core::Execution& execution, const Race& race, core::Address addr,
                               unsigned size) const {
  if (standsForAll(execution, race, addr, size)) {
    const Event& first = execution.trace[steps_[race.first].event];
    if (!first.wrote) return first.read;
    return first.op.kind == OpKind::Write ? first.op.a : core::apply(first.op, first.read).value;
  }
  return valueAfter(execution, race, /*first=*/true, addr, size);
}

// As valueAfter; nothing if accesses to other bytes overlap these. What comes
// before E[first] stays as it was, so only the rest is carried out again.
std::optional<core::Value> Trail::wordAfter(const core::Execution& execution, const Race& race, bool first,
                                            core::Address addr, unsigned size) const {
  const EventLog& log = execution.trace;
  std::optional<core::Value> word = wordBefore(log, steps_[race.first].event, addr, size);
  for (Position p = race.first; word && p < std::min(race.second, this->size()); ++p) {
    if (p == race.first ? !first : isLeftOut(race, p)) continue;
    for (std::uint32_t i = steps_[p].event; i < log.size() && (i == steps_[p].event || !log[i].asked); ++i) {
      const Touch touch = touchOf(log[i], addr, size);
      if (touch == Touch::Partly) return std::nullopt;
      if (touch == Touch::Exactly && log[i].wrote) word = written(log[i], *word);
      if (!invalidates(log[i], addr, size)) continue;
      word = wordFound(log, i + 1, addr, size);
      if (!word) return word;
    }
  }
  return word;
}

// The steps are carried out again: without E[first] and others an update may
// find, and so write, something else.
core::Value Trail::valueAfter(const core::Execution& execution, const Race& race, bool first, core::Address addr,
                              unsigned size) const {
  if (const auto word = wordAfter(execution, race, first, addr, size)) return *word;
  const EventLog& log = execution.trace;
  Bytes bytes(log);
  for (Position p = 0; p < std::min(race.second, this->size()); ++p) {
    if (p == race.first ? !first : p > race.first && isLeftOut(race, p)) continue;
    for (std::uint32_t i = steps_[p].event; i < log.size() && (i == steps_[p].event || !log[i].asked); ++i) {
      const Event& event = log[i];
      if (core::isInvalidation(event)) bytes.invalidate(i);
      if (!event.wrote || !core::accessesMemory(event)) continue;
      bytes.store(event.op.addr, event.op.size, written(event, bytes.load(event.op.addr, event.op.size)));
    }
  }
  return bytes.load(addr, size);
}

}  // namespace heddle::explore::dpor
