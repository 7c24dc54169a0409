#include "runtime/section_locks.h"

#include <algorithm>
#include <cstring>

#include "core/lock_rules.h"
#include "core/update.h"
#include "runtime/library_words.h"

namespace heddle::runtime {
namespace {

using core::SectionWords;

bool canWait(const Op& op) { return op.kind == OpKind::Await || (op.kind == OpKind::Update && op.rule->canBlock); }
bool writes(const Op& op) { return op.kind == OpKind::Write || op.kind == OpKind::Update; }

}  // namespace

void SectionLocks::restart() {
  if (words().areThere()) std::memset(reinterpret_cast<void*>(kSectionLocks), 0, kReaderWords - kSectionLocks);
}

void SectionLocks::end(SiteId site) {
  if (--run_.current->lockedDepth == 0) giveBackAll(site);
}

// --- accesses ---

Value SectionLocks::access() {
  const Op op = run_.pending();
  if (run_.current->lockedDepth == 0) return accessOutside(op);
  return accessInside(op, true);
}

// Nobody else runs while the thread is in a section, so that what its loop waits for cannot come. If it has done
// nothing in there yet, it can as well begin later, when that has come.
Value SectionLocks::await() {
  const Op op = run_.pending();
  const bool isFirst = run_.current->sectionSlots.empty();
  return isFirst ? waitInside(op) : accessInside(op, false);
}

// Whoever is too late for what has let it go on could as well have waited for what comes later.
Value SectionLocks::waitInside(const Op& op) {
  const Value found = look(op, OpKind::Await);
  if (run_.isTrial) return core::apply(op, found).enabled ? perform(op) : found;
  return accessInside(op, false);
}

// It keeps the lock of the word; and if it cannot go on and must not be interrupted, all of them, for ever.
Value SectionLocks::accessInside(const Op& op, bool isInterrupted) {
  touch(op.addr, op.size, writes(op), op.site);
  if (!canWait(op) || core::apply(op, look(op, OpKind::Read)).enabled) return performGuarded(op);
  if (!isInterrupted) run_.stopThread(op.site);
  giveBackAll(op.site);
  return waitInside(op);
}

// In one order with all others, or at any time if no section accesses the word.
Value SectionLocks::accessOutside(const Op& op) {
  const auto [first, last] = std::minmax({SectionWords::slotOf(op.addr), SectionWords::slotOf(op.addr + op.size - 1)});
  for (const unsigned slot : {first, last})
    if (words().noteOutside(slot, writes(op))) verdicts_.breakOff({core::Assumption::SectionWords, op.site});
  const bool guardsFirst = words().isGuarded(first), guardsLast = last != first && words().isGuarded(last);
  if (run_.unjoined == 0 || !(guardsFirst || guardsLast)) return perform(op);
  const auto giveBackEach = [&] {
    if (guardsFirst) giveBack(first, Order::Relaxed, op.site);
    if (guardsLast) giveBack(last, Order::Relaxed, op.site);
  };
  while (true) {
    if (guardsFirst) take(first, Order::Relaxed, op.site);
    if (guardsLast) take(last, Order::Relaxed, op.site);
    if (!canWait(op) || core::apply(op, look(op, OpKind::Read)).enabled) {
      const Value found = performGuarded(op);
      giveBackEach();
      return found;
    }
    giveBackEach();
    const Value found = look(op, OpKind::Await);  // what lets it go on may be what a section is about to change again
    if (run_.isTrial) return core::apply(op, found).enabled ? perform(op) : found;
  }
}

Value SectionLocks::look(Op op, OpKind kind) {
  op.kind = kind;
  op.order = op.failOrder = Order::Relaxed;
  if (kind == OpKind::Read) op.rule = nullptr;
  return performGuarded(op);
}

void SectionLocks::touch(Address addr, std::uint64_t bytes, bool write, SiteId site) {
  Thread& me = *run_.current;
  if (me.lockedDepth == 0 || run_.unjoined == 0 || run_.isTrial) return;
  const InHeddle guard;  // to take a lock is a step, but whoever touches memory may be in Heddle, and stays there
  const Address end = addr + std::min<std::uint64_t>(bytes, 8 * SectionWords::kSlots);
  for (Address word = addr & ~Address{7}; word < end; word += 8) {
    const unsigned slot = SectionWords::slotOf(word);
    if (words().noteInSection(slot, write || looksForEver(slot)))
      verdicts_.breakOff({core::Assumption::SectionWords, site});
    if (!words().isGuarded(slot) || std::ranges::find(me.sectionSlots, slot) != me.sectionSlots.end()) continue;
    take(slot, Order::Acquire, site);
    hot.inProgram = false;  // what is allocated is not the program's
    me.sectionSlots.push_back(slot);
  }
}

// Whoever spins in sections on a word that nobody has written so far lets nobody else run: that it is written is what
// it waits for.
bool SectionLocks::looksForEver(unsigned slot) {
  constexpr unsigned kMany = 10'000;
  if (words().isGuarded(slot)) return false;
  if (const std::size_t events = run_.execution.trace.size(); events != eventsAtLook_) {
    eventsAtLook_ = events;
    looks_ = 0;
  }
  return ++looks_ > kMany;
}

// --- locks ---

Value SectionLocks::perform(const Op& op) {
  core::copyOp(run_.pending(), op);
  return run_.stepAlone();
}

Value SectionLocks::performGuarded(Op op) {
  op.isGuarded = 1;
  return perform(op);
}

void SectionLocks::take(unsigned slot, Order order, SiteId site) {
  perform({.a = run_.current->id + 1U,
           .addr = sectionLockOf(slot),
           .rule = &core::locks::kTakeWord,
           .site = site,
           .kind = OpKind::Update,
           .order = order,
           .failOrder = Order::Relaxed,
           .size = 8});
}

void SectionLocks::giveBack(unsigned slot, Order order, SiteId site) {
  perform({.addr = sectionLockOf(slot),
           .rule = &core::locks::kGiveBackWord,
           .site = site,
           .kind = OpKind::Update,
           .order = order,
           .failOrder = Order::Relaxed,
           .size = 8});
}

void SectionLocks::giveBackAll(SiteId site) {
  std::vector<unsigned>& slots = run_.current->sectionSlots;
  for (; !slots.empty() && !run_.isTrial; slots.pop_back()) giveBack(slots.back(), Order::Release, site);
}

}  // namespace heddle::runtime
