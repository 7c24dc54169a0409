// What a scripted program tells about its executions: names, places, values.
#include "support/scripted_program.h"

namespace heddle::testing {

using core::Event;
using core::Op;
using core::OpKind;

namespace {

std::string number(core::Value value) { return std::to_string(static_cast<std::uint64_t>(value)); }

}  // namespace

std::string ScriptedProgram::waitsFor(ThreadId thread) const {
  const Op& op = execution_.threads[thread].pending;
  const std::string who = threads_.nameOf(thread);
  if (op.kind == OpKind::Join) return who + " waits for the end of " + threads_.nameOf(op.other);
  return who + " waits for " + wordName(op.addr) + " (" + op.rule->name + ")";
}

std::string ScriptedProgram::wordName(core::Address addr) const {
  return "x" + std::to_string((addr - addressOf(0)) / sizeof(std::uint64_t));
}

core::Place ScriptedProgram::placeOf(SiteId site) const {
  return {"script", site == 0 ? 0 : ((site - 1) & 255) + 1, 0, "body " + std::to_string((site - 1) >> 8)};
}

core::Trace ScriptedProgram::trace() const {
  core::Trace trace;
  for (const Event& event : execution_.trace) {
    core::TraceLine line;
    line.thread = threads_.nameOf(event.thread);
    line.place = placeOf(event.op.site);
    line.op = event.op.rule != nullptr ? event.op.rule->name : core::name(event.op.kind);
    if (core::touchesMemory(event.op.kind)) {
      line.object = wordName(event.op.addr);
      line.order = core::name(event.op.order);
    }
    if (event.op.kind == OpKind::Write) line.value = number(event.op.a);
    if (event.op.kind == OpKind::Read || event.op.kind == OpKind::Await) line.value = "= " + number(event.read);
    if (event.op.kind == OpKind::Update) {
      line.value = number(event.read);
      if (event.wrote) line.value += " -> " + number(core::apply(event.op, event.read).value);
    }
    if (event.op.kind == OpKind::Choose) line.value = "= " + number(event.read);
    if (event.op.kind == OpKind::Spawn || event.op.kind == OpKind::Join) line.object = threads_.nameOf(event.op.other);
    trace.lines.push_back(std::move(line));
  }
  if (const auto& violation = execution_.violation)
    trace.violation = core::Explained{violation->kind, violation->message, placeOf(violation->site),
                                      threads_.nameOf(violation->thread)};
  if (const auto& stop = execution_.stop) trace.stopped = core::Stopped{stop->message, placeOf(stop->site)};
  for (const core::Step& step : schedule_)
    trace.schedule.push_back({threads_.nameOf(step.thread), static_cast<std::uint64_t>(step.choice)});
  return trace;
}

}  // namespace heddle::testing
