// The update rule of an await, with the condition that the program's loop waits
// for; or of a speculative read.
#pragma once

#include <cstdint>

#include "core/update.h"

namespace heddle::runtime {

// uint32_t(value found, halves of Op::a, halves of Op::b): see core/hooks.h.
using AwaitCondition = std::uint32_t (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t);

struct AwaitRule : core::UpdateRule {
  AwaitCondition holds;          // of a speculative read: which values; null: all
  const core::UpdateRule* then;  // what it does when it is enabled; null: it only reads
  // The program's loop tries again and again, and an attempt in vain writes, too.
  bool writesInVain = false;
};

}  // namespace heddle::runtime
