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

bool Claims::wouldClaim(EventId read, EventId write) const {
  const GraphEvent& event = graph_[read];
  if (event.label != Label::Read || event.op.kind != OpKind::Read || event.op.rule == nullptr) return false;
  if (!words_.hasClaims(graph_.location(event.location))) return false;
  return core::apply(event.op, graph_.valueOf(event.location, write)).value != 0;
}

bool Claims::isConfirmation(EventId read) const {
  const GraphEvent& event = graph_[read];
  return isConfirm(event.op) && words_.hasClaims(graph_.location(event.location));
}

EventId Claims::claimantOf(std::uint32_t location, EventId write, EventId except) const {
  for (const EventId read : graph_.location(location).reads)
    if (read != except && graph_[read].rf == write && claims(read)) return read;
  return kNoEvent;
}

EventId Claims::confirmationOf(EventId claim) const {
  const std::vector<EventId>& thread = graph_.thread(graph_[claim].thread);
  for (std::size_t i = graph_[claim].index; i < thread.size(); ++i)
    if (graph_[thread[i]].label == Label::Write) return thread[i];
  return kNoEvent;
}

EventId Claims::openOf(ThreadId thread) {
  if (closed_.size() <= thread) closed_.resize(thread + 1);
  const std::vector<EventId>& events = graph_.thread(thread);
  for (std::size_t i = events.size(); i > closed_[thread] && graph_[events[i - 1]].label != Label::Write; --i)
    if (claims(events[i - 1])) return events[i - 1];
  // The last one may wait, and become a claim when it is revisited in place.
  closed_[thread] = static_cast<std::uint32_t>(std::max<std::size_t>(events.size(), 1) - 1);
  return kNoEvent;
}

EventId Claims::open() {
  if (!words_.anyClaimed()) return kNoEvent;
  for (ThreadId t = 0; t < graph_.threads(); ++t)
    if (const EventId claim = openOf(t); claim != kNoEvent) return claim;
  return kNoEvent;
}

bool Claims::allows(EventId claim, const Op& op) const {
  if (op.kind == OpKind::Choose) return true;
  const bool isSameWord = op.addr == graph_[claim].op.addr;
  return isSameWord ? isConfirm(op) : op.kind == OpKind::Read;
}

// Another write of the same value, which a confirmation would take for it.
bool Claims::hasTwin(std::uint32_t location, EventId write) const {
  const core::Value value = graph_.valueOf(location, write);
  if (write != kInitial && graph_.location(location).initial == value) return true;
  return std::ranges::any_of(graph_.location(location).co,
                             [&](EventId other) { return other != write && graph_[other].value == value; });
}

bool Claims::isSound(EventId claim) const {
  const GraphEvent& event = graph_[claim];
  if (event.rf != graph_.last(event.location) || hasTwin(event.location, event.rf)) return false;
  if (claimantOf(event.location, event.rf, claim) != kNoEvent) return false;
  return std::ranges::none_of(graph_.location(event.location).co,
                              [&](EventId write) { return graph_[write].isExclusive && !isConfirm(graph_[write].op); });
}

bool Claims::isSoundWrite(EventId write) const {
  const GraphEvent& event = graph_[write];
  if (!words_.wasClaimed(graph_.location(event.location))) return true;
  return (!event.isExclusive || isConfirm(event.op)) && !hasTwin(event.location, write);
}

}  // namespace heddle::explore::graph
