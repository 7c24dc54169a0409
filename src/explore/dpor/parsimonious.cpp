// Optimal DPOR in polynomial memory.
//
// Follows   the ideas of Abdulla, Atig, Das, Jonsson and Sagonas, Parsimonious
//           Optimal DPOR (CAV 2024): each race is reversed from one execution
//           only, at once, and neither sleep sets nor wakeup trees are kept.
//           The conditions below are our own, as is the argument for them.
//
// Terms     E is an execution. Without any reversal the search performs
//           policy(E'), the next step of a thread that depends on nothing but
//           the sequence E'. A race e < f of E is reversed by the child
//           E'.past(f).f, E' = pre(E, e), where past(f) are the steps after E'
//           that happen before f otherwise than by e; then the policy goes on.
//           past(f).f is a block and f its head.
//
// Complete, once  Take a trace T and follow the policy as long as its step can
//           come first in the rest of T. Where it cannot, at E', its step e
//           conflicts with steps that T has before e. Let F be those of them
//           before which T has no other (an antichain, so their threads
//           differ), and f the one of the lowest thread. The child that
//           performs past(f).f next is on the way to T; go on from there. So
//           each T has one way to be reached, and is reached exactly once if
//           the search takes every step of such ways once, and no others:
//           (1) e is a step of the policy, not part of a block;
//           (2) f is the lowest of F: of the heads that were moved before a
//               step that is still to come, e or another one, none has a higher
//               thread than f unless f is not in that one's F, since a step
//               that conflicts with it happens before f;
//           (3) of all executions below E'.e that have past(f).f, only the one
//               that needed the fewest reversals makes the child: each head
//               after e is in past(f), or is f itself. (If e disables f, it is
//               enough that f waits, and f is no head.)
//
// Dead ends  f may disable e. Until e is enabled again others go on, but none
//           that is lower in F than f. If all writes of a word are ordered,
//           whoever touches the word then has f in its past and is not in F:
//           somebody can go on. If some commute, a lower thread may have to add to
//           the word before e can go on: then all T below this child have a lower
//           head, and the execution was begun in vain. No fixed order of heads
//           avoids that: with e = await x == 0, and its thread doing y = 1 after it,
//           f: if (y == 0) ++x, and g: ++x, what is seen first may be e, y = 1, g,
//           where f does nothing. Nobody knows then that g's child always has f.
//           e and f are both seen before f is ever moved before e, so it is known in
//           time that somebody waits for a word whose writes commute; optimal.h
//           says what is done then.
// A Choose  is performed with its first value by the policy; each other value
//           is a child with a block of one step.
// Assumes   a finite, acyclic state space (loops are bounded before us).
#include "explore/dpor/parsimonious.h"

#include <algorithm>

#include "base/check.h"
#include "explore/fingerprint.h"

namespace heddle::explore::dpor {

using core::Execution;
using core::OpKind;

// The policy: the step that the last head was moved before, as soon as that is
// possible. While it is not, others go on, but none that would be lower in F
// than the head: those executions are reached otherwise.
ThreadId ParsimoniousSearch::chooseFreely(const Execution& execution) {
  for (std::size_t i = passed_.size(); i-- > 0;) {
    const ThreadId thread = passed_[i].thread;
    if (!core::enabled(execution, thread)) continue;
    std::erase_if(passed_, [&](const Passed& passed) { return passed.thread == thread; });
    return thread;
  }
  const ThreadId first = firstEnabled(execution);
  if (passed_.empty() || first == kMaxThreads) return first;
  trail_.extend(execution, races_);
  if (!isLowerInF(execution, first)) return first;
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (core::enabled(execution, t) && !isLowerInF(execution, t)) return t;
  HEDDLE_CHECK_NOTE(racy_ || deadEnds_ == DeadEnds::AreLeft,
                    "a dead end although the writes of each word that somebody waits for are ordered");
  gaveUp_ = true;
  return kMaxThreads;
}

// Whether the next step of the thread would precede the step that some head
// was moved before, and the head should have been this one.
bool ParsimoniousSearch::isLowerInF(const Execution& execution, ThreadId thread) {
  const Race step = trail_.pending(execution, thread);
  for (const Passed& passed : passed_) {
    const Head& head = heads_[passed.head];
    if (thread >= head.thread || !conflict(step.footprint, head.againstFootprint)) continue;
    findPast(step, head.start);
    if (!pastConflicts(head)) return true;
  }
  return false;
}

// Whether a step after the head's start that conflicts with what the head was
// moved before is in the past.
bool ParsimoniousSearch::pastConflicts(const Head& head) const {
  for (Position p = head.start; p < pastFrom_ + past_.size(); ++p)
    if (past_[p - pastFrom_] && conflict(trail_[p].footprint, head.againstFootprint)) return true;
  return false;
}

void ParsimoniousSearch::analyse(const Execution& execution) {
  std::vector<Child> children;
  findTaken();
  trail_.blockedRaces(execution, races_);
  for (const Race& race : races_)
    if (isFirstOfItsKind(race) && isFresh(race)) addChild(execution, race, children);
  races_.clear();
  addValues(execution, children);
  if (children.empty()) return;
  levels_.push_back({path_, heads_, std::move(children), bornAt_});
  common_ = trail_.size();
}

// The first step of e's thread after the head is e.
void ParsimoniousSearch::findTaken() {
  for (Head& head : heads_) {
    head.takenAt = head.position + 1;
    while (head.takenAt < trail_.size() && trail_[head.takenAt].thread != head.against) ++head.takenAt;
  }
}

// (1), and (3) as far as it is seen at once: a head after e that happens after
// it is not in past(f).
bool ParsimoniousSearch::isFirstOfItsKind(const Race& race) const {
  for (const Head& head : heads_) {
    if (head.start <= race.first && race.first <= head.position) return false;
    if (head.position > race.first && head.position != race.second &&
        (head.position > race.second || trail_.isLeftOut(race, head.position)))
      return false;
  }
  return true;
}

// Of the steps from `from` on: which happen before f, if e and what happens
// after it are left out.
void ParsimoniousSearch::findPast(const Race& race, Position from) {
  needed_.assign(trail_.clock(race.before), trail_.clock(race.before) + trail_.threads());
  pastFrom_ = from;
  const Position end = std::min(race.second, trail_.size());
  past_.assign(end - from, false);
  for (Position p = end; p-- > from;) {
    if (p == race.first || (p > race.first && trail_.isLeftOut(race, p))) continue;
    const TrailStep& step = trail_[p];
    if (needed_[step.thread] < step.index && !conflict(step.footprint, race.footprint)) continue;
    past_[p - from] = true;
    const Clock clock = trail_.clock(step.clock);
    for (unsigned t = 0; t < trail_.threads(); ++t) needed_[t] = std::max(needed_[t], clock[t]);
  }
}

bool ParsimoniousSearch::isFresh(const Race& race) {
  // The heads whose e comes after f, and whose F may have f.
  const auto isPassed = [&](const Head& head) {
    return head.against != kMaxThreads && head.position < race.first && head.takenAt >= race.first &&
           conflict(race.footprint, head.againstFootprint);
  };
  Position from = race.first;
  for (const Head& head : heads_)
    if (isPassed(head)) from = std::min(from, head.start);
  findPast(race, from);

  // (3)
  for (const Head& head : heads_) {
    if (head.position <= race.first) continue;
    if (head.position == race.second ? race.waits : !past_[head.position - from]) return false;
  }
  // (2)
  for (const Head& head : heads_) {
    if (!isPassed(head) || race.thread > head.thread) continue;
    if (!pastConflicts(head)) return false;
  }
  return true;
}

// The block of f is what findPast() has found after e.
void ParsimoniousSearch::addChild(const Execution& execution, const Race& race, std::vector<Child>& children) {
  Child child{.at = race.first};
  Position length = 1;
  for (Position p = race.first + 1; p < pastFrom_ + past_.size(); ++p) {
    if (!past_[p - pastFrom_]) continue;
    ++length;
    if (!child.past.empty() && child.past.back().to == p)
      ++child.past.back().to;
    else
      child.past.push_back({p, p + 1});
  }
  child.head = race.second < trail_.size()
                   ? path_[race.second]
                   : Planned{fingerprint(execution.threads[race.thread].pending), 0, race.thread};
  const TrailStep& e = trail_[race.first];
  child.mark = {.start = race.first,
                .position = race.first + length - 1,
                .thread = race.thread,
                .against = e.thread,
                .againstIndex = e.index,
                .againstFootprint = e.footprint};
  children.push_back(std::move(child));
}

void ParsimoniousSearch::addValues(const Execution& execution, std::vector<Child>& children) {
  for (auto p = static_cast<Position>(planned_); p < trail_.size(); ++p) {
    const core::Op& op = execution.trace[trail_[p].event].op;
    if (op.kind != OpKind::Choose || op.a < 2) continue;
    Planned other = path_[p];
    other.choice = 1;
    children.push_back({.at = p,
                        .head = other,
                        .mark = {.start = p, .position = p, .thread = other.thread},
                        .valuesLeft = static_cast<std::uint64_t>(op.a) - 2});
  }
}

bool ParsimoniousSearch::goBack() {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.children.empty()) {
      common_ = std::min(common_, level.bornAt);
      levels_.pop_back();
      continue;
    }
    Child& last = level.children.back();
    if (last.valuesLeft != 0) {
      start(level, last);
      --last.valuesLeft;
      ++last.head.choice;
    } else {
      start(level, last);
      level.children.pop_back();
    }
    return true;
  }
  return false;
}

void ParsimoniousSearch::start(const Level& level, const Child& child) {
  common_ = std::min(common_, child.at);
  trail_.truncate(common_);
  path_.resize(common_);
  path_.insert(path_.end(), level.path.begin() + common_, level.path.begin() + child.at);
  for (const Range& range : child.past)
    path_.insert(path_.end(), level.path.begin() + range.from, level.path.begin() + range.to);
  path_.push_back(child.head);
  planned_ = path_.size();
  common_ = bornAt_ = child.at;

  heads_.clear();
  for (const Head& head : level.heads)
    if (head.position < child.at) heads_.push_back(head);
  heads_.push_back(child.mark);
  passed_.clear();
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    const Head& head = heads_[i];
    if (head.against == kMaxThreads) continue;
    const bool isNew = i + 1 == heads_.size();
    if (isNew || head.takenAt >= child.at) passed_.push_back({head.against, i});
  }
}

// After a cut, or to restart: there is no way back to a middle here.
void ParsimoniousSearch::truncate(Position size) {
  if (size != 0) return;
  trail_.truncate(0);
  path_.clear();
  heads_.clear();
  levels_.clear();
  passed_.clear();
  planned_ = 0;
  common_ = bornAt_ = 0;
}

}  // namespace heddle::explore::dpor
