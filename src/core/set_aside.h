// Accesses that are no data races because the user says so: how many, and where.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::core {

// What one rule has made of the program (transform/racy_accesses.h).
struct SetAside {
  std::string rule;                    // "--volatile relaxed", "race:function:poll"
  std::size_t accesses = 0;            // that are relaxed atomic accesses now
  std::size_t stayPlain = 0;           // that the rule means, but that no atomic access can stand for
  std::vector<std::string> functions;  // that have them, in the order of the program
};

}  // namespace heddle::core
