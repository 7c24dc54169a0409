// A step: waiting for one's turn, performing the pending op, recording it.
//
// This is the path of every visible operation; docs/decisions/0005-hot-path.md
// has what was measured. What the processor turned out to be short of is
// stores: neighbours reach the cache two a cycle, others hardly one a cycle.
// So the usual case keeps nothing on the stack (all that is unusual is in
// functions of their own, reached by a tail call) and writes each thing once.
#include <fmt/format.h>

#include <utility>

#include "base/check.h"
#include "runtime/engine.h"

namespace heddle::runtime {

// --- turns ---

// Returns when the scheduler has chosen the running thread again.
[[gnu::always_inline]] inline void Engine::carryOut(core::Step step) {
  if (step.isStop()) [[unlikely]]
    return stuck(step.isBlocked());
  choice_ = step.choice;
  if (step.thread != current_->id) switchTo(threads_[step.thread]);
}

void Engine::dispatch() { carryOut(scheduler_->next(execution_)); }

Value Engine::step() {
  hot.inProgram = false;
  const bool asked = awaitTurn();
  return performMemory(asked);
}

Value Engine::stepOther() {
  hot.inProgram = false;
  const Op& op = pendingOp();
  const OpKind kind = core::Small(op).kind();
  const bool asked = kind != OpKind::Fence && awaitTurn();
  if (!execution_.trace.hasReserved()) [[unlikely]]
    lookAtLimits(op.site);
  const Value value = performOther(kind, op, recordEvent(op, asked));
  hot.inProgram = true;
  return value;
}

// A Spawn or an Exit: nobody is asked.
template <OpKind kind>
void Engine::stepAtOnce(SiteId site, ThreadId other) {
  const InHeddle guard;
  Op& op = pendingOp();
  core::copyOp(op, {.site = site, .kind = kind, .other = other});
  if (!execution_.trace.hasReserved()) [[unlikely]]
    lookAtLimits(site);
  recordEvent(op, false);
  if constexpr (kind == OpKind::Spawn)
    performSpawn(other);
  else
    performExit(site);
}
template void Engine::stepAtOnce<OpKind::Spawn>(SiteId, ThreadId);
template void Engine::stepAtOnce<OpKind::Exit>(SiteId, ThreadId);

// Returns when the running thread may perform its pending op; whether the
// scheduler decided so.
bool Engine::awaitTurn() {
  Thread& me = *current_;
  const OpKind kind = core::Small(me.state->pending).kind();
  const bool local = core::isLocalUnderSc(kind);
  const bool section = me.atomicDepth != 0;
  if ((local || (section && kind != OpKind::Choose)) && core::enabled(execution_, me.id)) {
    if (section) orderWithSections(me.state->pending);
    return false;
  }
  if (section)
    leaveSection();  // what comes is a step of its own
  else if (kind == OpKind::Join)
    threads_[me.state->pending.other].joiner = &me;
  if (me.starter != nullptr)
    switchTo(*std::exchange(me.starter, nullptr));
  else
    dispatch();
  return !local || !std::exchange(me.joinsAtOnce, false);
}

// --- accesses to memory ---

// What is not known yet is set later: should the op fail, it is in the trace
// nevertheless.
core::Event& Engine::recordEvent(const Op& op, bool asked) {
  core::Event& event = execution_.trace.append();
  core::copyOp(event.op, op);
  event.read = 0;
  event.setLast(current_->id, false, asked);
  return event;
}

Value Engine::performMemory(bool asked) {
  const Op& op = pendingOp();
  if (!execution_.trace.hasReserved()) [[unlikely]]
    lookAtLimits(op.site);
  core::Event& event = recordEvent(op, asked);
  if (adoptsOrder_) [[unlikely]]
    performOrdered(op);
  const bool synchronises = op.order != Order::Plain && checkRaces_;
  const RaceDetector::Record* const record = synchronises ? &locationOf(op, true) : nullptr;
  if (!synchronises) checkUnsynchronised(op, true);
  const Value read = core::loadWord(op.addr, op.size);
  const Effect effect = effectOf(op, read);
  event.read = read;
  event.wrote = effect.writes;
  if (effect.writes) core::storeWord(op.addr, op.size, effect.value);
  if (synchronises) synchronise(*record, op, effect.writes);
  hot.inProgram = true;
  return read;
}

// Of its own, so that performMemory has little to save.
[[gnu::noinline]] void Engine::performOrdered(const Op& op) {
  requireOrderedPublication(op);
  speculate(op);
  adoptOrder(current_->id);
  notePublished(op);
}

// A confirmation loop whose iterations that fail are left out (Awamoche, 3.3):
// what the thread does between the read and the compare-exchange it would also
// have done earlier, in such an iteration, with what it knew before the read.
void Engine::speculate(const Op& op) {
  if (!checkRaces_) return;
  const bool begins = op.kind == OpKind::Read && op.rule != nullptr && op.rule->role == core::LoopRole::Claim;
  if (begins && core::apply(op, core::loadWord(op.addr, op.size)).value != 0)
    detector_.beginSpeculation(current_->id);
  else
    detector_.endSpeculation();
}

Engine::Effect Engine::effectOf(const Op& op, Value read) {
  if (op.rule == nullptr) return {op.kind == OpKind::Write, op.a};
  const core::UpdateResult result = core::apply(op, read);
  HEDDLE_CHECK_NOTE(result.enabled, "a disabled operation was scheduled");
  return {result.writes && op.kind == OpKind::Update, result.value};
}

void Engine::synchronise(const RaceDetector::Record& record, const Op& op, bool wrote) {
  const ThreadId me = current_->id;
  if (adoptsOrder_) {
    if (const Conflict* const conflict = detector_.ordered(me, record, wrote)) [[unlikely]]
      reportConflict(*conflict, op.addr, op.size, wrote ? "atomic write" : "atomic read", op.site);
    return;
  }
  const bool reads = op.kind != OpKind::Write;
  const Order order = op.kind == OpKind::Update && !wrote ? op.failOrder : op.order;
  if (record.plainSeen)
    if (const Conflict* const conflict = detector_.conflictOf(me, record, reads, wrote, order)) [[unlikely]]
      reportConflict(*conflict, op.addr, op.size, wrote ? "atomic write" : "atomic read", op.site);
  if (!wrote)
    detector_.read(me, record, order);
  else if (!reads)
    detector_.write(me, record, order);
  else
    detector_.update(me, record, order);
  refreshEpoch();
}

void Engine::adoptOrder(ThreadId thread) {
  if (!checkRaces_) return;
  detector_.adopt(thread, scheduler_->clockOf(execution_, thread));
  refreshEpoch();
}

// --- the same, for words of 4 and 8 bytes ---

template <Engine::Access access, typename Word>
Value Engine::visibleWord(const SiteFacts& facts, Address addr, std::uint64_t a, std::uint64_t b) {
  hot.inProgram = false;
  Thread& me = *current_;
  Op& op = me.state->pending;
  core::storePair(op.a, a);
  if constexpr (access == Access::CompareExchange)
    core::storePair(op.b, b);
  else
    op.b = 0;
  op.addr = addr;
  facts.copyTo(op);
  if (me.starter != nullptr || me.atomicDepth != 0) [[unlikely]] {
    if (!awaitTurn()) return performMemory(false);
  } else {
    const core::Step step = scheduler_->next(execution_);
    if (step.thread != current_->id) carryOut(step);
  }
  return performWord<access, Word>(addr);
}

// The usual case: a location that has only seen atomic accesses of this size,
// and a rule that takes no call to compute. What is unusual, performMemory does.
template <Engine::Access access, typename Word>
[[gnu::noinline]] Value Engine::performWord(Address addr) {
  const Thread& me = *current_;
  const Op& op = me.state->pending;
  const RaceDetector::Record* const record = detector_.knownQuickly(addr, sizeof(Word));
  if (record == nullptr || !execution_.trace.hasReserved()) [[unlikely]]
    return performMemory(true);
  Word read;
  std::memcpy(&read, reinterpret_cast<const void*>(addr), sizeof(Word));
  bool writes = access != Access::Load;
  auto value = static_cast<Word>(op.a);
  if constexpr (access == Access::CompareExchange) {
    writes = read == value;
    value = static_cast<Word>(op.b);
  } else if constexpr (access == Access::Update) {
    const core::Quick rule = op.rule->quick;
    if (rule == core::Quick::None) [[unlikely]]
      return performMemory(true);
    value = static_cast<Word>(core::newValue(rule, read, value));
  }
  core::Event& event = execution_.trace.appendReserved();
  core::copyOp(event.op, op);
  event.read = read;
  event.setLast(me.id, writes, true);
  const core::Small small(op);
  if (writes) {
    std::memcpy(reinterpret_cast<void*>(addr), &value, sizeof(Word));
    if constexpr (access == Access::Store)
      detector_.write(me.id, *record, small.order());
    else
      detector_.update(me.id, *record, small.order());
    hot.epoch = detector_.epoch(me.id);
  } else {
    detector_.read(me.id, *record, access == Access::Load ? small.order() : small.failOrder());
  }
  hot.inProgram = true;
  return read;
}

#define HEDDLE_WORDS(access)                                                                                          \
  template Value Engine::visibleWord<access, std::uint32_t>(const SiteFacts&, Address, std::uint64_t, std::uint64_t); \
  template Value Engine::visibleWord<access, std::uint64_t>(const SiteFacts&, Address, std::uint64_t, std::uint64_t);
HEDDLE_WORDS(Engine::Access::Load)
HEDDLE_WORDS(Engine::Access::Store)
HEDDLE_WORDS(Engine::Access::Update)
HEDDLE_WORDS(Engine::Access::CompareExchange)
#undef HEDDLE_WORDS

// --- parts ---

// Interleaved plain accesses, and plain accesses to locations that are atomic.
// These make no record: they may touch more than the location.
void Engine::checkUnsynchronised(const Op& op, bool isEvent) {
  requireAccess(op, isEvent);
  if (!checkRaces_) return;
  const bool writes = op.kind == OpKind::Write;
  if (const auto conflict = detector_.plain(current_->id, op.addr, op.size, writes)) [[unlikely]] {
    if (isEvent) noteUntaken();
    reportConflict(*conflict, op.addr, op.size, writes ? "write" : "read", op.site);
  }
  requireUnmet(op.site);
}

// Makes a location at the first access, and at one of another size than before.
const RaceDetector::Record& Engine::locationOf(const Op& op, bool isEvent) {
  if (const RaceDetector::Record* const known = detector_.known(op.addr, op.size)) return *known;
  requireAccess(op, isEvent);
  if ((op.addr & (op.size - 1U)) != 0) {
    if (isEvent) noteUntaken();
    fail(ViolationKind::WildPointer,
         fmt::format("accesses {} bytes atomically at an address that is not aligned to {}", op.size, op.size), op.site,
         op.addr, op.size);
  }
  if (op.addr >= layout::kStacks && op.addr < layout::kHeaps) noteUnseen();  // beside plain accesses
  noteAtomicWord(op.addr, op.size, op.site);
  return detector_.locate(op.addr, op.size);
}

// Each byte must be plain memory or part of an atomic location.
void Engine::requireAccess(const Op& op, bool isEvent) {
  if (isOpen(op.addr, op.size)) return;
  for (Address a = op.addr; a < op.addr + op.size; ++a) {
    if (isOpen(a, 1) || (checkRaces_ && inRegion(a) && detector_.touchesAtomic(a, 1))) continue;
    if (isEvent) noteUntaken();
    badAccess(op.addr, op.size, op.kind == OpKind::Write, op.site);
  }
}

// --- other operations ---

Value Engine::performOther(OpKind kind, const Op& op, core::Event& event) {
  Thread& me = *current_;
  switch (kind) {
    case OpKind::Fence:
      if (adoptsOrder_) {
        adoptOrder(me.id);
      } else if (checkRaces_) {
        detector_.fence(me.id, op.order);
        refreshEpoch();
      }
      return 0;
    case OpKind::Join:
      if (adoptsOrder_) {
        adoptOrder(me.id);
      } else if (checkRaces_) {
        detector_.join(me.id, op.other);
        refreshEpoch();
      }
      --unjoined_;
      updateWatch();
      return 0;
    case OpKind::Choose: event.read = choice_; return choice_;
    case OpKind::Atomic:
      if (checkRaces_) {
        detector_.enterSection(me.id);
        refreshEpoch();
      }
      ++me.atomicDepth;
      return 0;
    default: break;
  }
  HEDDLE_CHECK_NOTE(false, "an operation that cannot be performed was scheduled");
  return 0;
}

void Engine::performSpawn(ThreadId child) {
  Thread& me = *current_;
  execution_.threads[child].status = core::ThreadStatus::Ready;
  if (checkRaces_) detector_.spawn(me.id, child);
  if (adoptsOrder_ && checkRaces_) {
    adoptOrder(me.id);
    detector_.adopt(child, scheduler_->clockOf(execution_, me.id));
  }
  // What one thread alone did plainly is in no event.
  if (unjoined_ == 0 && !adoptsOrder_ && execution_.trace.size() > 1)
    noteRenewal(0, ~std::uint64_t{0}, me.state->pending.site);
  ++unjoined_;
  updateWatch();
  threads_[child].starter = &me;
  switchTo(threads_[child]);  // back when the child has reached an op that is not local
}

void Engine::performExit(SiteId site) {
  Thread& me = *current_;
  if (me.tls != nullptr) heap_.release(*heap_.startingAt(reinterpret_cast<Address>(me.tls)), me.id, site);
  me.state->status = me.endsProcess ? core::ThreadStatus::Ended : core::ThreadStatus::Exited;
  handOver();
}

// The running thread has no more to do. Whoever waits for its exit goes on,
// in its place: also inside the spawn that it may be running in.
void Engine::handOver() {
  Thread& me = *current_;
  Thread* const starter = std::exchange(me.starter, nullptr);
  if (me.joiner != nullptr && me.state->status == core::ThreadStatus::Exited) {
    me.joiner->joinsAtOnce = true;
    me.joiner->starter = starter;
    switchTo(*me.joiner);
  } else if (starter != nullptr) {
    switchTo(*starter);
  } else {
    dispatch();
  }
  HEDDLE_CHECK_NOTE(false, "a thread that had ended was resumed");
  __builtin_unreachable();
}

// --- several accesses as one step ---

void Engine::beginStep(SiteId site) {
  if (unjoined_ != 0 && !checkRaces_) beginSection(site);
}

void Engine::endStep() {
  if (current_->atomicDepth != 0 && unjoined_ != 0 && !checkRaces_) --current_->atomicDepth;
}

void Engine::beginSection(SiteId site) { beginSection({.site = site, .kind = OpKind::Atomic}); }
void Engine::beginSection(const Op& op) { enterSection(op, true); }

void Engine::beginOperation(const Op& op) { enterSection(op, false); }

void Engine::enterSection(const Op& op, bool excludes) {
  if (current_->atomicDepth != 0) {
    ++current_->atomicDepth;
    return;
  }
  visible(op);
  current_->excludes = excludes;
}

void Engine::endSection() {
  if (current_->atomicDepth == 0) fail(ViolationKind::LockMisuse, "__VERIFIER_atomic_end without a begin", here());
  if (--current_->atomicDepth == 0) leaveSection();
}

void Engine::leaveSection() {
  if (!checkRaces_ || !current_->excludes) return;
  const InHeddle guard;
  detector_.leaveSection(current_->id);
  refreshEpoch();
}

// The pending op is inside a section: what it touches is ordered with the
// sections that touched the same bytes before.
void Engine::orderWithSections(const Op& op) {
  if (!checkRaces_ || !current_->excludes || !core::touchesMemory(op.kind) || !inRegion(op.addr)) return;
  auto touch = RaceDetector::Touch::Read;
  if (op.kind == OpKind::Write)
    touch = RaceDetector::Touch::Write;
  else if (op.kind == OpKind::Update && core::apply(op, core::loadWord(op.addr, op.size)).writes)
    touch = op.rule->commutes == core::Family::None ? RaceDetector::Touch::Write : RaceDetector::Touch::Commute;
  detector_.accessInSection(current_->id, op.addr, op.size, touch);
}

}  // namespace heddle::runtime
