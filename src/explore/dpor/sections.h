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
// restart with what it has learnt.
//
// The two ends of a line (core::Line) touch one place or another, too, but
// count as touching just that one:
//   Append  No op that is independent of an append can move its place: whoever
//           moves the end of the line is an append itself. And performed before
//           the append that it comes after, it touches what that one does.
//   Take    if all takes of the line are by one thread, which place it is depends
//           on nothing but what that thread did before. If they are by several, a
//           take that waits for its message moves the end without touching the
//           place of the next: then the rule for sections holds, since otherwise
//           (7) breaks for an append, a take and a take by another thread between.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "explore/dpor/footprint.h"

namespace heddle::explore::dpor {

class Sections {
 public:
  // A section is known by its thread, its index among the steps of that, and its place.
  using Key = std::tuple<ThreadId, std::uint32_t, SiteId>;

  // What the section counts as touching, now that it has touched `accesses`.
  Footprint declare(const Key& key, const std::vector<Access>& accesses);

  // The thread takes from the line; whether others do so, too.
  bool isTakenByOthers(core::Address line, ThreadId thread);
  // Of a step that touches just this. Equal ones share what they hold.
  const Footprint& exactly(const std::vector<Access>& accesses);

  bool hasOutgrown() const { return outgrown_; }
  void restart() { outgrown_ = false; }

 private:
  struct Less {
    bool operator()(const std::vector<Access>& x, const std::vector<Access>& y) const;
  };
  static Footprint footprintOf(const std::vector<Access>& accesses);

  std::map<Key, Footprint> declared_;
  std::map<core::Address, ThreadId> takers_;  // by line; kMaxThreads: several
  std::map<std::vector<Access>, Footprint, Less> exact_;
  bool outgrown_ = false;
};

}  // namespace heddle::explore::dpor
