// What a check does without, once an assumption about the program turns out not
// to hold (core/assumption.h): one place for all of them.
#pragma once

#include <optional>
#include <string>

#include "check/pass.h"

namespace heddle::check {

struct Restart {
  Plan plan;
  std::string note = {};  // what is said of it; empty: it matters to nobody
  // The pass shows less than the one before it if it finds nothing and does not end either.
  bool isTrial = false;
};

// How to go on after a pass; nothing if its answer stands.
std::optional<Restart> restartAfter(const Plan& plan, const Pass& pass, const Options& asked, bool isInterrupted);

}  // namespace heddle::check
