// An execution as a graph, in the language of Graphviz: a cluster a thread; what
// reads from what; how writes to one location follow each other.
#pragma once

#include <string>

#include "core/trace.h"

namespace heddle::report {

std::string dot(const core::Trace& trace);

}  // namespace heddle::report
