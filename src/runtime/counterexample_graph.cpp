#include "runtime/counterexample_graph.h"

#include <fmt/format.h>

#include <bit>

#include "core/update.h"
#include "runtime/externals/locks.h"

namespace heddle::runtime {

using core::Event;
using core::OpKind;

namespace {

const char* kindOf(const Event& event) {
  switch (event.op.kind) {
    case OpKind::Read:
    case OpKind::Await: return "read";
    case OpKind::Write: return "write";
    case OpKind::Update: return event.wrote ? "update" : "read";
    case OpKind::Atomic: return "section";
    default: return core::name(event.op.kind);
  }
}

core::Value writtenBy(const Event& event) {
  return event.op.kind == OpKind::Write ? event.op.a : core::apply(event.op, event.read).value;
}

}  // namespace

CounterexampleGraph::CounterexampleGraph(const Engine& program, const core::ThreadTable& threads)
    : engine_(program),
      threads_(threads),
      view_(core::viewOf(program.stepper.execution.trace, program.recording.schedule(), program.stepper.adoptsOrder,
                         program.options.learnt->mixedWords)),
      lineOf_(program.stepper.execution.trace.size()) {}

void CounterexampleGraph::add(std::size_t event, std::size_t lineNumber, core::TraceLine& line) {
  lineOf_[event] = lineNumber;
  line.node = nodeOf(event);
  noteStale(event, line);
}

core::GraphNode CounterexampleGraph::nodeOf(std::size_t number) {
  const Event& event = engine_.stepper.execution.trace[number];
  const core::Relations& relations = view_.events[number];
  const auto line = [&](const std::optional<std::size_t>& other) { return other ? lineOf_[*other] : std::nullopt; };
  core::GraphNode node;
  node.kind = kindOf(event);
  node.index = ++indices_[event.thread];
  node.reads = core::touchesMemory(event.op.kind) && event.op.kind != OpKind::Write;
  node.rf = line(relations.rf);
  node.co = relations.co;
  node.later = line(relations.later);
  node.location = relations.location;
  return node;
}

// Weak memory: what it should have found, or come after, if there were one
// memory for all.
void CounterexampleGraph::noteStale(std::size_t number, core::TraceLine& line) const {
  const core::Relations& relations = view_.events[number];
  if (!relations.later) return;
  const std::string later = writeAt(*relations.later);
  std::string note = "already overwritten by " + later;
  if (line.node->reads)
    note = fmt::format("stale: {}, misses {}", relations.rf ? foundAt(*relations.rf) : "the initial value", later);
  line.note = line.note.empty() ? note : line.note + "; " + note;
}

// "T1's 3 (queue.c:17)", "T1's unlock (queue.c:17)".
std::string CounterexampleGraph::writeAt(std::size_t number) const {
  const Event& event = engine_.stepper.execution.trace[number];
  const bool isLock = externals::lockAfter(event) != externals::LockState::None;
  return fmt::format("{}'s {} ({})", threads_.nameOf(event.thread),
                     isLock ? event.op.rule->name : shown(writtenBy(event), event.op), shortPlaceOf(event));
}

// The same where it is read.
std::string CounterexampleGraph::foundAt(std::size_t number) const {
  const Event& event = engine_.stepper.execution.trace[number];
  if (externals::lockAfter(event) != externals::LockState::Held) return writeAt(number);
  return fmt::format("finds it held by {} ({})", threads_.nameOf(event.thread), shortPlaceOf(event));
}

std::string CounterexampleGraph::shortPlaceOf(const Event& event) const {
  const std::string where = engine_.sites.placeOf(event.op.site);
  return where.substr(where.rfind('/') + 1);
}

const Event* CounterexampleGraph::lastWriter(core::Address addr) const {
  if (const auto last = view_.lastWrite(addr)) return &engine_.stepper.execution.trace[*last];
  // In interleavings the first spawn ends every location, since plain code may have written there before it. Whether
  // it has shows in the value.
  const Event* const event = engine_.stepper.lastWriter(addr);
  if (engine_.stepper.adoptsOrder || event == nullptr || !core::accessesMemory(*event)) return nullptr;
  const core::Value mask = core::maskOf(event->op.size);
  return (writtenBy(*event) & mask) == core::loadWord(addr, event->op.size) ? event : nullptr;
}

std::string CounterexampleGraph::shown(core::Value value, unsigned bytes, SiteId site) const {
  value &= core::maskOf(bytes);
  const auto low = static_cast<std::uint64_t>(value);
  if ((value >> 64) != 0) return fmt::format("{:#x}'{:016x}", static_cast<std::uint64_t>(value >> 64), low);
  const core::Number number = engine_.sites.info().sites[site].number;
  if (number == core::Number::Floating && bytes == 4)
    return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(low)));
  if (number == core::Number::Floating && bytes == 8) return fmt::format("{}", std::bit_cast<double>(low));
  if (inRegion(low)) return engine_.names.pointerTo(low);
  if (bytes == 8)
    if (auto name = foreign_.nameOf(low)) return std::move(*name);
  if (number == core::Number::Unsigned) return fmt::format("{}", low);
  switch (bytes) {
    case 1: return fmt::format("{}", static_cast<std::int8_t>(low));
    case 2: return fmt::format("{}", static_cast<std::int16_t>(low));
    case 4: return fmt::format("{}", static_cast<std::int32_t>(low));
    default: return fmt::format("{}", static_cast<std::int64_t>(low));
  }
}

}  // namespace heddle::runtime
