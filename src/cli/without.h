// --without LIST: reductions that can be switched off. Each is sound; without it there is more to explore.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace heddle::cli {

inline constexpr std::string_view kCommute = "commute";

struct Reduction {
  std::string_view name;
  std::string_view description;
  void (*switchOff)(CheckOptions& options);
};

std::span<const Reduction> reductions();
const Reduction* reductionNamed(std::string_view name);

}  // namespace heddle::cli
