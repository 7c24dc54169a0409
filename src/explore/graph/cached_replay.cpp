#include "explore/graph/cached_replay.h"

#include <algorithm>

#include "explore/graph/play.h"

namespace heddle::explore::graph {

using core::EventId;
using core::Graph;
using core::GraphEvent;
using core::Label;

namespace {

bool isLocal(Label label) { return label != Label::Read && label != Label::Write && label != Label::Choose; }

// What decides on what the thread does after the event.
core::Value foundBy(const GraphEvent& event) {
  return event.label == Label::Read || event.label == Label::Choose ? event.value : 0;
}

}  // namespace

// --- learning ---

void CachedReplay::giveUp() {
  isClosed_ = false;
  places_ = {};
  branches_ = {};
}

std::uint32_t CachedReplay::addPlace() {
  places_.emplace_back();
  return static_cast<std::uint32_t>(places_.size() - 1);
}

std::uint32_t CachedReplay::after(std::uint32_t place, core::Value value) const {
  for (std::uint32_t b = places_[place].branches; b != 0; b = branches_[b].next)
    if (branches_[b].value == value) return branches_[b].place;
  return kUnknown;
}

std::uint32_t CachedReplay::makeBehind(std::uint32_t place, core::Value value) {
  if (const std::uint32_t known = after(place, value); known != kUnknown) return known;
  const std::uint32_t made = addPlace();
  branches_.push_back({value, made, places_[place].branches});
  places_[place].branches = static_cast<std::uint32_t>(branches_.size() - 1);
  return made;
}

void CachedReplay::learn(Graph& graph) {
  if (!isClosed_ || places_.size() > kMostPlaces || graph.threads() == 0) return;
  if (places_.size() == 1) addPlace();
  learnThread(graph, 0, kMain);
}

// Words that are accessed in several sizes are known before (Assumption::OneSize): an execution that has two shows it.
// What was seen of single threads does not tell which.
void CachedReplay::learnWord(const core::Op& op) {
  for (const Word& word : words_) {
    if (word.addr == op.addr && word.size == op.size) return;
    if (word.addr < op.addr + op.size && op.addr < word.addr + word.size) return giveUp();
  }
  words_.push_back({op.addr, op.size});
}

void CachedReplay::learnThread(Graph& graph, ThreadId t, std::uint32_t at) {
  unsigned children = 0;  // that it has not joined
  for (const EventId e : graph.thread(t)) {
    const GraphEvent& event = graph[e];
    if (event.label == Label::Write && event.isExclusive) continue;  // its read decides on it
    graph.tag(e, at);
    if (event.label == Label::Invalidate) return giveUp();  // initial values depend on the others
    // Nobody may join a thread that another has joined: a run says so.
    if (event.label == Label::Join && graph[graph.spawnerOf(event.op.other)].thread != t) return giveUp();
    if (!places_[at].isKnown) {
      Place place{.op = event.op, .label = event.label, .isKnown = true};
      if (event.label == Label::Read || event.label == Label::Write)
        place.initial = graph.location(event.location).initial;
      if (event.label == Label::Spawn) place.spawned = addPlace();
      places_[at] = place;
      if (core::touchesMemory(event.op.kind)) learnWord(event.op);
      if (!isClosed_) return;
    }
    if (event.label == Label::Spawn) learnThread(graph, event.op.other, places_[at].spawned);
    children += event.label == Label::Spawn ? 1 : 0;
    children -= event.label == Label::Join ? 1 : 0;
    if (event.label == Label::Exit && children != 0) joinsAll_ = false;
    if (!isClosed_ || event.label == Label::Exit || event.isBlocked) return;
    at = makeBehind(at, foundBy(event));
  }
}

// --- recalling ---

void CachedReplay::begin(ThreadId t, std::uint32_t place) {
  if (t >= at_.size()) {
    at_.resize(t + 1, kAbsent);
    done_.resize(t + 1, 0);
  }
  at_[t] = place;
  ++running_;
}

// Where the thread is when it has performed all its events that are not blocked.
std::uint32_t CachedReplay::placeBehind(const Graph& graph, ThreadId t) const {
  if (t >= graph.threads()) return t == 0 ? kMain : kAbsent;
  const std::vector<EventId>& events = graph.thread(t);
  if (events.empty()) {
    if (t == 0) return kMain;
    const EventId spawner = graph.spawnerOf(t);
    return spawner == core::kNoEvent ? kAbsent : places_[graph[spawner].tag].spawned;
  }
  const GraphEvent* last = &graph[events.back()];
  if (last->label == Label::Exit) return kExited;
  if (last->isBlocked) return last->tag;
  if (last->label == Label::Write && last->isExclusive) last = &graph[last->before];
  return after(last->tag, foundBy(*last));
}

// Whether the thread has a local operation to perform.
bool CachedReplay::isDue(ThreadId t) const {
  if (at_[t] >= kExited) return false;
  const Place& place = places_[at_[t]];
  return isLocal(place.label) &&
         (place.label != Label::Join || (place.op.other < at_.size() && at_[place.op.other] == kExited));
}

bool CachedReplay::start(Graph& graph, std::uint32_t& added) {
  at_.resize(std::max<std::size_t>({1, at_.size(), graph.threads()}));
  done_.resize(at_.size());
  performed_ = graph.size() - graph.blocked();
  running_ = 0;
  for (ThreadId t = 0; t < at_.size(); ++t) {
    at_[t] = placeBehind(graph, t);
    done_[t] = t < graph.threads() ? static_cast<std::uint32_t>(graph.thread(t).size()) : 0;
    if (at_[t] >= kExited) continue;
    if (at_[t] == kUnknown || !places_[at_[t]].isKnown) return false;
    if (done_[t] != 0 && graph[graph.thread(t).back()].isBlocked) --done_[t];
    ++running_;
  }
  unsigned due = 0;
  for (ThreadId t = 0; t < at_.size(); ++t) due += isDue(t) ? 1 : 0;
  // If main may end while others are at work, it depends on the order who is cut off.
  if (due > 1 && !joinsAll_ && at_[0] != kExited) return startFromTheStart(graph, added);
  for (ThreadId t = 0; t < at_.size(); ++t)
    if (isDue(t) && !runOn(graph, t, added)) return false;
  return true;
}

bool CachedReplay::startFromTheStart(Graph& graph, std::uint32_t& added) {
  std::fill(at_.begin(), at_.end(), kAbsent);
  std::fill(done_.begin(), done_.end(), 0);
  performed_ = 0;
  running_ = 0;
  last_ = 0;
  begin(0, kMain);
  return runOn(graph, 0, added) && catchUp(graph, added);
}

bool CachedReplay::catchUp(Graph& graph, std::uint32_t& added) {
  while (performed_ + graph.blocked() < graph.size()) {
    ThreadId t = last_;
    if (!canPerform(graph, t)) {
      t = 0;
      while (t < at_.size() && !canPerform(graph, t)) ++t;
      if (t == at_.size()) return false;
    }
    if (!step(graph, t, added)) return false;
  }
  return true;
}

bool CachedReplay::canPerform(const Graph& graph, ThreadId t) const {
  return at_[t] < kExited && isThere(graph, t) && canBePerformed(graph, graph[graph.thread(t)[done_[t]]], done_);
}

bool CachedReplay::step(Graph& graph, ThreadId t, std::uint32_t& added) {
  const GraphEvent& event = graph[graph.thread(t)[done_[t]]];
  if (places_[at_[t]].label != event.label) return false;
  const std::uint32_t events = event.label == Label::Read && event.isExclusive ? 2 : 1;
  done_[t] += events;
  performed_ += events;
  last_ = t;
  at_[t] = after(at_[t], foundBy(event));
  return runOn(graph, t, added);
}

const CachedReplay::Place* CachedReplay::pending(const Graph& graph, ThreadId t) const {
  if (at_[t] >= kExited || isThere(graph, t)) return nullptr;
  const Place& place = places_[at_[t]];
  return place.label == Label::Join ? nullptr : &place;
}

// Up to the next op on which the search decides, as a run of the program does:
// a spawned thread goes first, and whoever waits for an exit goes on at once.
bool CachedReplay::runOn(Graph& graph, ThreadId t, std::uint32_t& added) {
  while (true) {
    const std::uint32_t at = at_[t];
    if (at == kUnknown || !places_[at].isKnown) return false;
    const Label label = places_[at].label;
    if (!isLocal(label)) return true;
    const ThreadId other = places_[at].op.other;
    if (label == Label::Join && (other >= at_.size() || at_[other] != kExited)) return true;
    if (label == Label::Exit && endsWith(graph, t)) return true;
    if (!isThere(graph, t)) {
      graph.tag(graph.addOther(t, places_[at].op, label), at);
      ++added;
    } else if (graph[graph.thread(t)[done_[t]]].label != label) {
      return false;
    }
    ++done_[t];
    ++performed_;
    if (label == Label::Exit) return exit(graph, t, added);
    at_[t] = after(at, 0);
    if (label != Label::Spawn) continue;
    begin(other, places_[at].spawned);
    if (!runOn(graph, other, added)) return false;
  }
}

// Whether the thread's exit is all that is left of the execution, apart from main
// joining it and others before it exits itself. The search has nothing to decide
// on after that, so these events are left out of the graph.
bool CachedReplay::endsWith(const Graph& graph, ThreadId t) {
  if (performed_ != graph.size()) return false;
  const bool isLast = running_ == 1;
  const bool isJoined = joinsAll_ && running_ == 2 && t != 0 && at_[0] < kExited && endsInJoins(at_[0]);
  if (!isLast && !isJoined) return false;
  at_[t] = at_[0] = kExited;
  running_ = 0;
  return true;
}

bool CachedReplay::endsInJoins(std::uint32_t place) {
  if (places_[place].endsInJoins) return true;
  std::uint32_t end = place;
  while (places_[end].isKnown && places_[end].label == Label::Join) end = after(end, 0);
  return places_[place].endsInJoins = places_[end].isKnown && places_[end].label == Label::Exit;
}

bool CachedReplay::exit(Graph& graph, ThreadId t, std::uint32_t& added) {
  at_[t] = kExited;
  --running_;
  if (t == 0) return running_ == 0;  // the others may be cut off
  for (ThreadId u = 0; u < at_.size(); ++u) {
    if (at_[u] == kUnknown || at_[u] >= kExited) continue;
    const Place& place = places_[at_[u]];
    if (place.isKnown && place.label == Label::Join && place.op.other == t && !runOn(graph, u, added)) return false;
  }
  return true;
}

}  // namespace heddle::explore::graph
