#include "runtime/lifetimes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace heddle::runtime {

// --- allocation ---

Address Lifetimes::allocate(std::uint64_t bytes, std::uint64_t align, BlockKind kind, SiteId site) {
  const InHeddle guard;
  run_.leaveTrial();
  const Address start = heap_.allocate(run_.current->id, bytes, align, kind, site);
  constexpr std::uint64_t kNoMachineHas = std::uint64_t{1} << 46;
  if (start == 0 && bytes < kNoMachineHas) verdicts_.noteNoMemory(site);
  memory_.settleWords(start, bytes);
  if (run_.isRecorded && start != 0) recording_.noteAllocation(start);
  return start;
}

void Lifetimes::release(Address addr, BlockKind kind, SiteId site) {
  if (addr == 0) return;
  const InHeddle guard;
  run_.leaveTrial();
  Block* const block = heap_.startingAt(addr);
  if (block == nullptr || block->kind >= BlockKind::Internal) {
    std::string message = fmt::format("frees {}, which does not start a block from malloc or new", names_.nameOf(addr));
    verdicts_.fail(ViolationKind::BadFree, std::move(message), site, addr);
  }
  if (block->isFreed) {
    std::string message =
        fmt::format("frees {} again; it was freed at {}", names_.nameOf(addr), sites_.placeOf(block->freed));
    verdicts_.fail(ViolationKind::DoubleFree, std::move(message), site, addr, block->size);
  }
  if (block->kind != kind) {
    static constexpr const char* kFrees[] = {"free", "delete", "delete[]", ""};
    static constexpr const char* kGets[] = {"malloc", "new", "new[]", ""};
    std::string message = fmt::format("gives {} to {}, but it comes from {}", names_.nameOf(addr),
                                      kFrees[static_cast<int>(kind)], kGets[static_cast<int>(block->kind)]);
    verdicts_.fail(ViolationKind::BadFree, std::move(message), site, addr, block->size);
  }
  releaseBlock(*block, site);
}

void Lifetimes::releaseInternal(Address addr, SiteId site) {
  const InHeddle guard;
  run_.leaveTrial();
  releaseBlock(*heap_.startingAt(addr), site);
}

void Lifetimes::releaseBlock(Block& block, SiteId site) {
  endLifetime(block.start, block.size, true, site);
  if (run_.isRecorded) recording_.notePlain(block.start, block.size, true, 0, site);
  heap_.release(block, run_.current->id, site);
}

// To searches and to the race detector it is a write: whoever accesses the
// memory in an order of its own does so after the end in some execution.
void Lifetimes::endLifetime(Address start, std::uint64_t bytes, bool freed, SiteId site) {
  const bool isShared = run_.unjoined != 0 && sites_[site].isShared;
  if (run_.adoptsOrder || (run_.checkRaces && !isOpen(start, bytes))) memory_.invalidate(start, bytes, site);
  if (!run_.checkRaces) {
    if (isStep(site)) plain_.stepOverRange(start, bytes, true, site);
  } else if (auto conflict = run_.detector.retire(run_.current->id, start, bytes, isShared)) [[unlikely]] {
    conflict->withEnd = !freed;
    verdicts_.fail(*conflict, start, bytes, freed ? "frees" : "ends the lifetime of", site);
  }
  memory_.requireUnmet(site);
}

bool Lifetimes::isStep(SiteId site) const {
  return !run_.checkRaces && !run_.adoptsOrder && run_.unjoined != 0 && sites_[site].isShared;
}

void Lifetimes::enterObject(Address start, std::uint64_t bytes, SiteId site) {
  const InHeddle guard;
  // Who still uses what was there before does so also before there is something else.
  const auto overlaps = [&](const StackObject& old) {
    return old.start < start + bytes && start < old.start + old.bytes;
  };
  if (!run_.current->ended.empty() && isStep(site) && std::ranges::any_of(run_.current->ended, overlaps))
    plain_.stepOverRange(start, bytes, true, site);
  run_.current->objects.push_back({start, bytes, site});
  if (run_.isRecorded) recording_.noteObject(run_.current->objects.back());
  // Nobody may find what was on the stack before, which differs from run to run: also not through a pointer to a
  // variable that is gone.
  std::memset(reinterpret_cast<void*>(start), 0, bytes);
  openMask(start, bytes);
  memory_.settleWords(start, bytes);
}

void Lifetimes::leaveObject(Address start, std::uint64_t bytes) {
  const InHeddle guard;
  std::vector<StackObject>& objects = run_.current->objects;
  std::size_t at = objects.size();
  while (at > 0 && objects[at - 1].start != start) --at;  // nearly always the last one
  const SiteId site = at > 0 ? objects[at - 1].site : sites_.here();
  if (run_.unjoined != 0 || run_.adoptsOrder)
    endLifetime(start, bytes, false, site);
  else if (run_.checkRaces)
    run_.detector.retire(run_.current->id, start, bytes, false);
  if (at == objects.size() && at > 0)
    objects.pop_back();
  else if (at > 0)
    objects.erase(objects.begin() + static_cast<std::ptrdiff_t>(at - 1));
  closeMask(start, bytes);
  std::vector<StackObject>& ended = run_.current->ended;
  const auto isSame = [&](const StackObject& old) { return old.start == start && old.bytes == bytes; };
  if (isStep(site) && std::ranges::none_of(ended, isSame)) ended.push_back({start, bytes, site});
}

void Lifetimes::leaveObjectsBelow(Address frame) {
  std::vector<StackObject>& objects = run_.current->objects;
  while (!objects.empty() && objects.back().start < frame) {
    const StackObject object = objects.back();
    leaveObject(object.start, object.bytes);
  }
}

}  // namespace heddle::runtime
