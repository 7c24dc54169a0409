// The calls that a thread is in: where each one stands. Instrumented code writes it (transform/call_stacks.cpp), what
// is printed of a violation reads it. Calls that were inlined are not in it: sites know these (Site::caller).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ids.h"

namespace heddle::core {

struct CallStack {
  static constexpr std::uint32_t kKept = 64;  // the innermost ones; a power of two

  std::uint32_t depth = 0;
  std::array<SiteId, kKept> sites{};  // that of depth d at d % kKept

  std::uint32_t kept() const { return std::min(depth, kKept); }
  // The i-th of those that are kept, the innermost first.
  SiteId at(std::uint32_t i) const { return sites[(depth - 1 - i) % kKept]; }
};
static_assert((CallStack::kKept & (CallStack::kKept - 1)) == 0);

}  // namespace heddle::core
