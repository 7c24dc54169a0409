#include "runtime/sites.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace heddle::runtime {
namespace {

// Copies of one place (a function inlined twice) are one place to people.
std::string placeKey(const core::Site& site) {
  return fmt::format("{}:{}:{}:{}:{}:{}:{}:{}", site.file, site.line, site.column, static_cast<int>(site.kind),
                     static_cast<int>(site.order), site.object, site.callee, static_cast<const void*>(site.rule));
}

// By the program's own code.
bool isAtomicAccess(const core::Site& site) {
  return core::touchesMemory(site.kind) && site.order != Order::Plain && site.callee.empty() && site.condition.empty();
}

}  // namespace

Sites::Sites(const core::ProgramInfo& info) : info_(info) {
  facts_.reserve(info_.sites.size());
  std::unordered_map<std::string, SiteId> places;
  for (const core::Site& site : info_.sites)
    facts_.push_back({static_cast<SiteId>(facts_.size()), site.kind, site.order, site.failOrder, site.size, site.rule,
                      site.isShared, site.isSystem, site.kind == OpKind::Read && site.callee == "memcpy",
                      site.isRepeated, /*isOnSlice=*/true,
                      places.emplace(placeKey(site), facts_.size()).first->second});
  hot.facts = facts_.data();
}

void Sites::setSlice(const core::Slice& slice) {
  for (std::size_t i = 1; i < facts_.size(); ++i) {
    const core::Site& site = info_.sites[i];
    const bool isOn = slice.of(site.statement) == core::Extent::Whole;
    facts_[i].isShared = site.isShared && isOn;
    facts_[i].isOnSlice = std::ranges::all_of(
        site.statements, [&](std::uint32_t statement) { return slice.of(statement) == core::Extent::Whole; });
    facts_[i].size = site.size;
    if (!isOn && isAtomicAccess(site)) facts_[i].size |= SiteFacts::kOffSlice;
  }
}

bool Sites::has(core::LoopRole role) const {
  return std::ranges::any_of(
      facts_, [role](const SiteFacts& facts) { return facts.rule != nullptr && facts.rule->role == role; });
}

bool Sites::hasRepeatedStores() const {
  return std::ranges::any_of(facts_,
                             [](const SiteFacts& site) { return site.isRepeated && site.order == Order::Plain; });
}

std::string Sites::placeOf(SiteId site) const {
  const core::Site& s = info_.sites[site];
  if (s.line == 0) return "an unknown place";
  // Of a header of the system its name says enough.
  return fmt::format("{}:{}", s.isSystem ? s.file.substr(s.file.rfind('/') + 1) : s.file, s.line);
}

}  // namespace heddle::runtime
