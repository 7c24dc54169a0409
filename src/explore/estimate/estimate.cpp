#include "explore/estimate/estimate.h"

#include <algorithm>

namespace heddle::explore {
namespace {

constexpr double kDeviations = 2;
// A few probes have rarely met the rare large subtrees: until there are so many they are trusted less.
constexpr double kFewProbes = 5;
constexpr double kFactorOfOne = 3;
constexpr double kFactorOfNone = 10;

}  // namespace

double Probes::factor() const {
  if (count_ == 0) return kFactorOfNone;
  if (count_ == 1) return kFactorOfOne;
  const auto count = static_cast<double>(count_);
  const double error = kDeviations * std::sqrt(squares_ / weight_ / (count - 1)) / mean_;
  return (1 + error) * (squares_ > 0 ? 1 + 1 / (1 + count / kFewProbes) : 1);
}

Estimate Probes::estimate(double executions) const {
  const double by = factor();
  return {.executions = executions, .low = std::max(1.0, executions / by), .high = executions * by, .probes = count_};
}

}  // namespace heddle::explore
