#include "core/outcome.h"

namespace heddle::core {

std::size_t contextSwitches(const std::vector<Step>& schedule) {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < schedule.size(); ++i) switches += schedule[i].thread != schedule[i - 1].thread ? 1 : 0;
  return switches;
}

}  // namespace heddle::core
