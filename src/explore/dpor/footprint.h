// What a step touches, and which steps conflict.
//
// A step touches bytes, each with one effect. Two steps of different threads are
// dependent when they touch a common byte with effects that conflict, which is a
// look-up in one table. Which effect an event has is up to the dependency
// relation (dependence/dependence.h); a relation that needs an effect of its own
// adds it to the table.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/op.h"

namespace heddle::explore::dpor {

// What an access does to the bytes it touches. Those between Read and Write
// are updates that commute with their own kind; Passes takes a lock and gives it back.
// Of stores those that somebody has observed conflict with each other (dependence/observed_stores.h).
enum class Effect : std::uint8_t {
  Read,
  Add,
  AddAcquire,
  AddRelease,
  And,
  Or,
  Xor,
  Passes,
  UnobservedStore,
  Store,
  Write
};
inline constexpr unsigned kEffects = 11;

// `kConflicts[x]` has bit y set when effects x and y on the same bytes conflict.
// On bytes that only overlap, all but two reads do.
inline constexpr std::array<std::uint16_t, kEffects> kConflicts = [] {
  std::array<std::uint16_t, kEffects> table{};
  const auto bit = [](Effect effect) { return 1U << static_cast<unsigned>(effect); };
  const auto set = [&](Effect x, unsigned allBut) {
    table[static_cast<unsigned>(x)] = static_cast<std::uint16_t>(((1U << kEffects) - 1) & ~allBut);
  };
  set(Effect::Read, bit(Effect::Read));
  set(Effect::Add, bit(Effect::Add) | bit(Effect::AddAcquire) | bit(Effect::AddRelease));
  set(Effect::AddAcquire, bit(Effect::Add) | bit(Effect::AddAcquire));
  set(Effect::AddRelease, bit(Effect::Add) | bit(Effect::AddRelease));
  set(Effect::And, bit(Effect::And));
  set(Effect::Or, bit(Effect::Or));
  set(Effect::Xor, bit(Effect::Xor));
  set(Effect::Passes, bit(Effect::Passes));
  set(Effect::UnobservedStore, bit(Effect::UnobservedStore) | bit(Effect::Store));
  set(Effect::Store, bit(Effect::UnobservedStore));
  set(Effect::Write, 0);
  return table;
}();

constexpr bool conflict(Effect x, Effect y) {
  return (kConflicts[static_cast<unsigned>(x)] >> static_cast<unsigned>(y) & 1) != 0;
}
// Whether the effect conflicts with all others, itself too.
constexpr bool isTotal(Effect x) { return kConflicts[static_cast<unsigned>(x)] == (1U << kEffects) - 1; }
// Whether an access with the effect stands in an order to all other writes of its bytes.
constexpr bool ordersWrites(Effect x) { return x == Effect::Read || isTotal(x); }

constexpr bool isPlainStore(Effect x) { return x == Effect::UnobservedStore || x == Effect::Store; }

struct Access {
  core::Address addr = 0;
  std::uint8_t size = 0;
  Effect effect = Effect::Read;
};

constexpr bool sameBytes(const Access& x, const Access& y) { return x.addr == y.addr && x.size == y.size; }
constexpr bool overlap(const Access& x, const Access& y) {
  return x.addr < y.addr + y.size && y.addr < x.addr + x.size;
}
constexpr bool conflict(const Access& x, const Access& y) {
  if (!overlap(x, y)) return false;
  return conflict(x.effect, y.effect) || (!sameBytes(x, y) && x.effect != Effect::Read && y.effect != Effect::Read);
}

// All that one step touched. Nearly every step makes one access; what an
// Atomic section touches beyond its first access is shared by all copies.
struct Footprint {
  Access first;  // size 0: the step touches nothing
  std::shared_ptr<const std::vector<Access>> more;

  bool empty() const { return first.size == 0; }
  bool isComposite() const { return more != nullptr; }

  template <typename Function>
  bool any(Function holds) const {
    if (empty()) return false;
    if (holds(first)) return true;
    if (more != nullptr)
      for (const Access& access : *more)
        if (holds(access)) return true;
    return false;
  }
};

inline bool conflict(const Footprint& x, const Footprint& y) {
  if (!x.isComposite() && !y.isComposite()) [[likely]]
    return conflict(x.first, y.first);
  return x.any([&](const Access& a) { return y.any([&](const Access& b) { return conflict(a, b); }); });
}

// Whether a step with the footprint may have changed what the op finds.
inline bool writes(const Footprint& footprint, const core::Op& op) {
  const Access range{op.addr, op.size, Effect::Read};
  return footprint.any([&](const Access& access) { return access.effect != Effect::Read && overlap(access, range); });
}

}  // namespace heddle::explore::dpor
