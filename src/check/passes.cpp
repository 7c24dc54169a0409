#include "check/passes.h"

#include <algorithm>
#include <iterator>

#include "check/restarts.h"
#include "report/text.h"

namespace heddle::check {
namespace {

// Than a pass that was cut. With all executions within the bound explored one
// knows what was covered.
bool showsMore(const report::Report& bounded, const report::Report& cut) {
  if (!bounded.findings.empty() || !cut.findings.empty()) return bounded.findings.size() > cut.findings.size();
  return !bounded.outcome.isUnfinished && !bounded.outcome.hasBroken(core::Assumption::ShortExecutions);
}

// Whether the answer of the new pass takes the place of the old one's.
bool isBetter(const Pass& next, const Pass& before, const Restart& restart) {
  if (restart.isTrial) return showsMore(next.report, before.report);
  return next.report.outcome.found.size() >= before.report.findings.size();
}

// The time of both, by phase.
std::vector<report::PhaseSeconds> together(std::vector<report::PhaseSeconds> before,
                                           const std::vector<report::PhaseSeconds>& after) {
  for (const report::PhaseSeconds& more : after) {
    const auto same = std::ranges::find(before, more.phase, &report::PhaseSeconds::phase);
    if (same != before.end())
      same->seconds += more.seconds;
    else
      before.push_back(more);
  }
  return before;
}

// What one part assumed all of them did.
std::string partsAreVoid(const core::Broken& broken, const core::Place& at) {
  const std::string why = broken.why.empty() ? "" : " (" + broken.why + ")";
  return "all parts so far are void, and the search has restarted: " +
         report::locatedMessage(at, std::string(core::name(broken.assumption)) + " does not hold" + why);
}

}  // namespace

Result<Pass> passes(Plan& plan, const RunPass& run, const std::function<bool()>& interrupted) {
  auto pass = run(plan);
  if (!pass) return pass;
  std::vector<std::string> notes;  // of this part only
  const bool isInterrupted = interrupted && interrupted();
  while (auto restart = restartAfter(plan, *pass, plan.asked, isInterrupted)) {
    if (!restart->note.empty()) restart->plan.notes.push_back(restart->note);
    auto next = run(restart->plan);
    if (!next && !restart->isTrial) return next;
    if (!next || !isBetter(*next, *pass, *restart)) {
      if (!next) break;
      // It shows less so far, but is the one to go on with.
      pass->report.checkpointFile = std::move(next->report.checkpointFile);
      pass->report.seconds = together(std::move(pass->report.seconds), next->report.seconds);
      break;
    }
    if (!plan.options.resume.empty() && plan.goesOn) notes.push_back(partsAreVoid(*pass->broken, pass->brokenAt));
    plan = std::move(restart->plan);
    next->report.seconds = together(std::move(pass->report.seconds), next->report.seconds);
    pass = std::move(next);
  }
  if (const auto& broken = pass->report.outcome.madePartsVoid)
    notes.push_back(partsAreVoid(*broken, pass->partsBrokenAt));
  pass->report.notes = plan.notes;
  std::ranges::move(pass->notes, std::back_inserter(pass->report.notes));
  std::ranges::move(notes, std::back_inserter(pass->report.notes));
  return pass;
}

}  // namespace heddle::check
