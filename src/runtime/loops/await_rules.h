// Makes the rules of awaits and speculative reads, one for each place.
#pragma once

#include <deque>
#include <optional>

#include "base/result.h"
#include "core/site.h"
#include "runtime/loops/await_rule.h"

namespace heddle::runtime {

class Jit;

// Lives as long as the program: ops point to its rules.
class AwaitRules {
 public:
  // Gives each site with a condition its rule.
  static Result<AwaitRules> make(core::SiteTable& sites, Jit& jit);

 private:
  std::optional<Diagnostic> addSpeculativeRead(core::Site& site, Jit& jit);

  std::deque<AwaitRule> rules_;
};

}  // namespace heddle::runtime
