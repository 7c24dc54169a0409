// A Site is one place of the program under test that calls into the runtime:
// where it stands in the source, and the constant part of what it does.
#pragma once

#include <string>
#include <vector>

#include "core/op.h"
#include "core/update.h"

namespace heddle::core {

// How values are written.
enum class Number : std::uint8_t { Signed, Unsigned, Floating };

struct Site {
  std::string file;  // as the compiler was given it
  unsigned line = 0;
  unsigned column = 0;
  std::string function;         // demangled, without parameters
  std::string library;          // the function of a system header that the code is from, if the place is not there
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
  bool isJudged = false;           // in a loop that does: what is stored there decides on whether it has an effect
  bool isEndless = false;          // of a loop: nothing leads out of it
  Number number = Number::Signed;  // what the values there are, as far as is known
  bool isShared = true;            // false: no other thread can reach the memory
  bool isSystem = false;           // the place lies in a header of the system
  // A store that each iteration of a loop does again. Plain: it must not be to an atomic word
  // (Assumption::SeparateWords). Atomic: others must come after it (Assumption::OrderedPublication).
  bool isRepeated = false;
  bool isUntestedWait = false;  // at a condition variable (Assumption::TestedWaits)
};

using SiteTable = std::vector<Site>;  // indexed by SiteId; [0] is "unknown"

}  // namespace heddle::core
