// Functions and files whose plain accesses are no data races: a line each, in a file of the user.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace heddle::transform {

struct Suppression {
  enum class Of : std::uint8_t { Function, File };

  Of of = Of::Function;
  std::string glob;

  // The line that says it.
  std::string text() const;
};

// Which data races of a program are meant (transform/racy_accesses.h).
struct RacyCode {
  bool volatileIsRelaxed = false;
  std::string file;  // that the suppressions are from; empty: none
  std::vector<Suppression> suppressions;
};

// '*' stands for any text, '?' for one character.
bool matchesGlob(std::string_view glob, std::string_view text);

// Lines `race:function:GLOB` and `race:file:GLOB`; empty ones and those that begin with '#' say nothing.
// `name` is the file's, for the diagnostic.
Result<std::vector<Suppression>> readSuppressions(std::string_view text, const std::string& name);

}  // namespace heddle::transform
