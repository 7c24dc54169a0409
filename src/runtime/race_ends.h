// The two accesses of a data race, of which the runtime knows the later one when it finds it: which was the other?
#pragma once

#include <string>

#include "runtime/engine.h"

namespace heddle::runtime {

class RaceEnds {
 public:
  RaceEnds(const Engine& program, const Conflict& conflict) : engine_(program), conflict_(conflict) {}

  // The earlier access as it was recorded, plain or an event; null: it is not known.
  const void* earlier() const;
  // The same by what it is: one of them at most is not null.
  const PlainAccess* earlierPlain() const;
  const core::Event* earlierEvent() const;
  // Where it is; 0: not known.
  SiteId earlierSite() const;
  // The same, or where the program called the library that has it.
  SiteId earlierInProgram() const;
  // The lines of a race are the program's. In which functions of a library its accesses are is what a suppression
  // needs.
  std::string inLibrary(SiteId later, ThreadId thread, const core::ThreadTable& threads) const;

  static bool overlaps(Address a, std::uint64_t n, Address b, std::uint64_t m) { return a < b + m && b < a + n; }

 private:
  const PlainAccess* lastPlain() const;
  const core::Event* lastEvent() const;

  const Engine& engine_;
  const Conflict& conflict_;
};

}  // namespace heddle::runtime
