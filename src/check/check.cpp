// A check, as a table of contents: passes, until the answer of one stands.
#include "check/check.h"

#include "base/files.h"
#include "check/pass.h"
#include "check/restarts.h"
#include "check/saved_search.h"

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

}  // namespace

Result<report::Report> check(const Options& asked, const Outside& outside) {
  Plan plan{asked};
  // What one part has seen of rolled-back additions the next one does not know.
  if (asked.isInParts()) plan.options.loops.undone = plan.options.loops.groupLocks = false;
  if (!asked.resume.empty()) {
    auto text = readFile(asked.resume);
    if (!text) return text.problem();
    if (auto problem = adoptGivenUpIn(*text, asked.resume, plan.options)) return std::move(*problem);
  }
  auto pass = runPass(plan, outside);
  if (!pass) return pass.problem();
  std::vector<std::string> notes;
  const bool isInterrupted = outside.interrupted && outside.interrupted();
  while (auto restart = restartAfter(plan, *pass, asked, isInterrupted)) {
    Outside again = outside;
    again.loops = {};
    auto next = runPass(restart->plan, again);
    if (!next && !restart->isTrial) return next.problem();
    if (!next || !isBetter(*next, *pass, *restart)) break;
    if (!restart->note.empty()) notes.push_back(std::move(restart->note));
    plan = std::move(restart->plan);
    pass = std::move(next);
  }
  pass->report.notes = std::move(notes);
  return std::move(pass->report);
}

}  // namespace heddle::check
