// How far a search has come, as a file (docs/searches.md, "Stop and go on").
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "check/plan.h"
#include "core/threads.h"
#include "explore/standing.h"

namespace heddle::check {

// All of them begin with this.
inline constexpr std::string_view kCheckpointStart = "{\n \"heddle\": \"checkpoint\"";

// `program`: its fingerprint (frontend/fingerprint.h).
std::string savedText(const explore::Standing& saved, const Plan& plan, const std::string& program);

// A search at its start: enough for another process to take part in it.
std::string planText(const Plan& plan, const std::string& program);

// What restarts had changed when the search was saved. `name` is only for the
// diagnostics.
std::optional<Diagnostic> adoptRestarts(std::string_view text, const std::string& name, Plan& plan);

// Refuses what was saved of another program, or under other options, and what is damaged. Threads get
// the same numbers as they had.
Result<explore::Standing> readSaved(std::string_view text, const Plan& plan, const std::string& program,
                                    core::ThreadTable& threads);

}  // namespace heddle::check
