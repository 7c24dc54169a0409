// Critical sections of locks that are explored as one step each, and which are not.
#pragma once

#include <set>
#include <utility>

#include "base/ids.h"

namespace heddle::core {

// Shared by the executor, which runs them, and the loop around searches. More and more are split.
class PeekedSections {
 public:
  bool isSplit(SiteId site) const { return isOff_ || isSuspended_ || split_.contains(site); }
  // The section that begins there. Whether that was news.
  bool split(SiteId site) { return !isOff_ && !isSuspended_ && split_.insert(site).second; }
  // While on, all are. It does not forget.
  void suspend(bool on) { isSuspended_ = on; }
  bool splitAll() { return !isSuspended_ && !std::exchange(isOff_, true); }

 private:
  bool isOff_ = false;
  bool isSuspended_ = false;
  std::set<SiteId> split_;
};

}  // namespace heddle::core
