// What happens before what, as C11 says, between the events of an execution: each pair of them
// is a truth value that the solver chooses.
//
//   sw = [release]; ([F]; sb)?; rs; rf; [R]; (sb; [F])?; [acquire]    rs = [W]; (rf; rmw)*
//   hb = (sb ∪ sw)+
//
// What must be in it is required to be; the solver may put more there, which only forbids
// more, or hides a race: since it is free not to, nothing is lost. (Coherence, the SC axiom and
// races all ask for pairs that are not there.)
#pragma once

#include <map>
#include <vector>

#include "symbolic/event_graph.h"

namespace heddle::symbolic {

// A relation on events: known within threads, to be chosen between them.
class EventRelation {
 public:
  EventRelation(const EventGraph& graph, Formulas& formulas, bool isPo);

  Formula operator()(EventNumber x, EventNumber y) const { return pairs_[x][y]; }
  std::size_t size() const { return pairs_.size(); }

 private:
  std::vector<std::vector<Formula>> pairs_;
};

class HappensBefore {
 public:
  // When reads know their sources.
  HappensBefore(const EventGraph& graph, Formulas& formulas, Solver& solver);

  Formula hb(EventNumber x, EventNumber y) const { return hb_(x, y); }
  // By the order of the code, with what starts and joins threads.
  Formula sb(EventNumber x, EventNumber y) const { return sb_(x, y); }
  // Two accesses, one of them a write and one of them plain, of which none happens before the other.
  Formula races();

 private:
  void require(Formula condition, Formula then) { solver_.add(formulas_.implication(condition, then)); }
  Formula both(Formula x, Formula y) { return formulas_.conjunction(x, y); }
  void requireThreads(const EventRelation& relation);
  void requireClosed(const EventRelation& relation);
  void requireSynchronisation();

  const EventGraph& graph_;
  Formulas& formulas_;
  Solver& solver_;
  EventRelation sb_, hb_;
};

}  // namespace heddle::symbolic
