// Happens-before and data races, with shadow memory.
//
// Plain accesses leave an epoch in the race cell of the memory they touch
// (Flanagan & Freund, FastTrack, PLDI 2009). A location that was accessed
// atomically has a record of its own: the clock that a release left there, and
// who accessed it how. From then on its race cell holds the record's number
// and its mask is closed, so that plain accesses to it come to the runtime.
//
// Synchronisation follows C11 on the SC interleaving at hand: release
// sequences as in C++20 (a read-modify-write continues them), fences as in
// C11 7.17.4.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "core/op.h"
#include "runtime/clocks.h"
#include "runtime/region.h"

namespace heddle::runtime {

// What conflicts with an access: another thread's earlier one.
struct Conflict {
  ThreadId thread;
  bool write;   // the earlier access wrote
  bool atomic;  // the earlier access was atomic
  Address addr;
  bool withEnd = false;  // with no access: a variable's lifetime ends
};

class RaceDetector {
 public:
  // Before each execution, and when thread `t` appears. `adopts`: what happens
  // before what is not derived here, but adopted.
  void restart(bool adopts);
  void addThread(ThreadId t);

  // Whether each thread can still make so many releases in this execution.
  bool hasRoom(std::uint32_t releases) const;

  // A plain access. Parts of the range may have been accessed atomically before.
  std::optional<Conflict> plain(ThreadId t, Address addr, std::uint64_t bytes, bool write);

  // One quick look for the common case: this thread was the last to access
  // these 4 or 8 aligned bytes, in the same epoch.
  // The same for a whole cell and for two, which need no more than the cells.
  static bool sameEpoch4(Epoch mine, Address addr, bool write) {
    const RaceCell& cell = *cellOf(addr);
    return cell.write == mine || (!write && cell.read == mine);
  }
  static bool sameEpoch8(Epoch mine, Address addr, bool write) {
    return sameEpoch4(mine, addr, write) && sameEpoch4(mine, addr + 4, write);
  }
  bool sameEpoch(Epoch mine, Address addr, std::uint64_t bytes, bool write) const {
    const auto same = [&](const RaceCell& cell) { return cell.write == mine || (!write && cell.read == mine); };
    const RaceCell* const cell = cellOf(addr);
    if (bytes == 4) return (addr & 3) == 0 && sameEpoch4(mine, addr, write);
    if (bytes == 8) return (addr & 7) == 0 && sameEpoch8(mine, addr, write);
    if (bytes > 4 || (addr & 3) + bytes > 4) return false;
    if (threadOf(cell->write) != kSplitTag) return cell->write == mine;
    for (unsigned i = 0; i < bytes; ++i)
      if (!same(splits_[clockOf(cell->write)].bytes[(addr & 3) + i])) return false;
    return true;
  }

  // An atomic location: the clocks that accesses left.
  struct Record {
    Address addr;
    std::uint32_t bytes;
    Clocks::Row rows;
    std::uint64_t quickKey;  // keyOf(addr, bytes); 0: it is not found quickly
    bool plainSeen = false;  // the plain rows may have entries above the base

    static std::uint64_t keyOf(Address addr, unsigned bytes) { return addr | std::uint64_t{bytes} << 56; }
    void notePlain() {
      quickKey = 0;
      plainSeen = true;
    }
    Clocks::Row sync() const { return rows; }  // what an acquire learns
    Clocks::Row reads() const { return rows + 1; }
    Clocks::Row writes() const { return rows + 2; }
    // For each race cell of it: who read it plainly, who wrote it plainly.
    Clocks::Row plainReads(std::uint32_t cell) const { return rows + 3 + 2 * cell; }
    Clocks::Row plainWrites(std::uint32_t cell) const { return rows + 4 + 2 * cell; }
    std::uint32_t cells() const { return static_cast<std::uint32_t>(((addr & 3) + bytes + 3) / 4); }
    std::uint32_t cellOf(Address a) const {
      return static_cast<std::uint32_t>(((a & ~Address{3}) - (addr & ~Address{3})) / 4);
    }
  };

  // `known`: the record of exactly these bytes; null if there is none.
  // `locate`: makes one if need be; the memory must be open or belong to a
  // record already. Both hold until the next one is made.
  const Record* known(Address addr, unsigned bytes) const {
    if (!inRegion(addr)) return nullptr;
    Epoch tag = cellOf(addr)->write;
    if (threadOf(tag) == kSplitTag) [[unlikely]]
      tag = splits_[clockOf(tag)].bytes[addr & 3].write;
    if (threadOf(tag) != kAtomicTag) return nullptr;
    const Record& record = records_[clockOf(tag)];
    return record.addr == addr && record.bytes == bytes ? &record : nullptr;
  }
  const Record& locate(Address addr, unsigned bytes);
  // As `known`, for whole race cells of the program's memory, and only if no
  // plain access was seen.
  const Record* knownQuickly(Address addr, unsigned bytes) const {
    const Epoch tag = cellOf(addr)->write;
    if (threadOf(tag) != kAtomicTag) return nullptr;
    const Record& record = records_[clockOf(tag)];
    return record.quickKey == Record::keyOf(addr, bytes) ? &record : nullptr;
  }
  // From now on `knownQuickly` does not know the location there.
  void leaveQuickPath(Address addr) {
    if (inRegion(addr) && threadOf(cellOf(addr)->write) == kAtomicTag)
      records_[clockOf(cellOf(addr)->write)].quickKey = 0;
  }
  // Whether an atomic location lies in the range.
  bool touchesAtomic(Address addr, std::uint64_t bytes) const;
  // Those that do.
  std::vector<std::pair<Address, std::uint8_t>> locationsIn(Address addr, std::uint64_t bytes) const;

  void acquire(ThreadId t, const Record& record, core::Order order) {
    clocks_.join(core::acquires(order) ? threads_[t] : acquirePending(threads_[t]), record.sync());
  }
  // Atomic accesses to a location that has seen plain ones: what it races
  // with, if anything. What a read acquires may be what orders it, so it
  // acquires first.
  const Conflict* conflictOf(ThreadId t, const Record& record, bool reads, bool writes, core::Order order) {
    if (reads) acquire(t, record, order);
    return checkPlain(t, record, writes);
  }

  // What atomic accesses leave behind. An update is a read and a write in one:
  // it continues the release sequence it reads from.
  // Each answers the thread's clock after it.
  [[gnu::always_inline]] std::uint32_t read(ThreadId t, const Record& record, core::Order order) {
    const Clocks::Places clocks = clocks_.places();
    const Clocks::Row now = threads_[t], sync = record.sync();
    const std::uint32_t own = own_[t];
    clocks.get(record.reads(), t) = own;
    clocks.join(core::acquires(order) ? now : acquirePending(now), sync);
    return own;
  }
  // A look that learns nothing: what a thread that waits for the location does
  // again and again, from the moment it gets there; it may write as well. What it
  // races with, if anything.
  const Conflict* look(ThreadId t, const Record& record, bool writes) {
    clocks_.get(writes ? record.writes() : record.reads(), t) = own_[t];
    return record.plainSeen ? checkPlain(t, record, writes) : nullptr;
  }
  [[gnu::always_inline]] std::uint32_t write(ThreadId t, const Record& record, core::Order order) {
    const Clocks::Places clocks = clocks_.places();
    const Clocks::Row now = threads_[t], sync = record.sync();
    const std::uint32_t own = own_[t];
    clocks.get(record.writes(), t) = own;
    if (!core::releases(order)) {
      clocks.copy(sync, releaseFence(now));
      return own;
    }
    clocks.release(sync, now, t);
    return own_[t] = own + 1;
  }
  [[gnu::always_inline]] std::uint32_t update(ThreadId t, const Record& record, core::Order order) {
    const Clocks::Places clocks = clocks_.places();
    const Clocks::Row now = threads_[t], sync = record.sync();
    const std::uint32_t own = own_[t];
    clocks.get(record.writes(), t) = own;
    if (!core::releases(order)) {
      clocks.join(core::acquires(order) ? now : acquirePending(now), sync);
      if (hasReleaseFences_) clocks.join(sync, releaseFence(now));
      return own;
    }
    if (core::acquires(order))
      clocks.exchange(sync, now, t);
    else
      clocks.contribute(sync, now, acquirePending(now), t);
    return own_[t] = own + 1;
  }

  // From here on the plain accesses of thread `t` are also compared with what it
  // knows now. The first of another thread that it will know of only by what it
  // reads meanwhile is kept: speculationMet.
  void beginSpeculation(ThreadId t);
  void endSpeculation() { speculates_ = kMaxThreads; }
  const std::optional<Conflict>& speculationMet() const { return speculationMet_; }

  // An access that thread `t` makes in executions that are not explored, in which it
  // knows no more. A plain access that it would race with is kept in mind.
  void addGhost(ThreadId t, Address addr, std::uint32_t bytes, bool write);
  // An access that it would have raced with, or speculationMet.
  bool hasMet() const { return ghostMet_ || speculationMet_; }

  // A thread's own clock, and what thread `t` knows of another's.
  std::uint32_t now(ThreadId t) const { return own_[t]; }
  std::uint32_t knownOf(ThreadId other, ThreadId t) { return clocks_.get(threads_[t], other); }

  // Whether thread `t` knows of what another one did in that epoch.
  bool knows(ThreadId t, Epoch e) { return ordered(e, t); }

  // What plain accesses of thread `t` leave in race cells now.
  Epoch epoch(ThreadId t) const { return epochOf(t, now(t)); }

  void fence(ThreadId t, core::Order order);

  // Atomic sections exclude each other. An access inside one is ordered after
  // those of earlier sections that conflict with it, byte by byte: searches
  // order sections by no more than that, so this must not either.
  enum class Touch : std::uint8_t { Read, Commute, Write };  // Commute: an update whose result nobody uses
  void enterSection(ThreadId t) { tick(t); }
  void accessInSection(ThreadId t, Address addr, std::uint64_t bytes, Touch touch);
  void leaveSection(ThreadId t);

  // Thread `t` knows so many events of each thread, and is about to do the next
  // one of its own.
  void adopt(ThreadId t, std::span<const std::uint32_t> clock);
  // An atomic access whose order was adopted: what it races with, if anything.
  const Conflict* ordered(ThreadId t, const Record& record, bool writes) {
    clocks_.get(writes ? record.writes() : record.reads(), t) = own_[t] - 1;
    return record.plainSeen ? checkPlain(t, record, writes) : nullptr;
  }

  void spawn(ThreadId parent, ThreadId child);
  void join(ThreadId t, ThreadId child);

  // The memory is given back (free, end of scope): as a write by `t`, and no
  // location in it is atomic any more. `check` false: only forget.
  std::optional<Conflict> retire(ThreadId t, Address addr, std::uint64_t bytes, bool check);

 private:
  struct RaceCell {
    Epoch write;
    Epoch read;
  };
  // Reserved "thread ids" in RaceCell::write and ::read.
  static constexpr ThreadId kAtomicTag = 255;  // write: number of a Record
  static constexpr ThreadId kSplitTag = 254;   // write: number of a Split
  static constexpr ThreadId kSharedTag = 253;  // read: number of a SharedRead
  static_assert(kMaxThreads <= kSharedTag);

  struct Ghost {
    Address addr;
    std::uint32_t bytes;
    Epoch at;
    bool writes;
  };
  struct Split {  // byte by byte
    RaceCell bytes[4];
  };
  struct SharedRead {  // several threads read since the last write
    Address owner;     // the cell it belongs to; a stale number in a cell finds another owner
    Clocks::Row readers;
  };
  // A cell, or one byte of a split cell, with the address that names it.
  struct Unit {
    RaceCell* cell;
    Address addr;
    Address owner;
  };
  // What atomic sections left at a byte in execution number `run`.
  static constexpr Clocks::Row kNoRow = ~Clocks::Row{0};
  struct SectionByte {
    std::uint32_t run = 0;
    Clocks::Row rows[3] = {kNoRow, kNoRow, kNoRow};  // by Touch; since the last write
  };
  struct SectionAccess {
    Address byte;
    Touch touch;
  };
  // A thread has three rows: what it knows, what an acquire fence would add,
  // and what it knew at its last release fence.
  static Clocks::Row acquirePending(Clocks::Row now) { return now + 1; }
  static Clocks::Row releaseFence(Clocks::Row now) { return now + 2; }

  static RaceCell* cellOf(Address addr) { return reinterpret_cast<RaceCell*>(layout::raceCellAddress(addr)); }
  std::uint32_t highestClock() const;
  void addRows(ThreadId t);
  void tick(ThreadId t) {
    clocks_.increment(threads_[t], t);
    ++own_[t];
  }
  bool ordered(Epoch e, ThreadId t) { return clockOf(e) <= clocks_.get(threads_[t], threadOf(e)); }

  // Calls visit(Unit&) -> bool for each cell (or byte of one) in the range
  // until it answers false, splitting cells that are touched in part.
  template <typename Visit>
  void forUnits(Address addr, std::uint64_t bytes, Visit visit);
  std::uint32_t addRecord(Address addr, std::uint32_t bytes);
  void absorb(Record& record, Epoch epoch, Clocks::Row row);
  void untag(const Record& record);
  std::optional<Conflict> plainUnit(ThreadId t, const Unit& unit, bool write);
  void compareSpeculation(const Unit& unit, bool write);
  bool isPlainBeyond(const Unit& unit, bool write, Clocks::Row known);
  void compareGhosts(ThreadId t, Address addr, std::uint64_t bytes, bool write);
  std::optional<Conflict> plainOnAtomic(ThreadId t, Record& record, Address addr, bool write);
  const Conflict* checkPlain(ThreadId t, const Record& record, bool write);
  const SharedRead* sharedReadOf(const Unit& unit) const;
  void addReader(ThreadId t, const Unit& unit);
  SectionByte& sectionByte(Address byte);

  Clocks clocks_;
  Clocks::Row threads_[kMaxThreads];
  // A thread's own entry of its row once more: a load of one lane of a row that
  // was just stored as a whole has to wait.
  std::uint32_t own_[kMaxThreads] = {};
  ThreadId used_ = 0;  // threads of this execution have smaller ids
  std::unordered_map<Address, SectionByte> sectionBytes_;
  std::vector<SectionAccess> sectionAccesses_;  // of the section that runs
  std::uint32_t run_ = 0;                       // the number of the execution
  bool adopts_ = false;
  bool hasReleaseFences_ = false;  // else these rows are as they were at the start
  std::vector<Record> records_;
  std::vector<Split> splits_;
  std::vector<SharedRead> sharedReads_;
  std::optional<Conflict> conflict_;     // what `read` and `write` point to
  ThreadId speculates_ = kMaxThreads;    // the thread, if there is one
  Clocks::Row speculatedFrom_ = kNoRow;  // what it knew before
  std::optional<Conflict> speculationMet_;
  std::vector<Ghost> ghosts_;  // the last one of each thread and place
  bool ghostMet_ = false;
};

}  // namespace heddle::runtime
