#include "core/essential_slice.h"

#include <algorithm>

namespace heddle::core {

namespace {

bool isAtomicAccess(const Site& site) { return touchesMemory(site.kind) && site.order != Order::Plain; }

// Whether it may synchronise with others where relaxed accesses do not.
bool synchronises(const Site& site) {
  return isAtomicAccess(site) && (acquires(site.order) || releases(site.order) || acquires(site.failOrder));
}

// docs/decisions/0021-guided.md has the counterexample.
void addWhatSynchronises(const ProgramInfo& info, Slice& slice) {
  // A fence makes relaxed accesses synchronise.
  const bool isFenced = std::ranges::any_of(info.sites, [](const Site& site) { return site.kind == OpKind::Fence; });
  for (const Site& site : info.sites)
    if (isFenced ? isAtomicAccess(site) : synchronises(site)) slice.add(site.statement, Extent::Whole);
}

}  // namespace

std::shared_ptr<Slice> essentialSlice(const ProgramInfo& info, SlicedFor where, std::span<const Slice::Node> settled) {
  if (info.dependences.empty()) return nullptr;
  auto slice = std::make_shared<Slice>(info.dependences);
  for (const DependenceGraph::Root& root : info.dependences.roots) {
    const bool isPassing = where == SlicedFor::Sections && root.isPassing;
    if (!isPassing && std::ranges::find(settled, root.statement) == settled.end())
      slice->add(root.statement, root.extent);
  }
  const DependenceGraph& graph = info.dependences;
  const auto addLoop = [&](const Site& loop) {
    for (const DependenceGraph::Node statement : loop.statements) {
      slice->add(statement, Extent::Whole, Because::Loops);
      slice->addLoopOf(statement);
    }
  };
  // What was a part of the loop from the beginning says whether it may wait.
  const auto mayWait = [&](const Site& loop) {
    bool isKnown = false;
    for (const DependenceGraph::Node statement : loop.statements) {
      const DependenceGraph::Loop& around = graph.loops[graph.innermostLoop[statement]];
      if (around.mayWait) return true;
      isKnown = isKnown || around.node != 0;
    }
    return !isKnown;
  };
  for (const Site& site : info.sites) {
    if (!site.condition.empty() || site.role != LoopRole::None) {
      slice->add(site.statement, Extent::Whole, Because::Loops);
      slice->addLoopOf(site.statement);
      addLoop(info.sites[site.loop]);
    } else if (site.leavesOutIterations && mayWait(site)) {
      addLoop(site);
    }
  }
  if (where == SlicedFor::Rc11) addWhatSynchronises(info, *slice);
  if (where == SlicedFor::Nothing) slice->addEverything();
  return slice;
}

}  // namespace heddle::core
