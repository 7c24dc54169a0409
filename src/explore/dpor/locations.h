// For each byte range that steps touched: the accesses to it, the last first.
//
// Works as a stack, so that a search that goes back undoes only what it drops.
// Memory is divided into granules of eight bytes; an access is kept once in
// each granule it touches. Accesses of different bytes to the same granule are
// different places that may overlap.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/dpor/footprint.h"

namespace heddle::explore::dpor {

class Locations {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  Locations() { resize(64); }

  // Calls `found(step)` for earlier steps whose accesses conflict with
  // `access`, from the last one of each place back to the first one that
  // conflicts with everything: what is earlier happened before that. True:
  // there was more than one place, so that they are not from last to first.
  template <typename Function>
  bool conflicting(const Access& access, Function found) const;

  // The same, but all of them; goes on as long as `found` says true. From last
  // to first, unless there is an overlap or the access lies in two granules.
  template <typename Function>
  void allConflicting(const Access& access, Function found) const;

  // Whether two accesses were ever seen that share some of their bytes only;
  // whether that happened to this one.
  bool hasOverlaps() const { return overlaps_; }
  bool overlapsAt(const Access& access) const;

  // `conditional`: the access might have had another effect with other values.
  void push(const Access& access, std::uint32_t step, bool conditional);

  // An op that can be disabled: where it waits, and the most it would do there.
  void noteWait(const Access& access, bool conditional);

  // Whether somebody ever waited for a word whose writes need not stand in an
  // order: some commute, or touch a part of it.
  bool hasUnorderedWaits() const { return hasUnorderedWaits_; }

  // Whether an overlap with a conditional access was found after that access
  // was first seen.
  bool hasOutgrown() const { return outgrown_; }
  void restart() { outgrown_ = false; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(records_.size()); }
  void truncate(std::uint32_t size);

 private:
  struct Record {
    std::uint32_t step;
    std::uint32_t place;
    std::uint32_t previous;  // at the same place
    std::uint32_t skip;      // the last one before it with another effect
    Effect effect;
  };
  // Accesses to the same bytes, as far as they lie in one granule.
  struct Place {
    std::uint64_t granule;
    core::Address addr;
    std::uint32_t next;  // in the same granule
    std::uint32_t last = kNone;
    std::uint8_t size;
    std::uint8_t bytes;  // of the granule, a bit each
    bool conditional = false;
    bool waitedFor = false;
    bool unordered = false;  // some writes commute

    bool isOf(const Access& access) const { return addr == access.addr && size == access.size; }
  };

  // Calls `visit(granule, bytes)` for each granule that the access touches.
  template <typename Function>
  static void forEachPart(const Access& access, Function visit) {
    core::Address at = access.addr;
    const core::Address end = access.addr + access.size;
    while (at < end) {
      const std::uint64_t granule = at / 8;
      const core::Address stop = std::min<core::Address>(end, (granule + 1) * 8);
      visit(granule, static_cast<std::uint8_t>(((1U << (stop - at)) - 1) << (at % 8)));
      at = stop;
    }
  }

  static bool conflict(Effect x, Effect y, bool sameBytes) {
    return dpor::conflict(x, y) || (!sameBytes && x != Effect::Read && y != Effect::Read);
  }

  std::size_t slotOf(std::uint64_t granule) const {
    std::size_t slot = (granule * 0x9e3779b97f4a7c15) >> shift_;
    while (heads_[slot] != kNone && places_[heads_[slot]].granule != granule) slot = (slot + 1) & (heads_.size() - 1);
    return slot;
  }
  std::uint32_t placeOf(std::uint64_t granule, std::uint8_t bytes, const Access& access, bool conditional);
  void resize(std::size_t slots);
  void findUnorderedWaits(std::uint64_t granule, std::uint8_t bytes);

  std::vector<std::uint32_t> heads_;  // by hash: the first place of a granule
  unsigned shift_ = 0;
  std::size_t granules_ = 0;
  bool overlaps_ = false;
  bool outgrown_ = false;
  bool hasUnorderedWaits_ = false;
  std::vector<Place> places_;  // kept over executions: programs touch the same bytes again
  std::vector<Record> records_;
};

template <typename Function>
bool Locations::conflicting(const Access& access, Function found) const {
  unsigned places = 0;
  forEachPart(access, [&](std::uint64_t granule, std::uint8_t bytes) {
    for (std::uint32_t p = heads_[slotOf(granule)]; p != kNone; p = places_[p].next) {
      const Place& place = places_[p];
      if ((place.bytes & bytes) == 0) continue;
      ++places;
      for (std::uint32_t r = place.last; r != kNone;) {
        const Record& record = records_[r];
        const bool meets = conflict(record.effect, access.effect, place.isOf(access));
        if (meets) found(record.step);
        if (isTotal(record.effect)) break;
        r = meets ? record.previous : record.skip;
      }
    }
  });
  return places > 1;
}

template <typename Function>
void Locations::allConflicting(const Access& access, Function found) const {
  forEachPart(access, [&](std::uint64_t granule, std::uint8_t bytes) {
    for (std::uint32_t p = heads_[slotOf(granule)]; p != kNone; p = places_[p].next) {
      if ((places_[p].bytes & bytes) == 0) continue;
      for (std::uint32_t r = places_[p].last; r != kNone; r = records_[r].previous)
        if (conflict(records_[r].effect, access.effect, places_[p].isOf(access)) && !found(records_[r].step)) return;
    }
  });
}

}  // namespace heddle::explore::dpor
