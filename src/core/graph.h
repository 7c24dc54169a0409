// Execution graphs: the events of an execution with po, rf and co, and the
// order in which they were added.
//
// Follows   Kokologiannakis, Marmanis & Vafeiadis, Awamoche (CAV 2023), 4.1.
//           An Update that writes is two events, an exclusive read and the
//           exclusive write after it; one that writes nothing is the read.
// Initial   each location has a write of its initial value, which is in nobody's
//           thread and before everything: kInitial, position 0 of its co.
// Clocks    entry t of an event's row is the number of events of thread t that
//           are causally before it (po and rf: `causal`), or happen before it
//           as C11 says (`hb`), itself included. The third row of a write is
//           what an acquire learns from it (`published`).
// Order     events are numbered in the order of their addition, which need not
//           extend rf: a read that was revisited keeps its number although the
//           write it reads from came later.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mixed_sizes.h"

namespace heddle::core {

using EventId = std::uint32_t;
inline constexpr EventId kInitial = ~EventId{0};  // the initial write of the location at hand
inline constexpr EventId kNoEvent = kInitial - 1;

// Invalidate: memory got other contents by other means (free, the end of a scope,
// memset): locations in it are gone, and what is accessed there from then on is
// another location.
enum class Label : std::uint8_t { Read, Write, Fence, Spawn, Join, Exit, Choose, Invalidate };

struct GraphEvent {
  Op op;            // what the thread asked for; of an exclusive write, that of its read
  Value value = 0;  // what was read or written; Choose: the value chosen
  ThreadId thread = 0;
  std::uint32_t index = 0;  // in its thread, from 1
  Label label = Label::Fence;
  bool isExclusive = false;         // half of an Update that writes
  bool isBlocked = false;           // Read: the thread cannot go on with this value
  std::uint32_t location = 0;       // Read, Write
  EventId rf = kNoEvent;            // Read: where it reads from
  std::uint32_t position = 0;       // Write: in co, from 1
  EventId releaseFence = kNoEvent;  // the last one of its thread up to here
  EventId before = kNoEvent;        // the event before it in its thread, or that spawned its thread
  std::uint32_t tag = 0;            // for whoever builds the graph

  // The order that counts: that of a failed update is its failOrder. A store does not read (core/mixed_sizes.h).
  Order order() const {
    if (label != Label::Read || op.kind != OpKind::Update) return op.order;
    if (storesPart(op)) return Order::Relaxed;
    return isExclusive ? op.order : op.failOrder;
  }
};

class Graph {
 public:
  struct Location {
    Address addr;
    std::uint32_t size;
    Value initial;
    std::vector<EventId> co;     // without the initial write
    std::vector<EventId> reads;  // in the order of addition
    std::vector<EventId> early;  // those of them that read from what was added later
    EventId end = kNoEvent;      // the Invalidate that ended it

    bool isKnown() const { return end == kNoEvent && !(co.empty() && reads.empty()); }
  };

  std::uint32_t size() const { return static_cast<std::uint32_t>(events_.size()); }
  std::uint32_t blocked() const { return blocked_; }  // how many reads are
  // Whether any access or fence is, or was before it was removed, sequentially consistent.
  bool hasSeqCst() const { return hasSeqCst_; }
  const GraphEvent& operator[](EventId e) const { return events_[e]; }
  unsigned threads() const { return static_cast<unsigned>(threads_.size()); }
  const std::vector<EventId>& thread(ThreadId t) const { return threads_[t]; }
  std::uint32_t eventsOf(ThreadId t) const {
    return t < threads_.size() ? static_cast<std::uint32_t>(threads_[t].size()) : 0;
  }
  EventId lastOf(ThreadId t) const { return threads_[t].empty() ? kNoEvent : threads_[t].back(); }
  EventId spawnerOf(ThreadId t) const { return spawners_[t]; }  // kNoEvent: none
  std::span<const Location> locations() const { return locations_; }
  const Location& location(std::uint32_t l) const { return locations_[l]; }

  // A location that the bytes overlap with, other than exactly these bytes; null: there is none.
  const Location* overlapping(Address addr, std::uint32_t size) const;
  // The number of a location; added if it is new, with `initial` as its value.
  std::uint32_t locate(Address addr, std::uint32_t size, Value initial);

  // Adds the next event of a thread. A read reads from `rf`, a write comes to
  // stand at `position` of co.
  EventId addRead(ThreadId t, const Op& op, std::uint32_t location, EventId rf);
  EventId addWrite(ThreadId t, const Op& op, std::uint32_t location, std::uint32_t position, Value value,
                   bool exclusive);
  EventId addOther(ThreadId t, const Op& op, Label label, Value value = 0);

  // Changes of the last event.
  void readFrom(EventId read, EventId rf);
  void moveTo(EventId write, std::uint32_t position);
  void choose(EventId choice, Value value) { events_[choice].value = value; }
  void block(EventId read, bool isBlocked) {
    blocked_ += static_cast<std::uint32_t>(isBlocked) - static_cast<std::uint32_t>(events_[read].isBlocked);
    events_[read].isBlocked = isBlocked;
  }
  void removeLast();

  void tag(EventId e, std::uint32_t tag) { events_[e].tag = tag; }

  // Becomes the graph of those events of another one that are `kept`, in the
  // same order. Its memory is used again.
  void restrict(const Graph& whole, const std::vector<char>& kept);

  Value valueOf(std::uint32_t location, EventId write) const {
    return write == kInitial ? locations_[location].initial : events_[write].value;
  }
  std::uint32_t positionOf(EventId write) const { return write == kInitial ? 0 : events_[write].position; }
  EventId at(std::uint32_t location, std::uint32_t position) const {
    return position == 0 ? kInitial : locations_[location].co[position - 1];
  }
  EventId last(std::uint32_t location) const {
    return at(location, static_cast<std::uint32_t>(locations_[location].co.size()));
  }
  // The exclusive write directly after `write`, if any.
  bool isReadExclusively(std::uint32_t location, EventId write) const {
    const std::uint32_t next = positionOf(write);
    const std::vector<EventId>& co = locations_[location].co;
    return next < co.size() && events_[co[next]].isExclusive;
  }

  // Clocks.
  using Clock = const std::uint32_t*;
  enum class Row : std::uint8_t { Causal, Hb, Published };
  static constexpr unsigned kRows = 3;
  unsigned width() const { return width_; }
  Clock clock(EventId e, Row row) const {
    return rows_.data() + (std::size_t{e} * kRows + static_cast<unsigned>(row)) * width_;
  }
  // Whether x is y or before y.
  bool isBefore(EventId x, EventId y, Row row) const {
    const GraphEvent& event = events_[x];
    return clock(y, row)[event.thread] >= event.index;
  }
  // The lowest position of co that coherence leaves to an access, by what is
  // before it without what it reads: of the writes in there, and of those that
  // reads in there have seen, the last one. Of a word that is guarded, what is
  // causally before it counts; of a part of a word, what overlaps with that.
  std::uint32_t lowest(EventId access, Row row) const;
  // The writes whose bytes an access finds in `from`, the last one first: that one itself unless it, or the access, is
  // to a part of the word.
  template <typename Visit>
  void visitSources(const Op& access, EventId from, Visit visit) const;

 private:
  EventId add(ThreadId t, const Op& op, Label label);
  void setClocks(EventId e);
  void join(std::uint32_t* into, Clock from) const;
  void joinPublished(std::uint32_t* into, const Op& access, EventId from) const;
  std::uint32_t* row(EventId e, Row row) {
    return rows_.data() + (std::size_t{e} * kRows + static_cast<unsigned>(row)) * width_;
  }
  void widen(unsigned threads);
  void needRows(std::size_t events);
  EventId beforeNext(ThreadId t) const;

  std::vector<GraphEvent> events_;
  std::vector<std::vector<EventId>> threads_;
  std::vector<EventId> spawners_;  // by thread: the Spawn event, kNoEvent
  std::vector<Location> locations_;
  std::vector<std::uint32_t> rows_;
  unsigned width_ = 0;
  std::uint32_t blocked_ = 0;
  bool hasSeqCst_ = false;
  std::vector<EventId> renamed_;  // of restrict
};

template <typename Visit>
void Graph::visitSources(const Op& access, EventId from, Visit visit) const {
  for (unsigned left = bytesOf(access); left != 0 && from < size(); from = events_[events_[from].before].rf) {
    const GraphEvent& write = events_[from];
    const unsigned found = left & bytesOf(write.op);
    if (found != 0) visit(from);
    left &= ~found;
    if (!write.isExclusive) return;  // it is to the whole word
  }
}

}  // namespace heddle::core
