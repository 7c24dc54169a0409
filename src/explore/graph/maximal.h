// Whether the search would add by itself what a revisit is about to delete.
#pragma once

#include <algorithm>
#include <vector>

#include "explore/graph/displaced_updates.h"
#include "explore/graph/speculation.h"
#include "explore/graph/waiting_reads.h"

namespace heddle::explore::graph {

class MaximalExtension {
 public:
  MaximalExtension(const core::Graph& graph, const InPlaceWords& inPlace, const SpeculativeReads& speculativeReads,
                   const DisplacedUpdates& displaced)
      : graph_(graph), inPlace_(inPlace), speculativeReads_(speculativeReads), displaced_(displaced) {}

  // The revisit of `read` by `write`, the last event, which may be a read that
  // speculates on the same: whether the graph without
  // `write` is what comes of adding, to what the revisit keeps, first the read
  // and then all that it deletes, in their order, each in the way that the
  // search tries first (Awamoche, Algorithm 2, line 4).
  bool isMaximal(core::EventId read, core::EventId write);
  // The same for one read after the other, from the last to the first, of one
  // write. An earlier read deletes all that a later one does; while these are
  // reads, nobody waits and nothing is speculated on, what is known of them stays.
  struct Known {
    core::EventId from = core::kNoEvent;  // from here on all that is deleted is as it would be added; none: nothing
    bool isSimple = true;
  };
  bool isMaximal(core::EventId read, core::EventId write, Known& known);
  // Whether the last answer was no for a reason that holds for each read before
  // that one too: an event that is deleted for these as well does not stand at the
  // last write. Which one that is depends on what comes before the event and the
  // write alone. Who waits in place may depend on the read.
  // So may who is asked before its turn.
  bool isHopeless() const { return isHopeless_ && displaced_.empty(); }

 private:
  struct Place {
    bool isKnown = false;
    bool isInPlace = false;
    core::EventId last = core::kInitial;  // of the writes so far
    std::vector<core::EventId> waiting;   // in the order of addition
    unsigned open = 0;                    // speculative reads without their confirmation, and who waits to make one
  };

  // Whether the revisit keeps the event, apart from the read.
  bool isKept(core::EventId e) const { return e < read_ || graph_.isBefore(e, write_, core::Graph::Row::Causal); }
  bool enter(std::uint32_t location);
  bool enterRead(core::EventId read, Place& place);
  bool readsFromKept(core::EventId read) const;
  bool extend();
  bool isSimple(core::EventId e);
  void leave();
  bool add(core::EventId e);
  bool addEarly(core::EventId e);
  bool isEarly(core::EventId e) const { return std::ranges::find(early_, e) != early_.end(); }
  bool ask(const DisplacedUpdates::Entry& lost);
  bool addRead(core::EventId e, Place& place);
  bool addWrite(core::EventId e, Place& place);
  core::UpdateResult with(core::EventId read, core::EventId write) const {
    return resultOf(graph_[read], graph_.valueOf(graph_[read].location, write));
  }

  const core::Graph& graph_;
  const InPlaceWords& inPlace_;
  const SpeculativeReads& speculativeReads_;
  const DisplacedUpdates& displaced_;
  core::EventId read_ = 0;
  core::EventId write_ = 0;
  bool isHopeless_ = false;
  std::vector<Place> places_;  // by location
  std::vector<std::uint32_t> entered_;
  std::vector<core::EventId> early_;  // those that are added before it is their turn
};

}  // namespace heddle::explore::graph
