// Classic DPOR: persistent sets instead of source sets.
#pragma once

#include "explore/dpor/backtrack_search.h"

namespace heddle::explore::dpor {

class ClassicSearch final : public BacktrackSearch {
 public:
  explicit ClassicSearch(std::shared_ptr<Dependence> dependence) : BacktrackSearch(std::move(dependence)) {}

 private:
  ThreadSet additions(const Reversal& reversal) const override;
};

}  // namespace heddle::explore::dpor
