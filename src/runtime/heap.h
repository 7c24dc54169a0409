// The heap of the program under test: one bump arena a thread.
//
// Addresses depend only on the allocating thread and on how much it allocated
// before, never on the schedule. A freed block is not reused within an
// execution, so every use after free is seen.
#pragma once

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
  static Address startOf(ThreadId t) { return layout::kHeaps + t * layout::kHeapSlot; }

  Arena arenas_[kMaxThreads];
  ThreadId used_ = 0;  // arenas below this may be in use
};

}  // namespace heddle::runtime
