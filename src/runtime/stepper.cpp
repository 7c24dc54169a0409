// This is the path of every visible operation; docs/decisions/0005-hot-path.md
// has what was measured. What the processor turned out to be short of is
// stores: neighbours reach the cache two a cycle, others hardly one a cycle.
// So the usual case keeps nothing on the stack (all that is unusual is in
// functions of their own, reached by a tail call) and writes each thing once.
#include "runtime/stepper.h"

#include <utility>

#include "base/check.h"
#include "core/mixed_sizes.h"

namespace heddle::runtime {

// --- turns ---

Value Stepper::step() {
  if (sectionLocks != nullptr && !isTrial) [[unlikely]]
    return sectionLocks->access();
  return stepAlone();
}

Value Stepper::stepAlone() {
  hot.inProgram = false;
  if (hasMixedWords && !isTrial) [[unlikely]]
    if (const core::Word* const word = options_.learnt->mixedWords.around(pending().addr, pending().size))
      return adoptsOrder ? stepPart(*word) : performMemory<true>(awaitTurn());
  const bool asked = awaitTurn();
  return performMemory(asked);
}

// The scheduler decides on an access to the word. It is performed as what it is: its part has what the word has there.
Value Stepper::stepPart(const core::Word& word) {
  const Op part = pending();
  core::copyOp(pending(), core::asAccessToWord(part, word));
  const bool asked = awaitTurn();
  if (!isTrial) core::copyOp(pending(), part);  // a trial has restored it, and may have made a look of it
  return performMemory<true>(asked);
}

Value Stepper::stepOther() {
  hot.inProgram = false;
  const Op& op = pending();
  const OpKind kind = core::Small(op).kind();
  const bool asked = kind != OpKind::Fence && awaitTurn();
  if (!execution.trace.hasReserved()) [[unlikely]]
    limits_.lookAtTrace(op.site);
  const Value value = performOther(kind, op, record(op, asked));
  hot.inProgram = true;
  return value;
}

// A Spawn or an Exit: nobody is asked.
template <OpKind kind>
void Stepper::stepAtOnce(SiteId site, ThreadId other) {
  const InHeddle guard;
  if (current->section.lock != 0) [[unlikely]]
    splitSection();
  Op& op = pending();
  core::copyOp(op, {.site = site, .kind = kind, .other = other});
  if (!execution.trace.hasReserved()) [[unlikely]]
    limits_.lookAtTrace(site);
  record(op, false);
  if constexpr (kind == OpKind::Spawn)
    performSpawn(other);
  else
    performExit();
}

void Stepper::spawn(ThreadId child, SiteId site) { stepAtOnce<OpKind::Spawn>(site, child); }

void Stepper::exit(SiteId site) {
  stepAtOnce<OpKind::Exit>(site);
  __builtin_unreachable();
}

// Returns when the running thread may perform its pending op; whether the
// scheduler decided so.
bool Stepper::awaitTurn() {
  Thread& me = *current;
  const OpKind kind = core::Small(me.state->pending).kind();
  const bool local = core::isLocalUnderSc(kind);
  const bool section = me.atomicDepth != 0;
  if (me.section.isOffSlice) [[unlikely]]
    putOnSlice(me.section.site, core::Extent::Whether);
  if ((local || (section && kind != OpKind::Choose)) && core::enabled(execution, me.id)) {
    if (section) orderWithSections(me.state->pending);
    return false;
  }
  if (me.section.lock != 0) [[unlikely]]
    splitSection();
  if (section)
    interruptWaiting();
  else if (kind == OpKind::Join)
    threads[me.state->pending.other].joiner = &me;
  if (me.starter != nullptr)
    switchTo(*std::exchange(me.starter, nullptr));
  else
    dispatch();
  if (section) orderWithSections(me.state->pending);
  return !local || !std::exchange(me.joinsAtOnce, false);
}

// What comes is a step of its own. The section has read that it must wait: had it begun earlier, it might not have been
// interrupted.
void Stepper::interruptWaiting() {
  const Op& op = pending();
  if (core::touchesMemory(op.kind) && !isTrial) {
    if (!execution.trace.hasReserved()) limits_.lookAtTrace(op.site);
    const Op look{.addr = op.addr, .site = op.site, .kind = OpKind::Read, .order = Order::Relaxed, .size = op.size};
    record(look, false).read = core::loadWord(op.addr, op.size);
  }
  leaveSection();
}

// --- accesses to memory ---

template <bool byBytes>
Value Stepper::performMemory(bool asked) {
  const Op& op = pending();
  if (!execution.trace.hasReserved()) [[unlikely]]
    limits_.lookAtTrace(op.site);
  if (!unfinished.empty() && isUnfinished(op.addr, op.size)) [[unlikely]]
    stopAt(op, asked);
  core::Event& event = record(op, asked);
  if (adoptsOrder) [[unlikely]]
    performOrdered(op);
  const bool synchronises = op.order != Order::Plain && checkRaces;
  const RaceDetector::Record* const location = synchronises && !byBytes ? &memory_.locationOf(op, true) : nullptr;
  if (synchronises && byBytes) memory_.requireAtomic(op, true);
  if (!synchronises) memory_.checkUnsynchronised(op, true);
  const Value read = core::loadWord(op.addr, op.size);
  const Effect effect = effectOf(op, read);
  event.read = read;
  event.wrote = effect.writes;
  if (effect.writes) core::storeWord(op.addr, op.size, effect.value);
  if (synchronises && byBytes)
    synchroniseBytes(op, effect.writes);
  else if (synchronises)
    synchronise(*location, op, effect.writes);
  hot.inProgram = true;
  return read;
}

// It has read what it must not see.
void Stepper::stopAt(const Op& op, bool asked) {
  record({.addr = op.addr, .site = op.site, .kind = OpKind::Read, .order = op.order, .size = op.size}, asked);
  stopThread(op.site);
}

// Of its own, so that performMemory has little to save.
[[gnu::noinline]] void Stepper::performOrdered(const Op& op) {
  memory_.requireOrderedPublication(op);
  speculate(op);
  adoptOrderOf(current->id);
  memory_.notePublished(op);
}

// A confirmation loop whose iterations that fail are left out (Awamoche, 3.3):
// what the thread does between the read and the compare-exchange it would also
// have done earlier, in such an iteration, with what it knew before the read.
void Stepper::speculate(const Op& op) {
  if (!checkRaces) return;
  const bool begins = op.kind == OpKind::Read && op.rule != nullptr && op.rule->role == core::LoopRole::SpeculativeRead;
  if (begins && core::apply(op, core::loadWord(op.addr, op.size)).value != 0)
    detector.beginSpeculation(current->id);
  else
    detector.endSpeculation();
}

Stepper::Effect Stepper::effectOf(const Op& op, Value read) {
  const OpKind kind = core::Small(op).kind();
  if (op.rule == nullptr) return {kind == OpKind::Write, op.a};
  const core::UpdateResult result = core::apply(op, read);
  HEDDLE_CHECK_NOTE(result.enabled, "a disabled operation was scheduled");
  return {result.writes && kind == OpKind::Update, result.value};
}

void Stepper::synchronise(const RaceDetector::Record& record, const Op& op, bool wrote) {
  const ThreadId me = current->id;
  if (adoptsOrder) {
    if (const Conflict* const conflict = detector.ordered(me, record, wrote)) [[unlikely]]
      verdicts_.fail(*conflict, op.addr, op.size, wrote ? "atomically writes" : "atomically reads", op.site);
    return;
  }
  const bool reads = op.kind != OpKind::Write;
  const Order order = op.kind == OpKind::Update && !wrote ? op.failOrder : op.order;
  if (record.plainSeen)
    if (const Conflict* const conflict = detector.conflictOf(me, record, reads, wrote, order)) [[unlikely]]
      verdicts_.fail(*conflict, op.addr, op.size, wrote ? "atomically writes" : "atomically reads", op.site);
  if (!wrote)
    detector.read(me, record, order);
  else if (!reads)
    detector.write(me, record, order);
  else
    detector.update(me, record, order);
  refreshEpoch();
}

// It acquires from all of them before it releases to any.
void Stepper::synchroniseBytes(const Op& op, bool wrote) {
  using Record = RaceDetector::Record;
  const Order order = op.kind == OpKind::Update && !wrote ? op.failOrder : op.order;
  if (!adoptsOrder && op.kind != OpKind::Write)
    memory_.forBytes(op, [&](const Record& byte) { detector.acquire(current->id, byte, order); });
  memory_.forBytes(op, [&](const Record& byte) { synchronise(byte, op, wrote); });
}

// --- the same, for words of 4 and 8 bytes ---

// Atomic accesses of library functions: the pending op.
template <typename Word>
Value Stepper::stepWord(Address addr) {
  hot.inProgram = false;
  const Thread& me = *current;
  if (isUnusual(me)) [[unlikely]]
    return step();
  const core::Step step = scheduler->next(execution);
  if (step.thread != current->id) carryOut(step);
  return performWord<Access::Any, Word>(addr);
}
template Value Stepper::stepWord<std::uint32_t>(Address);
template Value Stepper::stepWord<std::uint64_t>(Address);

template <Stepper::Access access, typename Word>
Value Stepper::visibleWord(const SiteFacts& facts, Address addr, std::uint64_t a, std::uint64_t b) {
  hot.inProgram = false;
  Thread& me = *current;
  Op& op = me.state->pending;
  core::storePair(op.a, a);
  if constexpr (access == Access::CompareExchange)
    core::storePair(op.b, b);
  else
    op.b = 0;
  op.addr = addr;
  facts.copyTo(op);
  if (isUnusual(me)) [[unlikely]] {
    if (sectionLocks != nullptr || hasMixedWords) return step();
    if (!awaitTurn()) return performMemory(false);
  } else {
    const core::Step step = scheduler->next(execution);
    if (step.thread != current->id) carryOut(step);
  }
  return performWord<access, Word>(addr);
}

template <Stepper::Access access, typename Word>
[[gnu::noinline]] Value Stepper::performWord(Address addr) {
  return performUsually<access, Word>(current->state->pending, addr);
}

Value Stepper::performUnusual() { return performMemory(true); }

// Of another thread's choice.
template <typename Word>
Value Stepper::performLater(core::Step step, Address addr) {
  carryOut(step);
  return performWord<Access::Any, Word>(addr);
}
template Value Stepper::performLater<std::uint32_t>(core::Step, Address);
template Value Stepper::performLater<std::uint64_t>(core::Step, Address);

template Value Stepper::performWord<Stepper::Access::Any, std::uint32_t>(Address);
template Value Stepper::performWord<Stepper::Access::Any, std::uint64_t>(Address);
#define HEDDLE_WORDS(access)                                                                                           \
  template Value Stepper::visibleWord<access, std::uint32_t>(const SiteFacts&, Address, std::uint64_t, std::uint64_t); \
  template Value Stepper::visibleWord<access, std::uint64_t>(const SiteFacts&, Address, std::uint64_t, std::uint64_t);
HEDDLE_WORDS(Stepper::Access::Load)
HEDDLE_WORDS(Stepper::Access::Store)
HEDDLE_WORDS(Stepper::Access::Update)
HEDDLE_WORDS(Stepper::Access::CompareExchange)
#undef HEDDLE_WORDS

// --- other operations ---

Value Stepper::performOther(OpKind kind, const Op& op, core::Event& event) {
  Thread& me = *current;
  switch (kind) {
    case OpKind::Fence:
      if (adoptsOrder) {
        adoptOrderOf(me.id);
      } else if (checkRaces) {
        detector.fence(me.id, op.order);
        refreshEpoch();
      }
      return 0;
    case OpKind::Join:
      if (adoptsOrder) {
        adoptOrderOf(me.id);
      } else if (checkRaces) {
        detector.join(me.id, op.other);
        refreshEpoch();
      }
      --unjoined;
      updateWatch();
      return 0;
    case OpKind::Choose: event.read = choice; return choice;
    case OpKind::Atomic:
      if (checkRaces) {
        detector.enterSection(me.id);
        refreshEpoch();
      }
      ++me.atomicDepth;
      return 0;
    default: break;
  }
  HEDDLE_CHECK_NOTE(false, "an operation that cannot be performed was scheduled");
  return 0;
}

void Stepper::performSpawn(ThreadId child) {
  Thread& me = *current;
  execution.threads[child].status = core::ThreadStatus::Ready;
  if (checkRaces) detector.spawn(me.id, child);
  if (adoptsOrder && checkRaces) {
    adoptOrderOf(me.id);
    detector.adopt(child, clockAfter(me.id));
  }
  // What one thread alone did plainly is in no event.
  if (unjoined == 0 && !adoptsOrder && execution.trace.size() > 1)
    memory_.noteInvalidation(0, ~std::uint64_t{0}, me.state->pending.site);
  ++unjoined;
  updateWatch();
  threads[child].starter = &me;
  switchTo(threads[child]);  // back when the child has reached an op that is not local
}

void Stepper::performExit() {
  Thread& me = *current;
  me.state->status = me.endsProcess ? core::ThreadStatus::Ended : core::ThreadStatus::Exited;
  handOver();
}

// --- several accesses as one step ---

void Stepper::beginStep(SiteId site) {
  if (unjoined != 0 && !checkRaces && sites_[hot.callSite].isShared) beginSection(site);
}

void Stepper::endStep() {
  if (current->atomicDepth != 0 && unjoined != 0 && !checkRaces && sites_[hot.callSite].isShared)
    --current->atomicDepth;
}

void Stepper::beginSection(SiteId site) { beginSection({.site = site, .kind = OpKind::Atomic}); }
void Stepper::beginSection(const Op& op) { enterSection(op, true); }

void Stepper::beginOperation(const Op& op) { enterSection(op, false); }

void Stepper::enterSection(const Op& op, bool excludes) {
  if (adoptsOrder) return excludes ? beginLocked(op.site) : void();
  if (current->atomicDepth != 0) {
    ++current->atomicDepth;
    return;
  }
  visible(op);
  current->excludes = excludes;
}

void Stepper::beginLocked(SiteId site) {
  if (sectionLocks != nullptr) return sectionLocks->begin();
  options_.learnt->sectionWords.expect();
  verdicts_.breakOff({core::Assumption::SectionWords, site});
}

void Stepper::endSection() {
  if (current->lockedDepth != 0) return sectionLocks->end(sites_.here());
  if (current->atomicDepth == 0)
    verdicts_.fail(ViolationKind::LockMisuse, "__VERIFIER_atomic_end without a begin", sites_.here());
  if (--current->atomicDepth == 0) leaveSection();
}

void Stepper::splitSection() {
  hot.inProgram = false;
  const SiteId site = current->section.site;
  options_.peeked->split(site);
  if (options_.slice) options_.slice->add(sites_.at(site).statement, core::Extent::Whole);
  verdicts_.breakOff({core::Assumption::WholeSections, site});
}

void Stepper::putOnSlice(SiteId site, core::Extent extent) {
  hot.inProgram = false;
  options_.slice->add(sites_.at(site).statement, extent);
  verdicts_.breakOff({core::Assumption::CompleteSlice, site});
}

bool Stepper::isOffSlice(SiteId site) const {
  return options_.slice && options_.slice->of(sites_.at(site).statement) == core::Extent::Not;
}

// The pending op is inside a section: what it touches is ordered with the
// sections that touched the same bytes before.
void Stepper::orderWithSections(const Op& op) {
  if (!checkRaces || !current->excludes || !core::touchesMemory(op.kind) || !inRegion(op.addr)) return;
  if (op.addr == current->section.lock) return;  // taken by whoever comes first
  auto touch = RaceDetector::Touch::Read;
  if (op.kind == OpKind::Write)
    touch = RaceDetector::Touch::Write;
  else if (op.kind == OpKind::Update && core::apply(op, core::loadWord(op.addr, op.size)).writes)
    touch = op.rule->commutes == core::Family::None ? RaceDetector::Touch::Write : RaceDetector::Touch::Commute;
  detector.accessInSection(current->id, op.addr, op.size, touch);
}

}  // namespace heddle::runtime
