// A dependency relation, as one search has it: which effect an event has on the
// bytes it touches (footprint.h). Each is a file of this folder and a row of
// registry.cpp; the searches do not know which one they have.
//
// Source Sets, section 3.2: the happens-before relation that conflicts give rise
// to satisfies Definition 3.2 as long as the effect of an event depends on
// nothing but the event itself and what holds for the whole search: facts from the
// IR, and what the relation has learnt from executions. When it learns something
// effects change, and what was concluded from earlier executions is void: the
// search restarts. So that this ends, effects may only grow: of two events that
// conflicted once, the search may go on to think that they do.
//
// Searches also ask for events that have not happened: a pending op, whose `read`
// is then 0 and whose `wrote` is what it would be in the present memory, or true
// if it may be. So an effect must not depend on the value read. A Read conflicts
// with Writes: events whose order matters to nobody have the effect Read only if
// nothing else writes these bytes, or all that do have it too.
#pragma once

#include "core/execution.h"
#include "explore/dpor/footprint.h"

namespace heddle::explore::dpor {

class Dependence {
 public:
  virtual ~Dependence() = default;
  Dependence(const Dependence&) = delete;
  Dependence& operator=(const Dependence&) = delete;

  // The effect of an event that touches memory. Called for every step: no
  // virtual function, which would cost another load.
  Effect effectOf(const core::Event& event) const { return effectOf_(*this, event); }

  // What the relation learns from, each with the answer whether effects have
  // grown. A thread performs a fence:
  virtual bool growsByFence() { return false; }
  // Stores do not all conflict (observed_stores.h). The value of a read depends on the order of this one and
  // another; somebody waits for a word:
  virtual bool prunesStores() const { return false; }
  virtual bool growsByObserving(const core::Op& /*store*/) { return false; }
  virtual bool growsByWaiting(core::Address /*addr*/) { return false; }
  // An execution has ended, and its races are about to be analysed:
  virtual bool growsBy(const core::Execution& /*execution*/) { return false; }

 protected:
  using EffectOf = Effect (*)(const Dependence& self, const core::Event& event);

  explicit Dependence(EffectOf effectOf) : effectOf_(effectOf) {}
  void become(EffectOf effectOf) { effectOf_ = effectOf; }

 private:
  EffectOf effectOf_;
};

}  // namespace heddle::explore::dpor
