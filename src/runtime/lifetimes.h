// Where objects of the program begin and end: blocks of the heap, variables on
// stacks that other threads may reach.
#pragma once

#include "runtime/heap.h"
#include "runtime/plain_accesses.h"

namespace heddle::runtime {

class Lifetimes {
 public:
  Lifetimes(Stepper& run, const Sites& sites, Heap& heap, const Names& names, Memory& memory, Verdicts& verdicts,
            Recording& recording, PlainAccesses& plain)
      : run_(run),
        sites_(sites),
        heap_(heap),
        names_(names),
        memory_(memory),
        verdicts_(verdicts),
        recording_(recording),
        plain_(plain) {}

  Address allocate(std::uint64_t bytes, std::uint64_t align, BlockKind kind, SiteId site);
  void release(Address addr, BlockKind kind, SiteId site);
  // The library has allocated it, and ends it, on behalf of the program (an exception).
  void releaseInternal(Address addr, SiteId site);

  void enterObject(Address start, std::uint64_t bytes, SiteId site);
  void leaveObject(Address start, std::uint64_t bytes);
  // Stack objects of frames below `frame` are gone (an exception was caught).
  void leaveObjectsBelow(Address frame);

  // Of any memory; `freed`: by the program.
  void endLifetime(Address start, std::uint64_t bytes, bool freed, SiteId site);

 private:
  void releaseBlock(Block& block, SiteId site);
  bool isStep(SiteId site) const;  // to others, that a variable begins or ends
  Stepper& run_;
  const Sites& sites_;
  Heap& heap_;
  const Names& names_;
  Memory& memory_;
  Verdicts& verdicts_;
  Recording& recording_;
  PlainAccesses& plain_;
};

}  // namespace heddle::runtime
