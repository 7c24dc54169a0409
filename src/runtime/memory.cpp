#include "runtime/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/mixed_sizes.h"

namespace heddle::runtime {
namespace {

std::string count(std::uint64_t bytes) { return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes); }

}  // namespace

Memory::Memory(Running& run, const Sites& sites, const Heap& heap, const Names& names, Verdicts& verdicts,
               Recording& recording, const Options& options)
    : run_(run),
      sites_(sites),
      heap_(heap),
      names_(names),
      verdicts_(verdicts),
      recording_(recording),
      options_(options) {
  separateWords_.isWatched = sites.hasRepeatedStores();
}

// --- accesses ---

bool Memory::isAllowed(const Op& op) const {
  if (isOpen(op.addr, op.size)) return true;
  for (Address a = op.addr; a < op.addr + op.size; ++a)
    if (!isOpen(a, 1) && !(run_.checkRaces && inRegion(a) && run_.detector.touchesAtomic(a, 1))) return false;
  return true;
}

void Memory::require(const Op& op, bool isEvent) {
  if (isAllowed(op)) return;
  if (isEvent) recording_.noteUntaken();
  failAt(op.addr, op.size, op.kind == OpKind::Write, op.site);
}

void Memory::requireAtomic(const Op& op, bool isEvent) {
  require(op, isEvent);
  if ((op.addr & (op.size - 1U)) == 0) return;
  if (isEvent) recording_.noteUntaken();
  verdicts_.fail(ViolationKind::WildPointer,
                 fmt::format("accesses {} bytes atomically at an address that is not aligned to {}", op.size, op.size),
                 op.site, op.addr, op.size);
}

// Makes a location at the first access, and at one of another size than before.
const RaceDetector::Record& Memory::locationOf(const Op& op, bool isEvent) {
  if (const RaceDetector::Record* const known = run_.detector.known(op.addr, op.size)) return *known;
  requireAtomic(op, isEvent);
  if (run_.detector.touchesAtomic(op.addr, op.size)) mixSizes(op);
  if (op.addr >= layout::kStacks && op.addr < layout::kHeaps) run_.noteUnseen();  // beside plain accesses
  noteAtomicWord(op.addr, op.size, op.site);
  return run_.detector.locate(op.addr, op.size);
}

// Atomic accesses of another size have been there.
void Memory::mixSizes(const Op& op) {
  if (run_.isTrial) return;
  core::Word widest{op.addr, op.size};
  for (const auto& [start, bytes] : run_.detector.locationsIn(op.addr, op.size))
    if (bytes > widest.bytes) widest = {start, bytes};
  if (!options_.learnt->mixedWords.cover(widest.addr, widest.bytes))
    verdicts_.breakOff({core::Assumption::OneSize, op.site, {}, widest.addr, widest.bytes});
}

// These make no record: they may touch more than the location.
void Memory::checkUnsynchronised(const Op& op, bool isEvent) {
  require(op, isEvent);
  if (!run_.checkRaces) return;
  const bool writes = op.kind == OpKind::Write;
  if (const auto conflict = run_.detector.plain(run_.current->id, op.addr, op.size, writes)) [[unlikely]] {
    if (isEvent) recording_.noteUntaken();
    verdicts_.fail(*conflict, op.addr, op.size, writes ? "writes" : "reads", op.site);
  }
  requireUnmet(op.site);
}

// What can go wrong with that goes wrong here.
void Memory::lookAtWord(const Op& op, bool writes) {
  const InHeddle guard;
  if (op.order == Order::Plain || !run_.checkRaces) return require(op);
  if (run_.adoptsOrder) requireOrderedPublication(op);
  const auto look = [&](const RaceDetector::Record& location) {
    if (const Conflict* conflict = run_.detector.look(run_.current->id, location, writes))
      verdicts_.fail(*conflict, op.addr, op.size, writes ? "atomically writes" : "atomically reads", op.site);
  };
  if (run_.hasMixedWords && options_.learnt->mixedWords.cover(op.addr, op.size))
    forBytes(op, look);
  else
    look(locationOf(op));
}

// --- what the scheduler knows ---

void Memory::invalidate(Address addr, std::uint64_t bytes, SiteId site) {
  if (run_.checkRaces && !run_.detector.touchesAtomic(addr, bytes)) return;
  noteInvalidation(addr, bytes, site);
  if (run_.adoptsOrder) run_.adoptOrderOf(run_.current->id);
}

void Memory::noteInvalidation(Address addr, std::uint64_t bytes, SiteId site) {
  run_.record({.a = bytes, .addr = addr, .site = site, .kind = OpKind::Write, .order = Order::Plain}, false).wrote =
      true;
}

void Memory::settleWords(Address start, std::uint64_t bytes) {
  if (!run_.adoptsOrder || !run_.checkRaces) return;
  const auto settle = [&](const core::Word& word) {
    if (word.addr < start || word.addr + word.bytes > start + bytes) return;
    noteAtomicWord(word.addr, word.bytes, sites_.here());
    const bool isMixed = options_.learnt->mixedWords.cover(word.addr, word.bytes);
    const unsigned step = isMixed ? 1 : word.bytes;
    for (unsigned at = 0; at < word.bytes; at += step) run_.detector.locate(word.addr + at, step);
  };
  std::ranges::for_each(options_.settledWords, settle);
  std::ranges::for_each(options_.learnt->mixedWords.all(), settle);
}

// --- assumptions ---

void Memory::breakOffAtMet(SiteId site) {
  verdicts_.breakOff(
      {run_.detector.speculationMet() ? core::Assumption::PrivateSpeculation : core::Assumption::RacelessIterations,
       site});
}

void Memory::keepApart(Address stored, std::uint64_t bytes, SiteId site) {
  const InHeddle guard;
  for (Address word = stored >> 3; word <= (stored + bytes - 1) >> 3; ++word) {
    if (word == lastRepeated_) continue;
    lastRepeated_ = word;
    separateWords_.stored.insert(word);
    if (separateWords_.atomic.contains(word)) verdicts_.breakOff({core::Assumption::SeparateWords, site});
  }
}

void Memory::keepApartAtomic(Address accessed, unsigned bytes, SiteId site) {
  const InHeddle guard;
  for (Address word = accessed >> 3; word <= (accessed + bytes - 1) >> 3; ++word) {
    separateWords_.atomic.insert(word);
    if (separateWords_.stored.contains(word)) verdicts_.breakOff({core::Assumption::SeparateWords, site});
  }
}

void Memory::compareWithPublished(const Op& op) {
  for (Address word = op.addr >> 3; word <= (op.addr + op.size - 1) >> 3; ++word)
    if (const auto store = publishedStores_.find(word);
        store != publishedStores_.end() && !run_.detector.knows(run_.current->id, store->second))
      verdicts_.breakOff({core::Assumption::OrderedPublication, op.site});
}

// A fact about separate words: whether it was accessed atomically, and the word.
void Memory::addEvidence(core::Evidence& evidence) const {
  for (const bool isAtomic : {false, true})
    for (const Address word : isAtomic ? separateWords_.atomic : separateWords_.stored)
      evidence[core::Assumption::SeparateWords].push_back({isAtomic, word});
}

bool Memory::takeIn(const core::Evidence& evidence) {
  for (const core::Fact& fact : core::factsOf(evidence, core::Assumption::SeparateWords)) {
    if (fact.size() != 2 || fact[0] > 1) return false;
    (fact[0] != 0 ? separateWords_.atomic : separateWords_.stored).insert(fact[1]);
  }
  return true;
}

bool Memory::isBrokenBy(const core::Evidence& evidence) {
  std::array<std::unordered_set<Address>, 2> words;
  for (const core::Fact& fact : core::factsOf(evidence, core::Assumption::SeparateWords)) {
    if (words[1 - fact[0]].contains(fact[1])) return true;
    words[fact[0]].insert(fact[1]);
  }
  return false;
}

// --- what is wrong ---

void Memory::failAt(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  run_.leaveTrial();
  hot.inProgram = false;
  Fault fault = faultOf(addr, bytes, write);
  verdicts_.fail(fault.kind, std::move(fault.message), site, addr, bytes);
}

void Memory::failOutsideConstant(Address addr, SiteId site, Address start, std::uint64_t bytes) {
  const unsigned read = sites_[site].size;
  if (addr < kNullPages) failAt(addr, read, false, site);
  hot.inProgram = false;
  std::string message = fmt::format("reads {} at offset {} of a constant, which has {} bytes", count(read),
                                    static_cast<std::int64_t>(addr - start), bytes);
  verdicts_.fail(ViolationKind::OutOfBounds, std::move(message), site, addr, read);
}

Memory::Fault Memory::faultOf(Address addr, std::uint64_t bytes, bool write) const {
  Fault fault;
  if (addr < kNullPages)
    fault = {ViolationKind::NullDereference,
             addr == 0 ? "through a null pointer" : fmt::format("through a null pointer plus {}", addr)};
  else if (!inRegion(addr))
    fault = {ViolationKind::WildPointer, fmt::format("at {}, which is no memory of the program", names_.nameOf(addr))};
  else if (addr < layout::kStacks)
    fault = faultInGlobals(addr);
  else if (addr < layout::kHeaps)
    fault = faultInStack(addr);
  else
    fault = faultInHeap(addr);
  fault.message = fmt::format("{} {} {}", write ? "writes" : "reads", count(bytes), fault.message);
  return fault;
}

Memory::Fault Memory::faultInGlobals(Address addr) const {
  const core::Global* nearest = nullptr;
  for (const core::Global& global : sites_.info().globals)
    if (global.address <= addr || nearest == nullptr) nearest = &global;
  if (nearest == nullptr)
    return {ViolationKind::WildPointer, fmt::format("at {:#x}, which is no memory of the program", addr)};
  if (addr < nearest->address) return {ViolationKind::OutOfBounds, fmt::format("before {}", nearest->name)};
  return {ViolationKind::OutOfBounds,
          fmt::format("at offset {} of {}, which has {} bytes", addr - nearest->address, nearest->name, nearest->size)};
}

Memory::Fault Memory::faultInStack(Address addr) const {
  const auto t = static_cast<ThreadId>((addr - layout::kStacks) / layout::kStackSlot);
  if (t >= kMaxThreads || !run_.exists(t))
    return {ViolationKind::WildPointer, fmt::format("at {:#x}, in the stack of no thread", addr)};
  for (const StackObject& object : run_.threads[t].objects) {
    if (addr + layout::kRedZone < object.start || addr >= object.start + object.bytes + layout::kRedZone) continue;
    return {ViolationKind::OutOfBounds,
            fmt::format("at offset {} of the local variable {}, which has {} bytes",
                        static_cast<std::int64_t>(addr - object.start), names_.nameOf(object.start), object.bytes)};
  }
  return {ViolationKind::UseAfterFree,
          fmt::format("in the stack of {}, where no variable lives (any more)", run_.table.nameOf(t))};
}

Memory::Fault Memory::faultInHeap(Address addr) const {
  const Block* const block = heap_.around(addr);
  if (block == nullptr) return {ViolationKind::WildPointer, fmt::format("at {:#x}, which was never allocated", addr)};
  if (block->isFreed)
    return {ViolationKind::UseAfterFree, fmt::format("in {}, freed by {} at {}", names_.nameOf(addr),
                                                     run_.table.nameOf(block->freedBy), sites_.placeOf(block->freed))};
  return {ViolationKind::OutOfBounds,
          fmt::format("at offset {} of {}, which has {} bytes", static_cast<std::int64_t>(addr - block->start),
                      names_.nameOf(block->start), block->size)};
}

}  // namespace heddle::runtime
