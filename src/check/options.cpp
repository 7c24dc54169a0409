#include "check/options.h"

namespace heddle::check {

const explore::dpor::DependenceRow& dependenceOf(const Options& options) {
  const std::string_view best = options.looksForRaces() ? "commuting-unsynchronised" : "commuting";
  const std::string_view asked = options.isGuided() ? "predicate" : std::string_view(options.dependence);
  return *explore::dpor::dependenceNamed(asked.empty() ? best : asked);
}

bool Options::isSliced() const { return dependenceOf(*this).slices; }

bool Options::hasSideSample() const {
  const explore::Counts counts = explore::searchNamed(search)->counts;
  const bool isOfAll = counts != explore::Counts::Interleavings && counts != explore::Counts::Sample;
  return sample && isOfAll && !keepGoing && !isInParts();
}

// What is on a slice is seen while it is explored.
bool Options::canBeDivided() const {
  return explore::searchNamed(search)->make({})->onGraphs() != nullptr && !isSliced() && !estimates;
}

}  // namespace heddle::check
