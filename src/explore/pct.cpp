// PCT, probabilistic concurrency testing: each thread has a random priority,
// the enabled thread with the highest one goes, and after d-1 random steps the
// thread that took the step falls below all others.
//
// Follows   Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler
//           with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010. With at
//           most n threads and k steps, an execution shows a given bug of depth
//           d with a probability of at least 1/(n k^(d-1)).
// Steps     are the ops that a scheduler is asked about, and the start of each
//           thread, so that a thread can also be held back before its first op.
// Deviates  k is not given but learned: change points are drawn from the most
//           steps seen so far, and the guarantee is given only for executions
//           drawn after that number had been reached. Values of a Choose are
//           drawn uniformly; a bug that needs certain values is that much rarer.
#include "explore/pct.h"

#include <algorithm>
#include <cmath>

namespace heddle::explore {

// Changes are drawn late, so that the very first execution, about which nothing
// is known, runs without any.
void PctSearch::begin() {
  begun_ = true;
  position_ = 0;
  threads_.clear();
  changes_.clear();
  for (unsigned i = 1; i < depth_ && mostSteps_ > 0; ++i) changes_.push_back(1 + numbers().below(mostSteps_));
}

// Random numbers for the threads not seen before, above all that changes give:
// a uniformly random order of the threads.
void PctSearch::meet(const core::Execution& execution) {
  threads_.resize(std::max(threads_.size(), execution.threads.size()));
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (threads_[t].priority == 0 && execution.threads[t].status != core::ThreadStatus::Absent)
      threads_[t].priority = numbers().next() | std::uint64_t{1} << 63;
}

// Who goes next: to its start, which nothing can hold up, or to its op.
ThreadId PctSearch::first(const core::Execution& execution) const {
  ThreadId best = kMaxThreads;
  for (ThreadId t = 0; t < execution.threads.size(); ++t) {
    if (execution.threads[t].status != core::ThreadStatus::Ready) continue;
    if (threads_[t].started && !core::enabled(execution, t)) continue;
    if (best == kMaxThreads || threads_[t].priority > threads_[best].priority) best = t;
  }
  return best;
}

void PctSearch::takeStep(Thread& thread) {
  ++position_;
  for (std::size_t i = 0; i < changes_.size(); ++i)
    if (changes_[i] == position_) thread.priority = i + 1;
}

ThreadId PctSearch::pick(const core::Execution& execution) {
  if (!begun_) begin();
  meet(execution);
  while (true) {
    const ThreadId t = first(execution);
    if (t == kMaxThreads) return t;
    takeStep(threads_[t]);
    if (threads_[t].started) return t;
    threads_[t].started = true;
  }
}

void PctSearch::finish(const core::Execution& execution) {
  std::uint64_t threads = 0;
  for (const core::ThreadState& state : execution.threads)
    threads += state.status != core::ThreadStatus::Absent ? 1 : 0;
  mostThreads_ = std::max(mostThreads_, threads);
  if (position_ > mostSteps_) {
    mostSteps_ = position_;
    covered_ = 0;
  } else {
    ++covered_;
  }
  begun_ = false;
  position_ = 0;
}

std::string PctSearch::guarantee() const {
  const std::uint64_t executions = depth_ == 1 ? done() : covered_;
  if (executions == 0) return {};
  const double chance = 1 / (static_cast<double>(mostThreads_) * std::pow(static_cast<double>(mostSteps_), depth_ - 1) *
                             mostCombinations());
  const std::string who =
      executions == done() ? "each execution" : "each of the last " + counted(executions, "execution", "executions");
  return who + " showed a given bug of depth " + std::to_string(depth_) + " with a probability of at least " +
         probabilityText(chance) +
         unlessMore({counted(mostThreads_, "thread", "threads"),
                     counted(mostSteps_, "step", "steps") + " (a thread's start is one)"});
}

}  // namespace heddle::explore
