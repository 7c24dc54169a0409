// What the Atomic sections of the program touch.
//
// What one access does is decided by its own word. A section may touch one
// word or not depending on what it finds in another, and then two sections
// that conflict in one execution may not do so in another where neither of
// them was reordered: that breaks property (7) of Source Sets, Definition 3.2,
// and with it the searches (a program of four threads is enough to lose a
// trace). So a section counts as touching whatever it was ever seen to touch
// when its thread had come as far. As long as that is always the same, which
// it is unless data decides, nothing is lost; when it grows, the search must
// begin anew with what it has learnt.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "explore/dpor/dependence.h"

namespace heddle::explore::dpor {

class Sections {
 public:
  // A section is known by its thread, the how-manieth step of it, and its place.
  using Key = std::tuple<ThreadId, std::uint32_t, SiteId>;

  // What the section counts as touching, now that it has touched `accesses`.
  Footprint declare(const Key& key, const std::vector<Access>& accesses);

  bool hasOutgrown() const { return outgrown_; }
  void restart() { outgrown_ = false; }

 private:
  std::map<Key, Footprint> declared_;
  bool outgrown_ = false;
};

}  // namespace heddle::explore::dpor
