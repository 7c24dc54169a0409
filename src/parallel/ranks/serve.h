// What the other ranks do: they explore what rank 0 gives them.
#pragma once

#include <optional>
#include <string>

#include "core/program.h"
#include "explore/explorer.h"
#include "parallel/ranks/link.h"
#include "parallel/workers.h"

namespace heddle::parallel {

// Until rank 0 wants to be served by another plan, which is returned. Nothing: it wants nothing more.
std::optional<std::string> serve(core::Program& program, const explore::Limits& limits, const Workers& workers,
                                 Link& link);

// The next plan, where nobody explores. Nothing: there is none any more.
std::optional<std::string> nextPlan(Link& link);

void sayPrepared(Link& link, unsigned room);
void sayRefused(Link& link, const std::string& why);

}  // namespace heddle::parallel
