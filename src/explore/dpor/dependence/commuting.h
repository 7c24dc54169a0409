// As read-write, but updates of one family commute if their results are not
// used: additions, or those that set, clear or flip bits.
//
// Follows   Godot, sections II.C and IV.A (ii), for fetch-and-add.
// Deviates  so do the bitwise ones, each with its own kind.
// Assumes   that nobody looks for data races: the order of two updates decides
//           who synchronises with whom (commuting_unsynchronised.h).
#pragma once

#include "core/update.h"
#include "explore/dpor/dependence/read_write.h"

namespace heddle::explore::dpor {

inline Effect commutingEffect(const core::Event& event) {
  if (!event.wrote || event.op.rule == nullptr) return readOrWrite(event);
  switch (event.op.rule->commutes) {
    case core::Family::Add: return Effect::Add;
    case core::Family::And: return Effect::And;
    case core::Family::Or: return Effect::Or;
    case core::Family::Xor: return Effect::Xor;
    case core::Family::None: break;
  }
  return Effect::Write;
}

class Commuting final : public Dependence {
 public:
  Commuting() : Dependence([](const Dependence&, const core::Event& event) { return commutingEffect(event); }) {}
};

}  // namespace heddle::explore::dpor
