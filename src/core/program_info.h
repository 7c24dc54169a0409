// What the compiler side tells the runtime about a program, besides its code.
#pragma once

#include <string>
#include <vector>

#include "core/dependence_graph.h"
#include "core/site.h"

namespace heddle::core {

// A mutable global variable, placed in the globals block.
struct Global {
  std::string name;           // as the source has it
  std::uint64_t address = 0;  // fixed (core/layout.h)
  std::uint64_t size = 0;
  TypeId type = 0;
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
  std::vector<Frame> frames;      // indexed by FrameId
  TypeTable types;                // of variables and values
  std::vector<Global> globals;    // by address
  std::uint64_t globalsSize = 0;  // of the block, red zones included
  std::uint64_t tlsSize = 0;      // of a thread's block of thread_local variables
  std::uint64_t tlsAlign = 16;
  std::vector<LoopNote> loops;   // in the order of the source
  DependenceGraph dependences;   // empty unless asked for
  bool hasConstructors = false;  // symbol hooks::kConstructors is defined
};

}  // namespace heddle::core
