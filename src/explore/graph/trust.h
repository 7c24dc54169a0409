// TruSt: one execution for each consistent execution graph, in polynomial
// memory, under every model of models/. With the optimisations of Awamoche, those of
// them in which a thread waits in vain, though others may still let it go on,
// are left out.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/graph.h"
#include "explore/graph/cached_replay.h"
#include "explore/graph/displaced_updates.h"
#include "explore/graph/graph_replay.h"
#include "explore/graph/graph_search.h"
#include "explore/graph/maximal.h"
#include "explore/graph/rebuild.h"
#include "explore/graph/speculation.h"
#include "explore/graph/zero_net_iterations.h"
#include "models/model.h"

namespace heddle::explore::graph {

// What Awamoche adds to TruSt.
struct Optimisations {
  bool staleReads = false;   // a read does not wait for an old write (3.1)
  bool inPlace = false;      // a write lets those go on who wait for it, and nobody waits for an old one (3.2)
  bool speculative = false;  // with inPlace: who is to change a word as it has found it is not disturbed (3.3)
};

class TrustSearch final : public GraphSearch {
 public:
  explicit TrustSearch(const models::Model& model, Optimisations optimisations = {})
      : model_(model),
        optimisations_(optimisations),
        inPlace_(optimisations.inPlace, optimisations.speculative),
        speculativeReads_(graph_, inPlace_),
        maximal_(graph_, inPlace_, speculativeReads_, displaced_),
        zeroNet_(graph_, model) {}

  core::Step next(const core::Execution& execution) override;
  bool advance(const core::Execution& execution) override;
  bool replayFromCache() override;
  std::span<const std::uint32_t> clockOf(const core::Execution& execution, ThreadId thread) override;
  bool isUnobserved(const core::Execution& execution, const core::Iteration& iteration) override;
  std::vector<core::Step> schedule() const override {
    return scheduleOf(rebuild_ ? rebuild_->run() : graph_, schedule_);
  }
  bool isPreparation(const core::Execution& execution) const override;
  Frontier takeFrontier() override;
  Split split(std::size_t most) override;
  Frontier notes() const override { return frontierOf({}); }
  std::uint32_t branchedAt() const override { return branchedAt_; }
  void resume(Frontier frontier) override;

  const core::Graph& explored() const override { return graph_; }

 private:
  // An event that was added freely. Those of a graph that came out of a revisit
  // have none: their alternatives are explored elsewhere.
  struct Frame {
    bool expanded = false;
    std::size_t firstOption = 0;
    std::size_t next = 0;
    std::size_t firstChange = 0;
    bool isGivenAway = false;  // what it has left, somebody else explores
  };
  // A read that was revisited in place, and what it read from before.
  struct Change {
    core::EventId read;
    core::EventId rf;
  };
  struct Saved {
    core::Graph graph;
    std::vector<Frame> frames;
    std::vector<Option> options;
    std::vector<Change> changes;
    DisplacedUpdates displaced;
  };

  // Running.
  bool takeIn(const core::Execution& execution);
  core::Step giveUp(const core::Execution& execution, ThreadId t);
  core::Step replay(const core::Execution& execution);
  core::Step extend(const core::Execution& execution);
  core::Step extendSpeculation(const core::Execution& execution, core::EventId speculation);
  bool addSpeculatedOn(core::EventId speculation, const core::Op* op, core::Value initial);
  bool canExplore(const core::Op& op);
  bool isPostponed(const core::Op& op, core::Value initial);
  ThreadId displacedThatGoesOn() const;
  bool lastWon(ThreadId t, const core::Op& op);
  bool addNext(ThreadId t, const core::Op& op, core::Value initial);
  void pushMany(std::uint32_t events) {
    for (; events > 0; --events) push();
  }
  ThreadId addCached();
  core::EventId sourceOf(ThreadId t, const core::Op& op, std::uint32_t location);
  void push() { frames_.emplace_back().firstChange = changes_.size(); }
  core::Step perform(ThreadId t);
  core::Step finish();

  // In-place revisits.
  void noteWrite(core::EventId write);
  bool isOrdered(core::EventId write);
  void revisitInPlace(core::EventId write);
  void popFrame();

  // SpeculativeReads.
  void noteSpeculation(core::EventId read);
  void giveUpSpeculation(std::uint32_t location);
  bool revisitSpeculatively(core::EventId write);

  // Going back.
  bool goOn();
  bool goBack();
  void leaveLoop();
  void giveUpObserved();
  void restart();
  void expand(core::EventId e);
  bool comesAfterAll(core::EventId e) const;
  void expandWrite(core::EventId e);
  void addRevisits(core::EventId write);
  bool take(const Option& option);
  bool revisit(core::EventId read, std::uint32_t least);
  bool isDisplaced(core::EventId read, core::EventId write) const;
  bool displace(core::EventId read);
  bool splitsUpdate(core::EventId write) const;
  bool canRevisit(core::EventId read, core::EventId write, std::uint32_t position);
  bool waitsForTheLast(const core::Graph::Location& location) const;
  void descend(core::EventId read, bool keepsRead = true);
  bool ascend();
  void swapSaved();
  bool completeUpdate(core::EventId read);
  void keepForRevisit(const core::Graph& whole, core::EventId read, bool keepsRead, core::Graph& part);

  // What is left.
  struct Left {
    Pending pending;
    std::size_t level = 0, frame = 0;  // whose options these are; the first one is the graph at hand
  };
  std::vector<Left> unwind();
  Frontier frontierOf(std::vector<Pending> pending) const {
    return {std::move(pending), inPlace_.notes(), zeroNet_.notes(), racy_};
  }

  // Going on with what another search has left.
  bool takePending();
  core::Step rebuild(const core::Execution& execution);
  bool goOnRebuilt(const core::Execution& execution);
  bool canRevisitSpeculatively();

  const models::Model& model_;
  const Optimisations optimisations_;
  InPlaceWords inPlace_;
  std::optional<core::Broken> void_;  // why what was concluded so far does not hold
  core::Graph graph_;
  DisplacedUpdates displaced_;
  SpeculativeReads speculativeReads_;
  MaximalExtension maximal_;
  ZeroNetIterations zeroNet_;
  std::vector<Frame> frames_;    // of the last events of graph_
  std::vector<Option> options_;  // of all frames, each one's together
  std::vector<Change> changes_;  // likewise
  std::vector<Saved> saved_;     // the graphs in which a revisit is being explored, and after them free memory
  std::size_t depth_ = 0;        // how many these are
  std::uint32_t branchedAt_ = 0;
  std::vector<char> kept_;  // of a revisit
  std::vector<core::EventId> waiting_;
  std::vector<ThreadId> postponed_;
  std::vector<Pending> pending_;    // left by another search; the next one is the last
  std::optional<Rebuild> rebuild_;  // the one of them that is being rebuilt

  Play play_;
  CachedReplay cachedReplay_;
  bool isCached_ = false;  // the last execution was
  std::vector<core::Step> schedule_;
};

}  // namespace heddle::explore::graph
