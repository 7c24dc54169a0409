#include "runtime/round_effects.h"

#include <algorithm>

#include "base/check.h"
#include "core/update.h"

namespace heddle::runtime {
namespace {

using core::Event;
using core::Family;
using core::OpKind;
using core::Value;

Value written(const Event& event) {
  const Value value = event.op.kind == OpKind::Write ? event.op.a : core::apply(event.op, event.read).value;
  return value & core::maskOf(event.op.size);
}

bool isBlind(const Event& event) { return event.op.kind == OpKind::Update && event.op.rule->commutes != Family::None; }

bool isAddition(const Event& event) {
  if (event.op.kind != OpKind::Update) return false;
  const core::UpdateRule* const rule = event.op.rule;
  return rule->commutes == Family::Add || rule == &core::rules::kAdd || rule == &core::rules::kSub || rule->isUndone;
}
bool isBlindAddition(const Event& event) { return isBlind(event) && isAddition(event); }

bool samePlace(const Event& x, const Event& y) { return x.op.addr == y.op.addr && x.op.size == y.op.size; }

bool overlaps(const Event& x, const Event& y) {
  return core::touchesMemory(x.op.kind) && x.op.addr < y.op.addr + y.op.size && y.op.addr < x.op.addr + x.op.size;
}

// What a thread wrote in a round.
class Writes {
 public:
  // False: it is an effect whatever follows.
  bool add(const Event& event) {
    if (event.op.order == core::Order::Plain) return false;  // may be part of a range, whose values are not kept
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

  bool areNoEffect(RoundMay may) const {
    switch (may) {
      case RoundMay::Read: return first_ == nullptr;
      case RoundMay::Keep: return !changes_;
      case RoundMay::Undo: return !changes_ || (areUndone() && !areNoticed());
      case RoundMay::UndoInGraph: return first_ == nullptr || (onlyUpdates_ && areUndone());
    }
    return false;
  }

 private:
  bool areUndone() const {
    // What they do depends on the order of those that commute with them.
    if (changesBlindly_ || severalPlaces_) return false;
    return (net_ & core::maskOf(first_->op.size)) == 0;
  }

  // Additions of others that nobody looks at may change places with such additions of the round. So they are in
  // between only if it does something else both before and behind them.
  bool areNoticed() const {
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

bool hadNoEffect(const core::EventLog& trace, std::size_t begin, ThreadId thread, RoundMay may) {
  HEDDLE_CHECK_NOTE(begin <= trace.size(), "a round began behind the end of the execution");
  Writes writes;
  for (const Event* event = trace.begin() + begin; event != trace.end(); ++event) {
    if (event->thread != thread) continue;
    switch (event->op.kind) {
      case OpKind::Read:
      case OpKind::Await: break;
      case OpKind::Update:
      case OpKind::Write:
        if (event->wrote && !writes.add(*event)) return false;
        break;
      case OpKind::Fence:
      case OpKind::Choose:
      case OpKind::Atomic: break;
      default: return false;
    }
  }
  return writes.areNoEffect(may);
}

}  // namespace heddle::runtime
