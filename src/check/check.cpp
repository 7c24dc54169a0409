// A check: passes, until the answer of one stands.
#include "check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/files.h"
#include "check/pass.h"
#include "check/passes.h"
#include "check/saved_search.h"
#include "check/second_opinion.h"
#include "explore/registry.h"

namespace heddle::check {

namespace {

// By the last of the flags about it; `before` says what those before do.
bool definesNdebug(const std::vector<std::string>& flags, bool before) {
  bool isDefined = before;
  for (const std::string& flag : flags) {
    if (flag == "-DNDEBUG" || flag.starts_with("-DNDEBUG=")) isDefined = true;
    if (flag == "-UNDEBUG") isDefined = false;
  }
  return isDefined;
}

bool definesNdebug(const frontend::Source& source) {
  return definesNdebug(source.clangFlags, false) || std::ranges::any_of(source.flagsOf, [&](const auto& own) {
           return definesNdebug(source.clangFlags, definesNdebug(own.second, false));
         });
}

}  // namespace

Plan planOf(const Options& asked) {
  Plan plan{asked};
  plan.options.runtime.learnt = std::make_shared<core::Learnt>();  // what was asked for stays as it is
  // Every interleaving of each lock as what it is: the others are compared with it.
  if (explore::searchNamed(asked.search)->counts == explore::Counts::Interleavings)
    plan.options.runtime.readersApart = false;
  return plan;
}

Result<report::Report> check(const Options& asked, const Outside& outside) {
  Plan plan = planOf(asked);
  plan.share = asked.estimates ? 1 : shareOfSearch(asked, outside);
  if (!asked.resume.empty()) {
    auto text = readFile(asked.resume);
    if (!text) return text.problem();
    if (auto problem = adoptRestarts(*text, asked.resume, plan)) return std::move(*problem);
  }
  if (definesNdebug(asked.source)) plan.notes.emplace_back("assert() is switched off: NDEBUG is defined");
  if (asked.areJobsAsked && asked.jobs > 1 && !asked.canBeDivided())
    plan.notes.push_back(fmt::format("with one process, not {}: {} cannot be divided", asked.jobs,
                                     asked.isSliced() ? "the search on a slice" : "the search '" + asked.search + "'"));
  Outside once = outside;
  std::optional<core::Broken> broken;  // in the last pass
  const auto run = [&](const Plan& next) {
    if (broken && outside.restart) outside.restart(broken->assumption);
    auto pass = runPass(next, once);
    broken = pass ? pass->broken : std::nullopt;
    once.loops = {};
    return pass;
  };
  auto pass = passes(plan, run, outside.interrupted);
  if (!pass) return pass.problem();
  if (asked.ranks != nullptr) std::ranges::copy(asked.ranks->refusals(), std::back_inserter(pass->report.notes));
  if (!asked.estimates) askSolver(asked, outside, pass->report);
  pass->report.test = asked.test;
  return std::move(pass->report);
}

}  // namespace heddle::check
