// Memory of the program under test as the engine sees it: plain accesses,
// allocation, stack objects, and what to say when an access is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "runtime/engine.h"

namespace heddle::runtime {
namespace {

constexpr std::ptrdiff_t kPlainKept = 20'000;
constexpr std::size_t kMostPlainSteps = 100'000;  // of a loop that is tried again

}  // namespace

std::uint64_t Engine::plainLoad(Address addr, SiteId site, Address frame) {
  const unsigned bytes = facts_[site].size;
  const Op op{.addr = addr,
              .site = site,
              .kind = OpKind::Read,
              .order = Order::Plain,
              .size = static_cast<std::uint8_t>(bytes)};
  if (isOpen(addr, bytes)) [[likely]] {
    if (unjoined_ != 0 && facts_[site].isShared) {
      if (!checkRaces_ || current_->atomicDepth != 0) return static_cast<std::uint64_t>(visible(op));
      if (!detector_.sameEpoch(hot.epoch, addr, bytes, false)) {
        const InHeddle guard;
        checkPlain(addr, bytes, false, site);
      }
    }
    const Value value = core::loadWord(addr, bytes);
    if (recording_) [[unlikely]]
      logPlain(addr, bytes, false, value, site);
    if (retrying_) [[unlikely]]
      notePlainLook(addr, bytes, site);
    return static_cast<std::uint64_t>(value);
  }
  if (addr < kNullPages) badAccess(addr, bytes, false, site);
  if (!inRegion(addr) || ownStack(addr, bytes, frame)) return static_cast<std::uint64_t>(probeLoad(addr, bytes, site));
  if (!checkRaces_ || !detector_.touchesAtomic(addr, bytes)) badAccess(addr, bytes, false, site);
  noteUnseen();
  if (isPlainAnEvent()) return static_cast<std::uint64_t>(plainEvent(op));
  const InHeddle guard;
  checkUnsynchronised(op);
  const Value value = core::loadWord(addr, bytes);
  if (recording_) logPlain(addr, bytes, false, value, site);
  return static_cast<std::uint64_t>(value);
}

// Whether a plain access to an atomic location is an event. Under SC it is not,
// as any other plain access: memory has the present value, and what conflicts
// with the access is ordered with it by other events, or races with it. (It
// could not be: whether the location is known to be atomic by then may depend on
// the order of events that do not conflict.)
bool Engine::isPlainAnEvent() const { return adoptsOrder_ || current_->atomicDepth != 0; }

Value Engine::plainEvent(const Op& op) {
  const auto isSettled = [&] {
    return std::ranges::find(options_.settledWords, core::Word{op.addr, op.size}) != options_.settledWords.end();
  };
  if (options_.mustBeSettled && ordersEvents() && !isSettled())
    breakOff({core::Assumption::SettledWords, op.site, {}, op.addr, op.size});
  return visible(op);
}

void Engine::plainStore(Address addr, SiteId site, std::uint64_t value, Address frame) {
  const unsigned bytes = facts_[site].size;
  noteRepeatedStore(addr, bytes, site);
  const Op op{.a = value,
              .addr = addr,
              .site = site,
              .kind = OpKind::Write,
              .order = Order::Plain,
              .size = static_cast<std::uint8_t>(bytes)};
  if (isOpen(addr, bytes)) [[likely]] {
    if (unjoined_ != 0 && facts_[site].isShared) {
      if (!checkRaces_ || current_->atomicDepth != 0) {
        endRetry();
        return static_cast<void>(visible(op));
      }
      if (!detector_.sameEpoch(hot.epoch, addr, bytes, true)) {
        const InHeddle guard;
        checkPlain(addr, bytes, true, site);
      }
    }
    if (retrying_) [[unlikely]]
      notePlainStore(op);
    core::storeWord(addr, bytes, value);
    if (recording_) [[unlikely]]
      logPlain(addr, bytes, true, value, site);
    return;
  }
  // Others cannot see this store to an atomic location either, unless they race with it.
  if (retrying_ && checkRaces_ && inRegion(addr) && detector_.touchesAtomic(addr, bytes)) {
    notePlainStore(op);
    return core::storeWord(addr, bytes, value);
  }
  endRetry();
  if (addr < kNullPages) badAccess(addr, bytes, true, site);
  if (!inRegion(addr) || ownStack(addr, bytes, frame)) return probeStore(addr, bytes, value, site);
  if (!checkRaces_ || !detector_.touchesAtomic(addr, bytes)) badAccess(addr, bytes, true, site);
  noteUnseen();
  if (isPlainAnEvent()) return static_cast<void>(plainEvent(op));
  const InHeddle guard;
  checkUnsynchronised(op);
  renew(addr, bytes, site);
  core::storeWord(addr, bytes, value);
  if (recording_) logPlain(addr, bytes, true, value, site);
}

void Engine::breakOffAtMet(SiteId site) {
  breakOff(
      {detector_.speculationMet() ? core::Assumption::PrivateSpeculation : core::Assumption::RacelessIterations, site});
}

void Engine::keepApart(Address stored, std::uint64_t bytes, SiteId site) {
  for (Address word = stored >> 3; word <= (stored + bytes - 1) >> 3; ++word) {
    if (word == lastRepeated_) continue;
    lastRepeated_ = word;
    separateWords_.stored.insert(word);
    if (separateWords_.atomic.contains(word)) breakOff({core::Assumption::SeparateWords, site});
  }
}

void Engine::checkRange(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  if (bytes == 0) return;
  if (write) endRetry();
  if (write) noteRepeatedStore(addr, bytes, site);
  // Most ranges are one open word.
  if (bytes <= 8 && checkRaces_ && !recording_ && !retrying_ && current_->atomicDepth == 0 && isOpen(addr, bytes)) {
    if (unjoined_ == 0 || !facts_[site].isShared || detector_.sameEpoch(hot.epoch, addr, bytes, write)) return;
    const InHeddle guard;
    return checkPlain(addr, bytes, write, site);
  }
  const InHeddle guard;
  const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
  if (addr < kNullPages) badAccess(addr, bytes, write, site);
  if (!inRegion(addr)) {  // library memory or a wild pointer: touch both ends to find out
    for (const Address a : {addr, addr + bytes - 1}) {
      const Value value = probeLoad(a, 1, site);
      if (write) probeStore(a, 1, value, site);
    }
    return;
  }
  // A negative size must not wrap around: the byte behind the region is never the program's.
  const std::uint64_t asked = bytes;
  bytes = std::min(bytes, layout::kBase + layout::kSize - addr + 1);
  Address at = addr;
  const Address end = addr + bytes;
  if (isOpen(addr, bytes)) {
    at = end;
  } else if (ownStack(addr, bytes, here)) {  // a private variable
    if (current_->copySource.bytes != 0) stepOverRange(addr, 0, write, site);
    return;
  }
  while ((at = firstClosed(at, end - at)) != end) {
    const bool allowed = ownStack(at, 1, here) || (checkRaces_ && inRegion(at) && detector_.touchesAtomic(at, 1));
    if (!allowed) badAccess(at, asked - (at - addr), write, site);
    ++at;
  }
  const bool shared = unjoined_ != 0 && facts_[site].isShared;
  if (checkRaces_ && !isOpen(addr, bytes)) {
    if (write)
      renew(addr, bytes, site);
    else if (adoptsOrder_)
      readLocations(addr, bytes, site);
  }
  if (!checkRaces_) {
    if (shared || current_->copySource.bytes != 0) stepOverRange(addr, shared ? bytes : 0, write, site);
  } else if (shared && !detector_.sameEpoch(hot.epoch, addr, bytes, write)) {
    if (current_->atomicDepth != 0) {
      detector_.accessInSection(current_->id, addr, bytes,
                                write ? RaceDetector::Touch::Write : RaceDetector::Touch::Read);
      noteRange(addr, bytes, write, site);
    }
    checkPlain(addr, bytes, write, site);
  }
  if (recording_) logPlain(addr, bytes, write, 0, site);
  if (retrying_) notePlainLook(addr, bytes, site);
}

// Interleaved plain accesses: a library call that touches many words is one
// step, which ends when the thread runs on; its words are events inside it. A
// memcpy reads when it writes: its source waits for its destination.
void Engine::stepOverRange(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  Thread& me = *current_;
  if (facts_[site].isCopySource) {
    me.copySource = {addr, bytes, site};
    return;
  }
  const bool outermost = me.atomicDepth == 0;
  if (outermost) visible({.site = site, .kind = OpKind::Atomic});
  if (me.copySource.bytes != 0) noteRange(me.copySource.start, me.copySource.bytes, false, me.copySource.site);
  me.copySource = {};
  noteRange(addr, bytes, write, site);
  if (outermost) --me.atomicDepth;
}

// The scheduler knows the values of atomic locations from events. It must know
// when others take their place; and, under weak memory, be asked for them when
// plain code is about to read the memory.
void Engine::renew(Address addr, std::uint64_t bytes, SiteId site) {
  if (checkRaces_ && !detector_.touchesAtomic(addr, bytes)) return;
  noteRenewal(addr, bytes, site);
  if (adoptsOrder_) adoptOrder(current_->id);
}

void Engine::noteRenewal(Address addr, std::uint64_t bytes, SiteId site) {
  recordEvent({.a = bytes, .addr = addr, .site = site, .kind = OpKind::Write, .order = Order::Plain}, false).wrote =
      true;
}

void Engine::readLocations(Address addr, std::uint64_t bytes, SiteId site) {
  if (!checkRaces_ || !detector_.touchesAtomic(addr, bytes)) return;
  for (const auto& [start, size] : detector_.locationsIn(addr, bytes))
    plainEvent({.addr = start, .site = site, .kind = OpKind::Read, .order = Order::Plain, .size = size});
}

void Engine::noteRange(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  const Address start = addr;
  for (const Address end = addr + bytes; addr < end; addr = (addr | 7) + 1) {
    if (!execution_.trace.hasReserved()) lookAtLimits(site);
    core::Event& event = execution_.trace.append();
    event = {};
    event.op.addr = addr;
    event.op.site = site;
    event.op.kind = write ? OpKind::Write : OpKind::Read;
    event.op.order = Order::Plain;
    event.op.size = static_cast<std::uint8_t>(std::min<Address>((addr | 7) + 1, end) - addr);
    std::memcpy(&event.read, reinterpret_cast<const void*>(addr), event.op.size);
    event.thread = current_->id;
    event.wrote = write;
    event.asked = false;
  }
  if (write) noteRenewal(start, bytes, site);  // what is written there is not known yet
}

void Engine::logPlain(Address addr, std::uint64_t bytes, bool write, Value value, SiteId site) {
  const InHeddle guard;
  // A story has room for the last ones only.
  if (plainAccesses_.size() == 2 * kPlainKept)
    plainAccesses_.erase(plainAccesses_.begin(), plainAccesses_.begin() + kPlainKept);
  plainAccesses_.push_back({execution_.trace.size(), current_->id, site, addr, bytes, write, value});
}

// A word at a time, since what is found in two rounds is compared.
void Engine::notePlainLook(Address addr, std::uint64_t bytes, SiteId site) {
  const InHeddle guard;
  if (plainSteps_.size() > kMostPlainSteps) giveUpRetry();
  for (const Address end = addr + bytes; addr < end; addr += plainSteps_.back().size) {
    const auto size = static_cast<std::uint8_t>(std::bit_floor(std::min<Address>((addr | 7) + 1, end) - addr));
    plainSteps_.push_back({.a = core::loadWord(addr, size),
                           .addr = addr,
                           .site = site,
                           .kind = OpKind::Read,
                           .order = Order::Plain,
                           .size = size});
  }
}

void Engine::notePlainStore(Op op) {
  const InHeddle guard;
  if (plainSteps_.size() > kMostPlainSteps) giveUpRetry();
  op.b = core::loadWord(op.addr, op.size);
  plainSteps_.push_back(op);
}

// Memory that is not the program's: constants, objects of the C++ library. A
// fault here is the program's (faults.cpp).
Value Engine::probeLoad(Address addr, unsigned bytes, SiteId site) {
  hot.probeSite = site;
  hot.probing = true;
  asm volatile("" ::: "memory");
  const Value value = core::loadWord(addr, bytes);
  asm volatile("" ::"m"(value) : "memory");  // also where the caller only wants to know whether it faults
  hot.probing = false;
  return value;
}

void Engine::probeStore(Address addr, unsigned bytes, Value value, SiteId site) {
  hot.probeSite = site;
  hot.probing = true;
  asm volatile("" ::: "memory");
  core::storeWord(addr, bytes, value);
  asm volatile("" ::: "memory");
  hot.probing = false;
}

// The parts of the running thread's own stack that no instrumented object
// covers: arguments of variadic functions, temporaries of library code.
bool Engine::ownStack(Address addr, std::uint64_t bytes, Address frame) const {
  if (addr < frame || addr + bytes > stackTop(current_->id)) return false;
  for (const StackObject& object : current_->objects)
    if (addr + bytes > object.start - layout::kRedZone && addr < object.start + object.bytes + layout::kRedZone)
      return false;
  return true;
}

// --- allocation ---

Address Engine::allocate(std::uint64_t bytes, std::uint64_t align, BlockKind kind, SiteId site) {
  const InHeddle guard;
  endRetry();
  const Address start = heap_.allocate(current_->id, bytes, align, kind, site);
  settleWords(start, bytes);
  return start;
}

void Engine::release(Address addr, BlockKind kind, SiteId site) {
  if (addr == 0) return;
  const InHeddle guard;
  endRetry();
  Block* const block = heap_.startingAt(addr);
  if (block == nullptr || block->kind >= BlockKind::Internal) {
    fail(ViolationKind::BadFree, fmt::format("frees {}, which does not start a block from malloc or new", nameOf(addr)),
         site, addr);
  }
  if (block->isFreed) {
    fail(ViolationKind::DoubleFree,
         fmt::format("frees {} again; it was freed at {}", nameOf(addr), placeOf(block->freed)), site, addr,
         block->size);
  }
  if (block->kind != kind) {
    static constexpr const char* kFrees[] = {"free", "delete", "delete[]", ""};
    static constexpr const char* kGets[] = {"malloc", "new", "new[]", ""};
    fail(ViolationKind::BadFree,
         fmt::format("gives {} to {}, but it comes from {}", nameOf(addr), kFrees[static_cast<int>(kind)],
                     kGets[static_cast<int>(block->kind)]),
         site, addr, block->size);
  }
  endLifetime(addr, block->size, true, site);
  if (recording_) logPlain(addr, block->size, true, 0, site);
  heap_.release(*block, current_->id, site);
}

// To searches and to the race detector it is a write: whoever accesses the
// memory in an order of its own does so after the end in some execution.
void Engine::endLifetime(Address start, std::uint64_t bytes, bool freed, SiteId site) {
  const bool isShared = unjoined_ != 0;
  if (adoptsOrder_ || (checkRaces_ && !isOpen(start, bytes))) renew(start, bytes, site);
  if (!checkRaces_) {
    if (isShared && !adoptsOrder_) stepOverRange(start, bytes, true, site);
  } else if (auto conflict = detector_.retire(current_->id, start, bytes, isShared)) [[unlikely]] {
    conflict->withEnd = !freed;
    reportConflict(*conflict, start, bytes, freed ? "free" : "end of the lifetime", site);
  }
  requireUnmet(site);
}

// --- stack objects ---

void Engine::enterObject(Address start, std::uint64_t bytes, SiteId site) {
  const InHeddle guard;
  current_->objects.push_back({start, bytes, site});
  openMask(start, bytes);
  settleWords(start, bytes);
}

void Engine::leaveObject(Address start, std::uint64_t bytes) {
  const InHeddle guard;
  std::vector<StackObject>& objects = current_->objects;
  std::size_t at = objects.size();
  while (at > 0 && objects[at - 1].start != start) --at;  // nearly always the last one
  if (unjoined_ != 0 || adoptsOrder_)
    endLifetime(start, bytes, false, at > 0 ? objects[at - 1].site : here());
  else if (checkRaces_)
    detector_.retire(current_->id, start, bytes, false);
  if (at == objects.size() && at > 0)
    objects.pop_back();
  else if (at > 0)
    objects.erase(objects.begin() + static_cast<std::ptrdiff_t>(at - 1));
  closeMask(start, bytes);
}

void Engine::leaveObjectsBelow(Address frame) {
  std::vector<StackObject>& objects = current_->objects;
  while (!objects.empty() && objects.back().start < frame) {
    const StackObject object = objects.back();
    leaveObject(object.start, object.bytes);
  }
}

// --- what is wrong ---

void Engine::reportConflict(const Conflict& conflict, Address addr, std::uint64_t bytes, const char* access,
                            SiteId site) {
  conflict_ = conflict;
  fail(ViolationKind::DataRace,
       fmt::format("{} of {} by {} and {}{} by {} are not ordered by happens-before", access, nameOf(conflict.addr),
                   table_.nameOf(current_->id), conflict.atomic ? "atomic " : "", conflict.write ? "write" : "read",
                   table_.nameOf(conflict.thread)),
       site, addr, bytes);
}

void Engine::outsideConstant(Address addr, SiteId site, Address start, std::uint64_t bytes) {
  const unsigned read = facts_[site].size;
  if (addr < kNullPages) badAccess(addr, read, false, site);
  hot.inProgram = false;
  fail(
      ViolationKind::OutOfBounds,
      fmt::format("reads {} at offset {} of a constant, which has {} bytes",
                  read == 1 ? "1 byte" : fmt::format("{} bytes", read), static_cast<std::int64_t>(addr - start), bytes),
      site, addr, read);
}

void Engine::badAccess(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  hot.inProgram = false;
  const char* const verb = write ? "writes" : "reads";
  const auto report = [&](ViolationKind kind, const std::string& what) {
    fail(kind, fmt::format("{} {} {}", verb, bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes), what), site, addr,
         bytes);
  };
  if (addr < kNullPages)
    report(ViolationKind::NullDereference,
           addr == 0 ? "through a null pointer" : fmt::format("through a null pointer plus {}", addr));
  if (!inRegion(addr))
    report(ViolationKind::WildPointer, fmt::format("at {:#x}, which is no memory of the program", addr));
  if (addr < layout::kStacks) {
    const core::Global* nearest = nullptr;
    for (const core::Global& global : info_.globals)
      if (global.address <= addr || nearest == nullptr) nearest = &global;
    if (nearest == nullptr)
      report(ViolationKind::WildPointer, fmt::format("at {:#x}, which is no memory of the program", addr));
    if (addr < nearest->address) report(ViolationKind::OutOfBounds, fmt::format("before {}", nearest->name));
    report(ViolationKind::OutOfBounds, fmt::format("at offset {} of {}, which has {} bytes", addr - nearest->address,
                                                   nearest->name, nearest->size));
  }
  if (addr < layout::kHeaps) {
    const auto t = static_cast<ThreadId>((addr - layout::kStacks) / layout::kStackSlot);
    if (t < kMaxThreads && exists(t)) {
      for (const StackObject& object : threads_[t].objects) {
        if (addr + layout::kRedZone < object.start || addr >= object.start + object.bytes + layout::kRedZone) continue;
        report(ViolationKind::OutOfBounds,
               fmt::format("at offset {} of the local variable {}, which has {} bytes",
                           static_cast<std::int64_t>(addr - object.start), nameOf(object.start), object.bytes));
      }
      report(ViolationKind::UseAfterFree,
             fmt::format("in the stack of {}, where no variable lives (any more)", table_.nameOf(t)));
    }
    report(ViolationKind::WildPointer, fmt::format("at {:#x}, in the stack of no thread", addr));
  }
  const Block* const block = heap_.around(addr);
  if (block == nullptr) report(ViolationKind::WildPointer, fmt::format("at {:#x}, which was never allocated", addr));
  if (block->isFreed)
    report(ViolationKind::UseAfterFree,
           fmt::format("in {}, freed by {} at {}", nameOf(addr), table_.nameOf(block->freedBy), placeOf(block->freed)));
  report(ViolationKind::OutOfBounds,
         fmt::format("at offset {} of {}, which has {} bytes", static_cast<std::int64_t>(addr - block->start),
                     nameOf(block->start), block->size));
  __builtin_unreachable();
}

}  // namespace heddle::runtime
