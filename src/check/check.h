// One whole check, as a call: compile, load, explore, restart where an
// assumption turns out not to hold, replay what was found.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "check/options.h"
#include "core/program_info.h"
#include "explore/explorer.h"
#include "report/report.h"

namespace heddle::check {

// What a check asks of its caller while it runs. All of them may be empty.
struct Outside {
  std::function<bool()> interrupted;  // whether to stop as soon as possible
  std::function<void(const explore::Progress&)> progress;
  std::function<void()> progressEnds;
  std::function<void(const std::vector<core::LoopNote>&)> loops;  // what was made of the loops, once
};

// A diagnostic if there is something wrong with the input, or the program needs
// what Heddle does not support.
Result<report::Report> check(const Options& options, const Outside& outside = {});

}  // namespace heddle::check
