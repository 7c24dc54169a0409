// What a step would find and do if it were performed before an earlier one:
// reconstructed from the values that the events of the execution found and
// wrote.
#include <algorithm>

#include "explore/dpor/trail.h"

namespace heddle::explore::dpor {
namespace {

using core::Event;
using core::EventLog;
using core::OpKind;

bool covers(const Event& event, core::Address byte) {
  return core::touchesMemory(event.op.kind) && event.op.addr <= byte && byte < event.op.addr + event.op.size;
}

std::uint8_t byteOf(core::Value value, core::Address offset) {
  return static_cast<std::uint8_t>(value >> (offset * 8));
}

core::Value written(const Event& event) {
  return event.op.kind == OpKind::Write ? event.op.a : core::apply(event.op, event.read).value;
}

}  // namespace

// An update that others may disable byte by byte has, like a section, an
// effect that depends on several words (sections.h): it counts as writing.
Effect Trail::effectOf(const Event& event) const {
  if (event.op.kind == OpKind::Update && !event.wrote && locations_.hasOverlaps() &&
      locations_.overlapsAt({event.op.addr, event.op.size, Effect::Read})) {
    Event other = event;
    other.wrote = true;
    return dependence_.effectOf(other);
  }
  return dependence_.effectOf(event);
}

Effect Trail::effectWith(Event event, core::Value found) const {
  event.read = found;
  event.wrote = event.op.kind == OpKind::Update && core::apply(event.op, found).writes;
  return effectOf(event);
}

// The footprint of E[second] performed before E[first].
void Trail::predict(const core::Execution& execution, Race& race) const {
  const TrailStep& first = steps_[race.first];
  const TrailStep& second = steps_[race.second];
  const Event& event = execution.trace[second.event];
  race.footprint = second.footprint;
  if (second.footprint.isComposite() || event.op.kind != OpKind::Update || !writes(first.footprint, event.op)) return;
  const core::Value value = valueWithout(execution, race, event.op.addr, event.op.size);
  race.footprint.first.effect = effectWith(event, value);
}

// The value of `size` bytes at `addr` after the steps that come before the
// second one when the race is reversed.
core::Value Trail::valueWithout(const core::Execution& execution, const Race& race, core::Address addr,
                                unsigned size) const {
  const Event& event = execution.trace[steps_[race.first].event];
  // All other writes of these bytes are ordered with E[first], by this access.
  if (!locations_.hasOverlaps() && event.op.addr == addr && event.op.size == size) return event.read;
  core::Value value = 0;
  for (unsigned i = size; i-- > 0;) value = value << 8 | byteWithout(execution, race, addr + i);
  return value;
}

// The last write that covers the byte left it there; if there is none, the
// first access to it found it, and if there is none of those, memory has it.
std::uint8_t Trail::byteWithout(const core::Execution& execution, const Race& race, core::Address byte) const {
  const EventLog& log = execution.trace;
  for (Position p = std::min(race.second, size()); p-- > 0;) {
    if (p == race.first || (p > race.first && isLeftOut(race, p))) continue;
    std::uint32_t last = steps_[p].event;
    while (last + 1 < log.size() && !log[last + 1].asked) ++last;
    for (std::uint32_t i = last + 1; i-- > steps_[p].event;)
      if (covers(log[i], byte) && log[i].wrote) return byteOf(written(log[i]), byte - log[i].op.addr);
  }
  for (const Event& event : log)
    if (covers(event, byte)) return byteOf(event.read, byte - event.op.addr);
  return static_cast<std::uint8_t>(core::loadWord(byte, 1));
}

}  // namespace heddle::explore::dpor
