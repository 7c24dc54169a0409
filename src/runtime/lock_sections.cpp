#include "runtime/lock_sections.h"

#include "core/lock_rules.h"

namespace heddle::runtime {

Value LockSections::takeInStep(Op op) {
  interrupt();
  const SiteId site = hot.callSite;  // of the call itself: here() may be where user code stands
  Thread& me = *run_.current;
  if (run_.isOffSlice(site)) {
    if (me.atomicDepth != 0) run_.putOnSlice(site, core::Extent::Whole);
    const core::UpdateResult result = core::apply(op, core::loadWord(op.addr, op.size));
    if (!result.enabled) run_.putOnSlice(site, core::Extent::Whole);
    me.section = {op.addr, site, /*isOffSlice=*/true};
    me.atomicDepth = 1;
    run_.updateWatch();
    return performAtOnce(op, result);
  }
  if (run_.unjoined == 0 || me.atomicDepth != 0 || options_.peeked->isSplit(site)) return run_.visible(op);
  run_.beginSection({.addr = op.addr, .rule = &core::locks::kSection, .site = site, .kind = OpKind::Atomic});
  me.section = {op.addr, site};
  op.order = Order::Relaxed;  // sections of a lock happen in no order by themselves
  return run_.visible(op);
}

Value LockSections::giveBackInStep(Op op) {
  Thread& me = *run_.current;
  if (me.section.lock != op.addr || me.atomicDepth != 1) run_.splitSection();
  if (me.section.isOffSlice) {
    me.section = {};
    me.atomicDepth = 0;
    run_.updateWatch();
    return performAtOnce(op, core::apply(op, core::loadWord(op.addr, op.size)));
  }
  op.order = Order::Relaxed;
  const Value old = run_.visible(op);
  me.section = {};
  run_.endSection();
  return old;
}

Value LockSections::performAtOnce(const Op& op, const core::UpdateResult& result) {
  offSlice_.noteStep();
  const Value old = core::loadWord(op.addr, op.size);
  if (result.writes) core::storeWord(op.addr, op.size, result.value);
  return old;
}

}  // namespace heddle::runtime
