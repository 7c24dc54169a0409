#include "explore/dpor/dependence/commuting_unsynchronised.h"

#include <utility>

#include "explore/dpor/dependence/commuting.h"
#include "explore/dpor/dependence/read_write.h"

namespace heddle::explore::dpor {
namespace {

Effect withoutFences(const Dependence&, const core::Event& event) {
  const Effect effect = commutingEffect(event);
  const bool acquires = core::acquires(event.op.order);
  const bool releases = core::releases(event.op.order);
  if (effect == Effect::Read || (!acquires && !releases)) return effect;
  if (effect != Effect::Add || (acquires && releases)) return Effect::Write;
  return acquires ? Effect::AddAcquire : Effect::AddRelease;
}

Effect withFences(const Dependence&, const core::Event& event) { return readOrWrite(event); }

}  // namespace

CommutingUnsynchronised::CommutingUnsynchronised() : Dependence(withoutFences) {}

bool CommutingUnsynchronised::growsByFence() {
  become(withFences);
  return !std::exchange(isFenced_, true);
}

}  // namespace heddle::explore::dpor
