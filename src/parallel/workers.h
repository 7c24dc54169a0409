// What it takes to explore by several processes.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>

#include "explore/search.h"

namespace heddle::parallel {

class Ranks;

struct Workers {
  unsigned count = 1;      // on this machine
  Ranks* ranks = nullptr;  // that explore, too; null: none
  // How many of these there may be at this moment; empty: all. The answer does not depend on it.
  std::function<unsigned()> countNow = {};
  // Makes a copy of this process that does that and ends. Its id, or -1.
  std::function<pid_t(const std::function<void()>&)> fork = {};
  // Another search like the first one, at its start.
  std::function<std::unique_ptr<explore::Search>()> search = {};
  // Whether these searches leave out reads that wait for an old write everywhere; else at some words, maybe.
  bool leavesOutStaleReads = false;
  double secondsAlone = 0;  // before it is divided
};

}  // namespace heddle::parallel
