#include "core/iteration.h"

#include <algorithm>

#include "base/check.h"
#include "core/lock_rules.h"
#include "core/update.h"

namespace heddle::core {
namespace {

Value written(const Event& event) {
  const Value value = event.op.kind == OpKind::Write ? event.op.a : apply(event.op, event.read).value;
  return value & maskOf(event.op.size);
}

bool isBlind(const Event& event) { return event.op.kind == OpKind::Update && event.op.rule->commutes != Family::None; }

bool isAddition(const Event& event) {
  if (event.op.kind != OpKind::Update) return false;
  const UpdateRule* const rule = event.op.rule;
  return rule->commutes == Family::Add || rule == &rules::kAdd || rule == &rules::kSub ||
         rule->role == LoopRole::RolledBack;
}
bool isBlindAddition(const Event& event) { return isBlind(event) && isAddition(event); }

bool samePlace(const Event& x, const Event& y) { return x.op.addr == y.op.addr && x.op.size == y.op.size; }

bool overlaps(const Event& x, const Event& y) {
  return touchesMemory(x.op.kind) && x.op.addr < y.op.addr + y.op.size && y.op.addr < x.op.addr + x.op.size;
}

bool acquires(const Event& event) {
  return core::acquires(event.op.kind == OpKind::Update && !event.wrote ? event.op.failOrder : event.op.order);
}

// Whether whoever reads from the store is ordered after all that readers of the
// write it takes the place of were ordered after: the store releases what its
// thread has acquired from that write, or has written itself.
bool keepsOrder(const Event& store, const Event* begin) {
  if (!releases(store.op.order)) return false;
  for (const Event* before = &store; before-- != begin;) {
    if (!overlaps(*before, store)) continue;
    if (!samePlace(*before, store)) return false;
    const bool isOwn = before->thread == store.thread;
    if (isOwn && (before->op.kind == OpKind::Write || acquires(*before))) return true;
    if (before->wrote) return false;
  }
  return true;  // the initial value
}

// What a thread wrote in an iteration.
class Writes {
 public:
  explicit Writes(bool racesCount) : racesCount_(racesCount) {}

  // False: it is an effect whatever follows. `start`: of the execution.
  bool add(const Event& event, const Event* start) {
    if (event.op.order == Order::Plain) return false;  // may be part of a range, whose values are not kept
    if (racesCount_ && event.op.kind == OpKind::Write && !keepsOrder(event, start)) return false;
    severalPlaces_ |= first_ != nullptr && !samePlace(*first_, event);
    if (first_ == nullptr) first_ = &event;
    last_ = &event;
    changes_ |= isBlind(event) || written(event) != event.read;
    onlyAdds_ = onlyAdds_ && isAddition(event);
    changesBlindly_ |= isBlind(event) && !isAddition(event);
    onlyUpdates_ = onlyUpdates_ && event.op.kind == OpKind::Update;
    net_ += written(event) - event.read;
    return true;
  }

  IterationEffect effect(const JudgedBy& facts) const {
    using enum IterationEffect;
    if (first_ == nullptr || (!facts.isGraph && !changes_)) return None;
    if (!facts.zeroNetEffect || !areRolledBack() || (facts.isGraph && !onlyUpdates_)) return Some;
    return !facts.isGraph && areObserved() ? Observed : ZeroNet;
  }

 private:
  bool areRolledBack() const {
    // What they do depends on the order of those that commute with them.
    if (changesBlindly_ || severalPlaces_) return false;
    return (net_ & maskOf(first_->op.size)) == 0;
  }

  // Additions of others whose results are not used may change places with such additions of the iteration. So they
  // are in between only if it does something else both before and after them.
  bool areObserved() const {
    const auto isFixed = [&](const Event& event) {
      return event.thread == first_->thread && overlaps(event, *first_) && !isBlindAddition(event);
    };
    const Event* const from = std::find_if(first_, last_ + 1, isFixed);
    const Event* to = last_;
    while (to > from && !isFixed(*to)) --to;
    return std::any_of(first_, last_, [&](const Event& event) {
      if (event.thread == first_->thread || !overlaps(event, *first_)) return false;
      if (!isBlindAddition(event) || !samePlace(event, *first_)) return true;
      return !onlyAdds_ && from < &event && &event < to;
    });
  }

  const bool racesCount_;
  const Event* first_ = nullptr;
  const Event* last_ = nullptr;
  bool severalPlaces_ = false;
  bool changes_ = false;
  bool onlyAdds_ = true;
  bool onlyUpdates_ = true;
  bool changesBlindly_ = false;  // other than by additions
  Value net_ = 0;
};

}  // namespace

IterationEffect effectOf(const Iteration& iteration, const EventLog& trace, const JudgedBy& facts) {
  if (iteration.isPure) return IterationEffect::None;
  if (iteration.changesState || iteration.hasUnseenEffects) return IterationEffect::Some;
  const bool isWithin = iteration.begin <= iteration.end && iteration.end <= trace.size();
  HEDDLE_CHECK_NOTE(isWithin, "an iteration began after the end of the execution");
  Writes writes(facts.racesCount);
  const Event* const end = trace.begin() + iteration.end;
  Address lock = 0;  // of a section that is one step: nobody sees it taken
  for (const Event* event = trace.begin() + iteration.begin; event != end; ++event) {
    if (event->thread != iteration.thread) continue;
    if (event->asked) lock = event->op.rule == &locks::kSection ? event->op.addr : 0;
    if (lock != 0 && event->op.addr == lock) continue;
    switch (event->op.kind) {
      case OpKind::Read:
      case OpKind::Await: break;
      case OpKind::Update:
      case OpKind::Write:
        if (event->wrote && !writes.add(*event, trace.begin())) return IterationEffect::Some;
        break;
      case OpKind::Fence:
      case OpKind::Choose:
      case OpKind::Atomic: break;
      default: return IterationEffect::Some;
    }
  }
  return writes.effect(facts);
}

}  // namespace heddle::core
