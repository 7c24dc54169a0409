#include "explore/estimate/estimate.h"

#include <algorithm>

namespace heddle::explore {
namespace {

constexpr double kDeviations = 2;
// A few probes have rarely met the rare large subtrees: until there are so many they are trusted less.
constexpr double kFewProbes = 5;
constexpr double kFactorOfOne = 3;

}  // namespace

Estimate Probes::estimate() const {
  const auto count = static_cast<double>(count_);
  double factor = kFactorOfOne;
  if (count_ > 1) {
    const double error = kDeviations * std::sqrt(squares_ / weight_ / (count - 1)) / mean_;
    factor = (1 + error) * (squares_ > 0 ? 1 + 1 / (1 + count / kFewProbes) : 1);
  }
  return {.executions = mean_, .low = std::max(1.0, mean_ / factor), .high = mean_ * factor, .probes = count_};
}

}  // namespace heddle::explore
