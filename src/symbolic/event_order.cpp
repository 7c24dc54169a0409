#include "symbolic/event_order.h"

#include <algorithm>
#include <bit>

namespace heddle::symbolic {

EventNumber EventOrder::add() { return count_++; }

void EventOrder::close() {
  const auto width = static_cast<unsigned>(std::bit_width(std::max(count_, std::size_t{1})));
  while (clocks_.size() < count_) clocks_.push_back(formulas_.variable(width));
  known_.assign(count_, std::vector<bool>(count_, false));
  for (bool isNews = true; isNews;) {
    isNews = false;
    const auto put = [&](EventNumber x, EventNumber y) {
      if (known_[y][x]) return;
      known_[y][x] = isNews = true;
    };
    for (const Edge& edge : edges_) {
      put(edge.first, edge.second);
      if (!edge.isCause) continue;
      // What is before the first is before the second: that there is a second means that there is a first.
      for (EventNumber x = 0; x < count_; ++x)
        if (known_[edge.first][x]) put(x, edge.second);
    }
  }
}

Formula EventOrder::before(EventNumber first, EventNumber second) {
  if (first == kFinal) return Formulas::kFalse;
  if (second == kFinal) return Formulas::kTrue;
  if (known_[second][first]) return Formulas::kTrue;
  if (first == second || known_[first][second]) return Formulas::kFalse;
  return isEarlier(first, second);
}

}  // namespace heddle::symbolic
