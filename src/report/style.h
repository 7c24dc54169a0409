// How a report may look: its width and whether it may use colour.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

enum class Tone { Normal, Bad, Good, Unsure, Dim, Strong, Mark };

struct Style {
  unsigned width = 100;
  bool colour = false;

  std::string paint(Tone tone, std::string_view text) const;
};

}  // namespace heddle::report
