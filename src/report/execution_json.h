// What the JSON report has about an execution. Its lists are as long as that is: they are made one entry at a time, so
// that none is ever there as a whole.
#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <string_view>

#include "core/trace.h"

namespace heddle::report {

// All but the lists, which are null.
nlohmann::ordered_json executionJson(const core::Trace& trace);

inline constexpr const char* kExecutionLists[] = {"trace", "schedule", "events"};  // in the order in which they stand
void forEachEntry(const core::Trace& trace, std::string_view list,
                  const std::function<void(nlohmann::ordered_json)>& visit);

}  // namespace heddle::report
