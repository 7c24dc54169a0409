// Optimal-DPOR: exactly one execution of every Mazurkiewicz trace.
//
// Follows   Source Sets, Algorithm 2 and 6, with blocking as in Godot,
//           Algorithm 1, whose line numbers are quoted below.
// Deviates  in what is inserted (l.43): not all of v, but the part that e' and
//           its reversal need: e', the steps that keep v apart from sleepers
//           and from branches to the left, and what happens before those.
//           insert() must leave a leaf u with u ~ v (Source Sets, 6.2); any
//           such part has it. Then a reversal that needs no step after e' is
//           settled for all executions that share e and e', and is not looked
//           at again: the cost of an execution is that of its new steps.
// Deviates  Choose: a thread that may go on in several ways is not in the
//           paper. Each value is an event of its own; those of one Choose
//           exclude each other. A Choose reached freely is explored with all
//           values; one that is part of a wakeup sequence only with the value
//           it has there, since the other values bring their own sequences.
// Assumes   a finite, acyclic state space (loops are bounded before us).
#include "explore/dpor/optimal_wut.h"

#include <algorithm>

#include "base/check.h"
#include "explore/fingerprint.h"

namespace heddle::explore::dpor {

using core::Execution;
using core::OpKind;

// --- exploration, l.24-33 ---

// Sleep sets and frames of the steps taken so far.
void OptimalWutSearch::takeIn(const Execution& execution) {
  trail_.extend(execution, races_);
  for (Position p = sleep_.prefixes() - 1; p < trail_.size(); ++p) {
    sleep_.push(trail_[p]);  // l.29
    if (p < frames_.size()) continue;
    const core::Op& op = execution.trace[trail_[p].event].op;
    frames_.push_back({.valuesLeft = op.kind == OpKind::Choose ? static_cast<std::uint64_t>(op.a) - 1 : 0});
  }
}

ThreadId OptimalWutSearch::chooseFreely(const Execution& execution) {
  if (!left_) {
    // Source Sets, Lemma 7.1: nobody sleeps where a wakeup tree has ended.
    left_ = true;
    takeIn(execution);
    HEDDLE_CHECK_NOTE(sleep_.last().empty() || trail_.hasOutgrown() || racy_, "optimal ran into a sleep set");
  }
  return firstEnabled(execution);  // l.26
}

bool OptimalWutSearch::goBack() {
  left_ = false;
  for (; !frames_.empty(); frames_.pop_back()) {
    const Position at = static_cast<Position>(frames_.size() - 1);
    Frame& frame = frames_.back();
    if (frame.alternatives != kNoNode) {
      const bool wasTaken = at < trail_.size();  // else the plan was dropped
      const TrailStep done = wasTaken ? trail_[at] : TrailStep{};
      rewind(at);
      if (wasTaken) sleep_.add(done);  // l.32-33
      plan(frame.alternatives);        // l.28
      return true;
    }
    if (frame.valuesLeft != 0) {
      --frame.valuesLeft;
      Planned other = path_[at];
      rewind(at);
      ++other.choice;
      path_.push_back(other);
      return true;
    }
  }
  return false;
}

// l.28-31: down the leftmost branch; what is to the right of it stays for later.
void OptimalWutSearch::plan(NodeId& tree) {
  auto [step, children] = nodes_.takeFirst(tree);
  path_.push_back({step.fingerprint, step.choice, step.thread});
  while (children != kNoNode) {
    frames_.push_back({.alternatives = children});
    const auto next = nodes_.takeFirst(frames_.back().alternatives);
    path_.push_back({next.step.fingerprint, next.step.choice, next.step.thread});
    children = next.children;
  }
}

// The plan began with the first of the alternatives there.
void OptimalWutSearch::dropPlan() {
  const Position at = trail_.size();
  for (; frames_.size() > at + 1; frames_.pop_back()) nodes_.freeAll(frames_.back().alternatives);
}

// To the state before the step at `at`.
void OptimalWutSearch::rewind(Position at) {
  trail_.truncate(at);
  path_.resize(at);
  sleep_.truncate(at);
  while (!open_.empty() && open_.back().second >= at) open_.pop_back();
}

void OptimalWutSearch::truncate(Position size) {
  rewind(size);
  if (size == 0) sleep_ = {};
  for (; frames_.size() > size; frames_.pop_back()) nodes_.freeAll(frames_.back().alternatives);
}

// --- race detection, l.2-22 ---

void OptimalWutSearch::analyse(const Execution& execution) {
  takeIn(execution);
  std::erase_if(open_, [&](const Race& race) { return reverse(execution, race); });
  for (Race& race : races_)
    if (!reverse(execution, race)) open_.push_back(std::move(race));
  races_.clear();
  blocked_.clear();
  trail_.blockedRaces(execution, blocked_);
  for (const Race& race : blocked_) reverse(execution, race);
}

// l.4-6: makes sure that an execution with the second step before the first
// is explored. True: nothing more is to be done for the race as long as both
// are in the trail.
bool OptimalWutSearch::reverse(const Execution& execution, const Race& race) {
  buildSequence(race);
  for (const Sleeper& sleeper : sleep_.of(race.first)) {
    const Found found = stand(sleeper);
    if (found.standing == Standing::Dependent)
      sequence_[found.member].required = true;
    else
      return found.standing == Standing::Initial && sequence_[found.member].position <= race.second;
  }
  return insert(execution, race, true);
}

// l.5: v = notdep(e, E).e'
void OptimalWutSearch::buildSequence(const Race& race) {
  sequence_.clear();
  for (Position p = race.first + 1; p < trail_.size(); ++p) {
    const TrailStep& step = trail_[p];
    if (!trail_.isLeftOut(race, p)) sequence_.push_back({&step.footprint, step.choice, p, step.thread, false, false});
  }
  sequence_.push_back({&race.footprint, race.choice, race.second, race.thread, true, false});
}

// Whether p is a weak initial of v (Definition 4.1), and why or why not.
template <typename Step>
OptimalWutSearch::Found OptimalWutSearch::stand(const Step& step) const {
  for (std::size_t i = 0; i < sequence_.size(); ++i) {
    const Member& member = sequence_[i];
    if (member.taken) continue;
    if (member.thread == step.thread)
      return {member.choice == step.choice ? Standing::Initial : Standing::Dependent, i};
    if (conflict(*member.footprint, step.footprint)) return {Standing::Dependent, i};
  }
  return {Standing::Independent, 0};
}

// l.34-44. `settled` as in reverse().
bool OptimalWutSearch::insert(const Execution& execution, const Race& race, bool settled) {
  NodeId parent = kNoNode;  // l.35: u; none stands for the root
  std::size_t left = sequence_.size();
  NodeId child = frames_[race.first].alternatives;
  while (child != kNoNode) {  // l.36-37
    const Found found = stand(nodes_.stepOf(child));
    if (found.standing == Standing::Dependent) {
      sequence_[found.member].required = true;
      child = nodes_.nextOf(child);
      continue;
    }
    if (found.standing == Standing::Independent) return false;  // l.39: p is not in v
    Member& member = sequence_[found.member];
    settled = settled && member.position <= race.second;
    member.taken = true;
    parent = child;
    child = nodes_.childrenOf(child);
    if (--left == 0 || child == kNoNode) return settled;  // l.39, l.41
  }
  const NodeId leaf = addLeaf(execution, race, settled);
  nodes_.append(parent == kNoNode ? frames_[race.first].alternatives : nodes_.childrenOf(parent), leaf);
  return settled;
}

// l.43: the part of v that is needed, as a chain of nodes.
NodeId OptimalWutSearch::addLeaf(const Execution& execution, const Race& race, bool& settled) {
  needed_.assign(trail_.threads(), 0);
  const auto need = [&](Clock clock) {
    for (unsigned t = 0; t < trail_.threads(); ++t) needed_[t] = std::max(needed_[t], clock[t]);
  };
  NodeId chain = kNoNode;
  bool second = false;  // e' is part of it
  for (std::size_t i = sequence_.size(); i-- > 0;) {
    const Member& member = sequence_[i];
    if (member.taken) continue;
    WakeupStep step{.footprint = *member.footprint, .choice = member.choice, .thread = member.thread};
    if (i + 1 == sequence_.size()) {
      second = true;
      need(trail_.clock(race.before));
      step.fingerprint = race.second < trail_.size() ? path_[race.second].fingerprint
                                                     : fingerprint(execution.threads[race.thread].pending);
    } else {
      const bool keep = member.required || needed_[member.thread] >= trail_[member.position].index ||
                        (second && conflict(*member.footprint, race.footprint));
      if (!keep) continue;
      need(trail_.clockOf(member.position));
      settled = settled && member.position < race.second;
      step.fingerprint = path_[member.position].fingerprint;
    }
    chain = nodes_.make(step, chain);
  }
  return chain;
}

}  // namespace heddle::explore::dpor
