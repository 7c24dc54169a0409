// Call stacks, kept while recording. Those of one thread differ little from access to access: what two have in common
// is kept once.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/call_stack.h"

namespace heddle::runtime {

using StackId = std::uint32_t;  // 0: empty, or not known

class RecordedStacks {
 public:
  void clear();
  StackId add(const core::CallStack& stack);
  // Where its calls stand, the innermost first.
  std::vector<SiteId> callsOf(StackId stack) const;

 private:
  // Of deeper ones only the innermost calls, so that recursion costs little.
  static constexpr std::uint32_t kDeep = 48, kKeptOfDeep = 8;

  struct Call {
    SiteId site = 0;
    StackId caller = 0;
  };
  std::vector<Call> calls_{1};
  std::map<std::pair<StackId, SiteId>, StackId> known_;
  std::vector<std::pair<SiteId, StackId>> last_;  // of the last one, the outermost call first
};

}  // namespace heddle::runtime
