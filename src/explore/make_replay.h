// The replay that fits a recorded schedule.
#pragma once

#include <memory>
#include <vector>

#include "explore/replay.h"

namespace heddle::explore {

// `isGraph`: the schedule says what reads find (explore/graph/graph_replay.h).
std::unique_ptr<Replayer> makeReplay(std::vector<core::Step> schedule, bool isGraph);

}  // namespace heddle::explore
