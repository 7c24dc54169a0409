#include "loaded.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/ExecutionEngine/ObjectCache.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

#include "../loops/watched.h"
#include "analysis/slice/dependence_graph.h"
#include "analysis/statements.h"
#include "check/confirm.h"
#include "check/explore_all.h"
#include "check/whole_schedule.h"
#include "explore/explorer.h"
#include "runtime/native_program.h"
#include "transform/instrument.h"

namespace heddle::fuzz::programs {
namespace {

using core::ViolationKind;

constexpr std::uint64_t kMostExecutions = 500;
constexpr std::uint64_t kMostInterleavings = 4000;
constexpr std::uint64_t kMostEvents = 300;  // of an execution
constexpr double kMostSeconds = 0.2;

// Which of them is reported, and where, depends on the order of steps that do
// not conflict: a plain access and a free, or a plain read of what another
// thread has not written yet.
bool isOfMemory(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::DataRace:
    case ViolationKind::UseAfterFree:
    case ViolationKind::DoubleFree:
    case ViolationKind::BadFree:
    case ViolationKind::OutOfBounds:
    case ViolationKind::WildPointer: return true;
    default: return false;
  }
}

// The code of the modules that were loaded: ways often have the same module.
class KeptCode : public llvm::ObjectCache {
 public:
  void notifyObjectCompiled(const llvm::Module* module, llvm::MemoryBufferRef object) override {
    objects_.insert_or_assign(module->getModuleIdentifier(), object.getBuffer().str());
  }
  std::unique_ptr<llvm::MemoryBuffer> getObject(const llvm::Module* module) override {
    const auto found = objects_.find(module->getModuleIdentifier());
    return found == objects_.end() ? nullptr : llvm::MemoryBuffer::getMemBufferCopy(found->second);
  }

 private:
  std::map<std::string, std::string> objects_;
};

// Modules that are the same get the same name.
KeptCode& keptCode(llvm::Module& module) {
  static KeptCode kept;
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::WriteBitcodeToFile(module, stream);
  module.setModuleIdentifier(text);
  return kept;
}

bool waitsForEver(ViolationKind kind) { return kind == ViolationKind::Deadlock || kind == ViolationKind::Livelock; }

}  // namespace

Result<Loaded> Loaded::make(const Prepared& prepared, const check::Plan& plan) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic problem;
  const std::string& bitcode = prepared.forGroups(plan.options.loops.groupLocks);
  auto module = llvm::parseIR(llvm::MemoryBufferRef(bitcode, "program"), problem, *context);
  if (!module) return Diagnostic{problem.getMessage().str()};
  if (!module->IsNewDbgInfoFormat) module->convertToNewDbgValues();
  core::DependenceGraph dependences;
  if (plan.options.isSliced()) {
    analysis::numberStatements(*module);
    dependences = analysis::dependenceGraph(*module, plan.options.looksForRaces());
  }
  auto info = transform::instrument(*module, check::loopsOf(plan));
  if (!info) return info.problem();
  transform::optimise(*module, nullptr);
  Loaded loaded;
  loaded.info_ = std::make_shared<core::ProgramInfo>(std::move(*info));
  loaded.info_->dependences = std::move(dependences);
  runtime::Options options = plan.options.runtime;
  check::leaveOut(plan.options, *loaded.info_, options);
  options.eventLimit = kMostEvents;
  options.stackBytes = 256 << 10;
  options.quickCode = &keptCode(*module);
  options.mustStop = [deadline = loaded.deadline_]() -> const char* {
    return std::chrono::steady_clock::now() > *deadline ? "the time limit was reached" : nullptr;
  };
  loaded.options_ = std::make_shared<runtime::Options>(options);
  auto native = runtime::load(std::move(context), std::move(module), *loaded.info_, options);
  if (!native) return native.problem();
  loaded.program_ = std::move(*native);
  return loaded;
}

Found Loaded::explore(const check::Plan& plan) {
  *deadline_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<int>(1500 * kMostSeconds));
  Found found;
  Watched watched(*program_, [&](const core::Execution& execution) {
    if (execution.end == core::End::Complete) found.answer.finals.insert(finalState());
    found.answer.isCut = found.answer.isCut || (execution.stop && execution.stop->bounded);
  });
  explore::Limits limits;
  limits.boundExecutions = plan.options.search == "naive" ? kMostInterleavings : kMostExecutions;
  limits.timeLimit = kMostSeconds;
  limits.stopAtFirst = false;
  auto search = check::makeSearch(plan.options, *info_);
  found.pass.report.outcome = check::exploreAll(watched, search, plan.options, *info_, limits, *options_);
  note(found.pass.report.outcome, found);
  if (plan.options.isSliced()) showAll(found);
  return found;
}

// As a check does: in the whole program, where that shows it.
void Loaded::showAll(Found& found) {
  core::Outcome& outcome = found.pass.report.outcome;
  if (outcome.broken || outcome.found.empty()) return;
  if (options_->slice) options_->slice->freeze(true);
  check::completeSchedules(*program_, outcome, *options_);
  for (const core::Found& one : outcome.found) {
    const check::ScheduledProgram scheduled(one, *options_);
    const core::Explained shown = *check::confirm(*program_, one, info_->sites).trace.violation;
    if (shown.kind == ViolationKind::Nondeterminism && one.violation.kind != shown.kind)
      found.answer.nondeterminism = shown.message;
  }
}

// The results r_…, which are plain: what the threads left there is in memory.
std::string Loaded::finalState() const {
  std::string state;
  for (const core::Global& global : info_->globals)
    if (global.name.starts_with("r_") && global.size == 4)
      state += fmt::format(" {}={}", global.name, static_cast<std::int32_t>(core::loadWord(global.address, 4)));
  return "end with" + state;
}

void Loaded::note(const core::Outcome& outcome, Found& found) const {
  Answer& answer = found.answer;
  found.pass.broken = outcome.broken;
  if (outcome.broken) {
    const core::Site& site = info_->sites[outcome.broken->site];
    found.pass.brokenAt = {site.file, site.line, site.column, site.function};
  }
  const bool isCutOtherwise = outcome.executions.cut != 0 && !answer.isCut;
  // Of a word that turns out to be atomic the pass has not seen all: one that does not restart proves nothing.
  const bool isVoid =
      outcome.hasBroken(core::Assumption::ShortExecutions) || outcome.hasBroken(core::Assumption::SettledWords);
  if (outcome.isUnfinished || isVoid || isCutOtherwise || outcome.verdict == core::Verdict::Refused)
    answer.limited = outcome.why.empty() ? "an execution was cut" : outcome.why;
  answer.isRefused = outcome.verdict == core::Verdict::Refused;
  for (const core::Found& one : outcome.found) {
    const core::Violation& violation = one.violation;
    if (waitsForEver(violation.kind)) {
      answer.waits = true;
    } else if (violation.kind == ViolationKind::Nondeterminism) {
      answer.nondeterminism = violation.message;
    } else {
      auto& wrongs = isOfMemory(violation.kind) ? answer.memoryWrongs : answer.wrongs;
      wrongs.insert(fmt::format("{} at line {}", core::name(violation.kind), info_->sites[violation.site].line));
    }
  }
}

}  // namespace heddle::fuzz::programs
