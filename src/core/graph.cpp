#include "core/graph.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::core {
namespace {

bool isLater(EventId rf, EventId read) { return rf < kNoEvent && rf > read; }

}  // namespace

const Graph::Location* Graph::overlapping(Address addr, std::uint32_t size) const {
  const auto found = std::ranges::find_if(locations_, [&](const Location& known) {
    return (known.addr != addr || known.size != size) && known.addr < addr + size && addr < known.addr + known.size &&
           known.isKnown();
  });
  return found == locations_.end() ? nullptr : &*found;
}

std::uint32_t Graph::locate(Address addr, std::uint32_t size, Value initial) {
  for (std::uint32_t l = 0; l < locations_.size(); ++l) {
    Location& known = locations_[l];
    if (known.addr != addr || known.size != size || known.end != kNoEvent) continue;
    if (!known.isKnown()) known.initial = initial;  // nobody has seen another one
    return l;
  }
  locations_.push_back({addr, size, initial, {}, {}, {}, kNoEvent});
  return static_cast<std::uint32_t>(locations_.size() - 1);
}

EventId Graph::beforeNext(ThreadId t) const {
  if (t >= threads_.size()) return kNoEvent;
  return threads_[t].empty() ? spawners_[t] : threads_[t].back();
}

EventId Graph::add(ThreadId t, const Op& op, Label label) {
  const unsigned needed = 1 + (label == Label::Spawn ? std::max(t, op.other) : t);
  if (needed > threads_.size()) {
    threads_.resize(needed);
    spawners_.resize(needed, kNoEvent);
    if (needed > width_) widen(needed);
  }
  const auto e = static_cast<EventId>(events_.size());
  GraphEvent& event = events_.emplace_back();
  event.op = op;
  event.thread = t;
  event.label = label;
  event.before = beforeNext(t);
  threads_[t].push_back(e);
  event.index = static_cast<std::uint32_t>(threads_[t].size());
  if (event.index > 1) event.releaseFence = events_[event.before].releaseFence;
  if (label == Label::Fence && releases(op.order)) event.releaseFence = e;
  if (label == Label::Spawn) spawners_[op.other] = e;
  if (label == Label::Read || label == Label::Write || label == Label::Fence)
    hasSeqCst_ =
        hasSeqCst_ || op.order == Order::SeqCst || (op.kind == OpKind::Update && op.failOrder == Order::SeqCst);
  needRows(std::size_t{e} + 1);
  return e;
}

// They are kept when events are removed, and overwritten when others are added.
void Graph::needRows(std::size_t events) {
  const std::size_t needed = events * kRows * width_;
  if (needed > rows_.size()) rows_.resize(std::max(needed, 2 * rows_.size()));
}

EventId Graph::addRead(ThreadId t, const Op& op, std::uint32_t location, EventId rf) {
  const EventId e = add(t, op, Label::Read);
  events_[e].location = location;
  locations_[location].reads.push_back(e);
  readFrom(e, rf);
  return e;
}

EventId Graph::addWrite(ThreadId t, const Op& op, std::uint32_t location, std::uint32_t position, Value value,
                        bool exclusive) {
  const EventId e = add(t, op, Label::Write);
  GraphEvent& event = events_[e];
  event.location = location;
  event.value = value;
  event.isExclusive = exclusive;
  if (exclusive) {
    events_[event.before].isExclusive = true;
    setClocks(event.before);  // its order is that of success now
  }
  std::vector<EventId>& co = locations_[location].co;
  co.insert(co.begin() + (position - 1), e);
  for (std::uint32_t p = position; p <= co.size(); ++p) events_[co[p - 1]].position = p;
  setClocks(e);
  return e;
}

EventId Graph::addOther(ThreadId t, const Op& op, Label label, Value value) {
  const EventId e = add(t, op, label);
  events_[e].value = value;
  if (label == Label::Invalidate)
    for (Location& location : locations_)
      if (location.isKnown() && location.addr < op.addr + op.a && op.addr < location.addr + location.size)
        location.end = e;
  setClocks(e);
  return e;
}

void Graph::readFrom(EventId read, EventId rf) {
  GraphEvent& event = events_[read];
  if (isLater(event.rf, read)) std::erase(locations_[event.location].early, read);
  if (isLater(rf, read)) locations_[event.location].early.push_back(read);
  event.rf = rf;
  event.value = valueOf(event.location, rf);
  setClocks(read);
}

void Graph::moveTo(EventId write, std::uint32_t position) {
  const std::uint32_t old = events_[write].position;
  if (position == old) return;
  std::vector<EventId>& co = locations_[events_[write].location].co;
  co.erase(co.begin() + (old - 1));
  co.insert(co.begin() + (position - 1), write);
  for (std::uint32_t p = std::min(old, position); p <= std::max(old, position); ++p) events_[co[p - 1]].position = p;
}

void Graph::removeLast() {
  const auto e = static_cast<EventId>(events_.size() - 1);
  block(e, false);
  const GraphEvent& event = events_.back();
  threads_[event.thread].pop_back();
  if (event.label == Label::Spawn) spawners_[event.op.other] = kNoEvent;
  if (event.label == Label::Invalidate)
    for (Location& location : locations_)
      if (location.end == e) location.end = kNoEvent;
  if (event.label == Label::Read) {
    Location& location = locations_[event.location];
    location.reads.pop_back();  // in the order of addition
    if (isLater(event.rf, e)) std::erase(location.early, e);
  }
  if (event.label == Label::Write) {
    std::vector<EventId>& co = locations_[event.location].co;
    co.erase(co.begin() + (event.position - 1));
    for (std::uint32_t p = event.position; p <= co.size(); ++p) events_[co[p - 1]].position = p;
    if (event.isExclusive) {
      events_[event.before].isExclusive = false;
      setClocks(event.before);
    }
  }
  events_.pop_back();
}

// --- clocks ---

void Graph::join(std::uint32_t* into, Clock from) const {
  for (unsigned t = 0; t < width_; ++t) into[t] = std::max(into[t], from[t]);
}

void Graph::joinPublished(std::uint32_t* into, const Op& access, EventId from) const {
  visitSources(access, from, [&](EventId write) { join(into, clock(write, Row::Published)); });
}

void Graph::setClocks(EventId e) {
  const GraphEvent& event = events_[e];
  std::uint32_t* const causal = row(e, Row::Causal);
  std::uint32_t* const hb = row(e, Row::Hb);
  std::uint32_t* const published = row(e, Row::Published);
  if (event.before != kNoEvent) {
    std::copy_n(clock(event.before, Row::Causal), 2 * width_, causal);  // and hb
    std::fill_n(published, width_, 0u);
  } else {
    std::fill_n(causal, std::size_t{kRows} * width_, 0u);
  }
  causal[event.thread] = hb[event.thread] = event.index;
  switch (event.label) {
    case Label::Read:
      if (event.rf == kInitial || event.rf == kNoEvent) break;
      join(causal, clock(event.rf, Row::Causal));
      if (acquires(event.order())) joinPublished(hb, event.op, event.rf);
      break;
    case Label::Write:
      if (releases(event.op.order))
        join(published, hb);
      else if (event.releaseFence != kNoEvent)
        join(published, clock(event.releaseFence, Row::Hb));
      // C++20: only read-modify-writes continue a release sequence.
      if (event.isExclusive && !storesPart(event.op)) joinPublished(published, event.op, events_[event.before].rf);
      break;
    case Label::Fence:
      if (!acquires(event.op.order)) break;
      for (const EventId earlier : threads_[event.thread]) {
        if (events_[earlier].index >= event.index) break;
        const GraphEvent& read = events_[earlier];
        if (read.label == Label::Read && !storesPart(read.op)) joinPublished(hb, read.op, read.rf);
      }
      break;
    case Label::Join: {
      const std::vector<EventId>& child = threads_[event.op.other];
      if (child.empty()) break;
      join(causal, clock(child.back(), Row::Causal));
      join(hb, clock(child.back(), Row::Hb));
      break;
    }
    default: break;
  }
}

std::uint32_t Graph::lowest(EventId access, Row row) const {
  const EventId before = events_[access].before;
  if (before == kNoEvent) return 0;
  const Clock past = clock(before, events_[access].op.isGuarded != 0 ? Row::Causal : row);
  const unsigned bytes = bytesOf(events_[access].op);
  const auto isPast = [&](EventId e) {
    return e != access && past[events_[e].thread] >= events_[e].index && (bytesOf(events_[e].op) & bytes) != 0;
  };
  const Location& l = locations_[events_[access].location];
  auto highest = static_cast<std::uint32_t>(l.co.size());
  if (highest > 0 && l.co.back() == access) --highest;  // which nobody has seen before
  std::uint32_t lowest = highest;
  while (lowest > 0 && !isPast(l.co[lowest - 1])) --lowest;
  // The last reads first: they have most often seen the last write, and there is nothing above that.
  for (auto read = l.reads.rbegin(); read != l.reads.rend() && lowest < highest; ++read)
    if (const std::uint32_t seen = positionOf(events_[*read].rf); seen > lowest && isPast(*read)) lowest = seen;
  return lowest;
}

void Graph::widen(unsigned threads) {
  const unsigned wider = (threads + 3) / 4 * 4;
  std::vector<std::uint32_t> rows(events_.size() * kRows * wider);
  for (std::size_t r = 0; r < events_.size() * kRows; ++r)
    std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(r * width_), width_,
                rows.begin() + static_cast<std::ptrdiff_t>(r * wider));
  rows_ = std::move(rows);
  width_ = wider;
}

// --- parts ---

void Graph::restrict(const Graph& whole, const std::vector<char>& kept) {
  width_ = whole.width_;
  hasSeqCst_ = whole.hasSeqCst_;
  const auto size = static_cast<EventId>(whole.events_.size());
  // Up to here they keep their names.
  const auto same = static_cast<EventId>(std::find(kept.begin(), kept.end(), char{0}) - kept.begin());
  const std::size_t stride = std::size_t{kRows} * width_;
  events_.assign(whole.events_.begin(), whole.events_.begin() + same);
  needRows(size);
  std::copy_n(whole.rows_.begin(), same * stride, rows_.begin());
  renamed_.resize(size);
  for (EventId e = 0; e < same; ++e) renamed_[e] = e;
  for (EventId e = same; e < size; ++e) {
    renamed_[e] = kNoEvent;
    if (!kept[e]) continue;
    renamed_[e] = static_cast<EventId>(events_.size());
    std::copy_n(whole.clock(e, Row::Causal), stride, row(renamed_[e], Row::Causal));
    events_.push_back(whole.events_[e]);
  }
  const auto rename = [&](EventId e) { return e < same || e >= size ? e : renamed_[e]; };
  spawners_.assign(whole.threads_.size(), kNoEvent);
  blocked_ = 0;
  for (EventId e = 0; e < events_.size(); ++e) {
    GraphEvent& event = events_[e];
    event.rf = rename(event.rf);
    event.before = rename(event.before);
    event.releaseFence = rename(event.releaseFence);
    blocked_ += event.isBlocked ? 1 : 0;
    if (event.label == Label::Spawn) spawners_[event.op.other] = e;
  }
  const auto renameAll = [&](const std::vector<EventId>& from, std::vector<EventId>& to) {
    to.clear();
    for (const EventId e : from)
      if (renamed_[e] != kNoEvent) to.push_back(renamed_[e]);
  };
  threads_.resize(whole.threads_.size());
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    renameAll(whole.threads_[t], threads_[t]);
    // An exclusive read whose write is gone is a read again.
    if (!threads_[t].empty())
      if (GraphEvent& last = events_[threads_[t].back()]; last.label == Label::Read) last.isExclusive = false;
  }
  locations_.resize(whole.locations_.size());
  for (std::size_t l = 0; l < locations_.size(); ++l) {
    const Location& from = whole.locations_[l];
    Location& to = locations_[l];
    to.addr = from.addr;
    to.size = from.size;
    to.initial = from.initial;
    to.end = rename(from.end);
    renameAll(from.co, to.co);
    renameAll(from.reads, to.reads);
    renameAll(from.early, to.early);
    std::erase_if(to.early, [&](EventId read) { return events_[read].rf == kNoEvent; });
    for (std::uint32_t p = 0; p < to.co.size(); ++p) events_[to.co[p]].position = p + 1;
  }
}

}  // namespace heddle::core
