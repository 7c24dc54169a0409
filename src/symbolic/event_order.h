// Which events come before which: by the code alone, where that says it, and else by
// clocks that the solver chooses.
#pragma once

#include <cstddef>
#include <vector>

#include "symbolic/formula.h"

namespace heddle::symbolic {

using EventNumber = std::size_t;
inline constexpr EventNumber kFinal = ~EventNumber{0};  // after all events

class EventOrder {
 public:
  explicit EventOrder(Formulas& formulas) : formulas_(formulas) {}

  EventNumber add();

  // Whenever both are executed, the first comes before the second.
  void put(EventNumber first, EventNumber second) { edges_.push_back({first, second, false}); }
  // Likewise, and the second is not executed without the first.
  void putAsCause(EventNumber first, EventNumber second) { edges_.push_back({first, second, true}); }
  // Takes into account what has been said since.
  void close();
  bool isKnown(EventNumber first, EventNumber second) const { return known_[second][first]; }

  // Of events that are executed.
  Formula before(EventNumber first, EventNumber second);
  // What holds of the clocks, whatever is executed: those that were put are to be in order where both are.
  template <typename Require>
  void requireEdges(Require require) const {
    for (const Edge& edge : edges_) require(edge.first, edge.second, isEarlier(edge.first, edge.second));
  }
  Formula clockOf(EventNumber event) const { return clocks_[event]; }

 private:
  struct Edge {
    EventNumber first, second;
    bool isCause;
  };
  // Of two at the same clock the one with the smaller number.
  Formula isEarlier(EventNumber first, EventNumber second) const {
    if (first > second) return formulas_.binary(Kind::LessUnsigned, clocks_[first], clocks_[second]);
    return formulas_.negation(isEarlier(second, first));
  }

  Formulas& formulas_;
  std::size_t count_ = 0;
  std::vector<Edge> edges_;
  std::vector<std::vector<bool>> known_;  // known_[y][x]: x comes before y
  std::vector<Formula> clocks_;
};

}  // namespace heddle::symbolic
