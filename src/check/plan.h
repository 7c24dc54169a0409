// What one pass of a check is to do.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "check/options.h"
#include "core/program.h"
#include "explore/limits.h"
#include "parallel/workers.h"

namespace heddle::check {

using Clock = std::chrono::steady_clock;

// How the pass goes about what was asked for.
struct Plan {
  Options options;                         // with what restarts have changed
  Options asked = options;                 // without
  bool goesOn = true;                      // where an earlier part has stopped, if options.resume names one
  Clock::time_point begun = Clock::now();  // the check, all passes of it
  double share = 1;                        // of the time limit, for the passes
  double secondsHere = 0;                  // for this pass; 0: what is left of the time limit
  unsigned watchEvery = 64;                // as LoopOptions::watchEvery, where it helps
  std::vector<std::string> notes = {};     // what is said of restarts
  // Another rank explores, which this one serves (serve.h); empty: it explores itself. The second is the program's
  // fingerprint.
  std::function<void(core::Program&, const std::string&, const parallel::Workers&, const explore::Limits&)> serves = {};

  double secondsSpent() const { return std::chrono::duration<double>(Clock::now() - begun).count(); }
};

}  // namespace heddle::check
