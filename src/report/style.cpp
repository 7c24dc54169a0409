#include "report/style.h"

namespace heddle::report {
namespace {

const char* escape(Tone tone) {
  switch (tone) {
    case Tone::Normal: return "";
    case Tone::Bad: return "\x1b[1;31m";
    case Tone::Good: return "\x1b[1;32m";
    case Tone::Unsure: return "\x1b[1;33m";
    case Tone::Dim: return "\x1b[2m";
    case Tone::Strong: return "\x1b[1m";
    case Tone::Mark: return "\x1b[31m";
  }
  return "";
}

}  // namespace

std::string Style::paint(Tone tone, std::string_view text) const {
  if (!colour || tone == Tone::Normal || text.empty()) return std::string(text);
  return std::string(escape(tone)) + std::string(text) + "\x1b[0m";
}

}  // namespace heddle::report
