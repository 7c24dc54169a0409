// As commuting, for programs whose data races are looked for: the order of two
// updates also decides who synchronises with whom, unless neither releases what
// the other acquires.
//
// Fences make relaxed updates synchronise. Once one is performed nothing
// commutes any more, and the relation is read-write.
#pragma once

#include "explore/dpor/dependence/dependence.h"

namespace heddle::explore::dpor {

class CommutingUnsynchronised final : public Dependence {
 public:
  CommutingUnsynchronised();
  bool growsByFence() override;

 private:
  bool isFenced_ = false;
};

}  // namespace heddle::explore::dpor
