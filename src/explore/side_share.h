// How much of the time of a search goes to what runs beside it.
#pragma once

#include <algorithm>

namespace heddle::explore {

class SideShare {
 public:
  struct Bounds {
    double after;        // seconds of the search, before the first time. Quick answers need none
    double share;        // of the time of the search
    double mostSeconds;  // in all
    double mostSecondsAtOnce = 0.1;
  };
  explicit SideShare(const Bounds& bounds) : bounds_(bounds) {}

  bool isDue(double now) const {
    return now >= bounds_.after && seconds_ + secondsAtOnce(now) <= std::min(now * bounds_.share, bounds_.mostSeconds);
  }
  // Little at first.
  double secondsAtOnce(double now) const { return std::min(bounds_.mostSecondsAtOnce, now * bounds_.share / kTimes); }
  bool isUsedUp() const { return seconds_ >= bounds_.mostSeconds; }
  void spend(double seconds) { seconds_ += seconds; }

 private:
  static constexpr double kTimes = 4;

  Bounds bounds_;
  double seconds_ = 0;
};

}  // namespace heddle::explore
