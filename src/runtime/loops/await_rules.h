// The update rules of awaits: one for each place, with the condition that
// the program's loop waits for. And of speculative reads.
#pragma once

#include <deque>
#include <optional>

#include "base/result.h"
#include "core/site.h"
#include "core/update.h"

namespace heddle::runtime {

class Jit;

// uint32_t(value found, halves of Op::a, halves of Op::b): see core/hooks.h.
using AwaitCondition = std::uint32_t (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t);

struct AwaitRule : core::UpdateRule {
  AwaitCondition holds;          // of a speculative read: which values; null: all
  const core::UpdateRule* then;  // what it does when it is enabled; null: it only reads
  // The program's loop tries again and again, and an attempt in vain writes, too.
  bool writesInVain = false;
};

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
