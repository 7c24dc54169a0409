// A check, as a table of contents: passes, until the answer of one stands.
#include "check/check.h"

#include <algorithm>
#include <iterator>

#include "base/files.h"
#include "check/pass.h"
#include "check/restarts.h"
#include "check/saved_search.h"
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

// What one part assumed all of them did.
std::string partsAreVoid(const core::Broken& broken, const core::Place& at) {
  const std::string why = broken.why.empty() ? "" : " (" + broken.why + ")";
  return "all parts so far are void, and the search has restarted: " +
         report::locatedMessage(at, std::string(core::name(broken.assumption)) + " does not hold" + why);
}

}  // namespace

Result<report::Report> check(const Options& asked, const Outside& outside) {
  Plan plan{asked};
  if (!asked.resume.empty()) {
    auto text = readFile(asked.resume);
    if (!text) return text.problem();
    if (auto problem = adoptRestarts(*text, asked.resume, plan)) return std::move(*problem);
  }
  auto pass = runPass(plan, outside);
  if (!pass) return pass.problem();
  std::vector<std::string> notes;  // of this part only
  const bool isInterrupted = outside.interrupted && outside.interrupted();
  while (auto restart = restartAfter(plan, *pass, asked, isInterrupted)) {
    if (!restart->note.empty()) restart->plan.notes.push_back(restart->note);
    Outside again = outside;
    again.loops = {};
    auto next = runPass(restart->plan, again);
    if (!next && !restart->isTrial) return next.problem();
    if (!next || !isBetter(*next, *pass, *restart)) {
      // It shows less so far, but is the one to go on with.
      if (next) pass->report.frontierFile = std::move(next->report.frontierFile);
      break;
    }
    if (!asked.resume.empty() && plan.goesOn) notes.push_back(partsAreVoid(*pass->broken, pass->brokenAt));
    plan = std::move(restart->plan);
    pass = std::move(next);
  }
  if (const auto& broken = pass->report.outcome.madePartsVoid)
    notes.push_back(partsAreVoid(*broken, pass->partsBrokenAt));
  pass->report.notes = std::move(plan.notes);
  std::ranges::move(notes, std::back_inserter(pass->report.notes));
  return std::move(pass->report);
}

}  // namespace heddle::check
