// Which lines of a program are on a slice, and why, for people.
#pragma once

#include <string>

#include "core/slice.h"

namespace heddle::report {

// A line each; those of the system's headers are left out.
std::string slice(const core::Slice& slice, const core::DependenceGraph& graph);

}  // namespace heddle::report
