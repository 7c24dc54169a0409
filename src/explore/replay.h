// Runs one recorded execution again. Good for one run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/program.h"

namespace heddle::explore {

class Replayer : public core::Scheduler {
 public:
  explicit Replayer(std::vector<core::Step> schedule) : schedule_(std::move(schedule)) {}

  // After the run: why the program could not follow the schedule, as one
  // sentence; nothing if it followed it to its end.
  std::optional<std::string> divergence() const;

 protected:
  core::Step diverge(const char* why);

  std::vector<core::Step> schedule_;
  std::size_t done_ = 0;

 private:
  std::optional<std::string> divergence_;
};

class Replay final : public Replayer {
 public:
  using Replayer::Replayer;
  core::Step next(const core::Execution& execution) override;
};

}  // namespace heddle::explore
