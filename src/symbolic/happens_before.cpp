#include "symbolic/happens_before.h"

#include <set>

namespace heddle::symbolic {

EventRelation::EventRelation(const EventGraph& graph, Formulas& formulas, bool isPo)
    : pairs_(graph.events.size(), std::vector<Formula>(graph.events.size(), Formulas::kFalse)) {
  for (EventNumber x = 0; x < pairs_.size(); ++x)
    for (EventNumber y = 0; y < pairs_.size(); ++y)
      pairs_[x][y] = graph.areOfOne(x, y) ? formulas.truth(isPo && x < y) : formulas.variable(0);
}

HappensBefore::HappensBefore(const EventGraph& graph, Formulas& formulas, Solver& solver)
    : graph_(graph), formulas_(formulas), solver_(solver), sb_(graph, formulas, true), hb_(graph, formulas, true) {
  requireThreads(sb_);
  requireClosed(sb_);
  for (EventNumber x = 0; x < hb_.size(); ++x)
    for (EventNumber y = 0; y < hb_.size(); ++y)
      if (!graph_.areOfOne(x, y)) require(sb_(x, y), hb_(x, y));
  requireSynchronisation();
  requireClosed(hb_);
}

void HappensBefore::requireThreads(const EventRelation& relation) {
  for (const ThreadEdge& start : graph_.starts)
    if (const auto& events = graph_.threads[start.thread]; !events.empty())
      require(both(start.happens, graph_.events[events.front()].executed), relation(start.event, events.front()));
  for (const ThreadEdge& join : graph_.joins)
    for (const EventNumber event : graph_.threads[join.thread])
      require(both(join.happens, graph_.events[event].executed), relation(event, join.event));
}

// Within threads by neighbours.
void HappensBefore::requireClosed(const EventRelation& relation) {
  for (EventNumber x = 0; x < relation.size() && !solver_.isOver(); ++x)
    for (EventNumber y = 0; y < relation.size(); ++y) {
      if (graph_.areOfOne(x, y)) continue;
      if (y + 1 < relation.size() && graph_.areOfOne(y, y + 1)) require(relation(x, y), relation(x, y + 1));
      if (x > 0 && graph_.areOfOne(x, x - 1)) require(relation(x, y), relation(x - 1, y));
      for (EventNumber z = 0; z < relation.size(); ++z)
        if (!graph_.areOfOne(y, z) && (!graph_.areOfOne(x, z) || z <= x))
          require(both(relation(x, y), relation(y, z)), relation(x, z));
    }
}

void HappensBefore::requireSynchronisation() {
  // Who is published by a write: itself, if it releases; fences before it; and those of the write that an update
  // takes.
  std::map<const MemoryAccess*, std::map<EventNumber, Formula>> published;
  std::set<EventNumber> heads;
  for (const auto& [variable, writes] : graph_.writes)
    for (const MemoryAccess& write : writes)
      if (write.releases != Formulas::kFalse) heads.insert(write.event);
  for (const MemoryFence& fence : graph_.fences)
    if (core::releases(fence.order)) heads.insert(fence.event);
  for (const auto& [variable, writes] : graph_.writes)
    for (const MemoryAccess& write : writes) {
      if (!write.isAtomic) continue;
      for (const EventNumber head : heads) published[&write][head] = formulas_.variable(0);
      if (write.releases != Formulas::kFalse)
        require(both(write.guard, write.releases), published[&write][write.event]);
      for (const MemoryFence& fence : graph_.fences)
        if (core::releases(fence.order) && graph_.areOfOne(fence.event, write.event) && fence.event < write.event)
          require(both(write.guard, fence.guard), published[&write][fence.event]);
    }
  for (const auto& [read, sources] : graph_.sources) {
    if (!read->isAtomic) continue;
    for (const auto& [write, takes] : sources) {
      if (!write || !write->isAtomic) continue;
      for (const EventNumber head : heads) {
        const Formula learns = both(takes, published[write][head]);
        if (const auto own = graph_.writes.find(read->variable); own != graph_.writes.end())
          for (const MemoryAccess& update : own->second)
            if (areOneUpdate(*read, update)) require(both(learns, update.guard), published[&update][head]);
        if (graph_.areOfOne(head, read->event)) continue;
        require(both(learns, read->acquires), hb_(head, read->event));
        for (const MemoryFence& fence : graph_.fences)
          if (core::acquires(fence.order) && graph_.areOfOne(fence.event, read->event) && fence.event > read->event)
            require(both(learns, fence.guard), hb_(head, fence.event));
      }
    }
  }
}

Formula HappensBefore::races() {
  Formula any = Formulas::kFalse;
  const auto add = [&](const MemoryAccess& x, const MemoryAccess& y) {
    if (graph_.areOfOne(x.event, y.event) || (x.isAtomic && y.isAtomic)) return;
    const Formula isOrdered = formulas_.disjunction(hb_(x.event, y.event), hb_(y.event, x.event));
    any = formulas_.disjunction(any, both(both(x.guard, y.guard), formulas_.negation(isOrdered)));
  };
  for (const auto& [variable, writes] : graph_.writes)
    for (const MemoryAccess& write : writes) {
      for (const MemoryAccess& other : writes)
        if (other.event < write.event) add(other, write);
      if (const auto reads = graph_.reads.find(variable); reads != graph_.reads.end())
        for (const MemoryAccess& read : reads->second) add(read, write);
    }
  return any;
}

}  // namespace heddle::symbolic
