#include "explore/dpor/sections.h"

#include <algorithm>

namespace heddle::explore::dpor {

Footprint Sections::declare(const Key& key, const std::vector<Access>& accesses) {
  const auto [row, isNew] = declared_.try_emplace(key);
  Footprint& declared = row->second;
  const auto covered = [&](const Access& access) {
    return declared.any([&](const Access& known) {
      return sameBytes(known, access) && (known.effect == access.effect || known.effect == Effect::Write);
    });
  };
  if (std::ranges::all_of(accesses, covered)) return declared;

  std::vector<Access> all;
  declared.any([&](const Access& known) {
    all.push_back(known);
    return false;
  });
  for (const Access& access : accesses) {
    const auto same = std::ranges::find_if(all, [&](const Access& known) { return sameBytes(known, access); });
    if (same == all.end())
      all.push_back(access);
    else if (same->effect != access.effect)
      same->effect = Effect::Write;
  }
  declared = footprintOf(all);
  outgrown_ = outgrown_ || !isNew;
  return declared;
}

Footprint Sections::footprintOf(const std::vector<Access>& accesses) {
  Footprint footprint;
  if (!accesses.empty()) footprint.first = accesses.front();
  if (accesses.size() > 1)
    footprint.more = std::make_shared<const std::vector<Access>>(accesses.begin() + 1, accesses.end());
  return footprint;
}

bool Sections::isTakenByOthers(core::Address line, ThreadId thread) {
  ThreadId& taker = takers_.try_emplace(line, thread).first->second;
  if (taker != thread && taker != kMaxThreads) {
    taker = kMaxThreads;
    outgrown_ = true;
  }
  return taker == kMaxThreads;
}

bool Sections::Less::operator()(const std::vector<Access>& x, const std::vector<Access>& y) const {
  const auto key = [](const Access& access) { return std::tuple(access.addr, access.size, access.effect); };
  return std::ranges::lexicographical_compare(x, y, {}, key, key);
}

const Footprint& Sections::exactly(const std::vector<Access>& accesses) {
  const auto [row, isNew] = exact_.try_emplace(accesses);
  if (isNew) row->second = footprintOf(accesses);
  return row->second;
}

}  // namespace heddle::explore::dpor
