// A search that was stopped, as a file (docs/searches.md, "Stop and go on").
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "check/options.h"
#include "core/outcome.h"
#include "core/threads.h"
#include "explore/graph/frontier.h"

namespace heddle::check {

struct SavedSearch {
  core::Outcome soFar;
  explore::graph::Frontier left;
};

// `program`: its fingerprint (frontend/fingerprint.h).
std::string savedText(const SavedSearch& saved, const Options& options, const std::string& program,
                      const core::ThreadTable& threads);

// Gives up the assumptions that the search was saved without.
std::optional<Diagnostic> adoptGivenUpIn(std::string_view text, const std::string& name, Options& options);

// Refuses what was saved of another program, or under other options. `name` is
// only for the diagnostics. Threads get the same numbers as they had.
Result<SavedSearch> readSaved(std::string_view text, const std::string& name, const Options& options,
                              const std::string& program, core::ThreadTable& threads);

}  // namespace heddle::check
