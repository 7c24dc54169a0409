#include "check/many/cached_check.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "check/check.h"
#include "check/many/answer_key.h"

namespace heddle::check {
namespace {

// Those that every program has, or that Heddle is linked to.
constexpr std::array<std::string_view, 7> kUsualLibraries{"pthread", "m", "c", "rt", "dl", "stdc++", "gcc_s"};

// Nobody knows what is in it.
bool namesLibrary(const std::vector<std::string>& flags) {
  return std::ranges::any_of(flags, [](const std::string& flag) {
    if (!flag.starts_with("-l")) return false;
    return std::ranges::find(kUsualLibraries, std::string_view(flag).substr(2)) == kUsualLibraries.end();
  });
}

// clang's part, done once for the key and the check.
Options compiled(const Options& options, const Outside& outside, frontend::LatePchs& late) {
  Options with = options;
  if (with.source.bitcode) return with;
  frontend::Source source = options.source;
  if (outside.phase) outside.phase("compiling the program with clang");
  source.mustStop = [&outside] {
    if (outside.tick) outside.tick();
    return outside.interrupted && outside.interrupted();
  };
  source.messages->before = outside.progressEnds;
  auto found = frontend::discoverPrograms({source});
  if (!found) return with;
  if (found->programs.front()) with.source.bitcode = found->programs.front()->bitcode;
  late = std::move(found->late);
  return with;
}

}  // namespace

bool isKnownWhole(const Options& options) {
  return !options.isInParts() && !options.estimates && options.runtime.sandbox &&
         options.runtime.allowExternal.empty() && !namesLibrary(options.source.clangFlags);
}

bool isFinal(const report::Report& report) {
  const core::Outcome& outcome = report.outcome;
  // It depends on something that Heddle does not see.
  if (outcome.hasFound(core::ViolationKind::Nondeterminism)) return false;
  switch (outcome.verdict) {
    case core::Verdict::Safe:
    case core::Verdict::Violation: return !outcome.isUnfinished;
    case core::Verdict::Inconclusive:
      return !outcome.isUnfinished && outcome.executions.total() != 0 && outcome.limitations.empty() &&
             !outcome.hasBroken(core::Assumption::ShortExecutions);
    case core::Verdict::Refused: return false;
  }
  return false;
}

Result<report::Report> checkCached(const Options& options, const Outside& outside, const AnswerCache& cache) {
  if (cache.isOff() || !isKnownWhole(options)) return check(options, outside);
  frontend::LatePchs late;
  const Options with = compiled(options, outside, late);
  if (!with.source.bitcode) return check(options, outside);  // says why
  auto key = answerKey(with);
  if (!key) return check(with, outside);
  if (auto known = cache.find(*key)) {
    known->test = options.test;
    known->isCached = true;
    return std::move(*known);
  }
  auto report = check(with, outside);
  const bool isInterrupted = outside.interrupted && outside.interrupted();
  if (!report || isInterrupted || !isFinal(*report)) return report;
  // Files of LLVM, and inline functions, were read again since: they may have changed.
  if (auto after = answerKey(with); after && *after == *key) cache.keep(*key, *report);
  return report;
}

}  // namespace heddle::check
