// RC11 (Lahav, Vafeiadis, Kang, Hur & Dreyer, Repairing Sequential Consistency
// in C/C++11, PLDI 2017), with release sequences as in C++20:
//
//   rs   = [W]; (rf; rmw)*
//   sw   = [release]; ([F]; sb)?; rs; rf; [R]; (sb; [F])?; [acquire]
//   hb   = (sb ∪ sw)+
//   coherence   hb; eco? is irreflexive
//   atomicity   rmw ∩ (fr; mo) is empty
//   sc          psc is acyclic
//   no-thin-air sb ∪ rf is acyclic
//
// All but `sc` is kept by the graph (model.h). With
//
//   scb      = sb ∪ sb|≠loc; hb; sb|≠loc ∪ hb|loc ∪ mo ∪ fr
//   psc_base = ([Esc] ∪ [Fsc]; hb?); scb; ([Esc] ∪ hb?; [Fsc])
//   psc_F    = [Fsc]; (hb ∪ hb; eco; hb); [Fsc]
//   psc      = psc_base ∪ psc_F
//
// where sb goes on from the start of a thread to its events, and from these to
// who joins it, as C++20's "strongly happens before" does. Between two accesses
// in different threads is such a start or end, so that the step is one of
// sb|≠loc even if both are to the same location.
//
// The changed event (model.h) has no successors but the writes after it in co,
// so that a new cycle leaves it for one of these: from itself if it is SC, or
// from an SC fence that happens before it. Psc goes back from there. An event is
//   reached   SC, and psc leads from it to where we began
//   an end    where an scb may end to get on to a reached one
//   a start   where an scb begins that has such an end
// Starts by sb and by sb|≠loc; hb; sb|≠loc are a prefix of each thread: so are the
// fences that happen before something, and the ends before a fence. Each event is
// visited once for each of these, so that all is quadratic at most.
#include <algorithm>

#include "models/model.h"

namespace heddle::models {
namespace {

using core::EventId;
using core::Graph;
using core::GraphEvent;
using core::Label;
using core::Order;

bool isAccess(const GraphEvent& event) { return event.label == Label::Read || event.label == Label::Write; }
bool isSc(const GraphEvent& event) {
  return (isAccess(event) || event.label == Label::Fence) && event.order() == Order::SeqCst;
}
bool isScFence(const GraphEvent& event) { return event.label == Label::Fence && isSc(event); }
// Whether the step between neighbours in a thread is not one of sb|≠loc.
bool stays(const GraphEvent& x, const GraphEvent& y) {
  return x.thread == y.thread && isAccess(x) && isAccess(y) && x.location == y.location;
}

// Used again from one question to the next.
struct Memory {
  std::vector<EventId> elsewhereBefore;        // by event: the last one before it in sb|≠loc
  std::vector<std::uint32_t> elsewhereBehind;  // by event: the index of the first one after it in sb|≠loc
  std::vector<char> isReached, isEnd, isStart;
  std::vector<EventId> open;                              // reached, and not visited
  std::vector<std::uint32_t> starts, fences, ends;        // by thread: a prefix of its events
  std::vector<std::uint32_t> later, ecoWrites, ecoReads;  // by location: a prefix of co
};

class Psc {
 public:
  explicit Psc(const Graph& graph) : graph_(graph), m_(memory()) {
    for (std::vector<char>* marks : {&m_.isReached, &m_.isEnd, &m_.isStart}) marks->assign(graph.size(), 0);
    for (std::vector<std::uint32_t>* prefixes : {&m_.starts, &m_.fences, &m_.ends}) prefixes->assign(graph.width(), 0);
    for (std::vector<std::uint32_t>* positions : {&m_.later, &m_.ecoWrites, &m_.ecoReads})
      positions->assign(graph.locations().size(), 0);
    m_.open.clear();
    findElsewhere();
  }

  bool hasCycle(EventId changed) {
    location_ = graph_[changed].location;
    position_ = positionOf(graph_[changed]);
    EventId changes[4] = {changed, beforeExclusive(changed), core::kNoEvent, core::kNoEvent};
    if (changed + 1 != graph_.size()) {  // it is revisited, by the last event
      changes[2] = graph_.size() - 1;
      changes[3] = beforeExclusive(changes[2]);
    }
    for (const EventId e : changes)
      if (e != core::kNoEvent) addFences(e);
    goBack();
    // By eco one gets from fence to fence only.
    isFromFence_ = false;
    for (const EventId e : changes)
      if (e != core::kNoEvent && isSc(graph_[e])) reach(e);
    goBack();
    return hasCycle_;
  }

 private:
  static Memory& memory() {
    static thread_local Memory memory;
    return memory;
  }

  void findElsewhere() {
    m_.elsewhereBefore.resize(graph_.size());
    m_.elsewhereBehind.resize(graph_.size());
    for (ThreadId t = 0; t < graph_.threads(); ++t) {
      const std::vector<EventId>& thread = graph_.thread(t);
      for (const EventId e : thread) {
        const EventId before = graph_[e].before;
        const bool isSame = before != core::kNoEvent && stays(graph_[before], graph_[e]);
        m_.elsewhereBefore[e] = isSame ? m_.elsewhereBefore[before] : before;
      }
      std::uint32_t after = ~std::uint32_t{0};
      for (std::size_t i = thread.size(); i-- > 0;) {
        if (i + 1 < thread.size() && !stays(graph_[thread[i]], graph_[thread[i + 1]]))
          after = static_cast<std::uint32_t>(i + 2);
        m_.elsewhereBehind[thread[i]] = after;
      }
    }
  }

  std::uint32_t positionOf(const GraphEvent& event) const {
    return event.label == Label::Write ? event.position : graph_.positionOf(event.rf);
  }
  // The read of an update that has got its write now, and thereby its order.
  EventId beforeExclusive(EventId e) const {
    return graph_[e].label == Label::Write && graph_[e].isExclusive ? graph_[e].before : core::kNoEvent;
  }

  void reach(EventId e) {
    if (m_.isReached[e]) return;
    m_.isReached[e] = 1;
    m_.open.push_back(e);
  }

  void goBack() {
    while (!m_.open.empty() && !hasCycle_) {
      const EventId e = m_.open.back();
      m_.open.pop_back();
      addEnd(e);
      if (graph_[e].label == Label::Fence) addBeforeFence(e);
    }
  }

  void addBeforeFence(EventId fence) {
    addFences(fence);
    const Graph::Clock clock = graph_.clock(fence, Graph::Row::Hb);
    for (ThreadId t = 0; t < graph_.threads(); ++t)
      for (; m_.ends[t] < clock[t]; ++m_.ends[t]) {
        const EventId e = graph_.thread(t)[m_.ends[t]];
        addEnd(e);
        if (isAccess(graph_[e])) addEco(graph_[e]);
      }
  }

  // All SC fences that happen before the event, or are it.
  void addFences(EventId e) {
    const Graph::Clock clock = graph_.clock(e, Graph::Row::Hb);
    for (ThreadId t = 0; t < graph_.threads(); ++t)
      for (; m_.fences[t] < clock[t]; ++m_.fences[t])
        if (const EventId fence = graph_.thread(t)[m_.fences[t]]; isScFence(graph_[fence])) reach(fence);
  }

  // [Fsc]; hb; eco to an event that happens before a fence. eco = rf ∪ mo; rf? ∪ fr; rf?
  void addEco(const GraphEvent& event) {
    const Graph::Location& location = graph_.location(event.location);
    const std::uint32_t position = positionOf(event);
    if (isFromFence_ && event.location == location_ && position > position_) hasCycle_ = true;
    const std::uint32_t writes = event.label == Label::Write ? position - 1 : position;
    for (std::uint32_t& p = m_.ecoWrites[event.location]; p < writes; ++p) addFences(location.co[p]);
    std::uint32_t& reads = m_.ecoReads[event.location];
    if (position <= reads) return;
    for (const EventId read : location.reads)
      if (const std::uint32_t from = graph_.positionOf(graph_[read].rf); from >= reads && from < position)
        addFences(read);
    reads = position;
  }

  void addEnd(EventId e) {
    if (m_.isEnd[e]) return;
    m_.isEnd[e] = 1;
    const GraphEvent& event = graph_[e];
    addSb(e, event);
    if (event.label == Label::Write) addEarlier(event);
    if (event.label == Label::Read) addSameLocation(e, event);
  }

  void addSb(EventId e, const GraphEvent& event) {
    for (std::uint32_t& starts = m_.starts[event.thread]; starts + 1 < event.index; ++starts)
      addStart(graph_.thread(event.thread)[starts]);
    if (event.index == 1 && event.before != core::kNoEvent) addStart(event.before);
    const EventId through = event.label == Label::Join ? e : m_.elsewhereBefore[e];
    if (through == core::kNoEvent) return;
    const Graph::Clock clock = graph_.clock(through, Graph::Row::Hb);
    for (ThreadId t = 0; t < graph_.threads(); ++t) {
      const std::vector<EventId>& thread = graph_.thread(t);
      for (std::uint32_t& starts = m_.starts[t];
           starts < thread.size() && m_.elsewhereBehind[thread[starts]] <= clock[t]; ++starts)
        addStart(thread[starts]);
    }
  }

  // mo and fr.
  void addEarlier(const GraphEvent& event) {
    if (event.location == location_ && event.position > position_) hasCycle_ = true;
    std::uint32_t& later = m_.later[event.location];
    if (event.position <= later) return;
    const Graph::Location& location = graph_.location(event.location);
    for (const EventId read : location.reads)
      if (const std::uint32_t from = graph_.positionOf(graph_[read].rf); from >= later && from < event.position)
        addStart(read);
    for (std::uint32_t p = std::max(later, 1U); p < event.position; ++p) addStart(location.co[p - 1]);
    later = event.position;
  }

  // hb|loc; if it leads to a write it is mo or fr.
  void addSameLocation(EventId e, const GraphEvent& event) {
    const Graph::Location& location = graph_.location(event.location);
    for (const std::vector<EventId>* const accesses : {&location.co, &location.reads})
      for (const EventId x : *accesses)
        if (x != e && graph_.isBefore(x, e, Graph::Row::Hb)) addStart(x);
  }

  void addStart(EventId e) {
    if (m_.isStart[e]) return;
    m_.isStart[e] = 1;
    if (isSc(graph_[e])) reach(e);
    addFences(e);
  }

  const Graph& graph_;
  Memory& m_;
  std::uint32_t location_ = 0;  // of the changed event
  std::uint32_t position_ = 0;  // in co: its own, or of what it reads from
  bool isFromFence_ = true;     // all that was reached leads to a fence that we began with
  bool hasCycle_ = false;
};

}  // namespace

bool isConsistentRc11(const Graph& graph, EventId changed) {
  if (!graph.hasSeqCst()) return true;
  const GraphEvent& event = graph[changed];
  const std::uint32_t position = event.label == Label::Write ? event.position : graph.positionOf(event.rf);
  if (position == graph.location(event.location).co.size()) return true;
  bool isAllSc = true;
  for (EventId e = 0; e < graph.size() && isAllSc; ++e) isAllSc = isSc(graph[e]) || !isAccess(graph[e]);
  // Then psc has all of sb, rf, mo and fr.
  return isAllSc ? isConsistentSc(graph, changed) : !Psc(graph).hasCycle(changed);
}

}  // namespace heddle::models
