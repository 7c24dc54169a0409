// The world around a check.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/program_info.h"
#include "core/slice.h"
#include "explore/explorer.h"
#include "report/report.h"

namespace heddle::check {

// What a check asks of its caller while it runs. All of them may be empty.
struct Outside {
  std::function<bool()> interrupted = {};              // whether to stop as soon as possible
  std::function<void(const std::string&)> phase = {};  // what runs from here on, "compiling a.c with clang"
  std::function<void()> tick = {};                     // some time has passed in that
  std::function<void(core::Assumption)> restart = {};  // the check begins again without it
  std::function<void(const explore::Progress&)> progress = {};
  std::function<void(const report::Bounded::Look&)> looks = {};        // bounded checking: before the solver is asked
  std::function<void()> progressEnds = {};                             // something is printed next
  std::function<void(const std::vector<core::LoopNote>&)> loops = {};  // what was made of the loops, once
  std::function<void(const core::Slice&, const core::DependenceGraph&)> slice = {};  // as the search has left it
};

}  // namespace heddle::check
