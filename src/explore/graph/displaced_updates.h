// Updates that had taken a write, lost it to another one, and wait: threads at a
// lock that were first there, and another gets it.
//
// Such an update is no event of the graph. Its thread takes part again when a
// write that came after the winner's lets it go on; it is an event then, added
// last like any other. What remains of the first attempt is a place in the order
// of addition: the thread has declined all that there was up to the winner.
#pragma once

#include <algorithm>
#include <vector>

#include "core/graph.h"

namespace heddle::explore::graph {

struct DisplacedUpdate {
  ThreadId thread = 0;
  std::uint32_t index = 0;  // how many events the thread has before the update
  core::EventId at = 0;     // it was added before this event
  core::EventId winner = 0;

  bool operator==(const DisplacedUpdate&) const = default;
};

class DisplacedUpdates {
 public:
  struct Entry : DisplacedUpdate {
    core::Op op = {};
  };

  bool empty() const { return entries_.empty(); }
  const std::vector<Entry>& entries() const { return entries_; }  // by `at`
  std::vector<DisplacedUpdate> places() const { return {entries_.begin(), entries_.end()}; }
  void add(const Entry& entry) { entries_.push_back(entry); }
  void clear() { entries_.clear(); }

  // Of the thread's update at that index; null: it was not displaced.
  const DisplacedUpdate* of(ThreadId thread, std::uint32_t index) const {
    for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry)
      if (entry->thread == thread && entry->index == index) return &*entry;
    return nullptr;
  }

  // Becomes what is left of another's when a revisit of `read` keeps these events.
  void restrict(const DisplacedUpdates& whole, core::EventId read, const std::vector<char>& kept) {
    entries_.clear();
    for (const Entry& entry : whole.entries_) {
      if (entry.at > read) break;
      entries_.push_back(entry);
      entries_.back().winner = static_cast<core::EventId>(std::count(kept.begin(), kept.begin() + entry.winner, 1));
    }
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace heddle::explore::graph
