#include "explore/dpor/backtrack_search.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "explore/fingerprint.h"

namespace heddle::explore::dpor {

using core::Execution;
using core::OpKind;

// --- exploration ---

// Sleep sets and frames of the steps taken so far.
void BacktrackSearch::takeIn(const Execution& execution) {
  trail_.extend(execution, races_);
  for (Position p = sleep_.prefixes() - 1; p < trail_.size(); ++p) {
    sleep_.push(trail_[p]);  // l.10
    if (p == frames_.size()) {
      frames_.emplace_back().backtrack.set(trail_[p].thread);  // l.3
      frames_.back().enabled = enabled_[p];
    }
    const core::Op& op = execution.trace[trail_[p].event].op;
    Frame& frame = frames_[p];
    if (frame.fresh && op.kind == OpKind::Choose) frame.valuesLeft = static_cast<std::uint64_t>(op.a) - 1;
    frame.fresh = false;
  }
}

bool BacktrackSearch::sleeps(ThreadId thread) const {
  return std::ranges::any_of(sleep_.last(), [&](const Sleeper& sleeper) { return sleeper.thread == thread; });
}

// l.2: an enabled thread that does not sleep.
ThreadId BacktrackSearch::chooseFreely(const Execution& execution) {
  takeIn(execution);
  enabled_.resize(depth_ + 1);
  enabled_[depth_].reset();
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (core::enabled(execution, t)) enabled_[depth_].set(t);
  const ThreadId first = firstEnabled(execution);
  if (first == kMaxThreads || !sleeps(first)) return first;
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (enabled_[depth_].test(t) && !sleeps(t)) return t;
  return kMaxThreads;
}

bool BacktrackSearch::goBack() {
  for (; !frames_.empty(); frames_.pop_back()) {
    const auto at = static_cast<Position>(frames_.size() - 1);
    Frame& frame = frames_.back();
    if (frame.valuesLeft != 0) {
      --frame.valuesLeft;
      Planned planned = path_[at];
      ++planned.choice;
      rewind(at);
      path_.push_back(planned);
      return true;
    }
    if (frame.unexplored == kNoNode) continue;
    const bool wasTaken = at < trail_.size();
    const TrailStep done = wasTaken ? trail_[at] : TrailStep{};
    rewind(at);
    if (wasTaken) sleep_.add(done);  // l.12
    while (frame.unexplored != kNoNode) {
      const WakeupStep& step = nodes_.takeFirst(frame.unexplored).step;
      if (sleeps(step.thread)) continue;
      path_.push_back({step.fingerprint, 0, step.thread});  // l.4
      frame.fresh = true;
      return true;
    }
  }
  return false;
}

// To the state before the step at `at`.
void BacktrackSearch::rewind(Position at) {
  trail_.truncate(at);
  path_.resize(at);
  sleep_.truncate(at);
}

void BacktrackSearch::truncate(Position size) {
  rewind(size);
  if (size == 0) sleep_ = {};
  for (; frames_.size() > size; frames_.pop_back()) nodes_.freeAll(frames_.back().unexplored);
}

// --- race detection, l.5-9 ---

void BacktrackSearch::analyse(const Execution& execution) {
  takeIn(execution);
  trail_.blockedRaces(execution, races_);
  for (const Race& race : races_) reverse(execution, race);
  races_.clear();
}

ThreadSet BacktrackSearch::lowestOf(const ThreadSet& threads) {
  ThreadSet lowest;
  for (ThreadId t = 0; t < threads.size() && lowest.none(); ++t)
    if (threads.test(t)) lowest.set(t);
  return lowest;
}

void BacktrackSearch::reverse(const Execution& execution, const Race& race) {
  const ThreadSet threads = additions(look(race));
  Frame& frame = frames_[race.first];
  for (ThreadId t = 0; t < trail_.threads(); ++t) {
    if (!threads.test(t) || frame.backtrack.test(t)) continue;
    frame.backtrack.set(t);
    // The op that the thread is about to perform there is known if it is in v.
    const Position position = firstPosition_[t];
    std::uint64_t print = 0;
    if (position < trail_.size())
      print = path_[position].fingerprint;
    else if (position == trail_.size())
      print = fingerprint(execution.threads[t].pending);
    nodes_.append(frame.unexplored, nodes_.make({.fingerprint = print, .thread = t}));
  }
}

BacktrackSearch::Reversal BacktrackSearch::look(const Race& race) {
  constexpr auto kNever = std::numeric_limits<std::uint32_t>::max();
  const unsigned threads = trail_.threads();
  firstIndex_.assign(threads, kNever);
  firstPosition_.assign(threads, kNever);
  // The steps of v that e' conflicts with count as part of its clock.
  second_.assign(trail_.clock(race.before), trail_.clock(race.before) + threads);
  for (Position p = race.first + 1; p < race.second; ++p) {
    const TrailStep& step = trail_[p];
    if (trail_.isLeftOut(race, p)) continue;
    if (firstIndex_[step.thread] == kNever) {
      firstIndex_[step.thread] = step.index;
      firstPosition_[step.thread] = p;
    }
    if (conflict(step.footprint, race.footprint))
      for (unsigned t = 0; t < threads; ++t) second_[t] = std::max(second_[t], trail_.clockOf(p)[t]);
  }
  const bool own = firstIndex_[race.thread] == kNever;
  if (own) firstPosition_[race.thread] = race.second;

  // Lemma 4.2: a thread is an initial when no step of v happens before its first.
  const auto precededBy = [&](Clock clock, ThreadId self) {
    for (ThreadId t = 0; t < threads; ++t)
      if (t != self && clock[t] >= firstIndex_[t]) return true;
    return false;
  };
  const Frame& frame = frames_[race.first];
  Reversal reversal{.enabled = frame.enabled, .backtrack = frame.backtrack};
  for (ThreadId t = 0; t < threads; ++t) {
    if (firstPosition_[t] == kNever) continue;
    const bool isSecond = own && t == race.thread;
    const bool leads = t == race.thread || second_[t] >= firstIndex_[t];
    if (precededBy(isSecond ? second_.data() : trail_.clockOf(firstPosition_[t]), t)) continue;
    reversal.initials.set(t);
    if (leads) reversal.leading.set(t);
  }
  for (const Sleeper& sleeper : sleep_.of(race.first)) reversal.asleep.set(sleeper.thread);
  return reversal;
}

}  // namespace heddle::explore::dpor
