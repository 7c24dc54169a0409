#include "parallel/cores.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace heddle::parallel {
namespace {

// Of the control group, if there is a limit.
double coresOfGroup() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || quota == "max" || period <= 0) return 0;
  return std::stod(quota) / period;
}

}  // namespace

unsigned coresHere() {
  cpu_set_t cores;
  const int count = sched_getaffinity(0, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores) : 1;
  const double ofGroup = coresOfGroup();
  const unsigned most = ofGroup > 0 ? std::max(1U, static_cast<unsigned>(ofGroup)) : ~0U;
  return std::min(static_cast<unsigned>(std::max(count, 1)), most);
}

}  // namespace heddle::parallel
