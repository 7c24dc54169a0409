// What threads synchronise by is a word of the program's memory each, with guarded
// updates (core/update.h): what the models of locks and the like have in common.
//
// Inline, like the step that such an update is (stepper.h).
#pragma once

#include "core/update.h"
#include "runtime/externals/external.h"

namespace heddle::runtime::externals {

// An update by the running thread. What it is done with: `a`.
inline Op updateWith(void* object, const core::UpdateRule& rule, Order order, Value a, std::uint8_t bytes = 8) {
  return {.a = a,
          .addr = addressOf(object),
          .rule = &rule,
          .site = here(),
          .kind = OpKind::Update,
          .order = order,
          .failOrder = Order::Relaxed,
          .size = bytes};
}
// The same with the thread's id plus one.
inline Op updateOf(void* object, const core::UpdateRule& rule, Order order, std::uint8_t bytes = 8) {
  return updateWith(object, rule, order, engine->stepper.current->id + 1, bytes);
}
// Performs it: what was found there. It is no part of the section of a lock (runtime/lock_sections.h).
[[gnu::always_inline]] inline std::uint64_t update(const Op& op) {
  engine->stepper.interruptSection();
  return static_cast<std::uint64_t>(engine->stepper.visibleGiven(op));
}

// Locks that the running thread holds: only it can change that, so no step is needed to find out. Memory does not
// tell it under weak memory: it has what somebody has read there last, which may be old. But whoever fails to take
// a lock has not read 0, which is there when the lock was made anew.
class HeldLocks {
 public:
  // Which of the lists of a thread.
  explicit constexpr HeldLocks(LockList Thread::* list) : list_(list) {}

  // Where it is among them, for `removeAt`; kNowhere: the thread does not hold it.
  static constexpr std::size_t kNowhere = LockList::kNowhere;
  std::size_t find(void* object, std::uint8_t bytes = 8) const {
    const Address word = addressOf(object);
    if (!inRegion(word)) checkRead(object, bytes);
    return core::loadWord(word, bytes) != 0 ? list().find(word) : kNowhere;
  }
  bool contains(void* object, std::uint8_t bytes = 8) const { return find(object, bytes) != kNowhere; }
  // The same, whatever is there now.
  bool isKnown(Address word) const { return list().contains(word); }
  void add(void* object) const {
    if (list().isFull()) [[unlikely]]
      grow(list());
    list().add(addressOf(object));
  }
  void removeAt(std::size_t place) const { list().removeAt(place); }
  // Once, if it is there.
  void remove(void* object) const {
    if (const std::size_t place = list().find(addressOf(object)); place != kNowhere) removeAt(place);
  }

 private:
  [[gnu::noinline]] static void grow(LockList& list) {
    const InHeddle guard;  // what is allocated is not the program's
    list.grow();
  }
  LockList& list() const { return engine->stepper.current->*list_; }

  LockList Thread::* list_;
};
inline constexpr HeldLocks kHeld(&Thread::held);

[[noreturn]] inline void misuse(const char* what, void* object) {
  const InHeddle guard;
  std::string message = std::string(what) + " " + engine->names.nameOf(addressOf(object));
  engine->verdicts.fail(ViolationKind::LockMisuse, std::move(message), here(), addressOf(object), 8);
}

// What functions answer that say in errno what went wrong.
inline int failWith(int error) {
  engine->threads.self().errorNumber = error;
  return -1;
}

}  // namespace heddle::runtime::externals
