#include "runtime/heap.h"

namespace heddle::runtime {
namespace {

// More than this per thread is given back to the system between executions
// instead of being cleared block by block.
constexpr std::uint64_t kKeep = layout::kMiB;

}  // namespace

Address Heap::allocate(ThreadId t, std::uint64_t bytes, std::uint64_t align, BlockKind kind, SiteId site) {
  Arena& arena = arenas_[t];
  if (arena.top == 0) {
    arena.top = startOf(t);
    arena.cleanFrom = std::max(arena.cleanFrom, arena.top);
    used_ = std::max(used_, t + 1);
  }
  align = std::max<std::uint64_t>(align, 16);
  const Address start = (arena.top + layout::kRedZone + align - 1) & ~(align - 1);
  const Address limit = startOf(t) + bytes_;
  if (bytes > bytes_ || start + bytes + 2 * layout::kRedZone > limit) return 0;
  const Address end = start + bytes;
  if (start < arena.cleanFrom) std::memset(reinterpret_cast<void*>(start), 0, std::min(end, arena.cleanFrom) - start);
  arena.cleanFrom = std::max(arena.cleanFrom, end);
  arena.top = ((end + 15) & ~Address{15}) + layout::kRedZone;
  openMask(start, bytes);
  arena.blocks.push_back({start, bytes, site, 0, t, 0, kind, false});
  return start;
}

const Block* Heap::around(Address addr) const {
  if (addr < layout::kHeaps || addr >= layout::kHeaps + threads() * slot_) return nullptr;
  const Arena& arena = arenas_[(addr - layout::kHeaps) / slot_];
  if (arena.blocks.empty()) return nullptr;
  const auto after = std::upper_bound(arena.blocks.begin(), arena.blocks.end(), addr,
                                      [](Address a, const Block& b) { return a < b.start; });
  if (after == arena.blocks.begin()) return &arena.blocks.front();  // the red zone before the first
  const Block& before = *std::prev(after);
  // Past the end of one block and just before the next: the nearer one.
  if (after != arena.blocks.end() && addr >= before.start + before.size &&
      after->start - addr < addr - (before.start + before.size) + 1)
    return &*after;
  return &before;
}

Block* Heap::startingAt(Address addr) {
  const Block* const block = around(addr);
  return block != nullptr && block->start == addr ? const_cast<Block*>(block) : nullptr;
}

void Heap::release(Block& block, ThreadId t, SiteId site) {
  block.isFreed = true;
  block.freedBy = t;
  block.freed = site;
  closeMask(block.start, block.size);
}

void Heap::restart() {
  for (ThreadId t = 0; t < used_; ++t) {
    Arena& arena = arenas_[t];
    if (arena.top == 0) continue;
    const Address start = startOf(t);
    if (arena.cleanFrom - start > kKeep) {
      forget(start + kKeep, arena.cleanFrom);
      forget(layout::maskAddress(start + kKeep), layout::maskAddress(arena.cleanFrom));
      // Pages that straddle the borders were kept: clear their rest by hand.
      const Address lastPage = arena.cleanFrom & ~Address{4095};
      std::memset(reinterpret_cast<void*>(std::max(lastPage, start + kKeep)), 0,
                  arena.cleanFrom - std::max(lastPage, start + kKeep));
      const Address maskEnd = layout::maskAddress(arena.cleanFrom + 7);
      const Address maskKept = std::max(maskEnd & ~Address{4095}, layout::maskAddress(start + kKeep));
      std::memset(reinterpret_cast<void*>(maskKept), 0, maskEnd - maskKept);
      closeMask(start, kKeep);
      arena.cleanFrom = start + kKeep;
    } else {
      closeMask(start, arena.top - start);
    }
    arena.top = 0;
    arena.blocks.clear();
  }
  used_ = 0;
}

}  // namespace heddle::runtime
