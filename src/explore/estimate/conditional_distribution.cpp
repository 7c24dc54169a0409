#include "explore/estimate/conditional_distribution.h"

#include <iterator>

namespace heddle::explore {

std::uint32_t ConditionalDistribution::indexOf(const Stratum& stratum) {
  const auto [place, isNew] = indices_.try_emplace(stratum, static_cast<std::uint32_t>(seen_.size()));
  if (isNew) seen_.emplace_back();
  return place->second;
}

void ConditionalDistribution::add(const Stratum& stratum, double weight, bool counts,
                                  std::span<const Stratum> branches) {
  const std::uint32_t index = indexOf(stratum);
  seen_[index].weight += weight;
  if (counts) seen_[index].executions += weight;
  for (const Stratum& branch : branches) {
    const std::uint32_t to = indexOf(branch);
    seen_[index].branches[to] += weight;
  }
}

// Itself, if it was looked at. Null: nothing of that level was.
const ConditionalDistribution::Seen* ConditionalDistribution::nearestTo(Indices::const_iterator place) const {
  const auto isKnown = [&](Indices::const_iterator at) { return seen_[at->second].weight > 0; };
  if (isKnown(place)) return &seen_[place->second];
  const Stratum& wanted = place->first;
  const auto isOfLevel = [&](Indices::const_iterator at) {
    return at != indices_.end() && at->first.depth == wanted.depth;
  };
  auto after = std::next(place);
  while (isOfLevel(after) && !isKnown(after)) ++after;
  auto before = place;
  do before = before == indices_.begin() ? indices_.end() : std::prev(before);
  while (isOfLevel(before) && !isKnown(before));
  if (!isOfLevel(before) && !isOfLevel(after)) return nullptr;
  const bool isBefore =
      isOfLevel(before) && (!isOfLevel(after) || wanted.room - before->first.room <= after->first.room - wanted.room);
  return &seen_[(isBefore ? before : after)->second];
}

// Strata come in the order of their depths: how many nodes one has is known before it is its turn.
ConditionalDistribution::Size ConditionalDistribution::size() const {
  Size size;
  std::vector<double> nodes(seen_.size());
  for (auto place = indices_.begin(); place != indices_.end(); ++place) {
    double& here = nodes[place->second];
    if (place->first.depth == 0) here = 1;
    const Seen* const seen = nearestTo(place);
    if (seen == nullptr) {
      size.nodes += here;
      size.unknown += here;
      continue;
    }
    const double each = here / seen->weight;
    size.nodes += each * seen->executions;
    for (const auto& [branch, weight] : seen->branches) nodes[branch] += each * weight;
  }
  return size;
}

void ConditionalDistribution::clear() {
  indices_.clear();
  seen_.clear();
}

}  // namespace heddle::explore
