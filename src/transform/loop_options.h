// What to do with loops.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::transform {

struct LoopBound {
  std::string file;  // its path, or the end of it
  unsigned line = 0;
  unsigned rounds = 0;
};

struct LoopOptions {
  bool purity = true;         // rounds without effect are not taken
  bool dynamicPurity = true;  // and neither are those that turn out to have none
  bool awaits = true;         // where a load decides on that, it waits
  bool claims = false;        // confirmation loops are marked for the search (claims.h)
  // Unordered plain accesses are reported as races; otherwise they are steps.
  bool plainAccessesRace = true;
  std::optional<unsigned> unroll;  // how many rounds of a loop may be completed, each time it is entered
  std::vector<LoopBound> unrollLoops;
  bool watchesRounds = false;  // the runtime looks at loops without a bound when they have run often
};

}  // namespace heddle::transform
