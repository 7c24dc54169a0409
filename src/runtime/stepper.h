// A step: waiting for one's turn, performing the pending op, recording it.
//
// A thread that reaches a visible operation leaves it as its pending op and
// asks the scheduler, right there on its own stack, who goes next. If the
// answer is itself it performs the op and goes on: no switch, no detour.
// Otherwise it switches straight to the other thread, which performs its own
// pending op. Ops that are local under SC are performed without asking.
#pragma once

#include "base/check.h"
#include "runtime/limits.h"
#include "runtime/memory.h"
#include "runtime/running.h"

namespace heddle::runtime {

class Stepper : public Running {
 public:
  Stepper(const Sites& sites, Memory& memory, Verdicts& verdicts, Limits& limits, const Options& options)
      : Running(options.plain == PlainPolicy::Race, options.stackBytes),
        sites_(sites),
        memory_(memory),
        verdicts_(verdicts),
        limits_(limits),
        options_(options) {}

  // Performs `op` when the scheduler says so; the value read, if any.
  // Inline: an op that was put together elsewhere would have to be loaded in
  // other pieces than it was stored in.
  [[gnu::always_inline]] Value visible(const Op& op) {
    const InHeddle guard;
    core::copyOp(pending(), op);
    if (!core::touchesMemory(op.kind)) return stepOther();
    if (!inRegion(op.addr)) [[unlikely]]
      memory_.failAt(op.addr, op.size, op.kind != OpKind::Read, op.site);
    if (op.order != Order::Plain && op.size == 8) return stepWord<std::uint64_t>(op.addr);
    if (op.order != Order::Plain && op.size == 4) return stepWord<std::uint32_t>(op.addr);
    return step();
  }
  // The same for an atomic access of a model, by the program's thread itself. All of it is inline, so that what the
  // model knows of the op (its rule, its orders) the compiler knows, too.
  [[gnu::always_inline]] Value visibleGiven(const Op& op) {
    if (op.size == 8) return visibleGivenWord<std::uint64_t>(op);
    if (op.size == 4) return visibleGivenWord<std::uint32_t>(op);
    return visible(op);
  }
  // The same for the pending op, which touches memory.
  Value step();
  // Without a look at the locks of atomic sections.
  Value stepAlone();

  // What `visible` does, for an atomic access to a word of the program's
  // memory (inRegion), in as few instructions as possible. Any: as the pending
  // op says, for what the library does.
  enum class Access : std::uint8_t { Load, Store, Update, CompareExchange, Any };
  template <Access access, typename Word>
  Value visibleWord(const SiteFacts& facts, Address addr, std::uint64_t a, std::uint64_t b);

  // A thread that is ready to run does, up to its first op that is not local.
  void spawn(ThreadId child, SiteId site);
  [[noreturn]] void exit(SiteId site);

  // While interleaving plain accesses, what lies between is one step.
  void beginStep(SiteId site);
  void endStep();

  // __VERIFIER_atomic_begin and _end: one step, and sections exclude each other.
  void beginSection(SiteId site);
  // The same for an operation that the program wrote as one; `op` is an Atomic
  // with its name (its rule) and object.
  void beginSection(const Op& op);
  void endSection();
  // An operation of a library that touches several words, and orders nothing by
  // itself; `op` as above.
  void beginOperation(const Op& op);
  void endOperation() {
    if (!adoptsOrder) --current->atomicDepth;
  }
  // The section of a lock turns out to be more than one step.
  [[noreturn]] void splitSection();
  // Something else than an access to memory.
  void interruptSection() {
    if (current->section.lock != 0) [[unlikely]]
      splitSection();
  }
  // What stands there matters: it is on the slice from now on, and the search restarts.
  [[noreturn]] void putOnSlice(SiteId site, core::Extent extent);
  bool isOffSlice(SiteId site) const;

 private:
  struct Effect {  // what an op does to the word it accesses
    bool writes;
    Value value;
  };
  static Effect effectOf(const Op& op, Value read);

  template <typename Word>
  Value stepWord(Address addr);
  Value stepOther();
  Value stepPart(const core::Word& word);
  template <OpKind kind>
  void stepAtOnce(SiteId site, ThreadId other = 0);
  bool awaitTurn();
  void interruptWaiting();
  template <typename Word>
  [[gnu::always_inline]] Value visibleGivenWord(const Op& op);
  bool isUnusual(const Thread& me) const {
    return me.starter != nullptr || me.atomicDepth != 0 || sectionLocks != nullptr || hasMixedWords;
  }
  template <Access access, typename Word>
  Value performWord(Address addr);
  template <Access access, typename Word, typename OpOrGiven>
  [[gnu::always_inline]] Value performUsually(const OpOrGiven& op, Address addr);
  Value performUnusual();
  template <typename Word>
  Value performLater(core::Step step, Address addr);
  template <bool byBytes = false>
  Value performMemory(bool asked);
  [[noreturn]] void stopAt(const Op& op, bool asked);
  Value performOther(OpKind kind, const Op& op, core::Event& event);
  void performSpawn(ThreadId child);
  [[noreturn]] void performExit();
  void performOrdered(const Op& op);
  void speculate(const Op& op);
  void synchronise(const RaceDetector::Record& record, const Op& op, bool wrote);
  void synchroniseBytes(const Op& op, bool wrote);
  void enterSection(const Op& op, bool excludes);
  void beginLocked(SiteId site);
  void orderWithSections(const Op& op);

  const Sites& sites_;
  Memory& memory_;
  Verdicts& verdicts_;
  Limits& limits_;
  const Options& options_;
};

template <typename Word>
inline Value Stepper::visibleGivenWord(const Op& op) {
  hot.inProgram = false;
  core::writeOp(pending(), op);
  const Address addr = op.addr;
  const core::GivenOp given(op);
  if (!inRegion(addr)) [[unlikely]]
    memory_.failAt(addr, sizeof(Word), given.kind() != OpKind::Read, op.site);
  if (isUnusual(*current)) [[unlikely]]
    return step();
  const core::Step step = scheduler->next(execution);
  if (step.thread != current->id) return performLater<Word>(step, addr);
  if (isTrial) [[unlikely]]  // which may have made a look of the pending op
    return performWord<Access::Any, Word>(addr);
  return performUsually<Access::Any, Word>(given, addr);
}

// The usual case: a location that has only seen atomic accesses of this size,
// and a rule that takes no call to compute. What is unusual, performMemory does.
template <Stepper::Access access, typename Word, typename OpOrGiven>
inline Value Stepper::performUsually(const OpOrGiven& op, Address addr) {
  const Thread& me = *current;
  const RaceDetector::Record* const record = detector.knownQuickly(addr, sizeof(Word));
  if (record == nullptr || !execution.trace.hasReserved()) [[unlikely]]
    return performUnusual();
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
      return performUnusual();
    value = static_cast<Word>(core::newValue(rule, read, value));
  } else if constexpr (access == Access::Any) {
    const OpKind kind = core::smallOf(op).kind();
    writes = kind == OpKind::Write;
    if (op.rule != nullptr) {
      const core::WordResult result = core::applyToWord(op, read);
      HEDDLE_CHECK_NOTE(result.enabled, "a disabled operation was scheduled");
      writes = result.writes && kind == OpKind::Update;
      value = static_cast<Word>(result.value);
    }
  }
  const ThreadId id = me.id;
  core::Event& event = execution.trace.appendReserved();
  core::copyOp(event.op, me.state->pending);
  event.read = read;
  event.setLast(id, writes, true);
  const auto small = core::smallOf(op);
  if (writes) {
    std::memcpy(reinterpret_cast<void*>(addr), &value, sizeof(Word));
    const bool isStore = access == Access::Store || (access == Access::Any && small.kind() == OpKind::Write);
    const std::uint32_t clock =
        isStore ? detector.write(id, *record, small.order()) : detector.update(id, *record, small.order());
    hot.epoch = epochOf(id, clock);
  } else {
    const bool isUpdate = access == Access::Any ? small.kind() == OpKind::Update : access != Access::Load;
    detector.read(id, *record, isUpdate ? small.failOrder() : small.order());
  }
  hot.inProgram = true;
  return read;
}

}  // namespace heddle::runtime
