// Accesses that a thread performs before it is known that it will: what they would race with.
#include <algorithm>

#include "runtime/race_detector.h"

namespace heddle::runtime {

void RaceDetector::beginSpeculation(ThreadId t) {
  speculates_ = t;
  if (speculatedFrom_ == kNoRow) speculatedFrom_ = clocks_.add(1);
  clocks_.copy(speculatedFrom_, threads_[t]);
  clocks_.get(speculatedFrom_, t) = kClockLimit;  // its own accesses are ordered
}

// Others' accesses to the unit that conflict with one of the thread's.
void RaceDetector::compareSpeculation(const Unit& unit, bool write) {
  const auto compare = [&](Clocks::Row row, bool wrote, bool atomic) {
    const ThreadId u = clocks_.firstBeyond(row, speculatedFrom_);
    if (u != kMaxThreads) speculationMet_ = Conflict{u, wrote, atomic, unit.addr};
  };
  const auto compareEpoch = [&](Epoch epoch, bool wrote) {
    if (clockOf(epoch) > clocks_.get(speculatedFrom_, threadOf(epoch)))
      speculationMet_ = Conflict{threadOf(epoch), wrote, false, unit.addr};
  };
  if (threadOf(unit.cell->write) == kAtomicTag) {
    const Record& record = records_[clockOf(unit.cell->write)];
    const std::uint32_t cell = record.cellOf(unit.addr);
    compare(record.writes(), true, true);
    compare(record.plainWrites(cell), true, false);
    if (write) compare(record.reads(), false, true);
    if (write) compare(record.plainReads(cell), false, false);
    return;
  }
  compareEpoch(unit.cell->write, true);
  if (!write) return;
  if (const SharedRead* shared = sharedReadOf(unit))
    compare(shared->readers, false, false);
  else if (threadOf(unit.cell->read) != kSharedTag)
    compareEpoch(unit.cell->read, false);
}

// Whether a plain access to the unit that conflicts is not among what is known.
bool RaceDetector::isPlainBeyond(const Unit& unit, bool write, Clocks::Row known) {
  const auto isBeyond = [&](Clocks::Row row) { return clocks_.firstBeyond(row, known) != kMaxThreads; };
  const auto isLater = [&](Epoch epoch) { return clockOf(epoch) > clocks_.get(known, threadOf(epoch)); };
  if (threadOf(unit.cell->write) == kAtomicTag) {
    const Record& record = records_[clockOf(unit.cell->write)];
    const std::uint32_t cell = record.cellOf(unit.addr);
    return isBeyond(record.plainWrites(cell)) || (write && isBeyond(record.plainReads(cell)));
  }
  if (isLater(unit.cell->write)) return true;
  if (!write) return false;
  if (const SharedRead* shared = sharedReadOf(unit)) return isBeyond(shared->readers);
  return threadOf(unit.cell->read) != kSharedTag && isLater(unit.cell->read);
}

void RaceDetector::compareGhosts(ThreadId t, Address addr, std::uint64_t bytes, bool write) {
  for (const Ghost& ghost : ghosts_)
    ghostMet_ = ghostMet_ || ((write || ghost.writes) && threadOf(ghost.at) != t && ghost.addr < addr + bytes &&
                              addr < ghost.addr + ghost.bytes && !ordered(ghost.at, t));
}

}  // namespace heddle::runtime
