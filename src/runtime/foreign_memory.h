// Memory outside of the program's region: its code and constants, and what libraries have. Where it lies differs from
// run to run, so reports have its name and no address.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/region.h"

namespace heddle::runtime {

class ForeignMemory {
 public:
  // "vtable for std::thread::_State + 16", "a constant", "a function"; nothing if nothing is there.
  std::optional<std::string> nameOf(Address addr);

 private:
  struct Mapping {
    Address begin = 0, end = 0;
    bool isCode = false;
  };

  std::vector<Mapping> mappings_;  // of this process, when they were first asked for
};

}  // namespace heddle::runtime
