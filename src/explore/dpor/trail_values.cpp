// What a step would find and do if it were performed before an earlier one:
// reconstructed from the values that the events of the execution found and
// wrote.
#include "explore/dpor/trail.h"

namespace heddle::explore::dpor {
namespace {

using core::Event;
using core::EventLog;
using core::OpKind;

bool covers(const Event& event, core::Address byte) {
  return core::touchesMemory(event.op.kind) && event.op.addr <= byte && byte < event.op.addr + event.op.size;
}

std::uint8_t byteOf(core::Value value, core::Address offset) { return static_cast<std::uint8_t>(value >> (offset * 8)); }

core::Value written(const Event& event) {
  return event.op.kind == OpKind::Write ? event.op.a : core::apply(event.op, event.read).value;
}

bool writes(const Footprint& footprint, const core::Op& op) {
  const Access range{op.addr, op.size, Effect::Read};
  return footprint.any([&](const Access& access) { return access.effect != Effect::Read && overlap(access, range); });
}

}  // namespace

Effect Trail::effectWith(Event event, core::Value found) const {
  event.read = found;
  event.wrote = event.op.kind == OpKind::Update && core::apply(event.op, found).writes;
  return dependence_.effectOf(event);
}

// The footprint of E[second] performed before E[first].
void Trail::predict(const core::Execution& execution, Race& race) const {
  const EventLog& log = execution.trace;
  const TrailStep& first = steps_[race.first];
  const TrailStep& second = steps_[race.second];
  race.footprint = second.footprint;
  race.exact = true;
  if (second.footprint.isComposite()) {
    // What a section does behind a read that finds something else is not known.
    for (std::uint32_t i = second.event; i < log.size() && (i == second.event || !log[i].asked); ++i)
      if (core::touchesMemory(log[i].op.kind) && log[i].op.kind != OpKind::Write && writes(first.footprint, log[i].op))
        race.exact = false;
    return;
  }
  const Event& event = log[second.event];
  if (event.op.kind != OpKind::Update || !writes(first.footprint, event.op)) return;
  const core::Value value = valueWithout(execution, race.first, race.second, event.op.addr, event.op.size);
  race.footprint.first.effect = effectWith(event, value);
}

// The value of `size` bytes at `addr` after E[0] … E[end-1] without E[first]
// and what happens after it.
core::Value Trail::valueWithout(const core::Execution& execution, Position first, Position end, core::Address addr,
                                unsigned size) const {
  const TrailStep& step = steps_[first];
  const Access& access = step.footprint.first;
  // All other writes of these bytes are ordered with E[first].
  if (!locations_.hasOverlaps() && !step.footprint.isComposite() && access.addr == addr && access.size == size)
    return execution.trace[step.event].read;
  core::Value value = 0;
  for (unsigned i = size; i-- > 0;) value = value << 8 | byteWithout(execution, first, end, addr + i);
  return value;
}

// The last write that covers the byte left it there; if there is none, the
// first access to it found it, and if there is none of those, memory has it.
std::uint8_t Trail::byteWithout(const core::Execution& execution, Position first, Position end,
                                core::Address byte) const {
  const EventLog& log = execution.trace;
  for (Position p = end; p-- > 0;) {
    if (p == first || (p > first && happensBefore(steps_[first], steps_[p]))) continue;
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
