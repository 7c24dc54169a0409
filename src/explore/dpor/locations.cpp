#include "explore/dpor/locations.h"

#include <bit>

namespace heddle::explore::dpor {

void Locations::resize(std::size_t slots) {
  heads_.assign(slots, kNone);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(slots));
  for (std::uint32_t p = 0; p < places_.size(); ++p) {
    const std::size_t slot = slotOf(places_[p].granule);
    places_[p].next = heads_[slot];
    heads_[slot] = p;
  }
}

std::uint32_t Locations::placeOf(std::uint64_t granule, std::uint8_t bytes, const Access& access, bool conditional) {
  std::size_t slot = slotOf(granule);
  for (std::uint32_t p = heads_[slot]; p != kNone; p = places_[p].next)
    if (places_[p].isOf(access)) return p;
  for (std::uint32_t p = heads_[slot]; p != kNone; p = places_[p].next)
    if ((places_[p].bytes & bytes) != 0) {
      overlaps_ = true;
      outgrown_ = outgrown_ || conditional || places_[p].conditional;
    }
  if (heads_[slot] == kNone && ++granules_ * 2 > heads_.size()) {
    resize(heads_.size() * 2);
    slot = slotOf(granule);
  }
  places_.push_back(
      {.granule = granule, .addr = access.addr, .next = heads_[slot], .size = access.size, .bytes = bytes});
  heads_[slot] = static_cast<std::uint32_t>(places_.size() - 1);
  findUnorderedWaits(granule, bytes);
  return static_cast<std::uint32_t>(places_.size() - 1);
}

void Locations::findUnorderedWaits(std::uint64_t granule, std::uint8_t bytes) {
  unsigned places = 0;
  bool waitedFor = false;
  bool unordered = false;
  for (std::uint32_t p = heads_[slotOf(granule)]; p != kNone; p = places_[p].next) {
    const Place& place = places_[p];
    if ((place.bytes & bytes) == 0) continue;
    ++places;
    waitedFor = waitedFor || place.waitedFor;
    unordered = unordered || place.unordered;
  }
  hasUnorderedWaits_ = hasUnorderedWaits_ || (waitedFor && (unordered || places > 1));
}

void Locations::push(const Access& access, std::uint32_t step, bool conditional) {
  forEachPart(access, [&](std::uint64_t granule, std::uint8_t bytes) {
    const std::uint32_t p = placeOf(granule, bytes, access, conditional);
    Place& place = places_[p];
    place.conditional = place.conditional || conditional;
    if (!place.unordered && !ordersWrites(access.effect)) [[unlikely]] {
      place.unordered = true;
      findUnorderedWaits(granule, bytes);
    }
    const std::uint32_t last = place.last;
    const bool sameEffect = last != kNone && records_[last].effect == access.effect;
    records_.push_back({step, p, last, sameEffect ? records_[last].skip : last, access.effect});
    place.last = size() - 1;
  });
}

void Locations::noteWait(const Access& access, bool conditional) {
  const bool unordered = !ordersWrites(access.effect);
  forEachPart(access, [&](std::uint64_t granule, std::uint8_t bytes) {
    Place& place = places_[placeOf(granule, bytes, access, conditional)];
    place.conditional = place.conditional || conditional;
    if (place.waitedFor && (place.unordered || !unordered)) return;
    place.waitedFor = true;
    place.unordered = place.unordered || unordered;
    findUnorderedWaits(granule, bytes);
  });
}

bool Locations::overlapsAt(const Access& access) const {
  bool found = false;
  forEachPart(access, [&](std::uint64_t granule, std::uint8_t bytes) {
    for (std::uint32_t p = heads_[slotOf(granule)]; p != kNone; p = places_[p].next)
      found = found || ((places_[p].bytes & bytes) != 0 && !places_[p].isOf(access));
  });
  return found;
}

void Locations::truncate(std::uint32_t size) {
  for (; records_.size() > size; records_.pop_back()) {
    const Record& record = records_.back();
    places_[record.place].last = record.previous;
  }
}

}  // namespace heddle::explore::dpor
