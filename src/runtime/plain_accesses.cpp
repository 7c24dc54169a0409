#include "runtime/plain_accesses.h"

#include <algorithm>
#include <bit>

#include "core/mixed_sizes.h"

namespace heddle::runtime {

inline void PlainAccesses::checkShared(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  if (!isReached(site) || run_.detector.sameEpoch(hot.epoch, addr, bytes, write)) return;
  const InHeddle guard;
  memory_.checkPlain(addr, bytes, write, site);
}

// The usual case: other threads can at most race with it.
std::uint64_t PlainAccesses::load(Address addr, SiteId site, Address frame) {
  const SiteFacts& facts = sites_[site];
  if (!hot.quickPlain || run_.current->atomicDepth != 0 || !isOpen(addr, facts.size)) [[unlikely]]
    return loadSlowly(addr, site, frame);
  checkShared(addr, facts.size, false, site);
  return static_cast<std::uint64_t>(core::loadWord(addr, facts.size));
}

[[gnu::noinline]] std::uint64_t PlainAccesses::loadSlowly(Address addr, SiteId site, Address frame) {
  const unsigned bytes = sites_[site].size;
  const Op op{.addr = addr,
              .site = site,
              .kind = OpKind::Read,
              .order = Order::Plain,
              .size = static_cast<std::uint8_t>(bytes)};
  takeLocks(addr, bytes, false, site);
  if (isOpen(addr, bytes)) [[likely]] {
    if (isReached(site) && (!run_.checkRaces || run_.current->atomicDepth != 0))
      return static_cast<std::uint64_t>(run_.visible(op));
    checkShared(addr, bytes, false, site);
    const Value value = core::loadWord(addr, bytes);
    if (run_.isRecorded) [[unlikely]]
      recording_.notePlain(addr, bytes, false, value, site);
    if (run_.isTrial) [[unlikely]]
      trial_.notePlainRead(addr, bytes, site);
    return static_cast<std::uint64_t>(value);
  }
  if (addr < kNullPages) memory_.failAt(addr, bytes, false, site);
  if (!inRegion(addr) || run_.isOwnStack(addr, bytes, frame))
    return static_cast<std::uint64_t>(probeLoad(addr, bytes, site));
  if (!run_.checkRaces || !run_.detector.touchesAtomic(addr, bytes)) memory_.failAt(addr, bytes, false, site);
  run_.noteUnseen();
  if (!sites_[site].isShared) return static_cast<std::uint64_t>(core::loadWord(addr, bytes));  // not on the slice
  requireAtomicReads(site);
  if (run_.adoptsOrder) return static_cast<std::uint64_t>(loadLocations(op));
  if (run_.current->atomicDepth != 0) return static_cast<std::uint64_t>(asEvent(op));
  const InHeddle guard;
  memory_.checkUnsynchronised(op);
  const Value value = core::loadWord(addr, bytes);
  if (run_.isRecorded) recording_.notePlain(addr, bytes, false, value, site);
  return static_cast<std::uint64_t>(value);
}

// In an atomic section, on execution graphs.
inline void PlainAccesses::takeLocks(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  if (run_.sectionLocks != nullptr && run_.checkRaces && isReached(site) && inRegion(addr)) [[unlikely]]
    run_.sectionLocks->touch(addr, bytes, write, site);
}

// A plain read of an atomic location.
void PlainAccesses::requireAtomicReads(SiteId site) {
  if (*options_.readsAreAtomic) [[unlikely]]
    verdicts_.breakOff({core::Assumption::AtomicReads, site});
}

// A plain access to an atomic location is an event on execution graphs, and in atomic sections. Else it is not,
// as any other plain access: memory has the present value, and what conflicts
// with the access is ordered with it by other events, or races with it. (It
// could not be: whether the location is known to be atomic by then may depend on
// the order of events that do not conflict.)
Value PlainAccesses::asEvent(const Op& op) {
  const auto isSettled = [&] {
    return std::ranges::find(options_.settledWords, core::Word{op.addr, op.size}) != options_.settledWords.end() ||
           options_.learnt->mixedWords.cover(op.addr, op.size);
  };
  // Where atomic sections have locks, the access takes one first: if another execution has it as an event and this one
  // does not, the search sees the lock only, and could not learn from it which word that is about.
  const bool mustBe = options_.mustBeSettled || options_.learnt->sectionWords.areThere();
  if (mustBe && run_.ordersEvents() && !isSettled())
    verdicts_.breakOff({core::Assumption::SettledWords, op.site, {}, op.addr, op.size});
  return run_.visible(op);
}

void PlainAccesses::store(Address addr, SiteId site, std::uint64_t value, Address frame) {
  const SiteFacts& facts = sites_[site];
  if (!hot.quickPlain || facts.isRepeated || run_.current->atomicDepth != 0 || !isOpen(addr, facts.size)) [[unlikely]]
    return storeSlowly(addr, site, value, frame);
  checkShared(addr, facts.size, true, site);
  core::storeWord(addr, facts.size, value);
}

[[gnu::noinline]] void PlainAccesses::storeSlowly(Address addr, SiteId site, std::uint64_t value, Address frame) {
  const unsigned bytes = sites_[site].size;
  memory_.noteRepeatedStore(addr, bytes, site);
  const Op op{.a = value,
              .addr = addr,
              .site = site,
              .kind = OpKind::Write,
              .order = Order::Plain,
              .size = static_cast<std::uint8_t>(bytes)};
  takeLocks(addr, bytes, true, site);
  if (isOpen(addr, bytes)) [[likely]] {
    if (isReached(site) && (!run_.checkRaces || run_.current->atomicDepth != 0)) {
      run_.leaveTrial();
      return static_cast<void>(run_.visible(op));
    }
    checkShared(addr, bytes, true, site);
    if (run_.isTrial) [[unlikely]]
      trial_.notePlainStore(op);
    core::storeWord(addr, bytes, value);
    if (run_.isRecorded) [[unlikely]]
      recording_.notePlain(addr, bytes, true, value, site);
    return;
  }
  // Others cannot see this store to an atomic location either, unless they race with it.
  if (run_.isTrial && run_.checkRaces && inRegion(addr) && run_.detector.touchesAtomic(addr, bytes)) {
    trial_.notePlainStore(op);
    return core::storeWord(addr, bytes, value);
  }
  run_.leaveTrial();
  if (addr < kNullPages) memory_.failAt(addr, bytes, true, site);
  if (!inRegion(addr) || run_.isOwnStack(addr, bytes, frame)) return probeStore(addr, bytes, value, site);
  if (!run_.checkRaces || !run_.detector.touchesAtomic(addr, bytes)) memory_.failAt(addr, bytes, true, site);
  run_.noteUnseen();
  if (!sites_[site].isShared) return core::storeWord(addr, bytes, value);  // not on the slice
  if (run_.adoptsOrder) return storeLocations(op);
  if (run_.current->atomicDepth != 0) return static_cast<void>(asEvent(op));
  const InHeddle guard;
  memory_.checkUnsynchronised(op);
  memory_.invalidate(addr, bytes, site);
  core::storeWord(addr, bytes, value);
  if (run_.isRecorded) recording_.notePlain(addr, bytes, true, value, site);
}

// Most are one word, open or of a private variable.
void PlainAccesses::checkRange(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  const SiteFacts& facts = sites_[site];
  if (!hot.quickPlain || bytes - 1 >= 8 || facts.isRepeated || run_.current->atomicDepth != 0) [[unlikely]]
    return checkRangeSlowly(addr, bytes, write, site);
  if (!isOpen(addr, bytes)) {
    if (!run_.isOwnStack(addr, bytes, reinterpret_cast<Address>(__builtin_frame_address(0))))
      checkRangeSlowly(addr, bytes, write, site);
    return;
  }
  checkShared(addr, bytes, write, site);
}

[[gnu::noinline]] void PlainAccesses::checkRangeSlowly(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  if (bytes == 0) return;
  if (write) run_.leaveTrial();
  if (write) memory_.noteRepeatedStore(addr, bytes, site);
  const InHeddle guard;
  takeLocks(addr, bytes, write, site);
  const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
  if (addr < kNullPages) memory_.failAt(addr, bytes, write, site);
  if (!inRegion(addr)) {  // library memory or a wild pointer: touch both ends to find out
    for (const Address a : {addr, addr + bytes - 1}) {
      const Value value = probeLoad(a, 1, site);
      if (write) probeStore(a, 1, value, site);
    }
    return;
  }
  // A negative size must not wrap around: the byte after the region is never the program's.
  const std::uint64_t asked = bytes;
  bytes = std::min(bytes, layout::kBase + layout::kSize - addr + 1);
  Address at = addr;
  const Address end = addr + bytes;
  if (isOpen(addr, bytes)) {
    at = end;
  } else if (run_.isOwnStack(addr, bytes, here)) {  // a private variable
    if (run_.current->copySource.bytes != 0) stepOverRange(addr, 0, write, site);
    return;
  }
  while ((at = firstClosed(at, end - at)) != end) {
    const bool allowed =
        run_.isOwnStack(at, 1, here) || (run_.checkRaces && inRegion(at) && run_.detector.touchesAtomic(at, 1));
    if (allowed) {
      ++at;
      continue;
    }
    if (isOpen(addr, 1)) memory_.failAt(addr, asked, write, site);  // all of it is of the object that it begins in
    memory_.failAt(at, asked - (at - addr), write, site);
  }
  const bool shared = isReached(site);
  if (run_.checkRaces && !isOpen(addr, bytes) && sites_[site].isShared) {
    if (!write) requireAtomicReads(site);
    if (write)
      endLocations(addr, bytes, site);
    else if (run_.adoptsOrder && run_.detector.touchesAtomic(addr, bytes))
      readWords(piecesOf(addr, bytes), site);
  }
  if (!run_.checkRaces) {
    if (shared || run_.current->copySource.bytes != 0) stepOverRange(addr, shared ? bytes : 0, write, site);
  } else if (shared && !run_.detector.sameEpoch(hot.epoch, addr, bytes, write)) {
    if (run_.current->atomicDepth != 0) {
      run_.detector.accessInSection(run_.current->id, addr, bytes,
                                    write ? RaceDetector::Touch::Write : RaceDetector::Touch::Read);
      noteRange(addr, bytes, write, site);
    }
    memory_.checkPlain(addr, bytes, write, site);
  }
  if (run_.isRecorded) recording_.notePlain(addr, bytes, write, 0, site);
  if (run_.isTrial) trial_.notePlainRead(addr, bytes, site);
}

// Interleaved plain accesses: a library call that touches many words is one
// step, which ends when the thread runs on; its words are events inside it. A
// memcpy reads when it writes: its source waits for its destination.
void PlainAccesses::stepOverRange(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  Thread& me = *run_.current;
  if (sites_[site].isCopySource) {
    me.copySource = {addr, bytes, site};
    return;
  }
  const bool outermost = me.atomicDepth == 0;
  if (outermost) run_.visible({.site = site, .kind = OpKind::Atomic});
  if (me.copySource.bytes != 0) noteRange(me.copySource.start, me.copySource.bytes, false, me.copySource.site);
  me.copySource = {};
  noteRange(addr, bytes, write, site);
  if (outermost) --me.atomicDepth;
}

// --- plain accesses to atomic locations, on execution graphs ---

// The usual one: to a location, or to a part of a word that is known to be accessed so.
bool PlainAccesses::isOneEvent(const Op& op) const {
  return run_.detector.known(op.addr, op.size) != nullptr || options_.learnt->mixedWords.cover(op.addr, op.size);
}

std::vector<core::Word> PlainAccesses::locationsIn(Address addr, std::uint64_t bytes) const {
  std::vector<core::Word> found;
  for (const auto& [start, size] : run_.detector.locationsIn(addr, bytes)) {
    const core::Word* const mixed = options_.learnt->mixedWords.around(start, size);
    const core::Word word = mixed != nullptr ? *mixed : core::Word{start, size};
    if (std::ranges::find(found, word) == found.end()) found.push_back(word);
  }
  return found;
}

// As far as they are in there, and as an access can have them: aligned, and a power of two bytes.
std::vector<core::Word> PlainAccesses::piecesOf(Address addr, std::uint64_t bytes) const {
  std::vector<core::Word> pieces;
  for (const core::Word& word : locationsIn(addr, bytes)) {
    const Address end = std::min(word.addr + word.bytes, addr + bytes);
    for (Address at = std::max(word.addr, addr); at < end; at += pieces.back().bytes) {
      const std::uint64_t aligned = std::min<std::uint64_t>(at & -at, 16);
      pieces.push_back({at, static_cast<unsigned>(std::min(aligned, std::bit_floor(end - at)))});
    }
  }
  return pieces;
}

// Leaves in memory what they find.
void PlainAccesses::readWords(const std::vector<core::Word>& words, SiteId site) {
  std::vector<Value> found;
  for (const auto& [addr, bytes] : words)
    found.push_back(asEvent({.addr = addr,
                             .site = site,
                             .kind = OpKind::Read,
                             .order = Order::Plain,
                             .size = static_cast<std::uint8_t>(bytes)}));
  // Others may have gone on in between.
  for (std::size_t i = 0; i < words.size(); ++i) core::storeWord(words[i].addr, words[i].bytes, found[i]);
}

Value PlainAccesses::loadLocations(const Op& op) {
  if (isOneEvent(op)) return asEvent(op);
  const InHeddle guard;
  memory_.checkUnsynchronised(op);
  readWords(piecesOf(op.addr, op.size), op.site);
  return core::loadWord(op.addr, op.size);
}

void PlainAccesses::storeLocations(const Op& op) {
  if (isOneEvent(op)) return static_cast<void>(asEvent(op));
  const InHeddle guard;
  memory_.checkUnsynchronised(op);
  for (const auto& [addr, bytes] : piecesOf(op.addr, op.size))
    asEvent({.a = op.a >> 8 * (addr - op.addr) & core::maskOf(bytes),
             .addr = addr,
             .site = op.site,
             .kind = OpKind::Write,
             .order = Order::Plain,
             .size = static_cast<std::uint8_t>(bytes)});
  core::storeWord(op.addr, op.size, op.a);  // the rest, too
}

// They are other ones from now on. Of those that lie in there in part, the rest keeps its value.
void PlainAccesses::endLocations(Address addr, std::uint64_t bytes, SiteId site) {
  if (run_.adoptsOrder && run_.detector.touchesAtomic(addr, bytes)) {
    std::vector<core::Word> words = locationsIn(addr, bytes);
    std::erase_if(words,
                  [&](const core::Word& word) { return addr <= word.addr && word.addr + word.bytes <= addr + bytes; });
    readWords(words, site);
  }
  memory_.invalidate(addr, bytes, site);
}

// --- ranges ---

void PlainAccesses::noteRange(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  const Address start = addr;
  for (const Address end = addr + bytes; addr < end; addr = (addr | 7) + 1) {
    if (!run_.execution.trace.hasReserved()) limits_.lookAtTrace(site);
    core::Event& event = run_.execution.trace.append();
    event = {};
    event.op.addr = addr;
    event.op.site = site;
    event.op.kind = write ? OpKind::Write : OpKind::Read;
    event.op.order = Order::Plain;
    event.op.size = static_cast<std::uint8_t>(std::min<Address>((addr | 7) + 1, end) - addr);
    std::memcpy(&event.read, reinterpret_cast<const void*>(addr), event.op.size);
    event.thread = run_.current->id;
    event.wrote = write;
    event.asked = false;
  }
  if (write) memory_.noteInvalidation(start, bytes, site);  // what is written there is not known yet
}

// Memory that is not the program's: constants, objects of the C++ library. A
// fault here is the program's (faults.cpp).
Value PlainAccesses::probeLoad(Address addr, unsigned bytes, SiteId site) {
  hot.probeSite = site;
  hot.probing = true;
  asm volatile("" ::: "memory");
  const Value value = core::loadWord(addr, bytes);
  asm volatile("" ::"m"(value) : "memory");  // also where the caller only wants to know whether it faults
  hot.probing = false;
  return value;
}

void PlainAccesses::probeStore(Address addr, unsigned bytes, Value value, SiteId site) {
  hot.probeSite = site;
  hot.probing = true;
  asm volatile("" ::: "memory");
  core::storeWord(addr, bytes, value);
  asm volatile("" ::: "memory");
  hot.probing = false;
}

}  // namespace heddle::runtime
