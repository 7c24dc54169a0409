// A step: waiting for one's turn, performing the pending op, recording it.
//
// A thread that reaches a visible operation leaves it as its pending op and
// asks the scheduler, right there on its own stack, who goes next. If the
// answer is itself it performs the op and goes on: no switch, no detour.
// Otherwise it switches straight to the other thread, which performs its own
// pending op. Ops that are local under SC are performed without asking.
#pragma once

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
  template <Access access, typename Word>
  Value performWord(Address addr);
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

}  // namespace heddle::runtime
