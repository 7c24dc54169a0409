// Stopping a search and going on with it elsewhere.
//
// The search keeps what is left as frames on graphs that are postponed. To stop
// is to go back through all of them without taking anything: what each frame has
// left, with the graph at that moment, is a Pending. To give part of it away is the same on a copy: the frames of the
// search say what it has not any more. To go on is to explore one after the other, each as if it were the only one: the
// events of its graph have no frames, since their alternatives are others.
#include <algorithm>
#include <utility>

#include "explore/graph/trust.h"

namespace heddle::explore::graph {

using core::EventId;
using core::Execution;
using core::kNoEvent;
using core::Step;

// --- stopping ---

// The deepest ones first. The search is of no use after that.
std::vector<TrustSearch::Left> TrustSearch::unwind() {
  std::vector<Left> found;
  if (rebuild_)
    found.push_back({rebuild_->pending()});
  else
    found.push_back({{outlineOf(graph_), {}, displaced_.places()}});
  if (rebuild_) frames_.clear();
  while (!frames_.empty() || depth_ > 0) {
    if (frames_.empty()) {
      --depth_;
      swapSaved();
      continue;
    }
    if (!frames_.back().isGivenAway) {
      if (!frames_.back().expanded) expand(graph_.size() - 1);
      const auto left = options_.begin() + static_cast<std::ptrdiff_t>(frames_.back().next);
      if (left != options_.end())
        found.push_back({{outlineOf(graph_), {left, options_.end()}, displaced_.places()}, depth_, frames_.size() - 1});
    }
    if (frames_.back().expanded) options_.resize(frames_.back().firstOption);
    popFrame();
  }
  return found;
}

// The deepest ones are taken first, so that there are never more than a depth-first search has.
Frontier TrustSearch::takeFrontier() {
  if (void_) restart();
  std::vector<Left> found = unwind();
  for (auto left = found.rbegin(); left != found.rend(); ++left) pending_.push_back(std::move(left->pending));
  return frontierOf(std::move(pending_));
}

// What is left is found by going back through a copy.
Split TrustSearch::split(std::size_t most) {
  const Saved now{graph_, frames_, options_, changes_, displaced_};
  const std::vector<Saved> before(saved_.begin(), saved_.begin() + static_cast<std::ptrdiff_t>(depth_));
  const std::vector<Left> found = unwind();
  depth_ = before.size();
  std::ranges::copy(before, saved_.begin());
  graph_ = now.graph;
  frames_ = now.frames;
  options_ = now.options;
  changes_ = now.changes;
  displaced_ = now.displaced;
  speculativeReads_.forget();

  std::vector<Pending> all = pending_;
  for (auto left = found.rbegin(); left != found.rend(); ++left) all.push_back(left->pending);
  const std::size_t count = std::min(most, all.size() - 1);
  const std::size_t ofList = std::min(count, pending_.size());
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(ofList));
  for (std::size_t i = 1; i <= count - ofList; ++i) {
    const Left& given = found[found.size() - i];
    (given.level == depth_ ? frames_ : saved_[given.level].frames)[given.frame].isGivenAway = true;
  }
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(count);
  return {{all.begin(), first}, frontierOf({first, all.end()})};
}

// --- going on ---

void TrustSearch::resume(Frontier frontier) {
  pending_ = std::move(frontier.pending);
  inPlace_.adopt(frontier.words);
  zeroNet_.adopt(std::move(frontier.iterations));
  racy_ = frontier.isRacy;
  takePending();
}

bool TrustSearch::takePending() {
  if (pending_.empty()) return false;
  rebuild_.emplace(std::move(pending_.back()));
  pending_.pop_back();
  return true;
}

Step TrustSearch::rebuild(const Execution& execution) {
  const Step step = rebuild_->next(execution);
  if (!step.isStop())
    schedule_.push_back(step);
  else if (!rebuild_->fits())
    gaveUp_ = racy_;
  return step;
}

// One that ends before it has got there is one like others.
bool TrustSearch::isPreparation(const Execution& execution) const {
  using enum core::End;
  const bool isOver = execution.end != Violated && execution.end != Cut && execution.end != Refused;
  return rebuild_ && !gaveUp_ && (rebuild_->isDone() || isOver);
}

bool TrustSearch::goOnRebuilt(const Execution& execution) {
  rebuild_->finish(execution);
  play_.restart();
  schedule_.clear();
  graph_ = rebuild_->graph();
  displaced_ = rebuild_->displaced();
  options_ = rebuild_->pending().options;
  const bool fits = rebuild_->fits() && canRevisitSpeculatively();
  rebuild_.reset();
  if (std::exchange(gaveUp_, false)) return takePending();
  if (!fits) {
    refuse({.message = "what is left to explore does not fit the program"});
    return false;
  }
  if (options_.empty()) return true;
  frames_.push_back({.expanded = true});
  return goOn();
}

// A graph has speculative reads or not according to what is noted of its words.
bool TrustSearch::canRevisitSpeculatively() {
  return std::ranges::all_of(options_, [&](const Option& option) {
    const EventId last = graph_.size() - 1;
    return option.kind != Option::Kind::SpeculativeRevisit ||
           speculativeReads_.speculativeReadOf(graph_[last].location, option.a, last) != kNoEvent;
  });
}

}  // namespace heddle::explore::graph
