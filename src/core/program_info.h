// What the compiler side tells the runtime about a program, besides its code.
#pragma once

#include <string>
#include <vector>

#include "core/dependence_graph.h"
#include "core/site.h"

namespace heddle::core {

// A member, array element or the whole of a variable: [offset, offset + size).
// Members are listed outermost first; "q" at 0, "q.head" at 0, "q.tail" at 8.
struct NamedRange {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t stride = 0;  // arrays: bytes of an element (the name then ends in "[]"); else 0
};

// A mutable global variable, placed in the globals block.
struct Global {
  std::string name;           // as the source has it
  std::uint64_t address = 0;  // fixed (core/layout.h)
  std::uint64_t size = 0;
  std::vector<NamedRange> parts;
  std::string file;
  unsigned line = 0;
};

// What was found out about a loop, and what was made of it.
struct LoopNote {
  std::string file;
  unsigned line = 0;
  std::string function;
  std::vector<std::string> findings;  // a sentence each, without its end
};

struct ProgramInfo {
  SiteTable sites;
  std::vector<Global> globals;    // by address
  std::uint64_t globalsSize = 0;  // of the block, red zones included
  std::uint64_t tlsSize = 0;      // of a thread's block of thread_local variables
  std::uint64_t tlsAlign = 16;
  std::vector<LoopNote> loops;   // in the order of the source
  DependenceGraph dependences;   // empty unless asked for
  bool hasConstructors = false;  // symbol hooks::kConstructors is defined
};

}  // namespace heddle::core
