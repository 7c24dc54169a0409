#include "pipeline.h"

#include <llvm/IR/LLVMContext.h>

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

}  // namespace

Result<Loaded> Loaded::make(const Program& program, const std::vector<Code>& code, transform::LoopOptions options) {
  options.plainAccessesRace = program.plain != Plain::Steps;
  options.statistics = false;  // what is in memory at the end is compared
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = irOf(program, code, *context);
  transform::prepare(*module);
  auto info = transform::instrument(*module, options);
  if (!info) return info.problem();
  transform::optimise(*module, nullptr);

  Loaded loaded;
  loaded.source_ = &program;
  loaded.code_ = &code;
  loaded.options_ = options;
  loaded.info_ = std::move(*info);
  for (unsigned i = 0; i < kWords; ++i) loaded.places_.push_back(addressOf(loaded.info_, "x" + std::to_string(i)));
  loaded.places_.push_back(addressOf(loaded.info_, "q"));
  for (unsigned t = 0; t < program.threads.size(); ++t)
    loaded.places_.push_back(addressOf(loaded.info_, "result" + std::to_string(t)));

  runtime::Options runtime;
  runtime.plain = program.plain == Plain::Steps ? runtime::PlainPolicy::Interleave : runtime::PlainPolicy::Race;
  runtime.stackBytes = 64 << 10;
  auto native = runtime::load(std::move(context), std::move(module), loaded.info_, runtime);
  if (!native) return native.problem();
  loaded.program_ = std::move(*native);
  return loaded;
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
  Found found;
  Watched watched(*program_, [&](const core::Execution& execution) {
    if (execution.end == core::End::Complete) found.finals.insert(finalState());
    found.isCut = found.isCut || execution.stop.has_value();
  });
  const auto commuting = source_->plain == Plain::Steps ? explore::Commute::All : explore::Commute::Unsynchronised;
  explore::SearchOptions options;
  options.commute = commute ? commuting : explore::Commute::None;
  options.model = models::modelNamed(model);
  const auto made = explore::searchNamed(search)->make(options);
  explore::Limits limits;
  limits.boundExecutions = mostExecutions;
  limits.stopAtFirst = false;
  const core::Outcome outcome = explore::explore(watched, *made, limits);
  // As the driver does (check/restarts.h).
  const bool isRaceHidden = outcome.hasBroken(core::Assumption::RacelessIterations) && options_.racelessIterations;
  if (isRaceHidden || (outcome.hasBroken(core::Assumption::SeparateWords) && options_.separateWords)) {
    (isRaceHidden ? options_.racelessIterations : options_.separateWords) = false;
    program_.reset();
    auto again = make(*source_, *code_, options_);
    if (!again) {
      found.problem = again.problem().message;
      return found;
    }
    *this = std::move(*again);
    return explore(search, commute, mostExecutions, model);
  }
  found.counts = outcome.executions;
  found.isLimited = outcome.executions.total() >= mostExecutions;
  found.isNoticed = outcome.hasBroken(core::Assumption::UnobservedRollback);
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
  return found;
}

}  // namespace heddle::fuzz
