// Who is asked about each access while there are atomic sections, on execution graphs: section_locks.h.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "core/op.h"

namespace heddle::runtime {

class AccessGuard {
 public:
  // The running thread begins a section, ends one, or ends, perhaps in one.
  virtual void begin() = 0;
  virtual void end(SiteId site) = 0;
  virtual void leave(SiteId site) = 0;
  // Performs the pending op, which touches memory: what was found there.
  virtual core::Value access() = 0;
  // The same of one that waits in a loop, or for an assumption, in a section.
  virtual core::Value await() = 0;
  // Before a plain access that is no event.
  virtual void touch(core::Address addr, std::uint64_t bytes, bool write, SiteId site) = 0;

 protected:
  ~AccessGuard() = default;
};

}  // namespace heddle::runtime
