// Total store order, as in Owens, Sarkar & Sewell, x86-TSO, TPHOLs 2009, in the
// axiomatic form of Herding Cats, TOPLAS 2014:
//
//   acyclic(ppo ∪ barrier ∪ rfe ∪ co ∪ fr)
//
// with coherence per location, where ppo is po without the pairs of a write and
// a later read, and such a pair is kept apart by a barrier between the two. An
// update is a barrier (a locked instruction), and so are, as compilers
// translate C11, a store and a fence that are sequentially consistent. Starting
// and joining threads are barriers. Other fences are no instructions at all,
// and choices and the ends of lifetimes are nothing that memory could see: they
// order nothing, not even by being between two accesses.
#include "models/acyclic.h"
#include "models/model.h"

namespace heddle::models {
namespace {

using core::EventId;
using core::GraphEvent;
using core::Label;

bool isBarrier(const GraphEvent& event) {
  switch (event.label) {
    // A locked instruction, also when it fails; but a store to a part of a word is a store.
    case Label::Read: return event.op.kind == core::OpKind::Update && !storesPart(event.op);
    case Label::Write: return (event.isExclusive && !storesPart(event.op)) || event.op.order == core::Order::SeqCst;
    case Label::Fence: return event.op.order == core::Order::SeqCst;
    case Label::Choose:
    case Label::Invalidate: return false;
    default: return true;
  }
}

bool isOrdered(const GraphEvent& event) {
  return (event.label == Label::Read && !storesPart(event.op)) || event.label == Label::Write || isBarrier(event);
}

}  // namespace

bool isConsistentTso(const core::Graph& graph, EventId) {
  return isAcyclic(graph, [&](EventId e, auto visit) {
    const GraphEvent& event = graph[e];
    if (!isOrdered(event)) return;
    const std::vector<EventId>& thread = graph.thread(event.thread);
    if (const EventId spawn = graph[thread.front()].before; spawn != core::kNoEvent) visit(spawn);
    bool fenced = event.label != Label::Read || isBarrier(event);
    for (std::uint32_t i = event.index - 1; i-- > 0;) {
      const GraphEvent& earlier = graph[thread[i]];
      fenced = fenced || isBarrier(earlier);
      if (isOrdered(earlier) && (fenced || earlier.label != Label::Write)) visit(thread[i]);
    }
    if (event.label == Label::Read)
      graph.visitSources(event.op, event.rf, [&](EventId write) {
        if (graph[write].thread != event.thread) visit(write);
      });
    if (event.label == Label::Join)
      if (const EventId last = joinedBy(graph, e); last != core::kNoEvent) visit(last);
    visitOverwritten(graph, e, visit);
  });
}

}  // namespace heddle::models
