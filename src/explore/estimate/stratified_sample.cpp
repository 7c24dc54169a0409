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
void StratifiedSample::add(Stratum& stratum, Branch branch, double weight) {
  if (stratum.size() < representatives_) {
    stratum.push_back({std::move(branch), weight});
    return;
  }
  Node& mine = stratum[numbers_.below(stratum.size())];
  mine.weight += weight;
  if (fraction() * mine.weight < weight) mine.branch = std::move(branch);
}

std::optional<StratifiedSample::Probe> StratifiedSample::take(bool counts, std::vector<Branch> branches) {
  if (counts) size_ += weight_;
  for (Branch& branch : branches) {
    const unsigned bucket = bucketOf(branch.room);
    add(open_[{depth_ + 1, bucket}], std::move(branch), weight_);
  }
  if (open_.empty()) {
    const Probe probe{size_, static_cast<double>(representatives_)};
    representatives_ = std::min(2 * representatives_, kMost);
    goToRoot();
    return probe;
  }
  const auto first = open_.begin();
  current_ = std::move(first->second.back());
  first->second.pop_back();
  depth_ = first->first.first;
  weight_ = current_->weight;
  if (first->second.empty()) open_.erase(first);
  return std::nullopt;
}

void StratifiedSample::restart() {
  representatives_ = kLeast;
  goToRoot();
}

void StratifiedSample::goToRoot() {
  open_.clear();
  current_.reset();
  depth_ = 0;
  weight_ = 1;
  size_ = 0;
}

}  // namespace heddle::explore
