// A search that was stopped, as a file (docs/searches.md, "Stop and go on").
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "check/plan.h"
#include "core/outcome.h"
#include "core/threads.h"
#include "explore/graph/frontier.h"

namespace heddle::check {

struct SavedSearch {
  core::Outcome soFar;
  explore::graph::Frontier left;
};

// `program`: its fingerprint (frontend/fingerprint.h).
std::string savedText(const SavedSearch& saved, const Plan& plan, const std::string& program,
                      const core::ThreadTable& threads);

// What restarts had changed when the search was saved. `name` is only for the
// diagnostics.
std::optional<Diagnostic> adoptRestarts(std::string_view text, const std::string& name, Plan& plan);

// Refuses what was saved of another program, or under other options. Threads get
// the same numbers as they had.
Result<SavedSearch> readSaved(std::string_view text, const Plan& plan, const std::string& program,
                              core::ThreadTable& threads);

}  // namespace heddle::check
