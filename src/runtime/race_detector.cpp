#include "runtime/race_detector.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::runtime {
namespace {

// Clocks only grow over a run; when this little is left they start again from
// zero with clean shadow memory. More than any one execution can use.
constexpr std::uint32_t kClockReserve = 1U << 23;

constexpr std::uint64_t kManyBytes = 256;  // of a range that is not gone through cell by cell

}  // namespace

void RaceDetector::restart(bool adopts) {
  adopts_ = adopts;
  hasReleaseFences_ = false;
  for (const Record& record : records_) untag(record);
  records_.clear();
  sharedReads_.clear();
  std::uint32_t highest = highestClock();
  if (highest > kClockLimit - kClockReserve) {
    forget(layout::kRaceCells, layout::kRaceCells + layout::kSize * 2);
    splits_.clear();
    std::fill_n(own_, kMaxThreads, 0);
    highest = 0;
  }
  used_ = 0;
  clocks_.restart(highest);
  speculates_ = kMaxThreads;
  speculatedFrom_ = kNoRow;
  speculationMet_.reset();
  ghosts_.clear();
  ghostMet_ = false;
  sectionAccesses_.clear();
  ++run_;
}

// No clock of this or any earlier execution is larger.
std::uint32_t RaceDetector::highestClock() const {
  std::uint32_t highest = clocks_.base();
  for (ThreadId t = 0; t < used_; ++t) highest = std::max(highest, own_[t]);
  return highest;
}

bool RaceDetector::hasRoom(std::uint32_t releases) const { return highestClock() + releases < kClockLimit; }

// The thread's own entry is increased by the caller.
void RaceDetector::addRows(ThreadId t) {
  clocks_.widen(t);
  threads_[t] = clocks_.add(3);
  own_[t] = clocks_.base() + 1;
  used_ = std::max(used_, t + 1);
}

void RaceDetector::addThread(ThreadId t) {
  addRows(t);
  clocks_.increment(threads_[t], t);
}

template <typename Visit>
void RaceDetector::forUnits(Address addr, std::uint64_t bytes, Visit visit) {
  const Address end = addr + bytes;
  while (addr < end) {
    const Address cellStart = addr & ~Address{3};
    const Address stop = std::min(cellStart + 4, end);
    RaceCell* const cell = cellOf(addr);
    const bool whole = addr == cellStart && stop == cellStart + 4;
    const bool atomic = threadOf(cell->write) == kAtomicTag;
    if (threadOf(cell->write) != kSplitTag && (whole || atomic)) {
      if (!visit(Unit{cell, addr, cellStart})) return;
      addr = stop;
      continue;
    }
    if (threadOf(cell->write) != kSplitTag) {
      const auto index = static_cast<std::uint32_t>(splits_.size());
      HEDDLE_CHECK(index < kClockLimit);
      Split split;
      const SharedRead* const shared = sharedReadOf({cell, cellStart, cellStart});
      const std::optional<Clocks::Row> readers = shared ? std::optional(shared->readers) : std::nullopt;
      for (unsigned i = 0; i < 4; ++i) {
        split.bytes[i] = *cell;
        if (!readers) continue;
        const Clocks::Row copy = clocks_.add(1);
        clocks_.copy(copy, *readers);
        split.bytes[i].read = epochOf(kSharedTag, static_cast<std::uint32_t>(sharedReads_.size()));
        sharedReads_.push_back({~(cellStart + i), copy});
      }
      splits_.push_back(split);
      *cell = {epochOf(kSplitTag, index), 0};
    }
    const std::uint32_t index = clockOf(cell->write);
    for (; addr < stop; ++addr)
      if (!visit(Unit{&splits_[index].bytes[addr & 3], addr, ~addr})) return;
  }
}

const RaceDetector::SharedRead* RaceDetector::sharedReadOf(const Unit& unit) const {
  if (threadOf(unit.cell->read) != kSharedTag) return nullptr;
  const std::uint32_t index = clockOf(unit.cell->read);
  if (index >= sharedReads_.size() || sharedReads_[index].owner != unit.owner) return nullptr;
  return &sharedReads_[index];
}

void RaceDetector::addReader(ThreadId t, const Unit& unit) {
  const std::uint32_t mine = now(t);
  if (const SharedRead* shared = sharedReadOf(unit)) {
    clocks_.get(shared->readers, t) = mine;
    return;
  }
  const Epoch last = unit.cell->read;
  if (threadOf(last) == kSharedTag || threadOf(last) == t || ordered(last, t)) {  // a stale shared read is ordered
    unit.cell->read = epochOf(t, mine);
    return;
  }
  const Clocks::Row readers = clocks_.add(1);
  clocks_.get(readers, threadOf(last)) = clockOf(last);
  clocks_.get(readers, t) = mine;
  unit.cell->read = epochOf(kSharedTag, static_cast<std::uint32_t>(sharedReads_.size()));
  sharedReads_.push_back({unit.owner, readers});
}

void RaceDetector::addGhost(ThreadId t, Address addr, std::uint32_t bytes, bool write) {
  forUnits(addr, bytes, [&](const Unit& unit) {
    ghostMet_ = ghostMet_ || isPlainBeyond(unit, write, threads_[t]);
    return !ghostMet_;
  });
  for (Ghost& ghost : ghosts_) {
    if (ghost.addr != addr || ghost.bytes != bytes || threadOf(ghost.at) != t || ghost.writes != write) continue;
    ghost.at = epoch(t);
    return;
  }
  ghosts_.push_back({addr, bytes, epoch(t), write});
}

std::optional<Conflict> RaceDetector::plainUnit(ThreadId t, const Unit& unit, bool write) {
  if (t == speculates_) [[unlikely]]
    compareSpeculation(unit, write);
  if (threadOf(unit.cell->write) == kAtomicTag)
    return plainOnAtomic(t, records_[clockOf(unit.cell->write)], unit.addr, write);
  if (!ordered(unit.cell->write, t)) return Conflict{threadOf(unit.cell->write), true, false, unit.addr};
  if (!write) {
    addReader(t, unit);
    return std::nullopt;
  }
  if (const SharedRead* shared = sharedReadOf(unit)) {
    if (const ThreadId u = clocks_.firstBeyond(shared->readers, threads_[t]); u != kMaxThreads)
      return Conflict{u, false, false, unit.addr};
  } else if (threadOf(unit.cell->read) != kSharedTag && !ordered(unit.cell->read, t)) {
    return Conflict{threadOf(unit.cell->read), false, false, unit.addr};
  }
  *unit.cell = {epochOf(t, now(t)), 0};
  return std::nullopt;
}

std::optional<Conflict> RaceDetector::plain(ThreadId t, Address addr, std::uint64_t bytes, bool write) {
  std::optional<Conflict> found;
  if (!ghosts_.empty()) [[unlikely]]
    compareGhosts(t, addr, bytes, write);
  if (bytes == 4 && (addr & 3) == 0 && threadOf(cellOf(addr)->write) < kSharedTag)
    return plainUnit(t, {cellOf(addr), addr, addr}, write);
  const auto each = [&](Address from, Address to) {
    forUnits(from, to - from, [&](const Unit& unit) {
      found = plainUnit(t, unit, write);
      return !found;
    });
  };
  // Of a large range most cells are like the one before: what became of that becomes of them.
  Address at = addr;
  const Address end = addr + bytes;
  const Address wholeEnd = end & ~Address{3};
  if (bytes >= kManyBytes) {
    at = (addr + 3) & ~Address{3};
    each(addr, at);
    const auto isSimple = [](const RaceCell& c) {
      return threadOf(c.write) < kSharedTag && threadOf(c.read) < kSharedTag;
    };
    while (at < wholeEnd && !found) {
      const RaceCell before = *cellOf(at);
      each(at, at + 4);
      const RaceCell after = *cellOf(at);
      const bool isKnown = !found && isSimple(before) && isSimple(after);
      at += 4;
      for (; isKnown && at < wholeEnd; at += 4) {
        RaceCell& cell = *cellOf(at);
        if (cell.write != before.write || cell.read != before.read) break;
        cell = after;
      }
    }
  }
  if (!found) each(at, end);
  return found;
}

bool RaceDetector::touchesAtomic(Address addr, std::uint64_t bytes) const {
  if (bytes >= kManyBytes && bytes / 4 > records_.size())
    return std::ranges::any_of(records_, [&](const Record& record) {
      return record.bytes != 0 && record.addr < addr + bytes && addr < record.addr + record.bytes;
    });
  for (const Address end = addr + bytes; addr < end; addr = (addr | 3) + 1) {
    const Epoch tag = cellOf(addr)->write;
    if (threadOf(tag) == kAtomicTag) return true;
    if (threadOf(tag) != kSplitTag) continue;
    const Address stop = std::min((addr | 3) + 1, end);
    for (Address a = addr; a < stop; ++a)
      if (threadOf(splits_[clockOf(tag)].bytes[a & 3].write) == kAtomicTag) return true;
  }
  return false;
}

// The plain accesses so far become part of the record.
void RaceDetector::absorb(Record& record, Epoch epoch, Clocks::Row row) {
  if (threadOf(epoch) >= kSharedTag || clockOf(epoch) <= clocks_.base()) return;
  record.notePlain();
  std::uint32_t& entry = clocks_.get(row, threadOf(epoch));
  entry = std::max(entry, clockOf(epoch));
}

std::uint32_t RaceDetector::addRecord(Address addr, std::uint32_t bytes) {
  const auto index = static_cast<std::uint32_t>(records_.size());
  HEDDLE_CHECK(index < kClockLimit);
  Record record{addr, bytes, 0, adopts_ ? 0 : Record::keyOf(addr, bytes)};
  record.rows = clocks_.add(3 + 2 * record.cells());
  records_.push_back(record);
  return index;
}

const RaceDetector::Record& RaceDetector::locate(Address addr, unsigned bytes) {
  // Nearly always: whole cells that nobody touched in this execution.
  if (((addr | bytes) & 3) == 0 && bytes <= 8) {
    RaceCell* const cells = cellOf(addr);
    const auto fresh = [&](const RaceCell& c) {
      return threadOf(c.write) < kSharedTag && threadOf(c.read) < kSharedTag && clockOf(c.write) <= clocks_.base() &&
             clockOf(c.read) <= clocks_.base();
    };
    if (fresh(cells[0]) && fresh(cells[bytes / 4 - 1])) {
      const std::uint32_t index = addRecord(addr, bytes);
      for (unsigned i = 0; i < bytes / 4; ++i) cells[i] = {epochOf(kAtomicTag, index), 0};
      closeMask(addr, bytes);
      return records_[index];
    }
  }
  // The union of what is asked for and of the records it overlaps: accesses of
  // different sizes to one location synchronise through one record.
  Address from = addr;
  Address to = addr + bytes;
  std::vector<std::uint32_t> overlapped;
  forUnits(addr, bytes, [&](const Unit& unit) {
    if (threadOf(unit.cell->write) != kAtomicTag) return true;
    const std::uint32_t index = clockOf(unit.cell->write);
    if (!overlapped.empty() && overlapped.back() == index) return true;
    overlapped.push_back(index);
    from = std::min(from, records_[index].addr);
    to = std::max(to, records_[index].addr + records_[index].bytes);
    return true;
  });
  if (overlapped.size() == 1 && records_[overlapped[0]].addr == from &&
      records_[overlapped[0]].addr + records_[overlapped[0]].bytes == to)
    return records_[overlapped[0]];  // a part of a known location

  const std::uint32_t index = addRecord(from, static_cast<std::uint32_t>(to - from));
  Record record = records_[index];
  for (const std::uint32_t old : overlapped) {
    Record& part = records_[old];
    clocks_.join(record.sync(), part.sync());
    clocks_.join(record.reads(), part.reads());
    clocks_.join(record.writes(), part.writes());
    for (std::uint32_t cell = 0; cell < part.cells(); ++cell) {
      const std::uint32_t here = record.cellOf(part.addr) + cell;
      clocks_.join(record.plainReads(here), part.plainReads(cell));
      clocks_.join(record.plainWrites(here), part.plainWrites(cell));
    }
    if (part.plainSeen) record.notePlain();
    part.bytes = 0;
  }
  forUnits(from, to - from, [&](const Unit& unit) {
    const std::uint32_t cell = record.cellOf(unit.addr);
    absorb(record, unit.cell->write, record.plainWrites(cell));
    absorb(record, unit.cell->read, record.plainReads(cell));
    if (const SharedRead* shared = sharedReadOf(unit)) {
      clocks_.join(record.plainReads(cell), shared->readers);
      record.notePlain();
    }
    *unit.cell = {epochOf(kAtomicTag, index), 0};
    return true;
  });
  closeMask(from, to - from);
  records_[index] = record;
  return records_[index];
}

void RaceDetector::untag(const Record& record) {
  if (record.bytes == 0) return;
  // Cells stay split: their number is bounded by the memory the program uses.
  if (((record.addr | record.bytes) & 3) == 0) {
    for (unsigned i = 0; i < record.bytes / 4; ++i) {
      RaceCell& cell = cellOf(record.addr)[i];
      if (threadOf(cell.write) == kSplitTag)
        splits_[clockOf(cell.write)] = {};
      else
        cell = {0, 0};
    }
  } else {
    forUnits(record.addr, record.bytes, [&](const Unit& unit) {
      *unit.cell = {0, 0};
      return true;
    });
  }
  // Stacks and heaps are closed as a whole after an execution.
  if (record.addr < layout::kStacks) openMask(record.addr, record.bytes);
}

std::optional<Conflict> RaceDetector::plainOnAtomic(ThreadId t, Record& record, Address addr, bool write) {
  const Clocks::Row mine = threads_[t];
  const std::uint32_t cell = record.cellOf(addr);
  const auto against = [&](Clocks::Row row, bool wrote, bool atomic) -> std::optional<Conflict> {
    const ThreadId u = clocks_.firstBeyond(row, mine);
    return u == kMaxThreads ? std::nullopt : std::optional(Conflict{u, wrote, atomic, addr});
  };
  if (const auto conflict = against(record.writes(), true, true)) return conflict;
  if (const auto conflict = against(record.plainWrites(cell), true, false)) return conflict;
  record.notePlain();
  if (!write) {
    clocks_.get(record.plainReads(cell), t) = now(t);
    return std::nullopt;
  }
  if (const auto conflict = against(record.reads(), false, true)) return conflict;
  if (const auto conflict = against(record.plainReads(cell), false, false)) return conflict;
  clocks_.get(record.plainWrites(cell), t) = now(t);
  clocks_.fill(record.sync());  // a plain write heads no release sequence
  return std::nullopt;
}

// An atomic access to a location that has seen plain ones.
const Conflict* RaceDetector::checkPlain(ThreadId t, const Record& record, bool write) {
  conflict_.reset();
  for (std::uint32_t cell = 0; cell < record.cells() && !conflict_; ++cell) {
    const Address addr = std::max(record.addr, (record.addr & ~Address{3}) + 4 * cell);
    if (const ThreadId u = clocks_.firstBeyond(record.plainWrites(cell), threads_[t]); u != kMaxThreads)
      conflict_ = Conflict{u, true, false, addr};
    else if (const ThreadId v = clocks_.firstBeyond(record.plainReads(cell), threads_[t]); write && v != kMaxThreads)
      conflict_ = Conflict{v, false, false, addr};
  }
  return conflict_ ? &*conflict_ : nullptr;
}

void RaceDetector::fence(ThreadId t, core::Order order) {
  const Clocks::Row now = threads_[t];
  if (core::acquires(order)) clocks_.join(now, acquirePending(now));
  if (core::releases(order)) {
    hasReleaseFences_ = true;
    clocks_.copy(releaseFence(now), now);
    tick(t);
  }
}

RaceDetector::SectionByte& RaceDetector::sectionByte(Address byte) {
  SectionByte& left = sectionBytes_[byte];
  if (left.run != run_) left = {.run = run_};
  return left;
}

void RaceDetector::accessInSection(ThreadId t, Address addr, std::uint64_t bytes, Touch touch) {
  for (Address byte = addr; byte < addr + bytes; ++byte) {
    const SectionByte& left = sectionByte(byte);
    for (const Touch earlier : {Touch::Read, Touch::Commute, Touch::Write}) {
      const Clocks::Row row = left.rows[static_cast<unsigned>(earlier)];
      if (row != kNoRow && (earlier != touch || touch == Touch::Write)) clocks_.join(threads_[t], row);
    }
    sectionAccesses_.push_back({byte, touch});
  }
}

void RaceDetector::leaveSection(ThreadId t) {
  const Clocks::Row now = clocks_.add(1);
  clocks_.copy(now, threads_[t]);
  for (const SectionAccess& access : sectionAccesses_) {
    SectionByte& left = sectionByte(access.byte);
    if (access.touch == Touch::Write) left = {.run = run_};
    Clocks::Row& row = left.rows[static_cast<unsigned>(access.touch)];
    if (row == kNoRow || row == now) {
      row = now;
      continue;
    }
    const Clocks::Row both = clocks_.add(1);
    clocks_.copy(both, row);
    clocks_.join(both, now);
    row = both;
  }
  sectionAccesses_.clear();
  tick(t);
}

std::vector<std::pair<Address, std::uint8_t>> RaceDetector::locationsIn(Address addr, std::uint64_t bytes) const {
  std::vector<std::pair<Address, std::uint8_t>> found;
  for (const Record& record : records_)
    if (record.bytes != 0 && record.addr < addr + bytes && addr < record.addr + record.bytes)
      found.emplace_back(record.addr, static_cast<std::uint8_t>(record.bytes));
  return found;
}

void RaceDetector::adopt(ThreadId t, std::span<const std::uint32_t> clock) {
  if (clock.empty()) return;
  for (ThreadId other = 0; other < clock.size() && other < used_; ++other)
    clocks_.get(threads_[t], other) = clocks_.base() + clock[other];
  own_[t] = clocks_.base() + (t < clock.size() ? clock[t] : 0) + 1;
  clocks_.get(threads_[t], t) = own_[t];
}

void RaceDetector::spawn(ThreadId parent, ThreadId child) {
  addRows(child);
  clocks_.branch(threads_[child], child, threads_[parent], parent);
  ++own_[parent];
}

void RaceDetector::join(ThreadId t, ThreadId child) { clocks_.join(threads_[t], threads_[child]); }

std::optional<Conflict> RaceDetector::retire(ThreadId t, Address addr, std::uint64_t bytes, bool check) {
  const Address from = addr & ~Address{3};
  const Address to = (addr + bytes + 3) & ~Address{3};
  if (check) {
    if (const auto conflict = plain(t, from, to - from, true)) return conflict;
  }
  for (Record& record : records_) {
    if (record.bytes == 0 || record.addr >= to || record.addr + record.bytes <= from) continue;
    untag(record);
    record.bytes = 0;
  }
  return std::nullopt;
}

}  // namespace heddle::runtime
