#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace heddle {
namespace {
CheckContext registeredContext = nullptr;
}

void setCheckContext(CheckContext context) { registeredContext = context; }

void checkFailed(const char* condition, const char* file, int line, std::string_view note) {
  std::fprintf(stderr, "heddle: internal error: %s does not hold (%s:%d)\n", condition, file, line);
  if (!note.empty()) std::fprintf(stderr, "  %.*s\n", static_cast<int>(note.size()), note.data());
  if (registeredContext != nullptr) {
    CheckContext context = registeredContext;
    registeredContext = nullptr;  // the context may itself fail a check
    std::fprintf(stderr, "  %s\n", context().c_str());
  }
  std::fprintf(stderr, "This is a bug in Heddle, not in your program. Please report it with the lines above.\n");
  std::abort();
}

}  // namespace heddle
