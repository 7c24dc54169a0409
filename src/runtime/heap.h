// The heap of the program under test: one bump arena a thread.
//
// Addresses depend only on the allocating thread and on how much it allocated
// before, never on the schedule. A freed block is not reused within an
// execution, so every use after free is seen.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "runtime/region.h"

namespace heddle::runtime {

enum class BlockKind : std::uint8_t { Malloc, New, NewArray, Internal, Channel };

struct Block {
  Address start = 0;
  std::uint64_t size = 0;
  SiteId allocated = 0;
  SiteId freed = 0;
  ThreadId owner = 0;  // who allocated it
  ThreadId freedBy = 0;
  BlockKind kind = BlockKind::Malloc;
  bool isFreed = false;
};

class Heap {
 public:
  // `bytes`: of each thread, red zones included.
  explicit Heap(std::uint64_t bytes = layout::kHeapSlot)
      : bytes_(bytes), slot_((bytes + kAlign - 1) / kAlign * kAlign) {}

  // So many threads have one.
  ThreadId threads() const {
    return static_cast<ThreadId>(std::min<std::uint64_t>(kMaxThreads, layout::kHeapsSize / slot_));
  }

  // Zeroed memory, or 0 when the thread's share of the heap is used up.
  Address allocate(ThreadId t, std::uint64_t bytes, std::uint64_t align, BlockKind kind, SiteId site);

  // The block that starts at `addr`; null if none ever did.
  Block* startingAt(Address addr);
  // The block that holds `addr`, or the nearest in the same arena; null if there is none.
  const Block* around(Address addr) const;

  void release(Block& block, ThreadId t, SiteId site);

  // Forgets everything, between executions.
  void restart();

  const std::vector<Block>& blocksOf(ThreadId t) const { return arenas_[t].blocks; }

 private:
  struct Arena {
    Address top = 0;        // end of the last block's red zone; 0: unused
    Address cleanFrom = 0;  // memory from here on is still zero
    std::vector<Block> blocks;
  };
  Address startOf(ThreadId t) const { return layout::kHeaps + t * slot_; }

  static constexpr std::uint64_t kAlign = 64 * layout::kKiB;  // whole pages

  std::uint64_t bytes_;
  std::uint64_t slot_;  // from one thread's to the next

  Arena arenas_[kMaxThreads];
  ThreadId used_ = 0;  // arenas below this may be in use
};

}  // namespace heddle::runtime
