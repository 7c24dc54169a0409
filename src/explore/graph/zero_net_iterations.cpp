#include "explore/graph/zero_net_iterations.h"

#include <algorithm>

#include "explore/graph/waiting_reads.h"

namespace heddle::explore::graph {

using core::EventId;
using core::GraphEvent;
using core::kNoEvent;
using core::Label;

namespace {

bool isBlindAddition(const core::Op& op) {
  return op.kind == core::OpKind::Update && op.rule->commutes == core::Family::Add;
}

}  // namespace

ZeroNet zeroNetOf(const core::Graph& graph, ThreadId thread, std::uint32_t begin, std::uint32_t end) {
  EventId last = kNoEvent;
  core::Value found = 0, sum = 0;
  bool isDirect = true, onlyAdds = true;
  for (std::uint32_t i = begin; i < end; ++i) {
    const EventId e = graph.thread(thread)[i];
    const GraphEvent& event = graph[e];
    if (event.label != Label::Write) continue;
    if (!event.isExclusive) return ZeroNet::No;
    const GraphEvent& read = graph[event.before];
    if (last == kNoEvent)
      found = read.value;
    else
      isDirect = isDirect && read.rf == last;
    onlyAdds = onlyAdds && isBlindAddition(event.op) && (last == kNoEvent || graph[last].location == event.location);
    sum += event.value - read.value;
    last = e;
  }
  if (last == kNoEvent) return ZeroNet::No;
  if (isDirect && graph[last].value == found) return ZeroNet::Directly;
  return onlyAdds && (sum & core::maskOf(graph[last].op.size)) == 0 ? ZeroNet::ByAdditions : ZeroNet::No;
}

std::uint32_t eventsOf(const core::Iteration& iteration, const core::Execution& execution) {
  std::uint32_t events = 0;
  for (std::size_t i = iteration.begin; i < iteration.end; ++i) {
    const core::Event& event = execution.trace[i];
    if (event.thread == iteration.thread) events += event.wrote && event.op.kind == core::OpKind::Update ? 2 : 1;
  }
  return events;
}

bool ZeroNetIterations::wouldStop(const core::Graph& graph, ThreadId thread, std::uint32_t begin,
                                  std::uint32_t end) const {
  switch (zeroNetOf(graph, thread, begin, end)) {
    case ZeroNet::No: return false;
    case ZeroNet::Directly: return notes_.isUsed;
    case ZeroNet::ByAdditions: return notes_.areAdditionsUsed;
  }
  return false;
}

bool ZeroNetIterations::stops(ThreadId thread, std::uint32_t begin, std::uint32_t end) {
  if (!wouldStop(graph_, thread, begin, end)) return false;
  stopped_.push_back({thread, begin, end, zeroNetOf(graph_, thread, begin, end)});
  return true;
}

bool ZeroNetIterations::areObserved() {
  bool isNew = false;
  bool isObservedNow = false;
  for (const StoppedIteration& iteration : stopped_) {
    if (iteration.how == ZeroNet::ByAdditions) {
      isNew = noteAdded(iteration) || isNew;
      continue;
    }
    isObservedNow = isObservedNow || isObserved(iteration);
    if (mayReadOld_) isNew = noteMiddles(iteration) || isNew;
  }
  stopped_.clear();
  if (notes_.areAdditionsUsed && areSumsUsed()) {
    notes_.areAdditionsUsed = false;
    return true;
  }
  if (notes_.isUsed && (isObservedNow || areReadable())) {
    notes_.isUsed = false;
    return true;
  }
  return isNew;
}

bool ZeroNetIterations::noteAdded(const StoppedIteration& iteration) {
  const core::Address addr = graph_[middlesOf(iteration).front()].op.addr;
  const bool isNew = std::ranges::find(notes_.added, addr) == notes_.added.end();
  if (isNew) notes_.added.push_back(addr);
  return isNew;
}

// Whether somebody wants to know what is in a word where others are in the middle of adding and taking back, or
// overwrites it.
bool ZeroNetIterations::areSumsUsed() const {
  const auto adds = [&](EventId e) { return isBlindAddition(graph_[e].op); };
  return std::ranges::any_of(graph_.locations(), [&](const core::Graph::Location& location) {
    return std::ranges::find(notes_.added, location.addr) != notes_.added.end() &&
           !(std::ranges::all_of(location.reads, adds) && std::ranges::all_of(location.co, adds));
  });
}

// The writes of an iteration but the last.
std::span<const EventId> ZeroNetIterations::middlesOf(const StoppedIteration& iteration) const {
  writes_.clear();
  for (std::uint32_t i = iteration.begin; i < iteration.end; ++i)
    if (const EventId e = graph_.thread(iteration.thread)[i]; graph_[e].label == Label::Write) writes_.push_back(e);
  writes_.pop_back();
  return writes_;
}

bool ZeroNetIterations::noteMiddles(const StoppedIteration& iteration) {
  const std::size_t known = notes_.middles.size();
  for (const EventId e : middlesOf(iteration)) {
    const Middle middle{graph_[e].op.addr, graph_[e].value, iteration.thread};
    if (std::ranges::find(notes_.middles, middle) == notes_.middles.end()) notes_.middles.push_back(middle);
  }
  return notes_.middles.size() > known;
}

bool ZeroNetIterations::isObserved(const StoppedIteration& iteration) const {
  return std::ranges::any_of(middlesOf(iteration), [&](EventId middle) {
    return std::ranges::any_of(graph_.location(graph_[middle].location).reads, [&](EventId read) {
      return graph_[read].rf == middle && graph_[read].thread != iteration.thread && !graph_[read].isBlocked;
    });
  });
}

// Whether a thread could go on, without writing, with what another one's iteration
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
