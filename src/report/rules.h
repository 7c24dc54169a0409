// What the kinds of violations mean, for reports that explain them.
#pragma once

#include <span>

#include "core/verdict.h"

namespace heddle::report {

struct Rule {
  core::ViolationKind kind;
  const char* title;
  const char* summary;  // what was found, in general
  const char* help;     // what to do about it
};

// In the order of the kinds.
std::span<const Rule> rules();
const Rule& ruleOf(core::ViolationKind kind);

}  // namespace heddle::report
