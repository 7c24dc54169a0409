#include "explore/dpor/dependence.h"

#include "core/update.h"

namespace heddle::explore::dpor {
namespace {

using core::Event;
using core::Family;

constexpr unsigned bit(Effect effect) { return 1U << static_cast<unsigned>(effect); }

constexpr Dependence::Table kTable = [] {
  Dependence::Table table{};
  const auto set = [&](Effect x, unsigned allBut) {
    table[static_cast<unsigned>(x)] = static_cast<std::uint8_t>(((1U << kEffects) - 1) & ~allBut);
  };
  set(Effect::Read, bit(Effect::Read));
  set(Effect::Add, bit(Effect::Add) | bit(Effect::AddAcquire) | bit(Effect::AddRelease));
  set(Effect::AddAcquire, bit(Effect::Add) | bit(Effect::AddAcquire));
  set(Effect::AddRelease, bit(Effect::Add) | bit(Effect::AddRelease));
  set(Effect::And, bit(Effect::And));
  set(Effect::Or, bit(Effect::Or));
  set(Effect::Xor, bit(Effect::Xor));
  set(Effect::Write, 0);
  return table;
}();

Effect readOrWrite(const Event& event) { return event.wrote ? Effect::Write : Effect::Read; }

Effect commuting(const Event& event) {
  if (!event.wrote || event.op.rule == nullptr) return readOrWrite(event);
  switch (event.op.rule->commutes) {
    case Family::Add: return Effect::Add;
    case Family::And: return Effect::And;
    case Family::Or: return Effect::Or;
    case Family::Xor: return Effect::Xor;
    case Family::None: break;
  }
  return Effect::Write;
}

Effect commutingUnsynchronised(const Event& event) {
  const Effect effect = commuting(event);
  const bool acquires = core::acquires(event.op.order);
  const bool releases = core::releases(event.op.order);
  if (effect == Effect::Read || (!acquires && !releases)) return effect;
  if (effect != Effect::Add || (acquires && releases)) return Effect::Write;
  return acquires ? Effect::AddAcquire : Effect::AddRelease;
}

}  // namespace

constinit const Dependence kReadsAndWrites(kTable, readOrWrite, Dependence::Commuting::Nothing);
constinit const Dependence kCommuting(kTable, commuting, Dependence::Commuting::Always);
constinit const Dependence kCommutingUnsynchronised(kTable, commutingUnsynchronised,
                                                    Dependence::Commuting::WithoutFences);

}  // namespace heddle::explore::dpor
