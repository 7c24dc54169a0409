// The source of a program, as far as a report shows it: its own files as a whole,
// of others (headers of the system, very long files) what is near the lines of
// the execution.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "core/trace.h"

namespace heddle::report {

// By file: pieces {first, lines}, top down. Files that cannot be read have none.
nlohmann::ordered_json embeddedSource(const std::vector<std::string>& files,
                                      const std::vector<const core::Trace*>& traces);

}  // namespace heddle::report
