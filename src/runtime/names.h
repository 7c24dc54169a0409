// What people call the memory of the program.
#pragma once

#include <string>

#include "runtime/heap.h"
#include "runtime/library_words.h"
#include "runtime/running.h"
#include "runtime/sites.h"

namespace heddle::runtime {

class Names {
 public:
  Names(const Sites& sites, const Running& run, const Heap& heap) : sites_(sites), run_(run), heap_(heap) {}

  // "x", "queue.head", "block 2 (malloc'd at a.c:7) + 8"
  // `bytes`: of an access there, if it is one.
  std::string nameOf(Address addr, std::uint64_t bytes = 0) const;
  std::string nameOf(const Block& block) const;  // "block 2"
  // The same of a value that is an address: "&queue.head", "block T1-1 + 8".
  std::string pointerTo(Address addr) const;
  const std::string& nameOfThread(ThreadId t) const { return run_.table.nameOf(t); }

  // Null: none is there.
  const core::Global* globalAt(Address addr) const;

 private:
  const Sites& sites_;
  const Running& run_;
  const Heap& heap_;
};

}  // namespace heddle::runtime
