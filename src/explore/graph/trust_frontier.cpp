// Stopping a search and going on with it elsewhere.
//
// The search keeps what is left as frames on graphs that are postponed. To stop
// is to go back through all of them without taking anything: what each frame has
// left, with the graph at that moment, is a Pending. To go on is to explore one
// after the other, each as if it were the only one: the events of its graph have
// no frames, since their alternatives are others.
#include <algorithm>
#include <utility>

#include "explore/graph/trust.h"

namespace heddle::explore::graph {

using core::EventId;
using core::Execution;
using core::kNoEvent;
using core::Step;

// --- stopping ---

Frontier TrustSearch::takeFrontier() {
  if (void_) restart();
  std::vector<Pending> found;
  if (rebuild_)
    found.push_back(rebuild_->pending());
  else
    found.push_back({outlineOf(graph_), {}, displaced_.places()});
  if (rebuild_) frames_.clear();
  while (!frames_.empty() || depth_ > 0) {
    if (frames_.empty()) {
      --depth_;
      swapSaved();
      continue;
    }
    if (!frames_.back().expanded) expand(graph_.size() - 1);
    const auto left = options_.begin() + static_cast<std::ptrdiff_t>(frames_.back().next);
    if (left != options_.end()) found.push_back({outlineOf(graph_), {left, options_.end()}, displaced_.places()});
    options_.resize(frames_.back().firstOption);
    popFrame();
  }
  // The deepest ones first, so that there are never more than a depth-first search has.
  std::ranges::reverse(found);
  std::ranges::move(found, std::back_inserter(pending_));
  return {std::move(pending_), inPlace_.notes(), zeroNet_.notes(), racy_};
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
