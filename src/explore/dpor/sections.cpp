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
  declared.first = all.front();
  if (all.size() > 1) declared.more = std::make_shared<const std::vector<Access>>(all.begin() + 1, all.end());
  outgrown_ = outgrown_ || !isNew;
  return declared;
}

}  // namespace heddle::explore::dpor
