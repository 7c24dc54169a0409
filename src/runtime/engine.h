// The executor: runs the threads of the program under test as fibers, one
// visible operation at a time.
//
// It is made of parts, each with a file of its own; here they are put together.
#pragma once

#include "core/program.h"
#include "runtime/early_choices.h"
#include "runtime/ends.h"
#include "runtime/globals.h"
#include "runtime/lifetimes.h"
#include "runtime/limits.h"
#include "runtime/lock_groups.h"
#include "runtime/lock_sections.h"
#include "runtime/loops/iterations.h"
#include "runtime/loops/livelocks.h"
#include "runtime/memory.h"
#include "runtime/off_slice.h"
#include "runtime/options.h"
#include "runtime/plain_accesses.h"
#include "runtime/program_time.h"
#include "runtime/recording.h"
#include "runtime/section_locks.h"
#include "runtime/stepper.h"
#include "runtime/threads.h"

namespace heddle::runtime {

class Engine {
 public:
  Engine(const core::ProgramInfo& info, const Options& options);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Whether executions can be closed (core::Execution) at all.
  void setClosed(bool closed) { canBeClosed_ = closed; }
  void setEntryPoints(const EntryPoints& entry);

  const core::Execution& run(core::Scheduler& scheduler);

  // As core::Program has them.
  void addEvidence(core::Evidence& evidence) const;
  bool takeIn(const core::Evidence& evidence);
  static bool isBrokenBy(const core::Evidence& evidence);

 private:
  void restart(core::Scheduler& scheduler);

  bool canBeClosed_ = false;

 public:
  const Options options;
  Sites sites;                // the places of the code
  Stepper stepper;            // the execution that runs; steps and switches
  Heap heap;                  // blocks
  Globals globals;            // what they are at the start
  Names names;                // what people call memory
  Recording recording;        // for the report
  Verdicts verdicts;          // what goes wrong
  Limits limits;              // what takes too long
  Memory memory;              // which accesses are allowed
  OffSlice offSlice;          // what cannot matter
  Trial trial;                // of threads that spin, after the end
  PlainAccesses plain;        // loads, stores, ranges
  Lifetimes lifetimes;        // where objects begin and end
  Threads threads;            // where threads begin and end
  ProgramTime time;           // what the clock says
  EarlyChoices choices;       // of sections
  SectionLocks sectionLocks;  // of sections on execution graphs
  LockSections sections;      // one step each
  LockGroups groups;          // std::lock
  Iterations iterations;      // of loops, without effect
  Ends ends;                  // when nobody goes on
  Livelocks livelocks;        // when somebody spins for ever
};

// The one loaded program (core/layout.h: its memory is at a fixed place).
extern Engine* engine [[gnu::visibility("hidden")]];

}  // namespace heddle::runtime
