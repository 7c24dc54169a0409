// Source-DPOR: at least one execution of every Mazurkiewicz trace.
#pragma once

#include "explore/dpor/backtrack_search.h"

namespace heddle::explore::dpor {

class SourceSearch final : public BacktrackSearch {
 public:
  explicit SourceSearch(std::shared_ptr<Dependence> dependence) : BacktrackSearch(std::move(dependence)) {}

 private:
  ThreadSet additions(const Reversal& reversal) const override;
};

}  // namespace heddle::explore::dpor
