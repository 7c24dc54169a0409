// The program under test, compiled to native code in this process.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "core/program.h"
#include "core/program_info.h"

namespace llvm {
class LLVMContext;
class Module;
class ObjectCache;
}  // namespace llvm

namespace heddle::runtime {

enum class PlainPolicy : std::uint8_t {
  Race,        // plain accesses run natively and are checked for races
  Interleave,  // plain accesses to shared memory are steps of their own
};

struct Options {
  PlainPolicy plain = PlainPolicy::Race;
  std::int64_t stepLimit = 100'000'000;    // loop iterations between two visible operations
  std::uint64_t eventLimit = 100'000;      // visible operations of one execution
  std::uint64_t stackBytes = 8 << 20;      // of each thread under test; pages it does not touch cost nothing
  llvm::ObjectCache* quickCode = nullptr;  // code is generated quickly and kept there, for many short runs
  bool zeroNetEffect = true;               // a round that undoes what it did is one without effect
  unsigned nondetRange = 2;                // __VERIFIER_nondet_int and the like: 0 .. range-1
  // Asked now and then, also in the middle of an execution: why it must stop
  // now, or null. May be empty.
  std::function<const char*()> mustStop = {};
  // Words that count as atomic before they are accessed atomically, so that plain
  // accesses to them are events in any case (core::Assumption::SettledWords).
  std::vector<core::Word> settledWords = {};
  // A plain access that is an event breaks that assumption unless its word is one of these. Otherwise only two
  // executions show it that do not agree, and for a graph that another process has made there is no other one.
  bool mustBeSettled = false;
  std::vector<std::string> allowExternal;  // functions to call although Heddle does not know them
};

// JIT-compiles an instrumented module. There is at most one loaded program in
// a process at a time: it owns the fixed memory region of core/layout.h.
Result<std::unique_ptr<core::Program>> load(std::unique_ptr<llvm::LLVMContext> context,
                                            std::unique_ptr<llvm::Module> module, core::ProgramInfo info,
                                            const Options& options);

}  // namespace heddle::runtime
