#include "pipeline.h"

#include <llvm/IR/LLVMContext.h>

#include "check/explore_all.h"
#include "check/passes.h"
#include "explore/explorer.h"
#include "explore/registry.h"
#include "ir.h"
#include "runtime/native_program.h"
#include "transform/instrument.h"
#include "watched.h"

namespace heddle::fuzz {
namespace {

core::Address addressOf(const core::ProgramInfo& info, const std::string& name) {
  for (const core::Global& global : info.globals)
    if (global.name == name) return global.address;
  return 0;
}

bool waitsForEver(core::ViolationKind kind) {
  return kind == core::ViolationKind::Deadlock || kind == core::ViolationKind::Livelock;
}

// What restarts change of it is the same.
bool isSameProgram(const check::Options& one, const check::Options& other) {
  return one.loops.rolledBack == other.loops.rolledBack && one.loops.separateWords == other.loops.separateWords &&
         one.loops.groupLocks == other.loops.groupLocks && one.runtime.settledWords == other.runtime.settledWords;
}

}  // namespace

Result<Loaded> Loaded::make(const Program& program, const std::vector<Code>& code, transform::LoopOptions options) {
  Loaded loaded;
  loaded.source_ = &program;
  loaded.code_ = &code;
  const bool isRace = program.plain != Plain::Steps;
  options.plainAccessesRace = isRace;
  options.statistics = false;  // what is in memory at the end is compared
  loaded.options_.loops = options;
  loaded.options_.runtime.plain = isRace ? runtime::PlainPolicy::Race : runtime::PlainPolicy::Interleave;
  loaded.options_.runtime.stackBytes = 64 << 10;
  loaded.options_.keepGoing = true;
  if (auto problem = loaded.load(loaded.options_)) return std::move(*problem);
  return loaded;
}

std::optional<Diagnostic> Loaded::load(const check::Options& options) {
  if (loaded_ && isSameProgram(*loaded_, options)) return std::nullopt;
  program_.reset();  // there is one at a time
  loaded_ = options;
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = irOf(*source_, *code_, *context);
  transform::prepare(*module);
  auto info = transform::instrument(*module, options.loops);
  if (!info) return info.problem();
  transform::optimise(*module, nullptr);
  info_ = std::move(*info);
  places_.clear();
  for (unsigned i = 0; i < kWords; ++i) places_.push_back(addressOf(info_, "x" + std::to_string(i)));
  places_.push_back(addressOf(info_, "q"));
  for (unsigned t = 0; t < source_->threads.size(); ++t)
    places_.push_back(addressOf(info_, "result" + std::to_string(t)));
  auto native = runtime::load(std::move(context), std::move(module), info_, options.runtime);
  if (!native) return native.problem();
  program_ = std::move(*native);
  return std::nullopt;
}

FinalState Loaded::finalState() const {
  FinalState state;
  for (unsigned i = 0; i < places_.size(); ++i) {
    const core::Address at = places_[i];
    if (i < kWords) {
      state.push_back(at == 0 ? source_->words[i] : static_cast<std::int32_t>(core::loadWord(at, 4)));
    } else if (i == kWords) {
      const auto q = at == 0 ? 0 : static_cast<core::Address>(core::loadWord(at, 8));
      Target target = 0;
      for (unsigned w = 0; w < kWords; ++w)
        if (q != 0 && q == places_[w]) target = static_cast<Target>(w + 1);
      state.push_back(q != 0 && target == 0 ? -2 : target);
    } else {
      state.push_back(static_cast<std::uint32_t>(core::loadWord(at, 4)));
    }
  }
  return state;
}

Found Loaded::explore(std::string_view search, bool commute, std::uint64_t mostExecutions, std::string_view model) {
  check::Plan plan{options_};
  plan.options.search = search;
  plan.options.model = model;
  if (!commute) plan.options.dependence = "read-write";
  plan.options.boundExecutions = mostExecutions;
  plan.asked = plan.options;
  Found found;
  auto pass = check::passes(plan, [&](const check::Plan& next) { return runPass(next, found); });
  if (!pass) found.problem = pass.problem().message;
  found.isObserved = options_.loops.rolledBack && !plan.options.loops.rolledBack;
  return found;
}

Result<check::Pass> Loaded::runPass(const check::Plan& plan, Found& found) {
  if (auto problem = load(plan.options)) return std::move(*problem);
  found = {};
  Watched watched(*program_, [&](const core::Execution& execution) {
    if (execution.end == core::End::Complete) found.finals.insert(finalState());
    found.isCut = found.isCut || execution.stop.has_value();
  });
  explore::Limits limits;
  limits.boundExecutions = plan.options.boundExecutions;
  limits.stopAtFirst = false;
  check::Pass pass;
  core::Outcome& outcome = pass.report.outcome;
  outcome = explore::explore(watched, *check::makeSearch(plan.options, info_), limits);
  pass.broken = outcome.broken;
  found.counts = outcome.executions;
  found.isLimited = outcome.executions.total() >= limits.boundExecutions;
  if (outcome.verdict == core::Verdict::Refused) found.problem = outcome.why;
  for (const core::Found& one : outcome.found) {
    const core::Violation& violation = one.violation;
    if (waitsForEver(violation.kind))
      found.waits = true;
    else if (violation.kind == core::ViolationKind::DataRace)
      found.races = true;
    else if (violation.kind == core::ViolationKind::Nondeterminism)
      found.problem = violation.message;
    else
      found.wrongs.insert({violation.kind, info_.sites[violation.site].line});
  }
  return pass;
}

}  // namespace heddle::fuzz
