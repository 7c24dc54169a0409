#include "core/essential_slice.h"

namespace heddle::core {

std::shared_ptr<Slice> essentialSlice(const ProgramInfo& info) {
  if (info.dependences.empty()) return nullptr;
  auto slice = std::make_shared<Slice>(info.dependences);
  for (const DependenceGraph::Root& root : info.dependences.roots) slice->add(root.statement, root.extent);
  for (const Site& site : info.sites) {
    const bool waits = !site.condition.empty() || site.role != LoopRole::None || site.leavesOutIterations;
    if (!waits || site.statement == 0) continue;
    if (!site.leavesOutIterations) slice->add(site.statement, Extent::Whole, Because::Loops);
    slice->addLoopsAround(site.statement);
  }
  return slice;
}

}  // namespace heddle::core
