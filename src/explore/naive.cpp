// Naive search: depth first over all interleavings, by replaying the prefix.
//
// Follows   the textbook (Godefroid, VeriSoft, POPL 1997) without any
//           reduction beyond the next line. It is the oracle that every other
//           search is compared with.
// Reduces   a Choose, or a Join that the program did not perform by itself,
//           commutes with everything and cannot be disabled: the lowest thread
//           at one goes at once, and a Choose branches on its values only.
// Order     first the thread that was scheduled last, then ascending ids, so
//           that the first executions are the readable ones.
// Bound     a decision against the thread scheduled last while that one could
//           go on is a preemption (Musuvathi & Qadeer, PLDI 2007). What goes
//           at once is no decision against anybody and costs nothing.
// Cut       after an execution that hits a limit of the executor the search
//           goes back to its first decisions: the next ones in depth-first
//           order would differ only in their last steps and hit the same limit,
//           most often a spin loop. It gives up after a hundred of them, and at
//           once in an endless loop without visible operations.
#include "explore/naive.h"

#include <algorithm>

#include "base/check.h"
#include "explore/fingerprint.h"

namespace heddle::explore {

using core::Execution;
using core::Op;
using core::OpKind;
using core::Step;

NaiveSearch::NaiveSearch(std::optional<unsigned> preemptionBound) {
  // No more than a frame can count.
  if (preemptionBound) bound_ = std::min<unsigned>(*preemptionBound, std::numeric_limits<std::uint16_t>::max());
}

Step NaiveSearch::next(const Execution& execution) {
  if (depth_ == frames_.size()) return extend(execution);
  const Frame& frame = frames_[depth_];
  if (frame.thread >= execution.threads.size() || !core::enabled(execution, frame.thread) ||
      fingerprint(execution.threads[frame.thread].pending) != frame.fingerprint) [[unlikely]]
    return stopAtMismatch(execution, frame.thread);
  if (depth_ + 1 == frames_.size()) return turn(execution);
  ++depth_;
  return {frame.thread, frame.choice};
}

// Where the path turns, the threads that are not taken this time are considered
// too: an op that comes last in each execution is never replayed.
Step NaiveSearch::turn(const Execution& execution) {
  const Frame& frame = frames_.back();
  for (std::size_t i = used_ - frame.candidates; i < used_; ++i) {
    const ThreadId thread = candidates_[i].thread;
    if (thread >= execution.threads.size() || !core::enabled(execution, thread) ||
        fingerprint(execution.threads[thread].pending) != candidates_[i].fingerprint)
      return stopAtMismatch(execution, thread);
  }
  ++depth_;
  return {frame.thread, frame.choice};
}

Step NaiveSearch::extend(const Execution& execution) {
  const auto count = static_cast<ThreadId>(execution.threads.size());
  const ThreadId current = frames_.empty() ? kMaxThreads : frames_.back().current;
  if (candidates_.size() < used_ + count) candidates_.resize(2 * (used_ + count));
  Candidate* const candidates = candidates_.data() + used_;
  const bool goesOn = current < count && core::enabled(execution, current);
  std::size_t found = goesOn ? 1 : 0;  // the first place is for the thread that goes on
  for (ThreadId t = 0; t < count; ++t) {
    if (!core::enabled(execution, t)) continue;
    const Op& op = execution.threads[t].pending;
    if (op.kind == OpKind::Choose || op.kind == OpKind::Join) return pushAtOnce(op, t);
    candidates[t == current ? 0 : found++] = {fingerprint(op), static_cast<std::uint8_t>(t)};
  }
  if (found > 1 && goesOn && frames_.back().preemptions >= bound_) {
    found = 1;
    pruned_ = true;
  }
  used_ += found;
  if (found == 0) return Step::stop();  // the execution is over
  return pushDecision(found, goesOn);
}

Step NaiveSearch::push(Frame frame) {
  frames_.push_back(frame);
  ++depth_;
  return {frame.thread, frame.choice};
}

Step NaiveSearch::pushAtOnce(const Op& op, ThreadId thread) {
  Frame frame{};
  frame.fingerprint = fingerprint(op);
  frame.thread = static_cast<std::uint8_t>(thread);
  frame.current = frames_.empty() ? static_cast<std::uint8_t>(kMaxThreads) : frames_.back().current;
  frame.preemptions = frames_.empty() ? std::uint16_t{0} : frames_.back().preemptions;
  if (op.kind == OpKind::Choose && op.a > 1) {
    HEDDLE_CHECK(op.a <= std::numeric_limits<std::uint64_t>::max());
    frame.onValues = true;
    frame.left = static_cast<std::uint64_t>(op.a) - 1;
  }
  return push(frame);
}

Step NaiveSearch::pushDecision(std::size_t candidates, bool preempts) {
  const Candidate& taken = candidates_[used_ - candidates];
  Frame frame{};
  frame.preemptions = frames_.empty() ? std::uint16_t{0} : frames_.back().preemptions;
  frame.preempts = preempts;
  frame.fingerprint = taken.fingerprint;
  frame.thread = frame.current = taken.thread;
  frame.candidates = static_cast<std::uint8_t>(candidates);
  frame.left = candidates - 1;
  return push(frame);
}

bool NaiveSearch::takeAlternative(Frame& frame) {
  if (frame.left == 0) return false;
  if (frame.onValues) {
    ++frame.choice;
  } else {
    const Candidate& candidate = candidates_[used_ - frame.left];
    frame.fingerprint = candidate.fingerprint;
    frame.thread = frame.current = candidate.thread;
    // The first candidate was free, all the others cost the same.
    if (frame.preempts) ++frame.preemptions;
    frame.preempts = false;
  }
  --frame.left;
  return true;
}

bool NaiveSearch::advance(const Execution& execution) {
  if (mismatch()) return false;
  if (givesUpAfter(execution)) return false;
  if (depth_ < frames_.size()) {
    // It ended earlier than it did before, after the same steps.
    noteMismatch(execution, frames_[depth_].thread);
    return false;
  }
  while (isCut(execution) && frames_.size() > kDeepestAfterCut) popFrame();
  depth_ = 0;
  return goBack();
}

bool NaiveSearch::goBack() {
  while (!frames_.empty()) {
    if (takeAlternative(frames_.back())) return true;
    popFrame();
  }
  return false;
}

void NaiveSearch::goTo(const Path& path, std::size_t at, std::size_t which) {
  frames_.assign(path.frames.begin(), path.frames.begin() + static_cast<long>(std::min(at + 1, path.frames.size())));
  used_ = 0;
  for (const Frame& frame : frames_) used_ += frame.candidates;
  candidates_.assign(path.candidates.begin(), path.candidates.begin() + static_cast<long>(used_));
  if (frames_.empty()) return;
  for (std::size_t i = 0; i <= which; ++i) takeAlternative(frames_.back());
  for (Frame& frame : frames_) frame.left = 0;
}

void NaiveSearch::popFrame() {
  used_ -= frames_.back().candidates;
  frames_.pop_back();
}

std::vector<Step> NaiveSearch::schedule() const {
  std::vector<Step> steps;
  steps.reserve(depth_);
  for (std::size_t i = 0; i < depth_; ++i) steps.push_back({frames_[i].thread, frames_[i].choice});
  return steps;
}

Coverage NaiveSearch::coverage() const {
  return {pruned_ ? "executions with more preemptions than the bound were left out" : nullptr};
}

Step NaiveSearch::stopAtMismatch(const Execution& execution, ThreadId thread) {
  noteMismatch(execution, thread);
  return Step::stop();
}

}  // namespace heddle::explore
