// A Site is one place of the program under test that calls into the runtime:
// where it stands in the source, and the constant part of what it does.
#pragma once

#include <string>
#include <vector>

#include "core/data_types.h"
#include "core/op.h"
#include "core/update.h"

namespace heddle::core {

// A call that was inlined: where it stands, and which call that is part of.
using FrameId = std::uint32_t;  // 0: none
struct Frame {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  std::string library;  // the function of a system header that is called there, and calls on
  FrameId caller = 0;
};

struct Site {
  std::string file;  // as the compiler was given it
  unsigned line = 0;
  unsigned column = 0;
  std::string function;  // demangled, without parameters
  std::string library;   // the function of a system header that is called here, and has the code
  std::string written;   // the function that the code is written in, if it is not `function`: a suppression has it
  FrameId caller = 0;    // of the function, as far as calls were inlined
  std::uint32_t statement = 0;  // of the prepared module, if that was numbered (analysis/statements.h)
  std::string object;           // what the source calls the memory touched, if known: "x", "q->head"
  std::string callee;           // calls of external functions: its name
  OpKind kind = OpKind::Read;
  Order order = Order::Plain;
  Order failOrder = Order::Plain;
  std::uint8_t size = 0;             // bytes; 0 when it varies (memcpy …)
  const UpdateRule* rule = nullptr;  // with a condition: what the update does once it is enabled
  std::string condition;             // Await, Update: the function that says when it is enabled; empty: always
  bool assumes = false;              // with a condition: the program itself assumes that it holds
  bool isExact = false;              // with a condition: see UpdateRule::assumes
  LoopRole role = LoopRole::None;    // Read: SpeculativeRead. With a condition: the others
  std::string speculates;            // SpeculativeRead: the function that says on which values; empty: all
  SiteId loop = 0;                   // with a condition: the loop that waits here, if it is one of the program's
  std::vector<std::uint32_t> statements = {};  // of a loop: all that are in it by now
  bool leavesOutIterations = false;            // of a loop: those without effect are not taken
  bool isJudged = false;   // in a loop that does: what is stored there decides on whether it has an effect
  bool isEndless = false;  // of a loop: nothing leads out of it
  TypeId value = 0;        // of what is read or written
  // Accesses: what lives at the address less `offset`, where that is reached by a pointer. Stack objects: what they
  // are.
  TypeId base = 0;
  std::uint64_t offset = 0;
  bool isShared = true;   // false: no other thread can reach the memory
  bool isSystem = false;  // the place lies in a header of the system, or in an assertion of a library
  // A store that each iteration of a loop does again. Plain: it must not be to an atomic word
  // (Assumption::SeparateWords). Atomic: others must come after it (Assumption::OrderedPublication).
  bool isRepeated = false;
  bool isUntestedWait = false;  // at a condition variable (Assumption::TestedWaits)
};

using SiteTable = std::vector<Site>;  // indexed by SiteId; [0] is "unknown"

}  // namespace heddle::core
