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
    double early = 0;  // of the time so far, until `share` of what the search will take is used up
  };
  explicit SideShare(const Bounds& bounds) : bounds_(bounds) {}

  bool isDue(double now) const {
    const double early = std::min(now * bounds_.early, expected_ * bounds_.share);
    const double allowed = std::min(std::max(now * bounds_.share, early), bounds_.mostSeconds);
    return now >= bounds_.after && seconds_ + secondsAtOnce(now) <= allowed;
  }
  // Little at first.
  double secondsAtOnce(double now) const {
    return std::min(bounds_.mostSecondsAtOnce, now * std::max(bounds_.share, bounds_.early) / kTimes);
  }
  // The search will take so long.
  void expect(double seconds) { expected_ = seconds; }
  double spent() const { return seconds_; }
  bool isUsedUp() const { return seconds_ >= bounds_.mostSeconds; }
  void spend(double seconds) { seconds_ += seconds; }

 private:
  static constexpr double kTimes = 4;

  Bounds bounds_;
  double expected_ = 4;  // seconds; until somebody knows
  double seconds_ = 0;
};

}  // namespace heddle::explore
