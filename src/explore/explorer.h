// The loop around every search: run, classify, count, stop in time.
#pragma once

#include "core/outcome.h"
#include "core/program.h"
#include "explore/limits.h"
#include "explore/search.h"

namespace heddle::explore {

// `before`: what the search has found out so far, if it goes on where an earlier
// one was stopped. The bound and the time limit count from here.
core::Outcome explore(core::Program& program, Search& search, const Limits& limits, core::Outcome before = {});

// The answer, where parts of a search were explored each by itself: `all` is what they have found out together,
// `whyEnded` the limit that has ended it, if one has.
core::Outcome conclude(Search& search, const Limits& limits, core::Outcome all, const std::string& whyEnded);

}  // namespace heddle::explore
