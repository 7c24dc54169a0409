// What to do with loops.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::transform {

struct LoopBound {
  std::string file;  // its path, or the end of it
  unsigned line = 0;
  unsigned column = 0;  // 0: all loops of the line
  unsigned iterations = 0;
};

struct LoopOptions {
  bool purity = true;         // iterations without effect are not taken
  bool dynamicPurity = true;  // and neither are those that turn out to have none
  bool awaits = true;         // where a load decides on that, it waits
  bool rolledBack = false;    // additions that are rolled back wait; the search has to watch whether that is observed
  bool speculation = false;   // confirmation loops are marked for the search (confirmation_loops.h)
  bool separateWords = true;  // core::Assumption::SeparateWords, which the runtime watches
  bool orderedPublication = true;  // core::Assumption::OrderedPublication, likewise
  bool racelessIterations = true;  // core::Assumption::RacelessIterations, likewise
  bool groupLocks = true;          // std::lock waits until it has all (lock_groups.h); the runtime looks after that
  bool statistics = true;          // what is written to variables on which only output depends is no effect
  bool testedInputs = true;   // of inputs that are only compared with constants, one of each kind (tested_inputs.h)
  bool loneAccesses = false;  // sections of one access are that access (lone_accesses.h)
  // Unordered plain accesses are reported as races; otherwise they are steps.
  bool plainAccessesRace = true;
  std::optional<unsigned> unroll = {};  // how many iterations of a loop may be completed, each time it is entered
  std::vector<LoopBound> unrollLoops = {};
  // After so many iterations the runtime examines loops without a bound (runtime/loops/repetition.h). 0: never.
  unsigned watchEvery = 0;
};

}  // namespace heddle::transform
