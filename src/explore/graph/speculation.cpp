#include "explore/graph/speculation.h"

#include <algorithm>

namespace heddle::explore::graph {

using core::EventId;
using core::GraphEvent;
using core::kInitial;
using core::kNoEvent;
using core::Label;
using core::Op;
using core::OpKind;

bool SpeculativeReads::wouldSpeculate(EventId read, EventId write) const {
  const GraphEvent& event = graph_[read];
  if (event.label != Label::Read || event.op.kind != OpKind::Read || event.op.rule == nullptr) return false;
  if (!words_.hasSpeculation(graph_.location(event.location))) return false;
  return core::apply(event.op, graph_.valueOf(event.location, write)).value != 0;
}

bool SpeculativeReads::isConfirmation(EventId read) const {
  const GraphEvent& event = graph_[read];
  return isConfirm(event.op) && words_.hasSpeculation(graph_.location(event.location));
}

EventId SpeculativeReads::speculativeReadOf(std::uint32_t location, EventId write, EventId except) const {
  for (const EventId read : graph_.location(location).reads)
    if (read != except && graph_[read].rf == write && isSpeculative(read)) return read;
  return kNoEvent;
}

EventId SpeculativeReads::confirmationOf(EventId speculation) const {
  const std::vector<EventId>& thread = graph_.thread(graph_[speculation].thread);
  for (std::size_t i = graph_[speculation].index; i < thread.size(); ++i)
    if (graph_[thread[i]].label == Label::Write) return thread[i];
  return kNoEvent;
}

EventId SpeculativeReads::openOf(ThreadId thread) {
  if (closed_.size() <= thread) closed_.resize(thread + 1);
  const std::vector<EventId>& events = graph_.thread(thread);
  for (std::size_t i = events.size(); i > closed_[thread] && graph_[events[i - 1]].label != Label::Write; --i)
    if (isSpeculative(events[i - 1])) return events[i - 1];
  // The last one may wait, and become speculative when it is revisited in place.
  closed_[thread] = static_cast<std::uint32_t>(std::max<std::size_t>(events.size(), 1) - 1);
  return kNoEvent;
}

EventId SpeculativeReads::open() {
  if (!words_.anySpeculatedOn()) return kNoEvent;
  for (ThreadId t = 0; t < graph_.threads(); ++t)
    if (const EventId speculation = openOf(t); speculation != kNoEvent) return speculation;
  return kNoEvent;
}

bool SpeculativeReads::allows(EventId speculation, const Op& op) const {
  if (op.kind == OpKind::Choose) return true;
  const bool isSameWord = op.addr == graph_[speculation].op.addr;
  return isSameWord ? isConfirm(op) : op.kind == OpKind::Read;
}

// Another write of the same value, which a confirmation would take for it.
bool SpeculativeReads::hasTwin(std::uint32_t location, EventId write) const {
  const core::Value value = graph_.valueOf(location, write);
  if (write != kInitial && graph_.location(location).initial == value) return true;
  return std::ranges::any_of(graph_.location(location).co,
                             [&](EventId other) { return other != write && graph_[other].value == value; });
}

bool SpeculativeReads::isSound(EventId speculation) const {
  const GraphEvent& event = graph_[speculation];
  if (event.rf != graph_.last(event.location) || hasTwin(event.location, event.rf)) return false;
  if (speculativeReadOf(event.location, event.rf, speculation) != kNoEvent) return false;
  return std::ranges::none_of(graph_.location(event.location).co,
                              [&](EventId write) { return graph_[write].isExclusive && !isConfirm(graph_[write].op); });
}

bool SpeculativeReads::isSoundWrite(EventId write) const {
  const GraphEvent& event = graph_[write];
  if (!words_.wasSpeculatedOn(graph_.location(event.location))) return true;
  return (!event.isExclusive || isConfirm(event.op)) && !hasTwin(event.location, write);
}

}  // namespace heddle::explore::graph
