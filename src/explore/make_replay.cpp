#include "explore/make_replay.h"

#include "explore/graph/graph_replay.h"

namespace heddle::explore {

std::unique_ptr<Replayer> makeReplay(std::vector<core::Step> schedule, bool isGraph) {
  if (isGraph) return std::make_unique<graph::GraphReplay>(std::move(schedule));
  return std::make_unique<Replay>(std::move(schedule));
}

}  // namespace heddle::explore
