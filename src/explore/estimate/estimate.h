// The number of executions, and how far probes agree on it.
#pragma once

#include <cmath>
#include <cstdint>

namespace heddle::explore {

struct Estimate {
  double executions = 0;
  double low = 0, high = 0;  // it is probably between these
  std::uint64_t probes = 0;

  // By which factor it may be wrong.
  double spread() const { return low > 0 ? high / low : HUGE_VAL; }
};

class Probes {
 public:
  void add(double size, double weight) {
    ++count_;
    weight_ += weight;
    const double before = mean_;
    mean_ += (size - mean_) * weight / weight_;
    squares_ += weight * (size - before) * (size - mean_);
  }
  std::uint64_t count() const { return count_; }
  // `executions`: what they say together.
  Estimate estimate(double executions) const;

 private:
  double factor() const;  // by which the number may be wrong

  std::uint64_t count_ = 0;
  double weight_ = 0;  // of all
  double mean_ = 0;
  double squares_ = 0;  // of the distances from the mean, each as often as its weight
};

}  // namespace heddle::explore
