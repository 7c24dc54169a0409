// How far a search has come, between two of its executions: enough for another process to go on.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "core/outcome.h"
#include "explore/graph/frontier.h"

namespace heddle::explore {

struct Standing {
  core::Outcome soFar;
  graph::Frontier left;
  std::vector<std::string> threads;  // their names, by the numbers that the others have
};

// It is kept now and then, so that little is lost with the process.
struct Checkpoints {
  double every = 0;                                // seconds
  std::function<void(const Standing&)> keep = {};  // may be empty
};

// Whether it is time. A tenth of the time at most goes to keeping it.
class Keeper {
 public:
  explicit Keeper(const Checkpoints& how) : how_(how), next_(how.every) {}

  // Whenever that is.
  template <typename F>
  void now(F standing) {
    if (how_.keep) how_.keep(standing());
  }
  // `now`: seconds since it was made. `standing` tells how far the search is.
  template <typename F>
  void look(double now, F standing) {
    if (!how_.keep || now < next_) return;
    const auto begun = std::chrono::steady_clock::now();
    how_.keep(standing());
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    next_ = now + took + std::max(how_.every, 9 * took);
  }

 private:
  const Checkpoints& how_;
  double next_;
};

}  // namespace heddle::explore
