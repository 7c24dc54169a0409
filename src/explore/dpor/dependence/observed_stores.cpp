#include "explore/dpor/dependence/observed_stores.h"

namespace heddle::explore::dpor {

ObservedStores::ObservedStores(std::shared_ptr<Dependence> relation, const core::ProgramInfo& program,
                               bool plainAccessesRace)
    : Dependence(effect),
      relation_(std::move(relation)),
      sites_(program.sites),
      plainAccessesRace_(plainAccessesRace) {}

Effect ObservedStores::effect(const Dependence& self, const core::Event& event) {
  const auto& stores = static_cast<const ObservedStores&>(self);
  const Effect without = stores.relation_->effectOf(event);
  if (event.op.kind != core::OpKind::Write || stores.waitedFor_.contains(event.op.addr)) return without;
  if (event.op.order == core::Order::Plain && stores.plainAccessesRace_) return without;
  if (event.op.site < stores.sites_.size() && stores.sites_[event.op.site].isJudged) return without;
  return stores.observed_.contains({event.op.addr, event.op.site}) ? Effect::Store : Effect::UnobservedStore;
}

bool ObservedStores::growsByObserving(const core::Op& store) {
  return observed_.insert({store.addr, store.site}).second;
}

}  // namespace heddle::explore::dpor
