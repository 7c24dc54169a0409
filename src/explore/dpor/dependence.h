// Who conflicts with whom. The searches of this folder know a dependence only
// as this table; another relation is another table and does not touch them.
//
// An event touches bytes, each with one effect (Footprint). Two events of
// different threads are dependent when they touch a common byte with effects
// that conflict. Source Sets, section 3.2: the happens-before relation built
// from that satisfies Definition 3.2 as long as conflicting effects depend on
// nothing but the event itself.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/event_log.h"

namespace heddle::explore::dpor {

// What an access does to the bytes it touches. Those between Read and Write
// are updates that commute with their own kind.
enum class Effect : std::uint8_t { Read, Add, AddAcquire, AddRelease, And, Or, Xor, Write };
inline constexpr unsigned kEffects = 8;

struct Access {
  core::Address addr = 0;
  std::uint8_t size = 0;
  Effect effect = Effect::Read;
};

constexpr bool sameBytes(const Access& x, const Access& y) { return x.addr == y.addr && x.size == y.size; }
constexpr bool overlap(const Access& x, const Access& y) {
  return x.addr < y.addr + y.size && y.addr < x.addr + x.size;
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

// Whether a step with the footprint may have changed what the op finds.
inline bool writes(const Footprint& footprint, const core::Op& op) {
  const Access range{op.addr, op.size, Effect::Read};
  return footprint.any([&](const Access& access) { return access.effect != Effect::Read && overlap(access, range); });
}

class Dependence {
 public:
  // `conflicts[x]` has bit y set when effects x and y on the same bytes
  // conflict. On bytes that only overlap, all but two reads do.
  using Table = std::array<std::uint8_t, kEffects>;
  enum class Commuting : std::uint8_t { Nothing, Always, WithoutFences };
  constexpr Dependence(const Table& conflicts, Effect (*effectOf)(const core::Event&), Commuting commuting)
      : conflicts_(conflicts), effectOf_(effectOf), commuting_(commuting) {}

  bool isSpoiltByFences() const { return commuting_ == Commuting::WithoutFences; }

  constexpr bool conflict(Effect x, Effect y) const {
    return (conflicts_[static_cast<unsigned>(x)] >> static_cast<unsigned>(y) & 1) != 0;
  }
  // Whether the effect conflicts with all others, itself too.
  constexpr bool isTotal(Effect x) const { return conflicts_[static_cast<unsigned>(x)] == (1U << kEffects) - 1; }
  // Whether an access with the effect stands in an order to all other writes of its bytes.
  constexpr bool ordersWrites(Effect x) const { return x == Effect::Read || isTotal(x); }

  bool conflict(const Access& x, const Access& y) const {
    if (!overlap(x, y)) return false;
    return conflict(x.effect, y.effect) || (!sameBytes(x, y) && x.effect != Effect::Read && y.effect != Effect::Read);
  }
  bool conflict(const Footprint& x, const Footprint& y) const {
    if (!x.isComposite() && !y.isComposite()) [[likely]]
      return conflict(x.first, y.first);
    return x.any([&](const Access& a) { return y.any([&](const Access& b) { return conflict(a, b); }); });
  }

  // The effect of an event that touches memory.
  Effect effectOf(const core::Event& event) const { return effectOf_(event); }

 private:
  Table conflicts_;
  Effect (*effectOf_)(const core::Event&);
  Commuting commuting_;
};

// Two accesses conflict when one of them writes. An update that wrote nothing
// (a failed compare-exchange, a failed try-lock) only reads.
extern const Dependence kReadsAndWrites;

// As before, but updates of one family commute if their results are not used
// (Godot, section IV.A).
extern const Dependence kCommuting;

// As kCommuting, for programs whose data races are looked for: the order of two
// updates also decides who synchronises with whom, unless neither releases what
// the other acquires. Not for programs with fences: those make relaxed updates
// synchronise.
extern const Dependence kCommutingUnsynchronised;

}  // namespace heddle::explore::dpor
