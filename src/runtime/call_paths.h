// How a thread got to a place of the code: through which calls, as people read them. Functions of libraries are named
// where the program calls them; what these call among themselves is left out.
#pragma once

#include <string>

#include "core/trace.h"
#include "runtime/engine.h"

namespace heddle::runtime {

class CallPaths {
 public:
  explicit CallPaths(const Engine& program) : engine_(program) {}

  // To a place that the thread reached with this stack, which may be unknown.
  core::CallPath to(SiteId site, ThreadId thread, StackId stack) const;
  // The same for where it is now.
  core::CallPath toNow(SiteId site, ThreadId thread) const;
  // To the access of a recording.
  core::CallPath to(const PlainAccess& access) const { return to(access.site, access.thread, access.stack); }
  // To an event, by its number.
  core::CallPath toEvent(std::size_t number) const;

 private:
  core::CallPath path(SiteId site, ThreadId thread, const std::vector<SiteId>& calls) const;

  const Engine& engine_;
};

}  // namespace heddle::runtime
