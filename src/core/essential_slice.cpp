#include "core/essential_slice.h"

namespace heddle::core {

std::shared_ptr<Slice> essentialSlice(const ProgramInfo& info, bool peeks) {
  if (info.dependences.empty()) return nullptr;
  auto slice = std::make_shared<Slice>(info.dependences);
  for (const DependenceGraph::Root& root : info.dependences.roots)
    if (!peeks || !root.isPassing) slice->add(root.statement, root.extent);
  const auto mayWait = [&](DependenceGraph::Node statement) {
    return info.dependences.loops[info.dependences.innermostLoop[statement]].mayWait;
  };
  for (const Site& site : info.sites) {
    if (!site.condition.empty() || site.role != LoopRole::None) {
      slice->add(site.statement, Extent::Whole, Because::Loops);
      slice->addLoopOf(site.loop != 0 ? info.sites[site.loop].statement : site.statement);
    } else if (site.leavesOutIterations && mayWait(site.statement)) {
      slice->addLoopOf(site.statement);
    }
  }
  return slice;
}

}  // namespace heddle::core
