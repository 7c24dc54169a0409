#include "runtime/loops/repetition.h"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle::runtime {
namespace {

using core::Event;

constexpr std::size_t kEvents = 64;
constexpr std::size_t kFewEvents = 16;  // that are different, of those

bool isSame(const Event& x, const Event& y) {
  return x.op.site == y.op.site && x.op.kind == y.op.kind && x.op.addr == y.op.addr;
}

}  // namespace

bool repeatsItself(const core::EventLog& trace, ThreadId thread) {
  std::array<const Event*, kFewEvents> different;
  std::size_t count = 0;
  std::size_t left = kEvents;
  for (auto event = trace.rbegin(); event != trace.rend() && left != 0; ++event) {
    if (event->thread != thread) continue;
    --left;
    const auto known = different.begin() + count;
    if (std::any_of(different.begin(), known, [&](const Event* one) { return isSame(*one, *event); })) continue;
    if (count == kFewEvents) return false;
    different[count++] = &*event;
  }
  return left == 0;
}

LongLoops::Loop& LongLoops::at(SiteId site) {
  const auto found = std::ranges::find(loops_, site, &Loop::site);
  return found != loops_.end() ? *found : loops_.emplace_back(Loop{.site = site});
}

bool LongLoops::isLong(SiteId site, std::uint64_t look) {
  Loop& loop = at(site);
  loop.looks = std::max(loop.looks, look);
  if (look < kManyLooks) return false;
  last_ = site;
  return true;
}

bool LongLoops::hasGrown(std::uint32_t seen) {
  constexpr std::uint32_t kFewer = (1U << kManyLooks) - 2;
  return std::popcount(seen & kFewer) >= kMostOfThem;
}

bool LongLoops::grows(SiteId site) {
  Loop& loop = at(site);
  loop.seen |= kAskedBit;
  return hasGrown(loop.seen);
}

void LongLoops::endExecution() {
  for (Loop& loop : loops_) {
    if (loop.looks < kManyLooks) loop.seen |= 1U << loop.looks;
    loop.looks = 0;
  }
  last_ = 0;
}

// A fact: the loop, and Loop::seen.
void LongLoops::addEvidence(core::Evidence& evidence) const {
  for (const Loop& loop : loops_) evidence[core::Assumption::LoopsEnd].push_back({loop.site, loop.seen});
}

bool LongLoops::takeIn(const core::Evidence& evidence) {
  for (const core::Fact& fact : core::factsOf(evidence, core::Assumption::LoopsEnd)) {
    if (fact.size() != 2) return false;
    at(static_cast<SiteId>(fact[0])).seen |= static_cast<std::uint32_t>(fact[1]);
  }
  return true;
}

bool LongLoops::isBrokenBy(const core::Evidence& evidence) {
  LongLoops all;
  all.takeIn(evidence);
  return std::ranges::any_of(all.loops_,
                             [](const Loop& loop) { return (loop.seen & kAskedBit) != 0 && hasGrown(loop.seen); });
}

}  // namespace heddle::runtime
