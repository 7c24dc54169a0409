// How the program under test is run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/execution.h"
#include "core/layout.h"
#include "core/learnt.h"
#include "core/peeking.h"
#include "core/slice.h"

namespace llvm {
class ObjectCache;
}  // namespace llvm

namespace heddle::runtime {

enum class PlainPolicy : std::uint8_t {
  Race,        // plain accesses run natively and are checked for races
  Interleave,  // plain accesses to shared memory are steps of their own
};

struct Options {
  PlainPolicy plain = PlainPolicy::Race;
  std::int64_t stepLimit = 100'000'000;                    // loop iterations between two visible operations
  std::uint64_t eventLimit = 100'000;                      // visible operations of one execution
  std::uint64_t stackBytes = core::layout::kDefaultStack;  // of each thread; pages it does not touch cost nothing
  std::uint64_t heapBytes = core::layout::kHeapSlot;       // of each thread; the more, the fewer threads
  bool exitStatusCounts = false;                           // a status other than 0 is a violation
  llvm::ObjectCache* quickCode = nullptr;  // code is generated quickly and kept there, for many short runs
  bool forDebugger = false;                // a debugger is told of the code (debugger.h), which is not optimised
  bool zeroNetEffect = true;               // an iteration with zero net effect is one without effect
  unsigned boundThreads = 0;               // that each thread may start, and how many generations of them; 0: no bound
  unsigned spuriousWakeups = 0;            // of each thread, at condition variables
  bool waitsAreTested = false;             // core::Assumption::TestedWaits is made
  bool prefersWriters = false;             // all read-write locks do
  std::uint64_t nondetRange = 2;           // __VERIFIER_nondet_int and the like: 0 .. range-1
  // Asked now and then, also in the middle of an execution: why it must stop
  // now, or null. May be empty.
  std::function<const char*()> mustStop = {};
  // Words that count as atomic before they are accessed atomically, so that plain
  // accesses to them are events in any case (core::Assumption::SettledWords).
  std::vector<core::Word> settledWords = {};
  std::shared_ptr<core::Learnt> learnt = std::make_shared<core::Learnt>();
  // A plain access that is an event breaks that assumption unless its word is one of these. Otherwise only two
  // executions show it that do not agree, and for a graph that another process has made there is no other one.
  bool mustBeSettled = false;
  // What is not on it is performed at once, and no event (runtime/off_slice.h); null: all is. It grows.
  std::shared_ptr<core::Slice> slice = {};
  std::shared_ptr<bool> readsAreAtomic = std::make_shared<bool>(false);  // core::Assumption::AtomicReads is made
  // Sections of locks are steps, but for these (runtime/lock_sections.h); null: none is.
  std::shared_ptr<core::PeekedSections> peeked = {};
  // Each reader of a read-write lock has a word of its own (externals/rwlock.cpp). False: all have one.
  bool readersApart = true;
  bool sandbox = true;                      // under a filter of system calls (runtime/sandbox.h)
  std::vector<std::string> arguments = {};  // of main, without the name of the program
  std::string inputFile = {};               // standard input; empty: none
  std::shared_ptr<const std::string> input = std::make_shared<const std::string>();  // what it has
  bool hasUsualRange() const { return nondetRange == Options{}.nondetRange; }        // nobody has said how many
  std::vector<std::string> allowExternal;  // functions to call although Heddle does not know them
  std::vector<std::string> linkFlags;      // -l and -L, for these, among others
};

}  // namespace heddle::runtime
