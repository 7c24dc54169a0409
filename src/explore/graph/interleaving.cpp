#include "explore/graph/interleaving.h"

#include "explore/graph/play.h"

namespace heddle::explore::graph {
namespace {

using core::EventId;
using core::Graph;
using core::GraphEvent;
using core::kNoEvent;
using core::Label;
using core::Step;

class Sort {
 public:
  explicit Sort(const Graph& graph) : graph_(graph), done_(graph.threads()), words_(graph.locations().size()) {
    for (std::size_t l = 0; l < words_.size(); ++l) words_[l].unread.resize(graph.locations()[l].co.size() + 1);
    for (EventId e = 0; e < graph.size(); ++e)
      if (graph[e].label == Label::Read) ++words_[graph[e].location].unread[graph.positionOf(graph[e].rf)];
  }

  std::vector<Step> run() {
    ThreadId last = 0;
    for (std::uint32_t left = graph_.size(); left > 0;) {
      const ThreadId t = canPerform(last) ? last : firstThatCan();
      if (t == kMaxThreads) return {};
      left -= perform(t);
      last = t;
    }
    return std::move(steps_);
  }

 private:
  struct Word {
    std::uint32_t written = 0;          // how many of co
    std::vector<std::uint32_t> unread;  // by position: reads from there that are to come
  };

  ThreadId firstThatCan() const {
    ThreadId t = 0;
    while (t < graph_.threads() && !canPerform(t)) ++t;
    return t < graph_.threads() ? t : kMaxThreads;
  }

  EventId nextOf(ThreadId t) const { return done_[t] < graph_.eventsOf(t) ? graph_.thread(t)[done_[t]] : kNoEvent; }

  bool canPerform(ThreadId t) const {
    const EventId e = t < graph_.threads() ? nextOf(t) : kNoEvent;
    if (e == kNoEvent) return false;
    const Graph::Clock before = graph_.clock(e, Graph::Row::Causal);
    for (ThreadId u = 0; u < graph_.threads(); ++u)
      if (u != t && before[u] > done_[u]) return false;
    const GraphEvent& event = graph_[e];
    if (event.label == Label::Write) return canWrite(event.location, event.position, 0);
    if (event.label == Label::Read && event.isExclusive)
      return canWrite(event.location, graph_.positionOf(event.rf) + 1, 1);
    return true;
  }

  // Everybody has read what was there before, but for the update itself.
  bool canWrite(std::uint32_t location, std::uint32_t position, std::uint32_t own) const {
    const Word& word = words_[location];
    return word.written + 1 == position && word.unread[word.written] == own;
  }

  // How many events that were.
  std::uint32_t perform(ThreadId t) {
    const GraphEvent& event = graph_[nextOf(t)];
    if (isDecided(event.label))
      steps_.push_back({t, event.label == Label::Choose ? static_cast<std::uint64_t>(event.value) : 0});
    if (event.label == Label::Read) --words_[event.location].unread[graph_.positionOf(event.rf)];
    const bool isUpdate = event.label == Label::Read && event.isExclusive;
    if (isUpdate || event.label == Label::Write) ++words_[event.location].written;
    const std::uint32_t events = isUpdate ? 2 : 1;
    done_[t] += events;
    return events;
  }

  const Graph& graph_;
  std::vector<std::uint32_t> done_;  // by thread
  std::vector<Word> words_;          // by location
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> interleavingOf(const Graph& graph) { return Sort(graph).run(); }

}  // namespace heddle::explore::graph
