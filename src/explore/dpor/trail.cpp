#include "explore/dpor/trail.h"

#include <algorithm>
#include <functional>

#include "base/check.h"
#include "core/lock_rules.h"

namespace heddle::explore::dpor {

using core::Event;
using core::EventLog;
using core::Execution;
using core::OpKind;

namespace {

bool overlap(const core::Op& x, const core::Op& y) { return x.addr < y.addr + y.size && y.addr < x.addr + x.size; }
bool covers(const core::Op& x, const core::Op& y) { return x.addr <= y.addr && y.addr + y.size <= x.addr + x.size; }

bool isLockSection(const Event& step) { return step.op.rule == &core::locks::kSection; }

}  // namespace

void Trail::extend(const Execution& execution, std::vector<Race>& races) {
  const EventLog& log = execution.trace;
  if (execution.threads.size() > stride_) widen(static_cast<unsigned>(execution.threads.size()));
  while (events_ < log.size()) {
    const Event& event = log[events_];
    if (event.asked) {
      addStep(execution, races);
    } else if (event.op.kind == OpKind::Fence) {
      hasGrown_ = dependence_->growsByFence() || hasGrown_;
    } else if (event.op.kind == OpKind::Spawn) {
      setRow(event.op.other, rowOf_[event.thread]);
    } else if (event.op.kind == OpKind::Join) {
      const std::uint32_t row = copyRow(rowOf_[event.thread]);
      joinRow(row, rowOf_[event.op.other]);
      setRow(event.thread, row);
      if (dependence_->prunesStores()) observeAll(execution, row);
    }
    ++events_;
  }
}

void Trail::addStep(const Execution& execution, std::vector<Race>& races) {
  const Event& event = execution.trace[events_];
  TrailStep& step = steps_.emplace_back();
  step.thread = event.thread;
  step.event = events_;
  if (event.op.kind == OpKind::Choose) step.choice = static_cast<std::uint64_t>(event.read);
  step.rows = rowCount_;
  step.records = locations_.size();
  step.undos = static_cast<std::uint32_t>(undos_.size());
  step.before = rowOf_[step.thread];
  step.clock = copyRow(step.before);
  step.index = ++rows_[std::size_t{step.clock} * stride_ + step.thread];
  step.footprint = footprintOf(execution.trace, events_, step.thread, step.index);
  if (event.op.kind == OpKind::Join) {
    joinRow(step.clock, rowOf_[event.op.other]);
    if (dependence_->prunesStores()) observeAll(execution, step.clock);
  }
  if (!step.footprint.empty()) {
    addPlainRaces(execution, step, races);
    const bool conditional = event.op.kind == OpKind::Update && !step.footprint.isComposite();
    step.footprint.any([&](const Access& access) {
      locations_.push(access, size() - 1, conditional);
      return false;
    });
  }
  setRow(step.thread, step.clock);
}

// What the op touches, and what its thread touches after it without asking.
Footprint Trail::footprintOf(const EventLog& log, std::uint32_t event, ThreadId thread, std::uint32_t index) {
  const Event& first = log[event];
  const auto accessOf = [&](const Event& part) {
    const bool passes = isLockSection(first) && part.op.addr == first.op.addr;
    return Access{part.op.addr, part.op.size, passes ? Effect::Passes : effectOf(part)};
  };
  std::uint32_t end = event + 1;
  while (end < log.size() && !log[end].asked && !core::accessesMemory(log[end])) ++end;
  const core::Line line = first.op.rule == nullptr ? core::Line::None : first.op.rule->line;
  const bool isShared = line == core::Line::Take && sections_.isTakenByOthers(first.op.addr, thread);
  if (first.op.kind != OpKind::Atomic && (end == log.size() || log[end].asked)) [[likely]]
    return core::touchesMemory(first.op.kind) ? Footprint{accessOf(first), nullptr} : Footprint{};
  std::vector<Access> accesses;
  for (std::uint32_t i = event; i < log.size() && (i == event || !log[i].asked); ++i)
    if (core::accessesMemory(log[i])) accesses.push_back(accessOf(log[i]));
  if (line != core::Line::None && !isShared) return sections_.exactly(accesses);
  return sections_.declare({thread, index, first.op.site}, accesses);
}

void Trail::gatherConflicting(const Footprint& footprint) {
  conflicting_.clear();
  bool mixed = footprint.isComposite();
  footprint.any([&](const Access& access) {
    mixed = locations_.conflicting(access, [&](Position p) { conflicting_.push_back(p); }) || mixed;
    return false;
  });
  if (!mixed || conflicting_.size() < 2) return;
  std::sort(conflicting_.begin(), conflicting_.end(), std::greater<>{});
  conflicting_.erase(std::unique(conflicting_.begin(), conflicting_.end()), conflicting_.end());
}

// Completes the clock of `second`, the last step. Its races are with the steps
// that happen before it by nothing but the conflict: those that are not in the
// clock yet when they are taken from the last to the first.
void Trail::addPlainRaces(const Execution& execution, const TrailStep& second, std::vector<Race>& races) {
  const core::Op& op = execution.trace[second.event].op;
  const bool mayBlock = op.rule != nullptr && op.rule->canBlock;
  Race race{.second = size() - 1, .thread = second.thread, .choice = second.choice, .before = second.before};
  if (dependence_->prunesStores()) [[unlikely]]
    second.footprint.any([&](const Access& access) {
      lookForObserved(execution, access);
      return false;
    });
  gatherConflicting(second.footprint);
  for (const Position p : conflicting_) {
    const TrailStep& first = steps_[p];
    if (clock(second.clock)[first.thread] >= first.index) continue;
    joinRow(second.clock, first.clock);
    lookAtSections(execution.trace[first.event], execution.trace[second.event]);
    race.first = p;
    if (!mayBlock)
      predict(execution, race);
    else if (blocking_ == BlockingRaces::Nearest || !isEnabledWithout(execution, op, race))
      continue;
    races.push_back(race);
  }
  if (mayBlock) addBlockingRaces(execution, op, race, races);
}

// Of the stores that an access may find there must be one that all others happen before.
void Trail::lookForObserved(const Execution& execution, const Access& access) {
  if (isPlainStore(access.effect) || access.effect == Effect::Passes) return;
  std::vector<Position> found;
  locations_.conflicting(access, [&](Position p) { found.push_back(p); });
  if (found.size() < 2) return;
  std::sort(found.begin(), found.end(), std::greater<>{});
  const auto isWrittenBy = [&](Position p, core::Address byte) {
    return writes(steps_[p].footprint, {.addr = byte, .size = 1});
  };
  // Of each byte on its own; where all accesses are of the same bytes, one stands for all.
  std::vector<Position> observed;
  const core::Address end = access.addr + (locations_.hasOverlaps() ? access.size : 1U);
  for (core::Address byte = access.addr; byte < end; ++byte) {
    std::vector<Position> last;
    for (const Position p : found) {
      const auto comesAfter = [&](Position q) { return p == q || happensBefore(steps_[p], steps_[q]); };
      if (isWrittenBy(p, byte) && std::ranges::none_of(last, comesAfter)) last.push_back(p);
    }
    if (last.size() > 1) observed.insert(observed.end(), last.begin(), last.end());
  }
  const auto isIn = [&](Position p, std::uint32_t event) {
    return event < execution.trace.size() && (event == steps_[p].event || !execution.trace[event].asked);
  };
  for (const Position p : observed)
    for (std::uint32_t i = steps_[p].event; isIn(p, i); ++i) {
      const core::Op& op = execution.trace[i].op;
      if (op.kind == OpKind::Write && op.addr < access.addr + access.size && access.addr < op.addr + op.size)
        hasGrown_ = dependence_->growsByObserving(op) || hasGrown_;
    }
}

// A thread with that clock may read all there is without an event.
void Trail::observeAll(const Execution& execution, std::uint32_t row) {
  std::vector<std::pair<Position, const Event*>> stores;  // the last first
  for (Position p = size(); p-- > 0;) {
    if (clock(row)[steps_[p].thread] < steps_[p].index || steps_[p].footprint.empty()) continue;
    std::uint32_t end = steps_[p].event + 1;
    while (end < execution.trace.size() && !execution.trace[end].asked) ++end;
    for (std::uint32_t i = end; i-- > steps_[p].event;)
      if (execution.trace[i].wrote && core::accessesMemory(execution.trace[i]))
        stores.emplace_back(p, &execution.trace[i]);
  }
  for (std::size_t i = 0; i < stores.size(); ++i) {
    const auto& [p, store] = stores[i];
    if (store->op.kind != OpKind::Write || !isPlainStore(effectOf(*store))) continue;
    bool isCovered = false;
    for (std::size_t k = 0; k < i && !isCovered; ++k)
      isCovered = covers(stores[k].second->op, store->op) && happensBefore(steps_[p], steps_[stores[k].first]);
    if (isCovered) continue;
    for (std::size_t k = 0; k < stores.size(); ++k) {
      const auto& [q, other] = stores[k];
      const bool isApart = q != p && overlap(other->op, store->op) && !happensBefore(steps_[q], steps_[p]) &&
                           !happensBefore(steps_[p], steps_[q]);
      if (isApart) hasGrown_ = dependence_->growsByObserving(store->op) || hasGrown_;
    }
  }
}

// Assertion guided abstraction, section 5.1: sections of one lock may conflict.
void Trail::lookAtSections(const Event& first, const Event& second) {
  if (isLockSection(first) && isLockSection(second) && first.op.addr == second.op.addr) return;
  if (isLockSection(first)) interrupted_ = first.op.site;
  if (isLockSection(second)) interrupted_ = second.op.site;
}

// Godot, Algorithm 1, l.9-22, for an op that others can enable or disable: it
// races with each earlier conflicting step before which it was enabled.
void Trail::addBlockingRaces(const Execution& execution, const core::Op& op, Race race, std::vector<Race>& races) {
  const bool composite = race.second < size() && steps_[race.second].footprint.isComposite();
  const Effect most = mostOf(op);
  locations_.noteWait({op.addr, op.size, most}, op.kind == OpKind::Update);
  if (dependence_->prunesStores()) hasGrown_ = dependence_->growsByWaiting(op.addr) || hasGrown_;
  race.waits = blocking_ == BlockingRaces::All;
  const auto consider = [&](Position p) {
    const TrailStep& first = steps_[p];
    // l.15: what conflicts with everything stands between the op and all that is earlier.
    const bool canStop =
        !locations_.hasOverlaps() && !first.footprint.isComposite() && isTotal(first.footprint.first.effect);
    if (clock(race.before)[first.thread] >= first.index) return !canStop;
    race.first = p;
    const std::size_t before = races.size();
    addWhereEnabled(execution, op, race, races);
    return races.size() == before || !canStop || race.waits;  // l.22
  };
  if (composite) {
    // An Atomic section that had to wait in its middle.
    race.footprint = steps_[race.second].footprint;
    gatherConflicting(race.footprint);
    for (const Position p : conflicting_) consider(p);
    return;
  }
  locations_.allConflicting({op.addr, op.size, most}, consider);
}

// l.17-21: with each maximal u after which the op is enabled. Steps that decide
// on that are taken away one after the other; if all accesses are of the same
// bytes there is none, since whatever writes them happens after E[first].
void Trail::addWhereEnabled(const Execution& execution, const core::Op& op, Race& race,
                            std::vector<Race>& races) const {
  if (isEnabledWithout(execution, op, race)) {
    if (!race.waits) {
      races.push_back(race);
      return;
    }
    if (!core::apply(op, valueBehind(execution, race, op.addr, op.size)).enabled) races.push_back(race);
  }
  if (!locations_.hasOverlaps() && ordersWrites(steps_[race.first].footprint.first.effect) &&
      !steps_[race.first].footprint.isComposite())
    return;
  const Position from = race.without.empty() ? race.first : race.without.back();
  const Footprint most{{op.addr, op.size, mostOf(op)}, nullptr};
  for (Position p = from + 1; p < std::min(race.second, size()); ++p) {
    const TrailStep& step = steps_[p];
    if (isLeftOut(race, p) || !(race.waits ? conflict(step.footprint, most) : writes(step.footprint, op))) continue;
    if (clock(race.before)[step.thread] >= step.index) continue;  // its thread would not come as far
    race.without.push_back(p);
    addWhereEnabled(execution, op, race, races);
    race.without.pop_back();
  }
}

// Whether the op is enabled where the reversed race puts it and conflicts with
// E[first] there; if so, the race's footprint is set.
bool Trail::isEnabledWithout(const Execution& execution, const core::Op& op, Race& race) const {
  const core::Value value = valueWithout(execution, race, op.addr, op.size);
  if (!core::apply(op, value).enabled) return false;
  if (race.second < size() && steps_[race.second].footprint.isComposite())
    race.footprint = steps_[race.second].footprint;
  else
    race.footprint.first = {op.addr, op.size, effectWith({.op = op}, value)};
  return conflict(steps_[race.first].footprint, race.footprint);
}

namespace {

template <typename Function>
void forEachBlocked(const Execution& execution, Function visit) {
  for (ThreadId t = 0; t < execution.threads.size(); ++t) {
    const core::ThreadState& state = execution.threads[t];
    if (state.status == core::ThreadStatus::Ready && state.pending.rule != nullptr && !core::enabled(execution, t))
      visit(t, state.pending);
  }
}

}  // namespace

void Trail::noteEnd(const Execution& execution) {
  hasGrown_ = dependence_->growsBy(execution) || hasGrown_;
  forEachBlocked(execution, [&](ThreadId, const core::Op& op) {
    if (dependence_->prunesStores()) hasGrown_ = dependence_->growsByWaiting(op.addr) || hasGrown_;
    locations_.noteWait({op.addr, op.size, mostOf(op)}, op.kind == OpKind::Update);
  });
}

void Trail::blockedRaces(const Execution& execution, std::vector<Race>& races) {
  forEachBlocked(execution, [&](ThreadId t, const core::Op& op) {
    addBlockingRaces(execution, op, {.second = size(), .thread = t, .before = rowOf_[t]}, races);
  });
}

void Trail::truncate(Position size) {
  if (size == steps_.size()) return;
  const TrailStep& first = steps_[size];
  events_ = first.event;
  rowCount_ = first.rows;
  rows_.resize(std::size_t{rowCount_} * stride_);
  locations_.truncate(first.records);
  for (; undos_.size() > first.undos; undos_.pop_back()) rowOf_[undos_.back().thread] = undos_.back().row;
  steps_.resize(size);
}

void Trail::setRow(ThreadId thread, std::uint32_t row) {
  undos_.push_back({thread, rowOf_[thread]});
  rowOf_[thread] = row;
}

std::uint32_t Trail::copyRow(std::uint32_t row) {
  const std::size_t from = std::size_t{row} * stride_;
  const std::size_t to = std::size_t{rowCount_} * stride_;
  rows_.resize(to + stride_);
  std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(from), stride_,
              rows_.begin() + static_cast<std::ptrdiff_t>(to));
  return rowCount_++;
}

void Trail::joinRow(std::uint32_t into, std::uint32_t from) {
  std::uint32_t* const to = rows_.data() + std::size_t{into} * stride_;
  const Clock other = clock(from);
  for (unsigned t = 0; t < stride_; ++t) to[t] = std::max(to[t], other[t]);
}

// More threads than in any execution before: clocks get wider.
void Trail::widen(unsigned threads) {
  const unsigned wider = (threads + 3) / 4 * 4;
  if (rowCount_ == 0) rowCount_ = 1;  // row 0: nothing has happened yet
  std::vector<std::uint32_t> rows(std::size_t{rowCount_} * wider);
  for (std::uint32_t row = 0; row < rowCount_; ++row)
    for (unsigned t = 0; t < stride_; ++t) rows[std::size_t{row} * wider + t] = clock(row)[t];
  rows_ = std::move(rows);
  stride_ = wider;
  rowOf_.resize(wider);
}

}  // namespace heddle::explore::dpor
