// POS, partial order sampling: each pending op has a random priority, the
// enabled op with the highest one goes, and the pending ops that conflict with
// it get new priorities.
//
// Follows   Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling, CAV 2018.
// Deviates  two ops conflict when they touch a common byte and one of them
//           writes; an update that would write nothing now only reads. What a
//           section of one step touches is not known before: it conflicts with
//           every access.
// Promises  each Mazurkiewicz trace of at most k steps is drawn with a
//           probability of at least k^k d^d / (k+d)^(k+d), if in no execution
//           more than d priorities are drawn in vain: redrawn later, or of an op
//           that is never performed. This is less than what the paper proves; it
//           needs no more than this:
//           Take a trace. A pending op is *next* when all of the trace that must
//           come before it has been performed. It gets a fresh priority at that
//           moment, since what was performed last was the op before it in its
//           thread or conflicts with it, and keeps that one: what conflicts with
//           it comes later. So k priorities are drawn for ops that are next, and
//           all others are drawn in vain. When the former are above a threshold
//           d/(k+d) (of 0 to 1) and the latter below, then at each state the
//           highest enabled op is one that is next, and the trace is followed to
//           its end. The probability of that is (k/(k+d))^k (d/(k+d))^d.
//           With sections, priorities of ops that are next can be redrawn too:
//           k+d in place of the first k.
#include "explore/pos.h"

#include <algorithm>
#include <cmath>

namespace heddle::explore {

using core::Event;
using core::Execution;
using core::Op;
using core::OpKind;
using core::ThreadStatus;

namespace {

bool wouldWrite(const Op& op) {
  if (op.kind == OpKind::Write) return true;
  return op.kind == OpKind::Update && core::apply(op, core::loadWord(op.addr, op.size)).writes;
}

bool touches(OpKind kind) { return core::touchesMemory(kind) || kind == OpKind::Atomic; }

}  // namespace

// Whether one of the events since the last step conflicts with the op.
bool PosSearch::mustDrawAgain(const Execution& execution, const Op& pending) const {
  if (!touches(pending.kind)) return false;
  for (std::size_t i = events_; i < execution.trace.size(); ++i) {
    const Event& event = execution.trace[i];
    if (!core::accessesMemory(event)) continue;
    if (pending.kind == OpKind::Atomic) return true;
    const bool overlap = event.op.addr < pending.addr + pending.size && pending.addr < event.op.addr + event.op.size;
    if (overlap && (event.wrote || wouldWrite(pending))) return true;
  }
  return false;
}

void PosSearch::draw(const Execution& execution) {
  threads_.resize(std::max(threads_.size(), execution.threads.size()));
  // Who did something has another pending op now.
  for (std::size_t i = events_; i < execution.trace.size(); ++i) threads_[execution.trace[i].thread].known = false;
  for (ThreadId t = 0; t < execution.threads.size(); ++t) {
    if (execution.threads[t].status != ThreadStatus::Ready) continue;
    Thread& thread = threads_[t];
    const bool again = thread.known && mustDrawAgain(execution, execution.threads[t].pending);
    if (thread.known && !again) continue;
    thread = {numbers().next(), true};
    vain_ += again ? 1 : 0;
    sections_ = sections_ || execution.threads[t].pending.kind == OpKind::Atomic;
  }
  events_ = execution.trace.size();
}

ThreadId PosSearch::pick(const Execution& execution) {
  draw(execution);
  ThreadId best = kMaxThreads;
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (core::enabled(execution, t) && (best == kMaxThreads || threads_[t].priority > threads_[best].priority))
      best = t;
  return best;
}

void PosSearch::finish(const Execution& execution) {
  for (const core::ThreadState& state : execution.threads)
    vain_ += state.status == ThreadStatus::Ready && state.pending.kind != OpKind::Join ? 1 : 0;
  mostSteps_ = std::max(mostSteps_, stepsTaken());
  mostVain_ = std::max(mostVain_, vain_);
  threads_.clear();
  events_ = 0;
  vain_ = 0;
}

std::string PosSearch::guarantee() const {
  if (done() == 0) return {};
  const double vain = static_cast<double>(mostVain_);
  const double kept = static_cast<double>(mostSteps_) + (sections_ ? vain : 0);
  // x^y with 0^0 = 1
  const double chance = std::pow(kept / std::max(kept + vain, 1.0), kept) *
                        std::pow(vain / std::max(kept + vain, 1.0), vain) / mostCombinations();
  return "each execution followed a given Mazurkiewicz trace with a probability of at least " +
         probabilityText(chance) +
         unlessMore({counted(mostSteps_, "step", "steps"),
                     counted(mostVain_, "priority drawn in vain", "priorities drawn in vain")});
}

}  // namespace heddle::explore
