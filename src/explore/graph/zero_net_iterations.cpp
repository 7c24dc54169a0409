#include "explore/graph/zero_net_iterations.h"

#include <algorithm>

#include "explore/graph/waiting_reads.h"

namespace heddle::explore::graph {

using core::EventId;
using core::GraphEvent;
using core::kNoEvent;
using core::Label;

bool undoesItself(const core::Graph& graph, ThreadId thread, std::uint32_t begin, std::uint32_t end) {
  EventId last = kNoEvent;
  core::Value found = 0;
  for (std::uint32_t i = begin; i < end; ++i) {
    const EventId e = graph.thread(thread)[i];
    const GraphEvent& event = graph[e];
    if (event.label != Label::Write) continue;
    if (!event.isExclusive) return false;
    const GraphEvent& read = graph[event.before];
    if (last == kNoEvent)
      found = read.value;
    else if (read.rf != last)
      return false;
    last = e;
  }
  return last != kNoEvent && graph[last].value == found;
}

std::uint32_t eventsSince(const core::Execution& execution, ThreadId thread, std::size_t begin) {
  std::uint32_t events = 0;
  for (std::size_t i = begin; i < execution.trace.size(); ++i) {
    const core::Event& event = execution.trace[i];
    if (event.thread == thread) events += event.wrote && event.op.kind == core::OpKind::Update ? 2 : 1;
  }
  return events;
}

bool ZeroNetIterations::stops(ThreadId thread, std::uint32_t begin, std::uint32_t end) {
  if (!notes_.isUsed || !undoesItself(graph_, thread, begin, end)) return false;
  rounds_.push_back({thread, begin, end});
  return true;
}

bool ZeroNetIterations::areObserved() {
  bool isNew = false;
  bool isNoticedNow = false;
  for (const Round& round : rounds_) {
    isNoticedNow = isNoticedNow || isNoticed(round);
    if (mayReadOld_) isNew = noteMiddles(round) || isNew;
  }
  rounds_.clear();
  if (notes_.isUsed && (isNoticedNow || areReadable())) {
    notes_.isUsed = false;
    return true;
  }
  return isNew;
}

// The writes of a round but the last.
std::span<const EventId> ZeroNetIterations::middlesOf(const Round& round) const {
  writes_.clear();
  for (std::uint32_t i = round.begin; i < round.end; ++i)
    if (const EventId e = graph_.thread(round.thread)[i]; graph_[e].label == Label::Write) writes_.push_back(e);
  writes_.pop_back();
  return writes_;
}

bool ZeroNetIterations::noteMiddles(const Round& round) {
  const std::size_t known = notes_.middles.size();
  for (const EventId e : middlesOf(round)) {
    const Middle middle{graph_[e].op.addr, graph_[e].value, round.thread};
    if (std::ranges::find(notes_.middles, middle) == notes_.middles.end()) notes_.middles.push_back(middle);
  }
  return notes_.middles.size() > known;
}

bool ZeroNetIterations::isNoticed(const Round& round) const {
  return std::ranges::any_of(middlesOf(round), [&](EventId middle) {
    return std::ranges::any_of(graph_.location(graph_[middle].location).reads, [&](EventId read) {
      return graph_[read].rf == middle && graph_[read].thread != round.thread && !graph_[read].isBlocked;
    });
  });
}

// Whether a thread could go on, without writing, with what another one's round
// had in the middle.
bool ZeroNetIterations::areReadable() const {
  return std::ranges::any_of(notes_.middles, [&](const Middle& middle) {
    return std::ranges::any_of(graph_.locations(), [&](const core::Graph::Location& location) {
      return location.addr == middle.addr && std::ranges::any_of(location.reads, [&](EventId read) {
               const core::UpdateResult result = resultOf(graph_[read], middle.value);
               return graph_[read].thread != middle.thread && result.enabled && !result.writes;
             });
    });
  });
}

}  // namespace heddle::explore::graph
