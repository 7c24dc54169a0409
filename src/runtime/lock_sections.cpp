#include "runtime/lock_sections.h"

#include "core/lock_rules.h"

namespace heddle::runtime {

bool LockSections::beginSlowly(Address lock, SiteId site) {
  interrupt();
  if (run_.unjoined == 0 || run_.current->atomicDepth != 0 || options_.peeked->isSplit(site)) return false;
  run_.beginSection({.addr = lock, .rule = &core::locks::kSection, .site = site, .kind = OpKind::Atomic});
  run_.current->section = {lock, site};
  return true;
}

void LockSections::endSlowly() {
  if (run_.current->atomicDepth != 1) run_.splitSection();
  run_.current->section = {};
  run_.endSection();
}

}  // namespace heddle::runtime
