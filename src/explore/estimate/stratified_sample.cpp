#include "explore/estimate/stratified_sample.h"

#include <algorithm>
#include <bit>

namespace heddle::explore {
namespace {

// Exact below 8, then four for each doubling.
unsigned bucketOf(std::uint32_t room) {
  if (room < 8) return room;
  const auto digits = static_cast<unsigned>(std::bit_width(room));
  return 4 * digits + ((room >> (digits - 3)) & 3);
}

}  // namespace

double StratifiedSample::fraction() { return static_cast<double>(numbers_.next() >> 11) * 0x1p-53; }

// Who comes later is represented by one of those that are there, or takes its place: by its part of their weight.
void StratifiedSample::add(Representatives& representatives, Branch branch, double weight) {
  if (representatives.size() < most_) {
    representatives.push_back({std::move(branch), weight});
    return;
  }
  Node& mine = representatives[numbers_.below(representatives.size())];
  mine.weight += weight;
  if (fraction() * mine.weight < weight) mine.branch = std::move(branch);
}

std::optional<StratifiedSample::Probe> StratifiedSample::take(bool counts, std::vector<Branch> branches) {
  if (counts) size_ += weight_;
  below_.clear();
  for (const Branch& branch : branches) below_.push_back({stratum_.depth + 1, bucketOf(branch.room), branch.kind});
  // A larger probe tells more: it is weighted as in Probes.
  seen_.add(stratum_, weight_ * static_cast<double>(most_), counts, below_);
  for (std::size_t i = 0; i < branches.size(); ++i) add(open_[below_[i]], std::move(branches[i]), weight_);
  if (open_.empty()) {
    const Probe probe{size_, static_cast<double>(most_)};
    most_ = std::min(2 * most_, kMost);
    goToRoot();
    return probe;
  }
  const auto first = open_.begin();
  current_ = std::move(first->second.back());
  first->second.pop_back();
  stratum_ = first->first;
  weight_ = current_->weight;
  if (first->second.empty()) open_.erase(first);
  return std::nullopt;
}

void StratifiedSample::restart() {
  most_ = kLeast;
  seen_.clear();
  goToRoot();
}

void StratifiedSample::goToRoot() {
  open_.clear();
  current_.reset();
  stratum_ = {};
  weight_ = 1;
  size_ = 0;
}

}  // namespace heddle::explore
