// The slow, literal answer to "does this access race?"; see the header.
#include "runtime/race_oracle.h"

#include <gtest/gtest.h>

namespace heddle::runtime {

using core::Address;
using core::Order;

int RaceOracle::lastOf(ThreadId t) const {
  for (int e = static_cast<int>(events_.size()) - 1; e >= 0; --e)
    if (events_[e].thread == t) return e;
  return t < starts_.size() ? starts_[t] : kNone;
}

void RaceOracle::after(int event, int earlier) {
  if (earlier == kNone) return;
  events_[event].past |= events_[earlier].past;
  events_[event].past.set(static_cast<std::size_t>(earlier));
}

int RaceOracle::add(ThreadId t, Kind kind, const Access& access) {
  const int before = lastOf(t);
  Event event;
  event.thread = t;
  event.kind = kind;
  event.access = access;
  events_.push_back(event);
  EXPECT_LE(events_.size(), kMostEvents);
  const int index = static_cast<int>(events_.size()) - 1;
  after(index, before);
  return index;
}

int RaceOracle::lastWrite(int before, Address addr) const {
  for (int e = before - 1; e >= 0; --e) {
    const Event& event = events_[e];
    if (event.kind == Kind::Access && event.access.writes && addr - event.access.addr < event.access.bytes) return e;
  }
  return kNone;
}

// `event` synchronises with the heads of all release sequences that `write` is
// part of: itself and, while these are read-modify-writes, what they read from.
void RaceOracle::acquireFromSequence(int event, Address addr, int write) {
  while (write != kNone && events_[write].access.order != Order::Plain) {
    const Event& head = events_[write];
    if (core::releases(head.access.order)) after(event, write);
    for (int f = 0; f < write; ++f)
      if (events_[f].kind == Kind::Fence && events_[f].thread == head.thread && core::releases(events_[f].access.order))
        after(event, f);
    write = head.access.reads ? head.readsFrom[addr - head.access.addr] : kNone;
  }
}

void RaceOracle::acquire(int event, int read) {
  const Access access = events_[read].access;
  for (unsigned i = 0; i < access.bytes; ++i) acquireFromSequence(event, access.addr + i, events_[read].readsFrom[i]);
}

bool RaceOracle::conflict(const Event& a, const Event& b) const {
  return b.kind == Kind::Access && a.thread != b.thread && (a.access.writes || b.access.writes) &&
         (a.access.order == Order::Plain || b.access.order == Order::Plain) &&
         a.access.addr < b.access.addr + b.access.bytes && b.access.addr < a.access.addr + a.access.bytes;
}

bool RaceOracle::access(ThreadId t, const Access& access) {
  const int e = add(t, Kind::Access, access);
  if (access.reads && access.order != Order::Plain) {
    for (unsigned i = 0; i < access.bytes; ++i) events_[e].readsFrom.push_back(lastWrite(e, access.addr + i));
    if (core::acquires(access.order)) acquire(e, e);
  }
  for (int earlier = 0; earlier < e; ++earlier)
    if (conflict(events_[e], events_[earlier]) && !events_[e].past[static_cast<std::size_t>(earlier)]) return true;
  return false;
}

void RaceOracle::fence(ThreadId t, Order order) {
  const int fence = add(t, Kind::Fence, {0, 0, false, false, order});
  if (!core::acquires(order)) return;
  for (int read = 0; read < fence; ++read)
    if (events_[read].thread == t && !events_[read].readsFrom.empty()) acquire(fence, read);
}

void RaceOracle::spawn(ThreadId parent, ThreadId child) {
  if (starts_.size() <= child) starts_.resize(child + 1, kNone);
  starts_[child] = add(parent, Kind::Other, {});
}

void RaceOracle::join(ThreadId t, ThreadId child) {
  const int last = lastOf(child);
  after(add(t, Kind::Other, {}), last);
}

bool RaceOracle::section(ThreadId t, const Access& access) {
  const int enter = add(t, Kind::Other, {});
  for (const Section& earlier : sections_)
    if (access.addr < earlier.access.addr + earlier.access.bytes && earlier.access.addr < access.addr + access.bytes &&
        (access.writes || earlier.access.writes))
      after(enter, earlier.leave);
  const bool races = this->access(t, access);
  sections_.push_back({access, add(t, Kind::Other, {})});
  return races;
}

}  // namespace heddle::runtime
