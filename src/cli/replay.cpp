// `heddle replay`: one recorded execution again, from its JSON report.
#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "base/files.h"
#include "cli/cli.h"
#include "cli/debugger.h"
#include "cli/terminal.h"
#include "core/learnt.h"
#include "explore/make_replay.h"
#include "report/formats.h"
#include "report/json.h"
#include "report/text.h"
#include "runtime/debugger.h"
#include "runtime/native_program.h"
#include "runtime/sandbox.h"

namespace heddle::cli {
namespace {

Result<std::vector<core::Step>> resolve(const std::vector<core::ScheduleStep>& schedule, core::ThreadTable& threads) {
  std::vector<core::Step> steps;
  for (const core::ScheduleStep& step : schedule) {
    const auto thread = threads.named(step.thread);
    if (!thread) return Diagnostic{fmt::format("its schedule names a thread \"{}\", which cannot exist", step.thread)};
    steps.push_back({*thread, step.choice, step.stops});
  }
  return steps;
}

int noLongerFits(const ReplayOptions& options, const report::Recording& recording, const std::string& why) {
  const char* const advice = options.underDebugger
                                 ? "Either the program has changed since, or it takes another course where its frames "
                                   "on the stack are larger, as they are for gdb"
                                 : "The program has changed since; run 'heddle check' again";
  return complain(fmt::format("{}: the recorded violation ({}) does not show again: {}. {}", options.file,
                              core::name(recording.kind), why, advice));
}

// Runs the schedule with everything recorded. What is known of variables on stacks is not where they lie in code for a
// debugger: it is learnt again, as a search does it.
std::unique_ptr<explore::Replayer> run(core::Program& program, const std::vector<core::Step>& steps, bool isGraph,
                                       const runtime::Options& how) {
  program.record(true);
  while (true) {
    auto scheduler = explore::makeReplay(steps, isGraph);
    const std::optional<core::Broken>& broken = program.run(*scheduler).broken;
    const bool isLearnt =
        how.forDebugger && broken && core::isAboutLearnt(broken->assumption) && core::learn(*how.learnt, *broken);
    if (!isLearnt) return scheduler;
  }
}

// The violation shows again: a person looks at how it comes about.
int debug(core::Program& program, const core::Trace& trace, const std::vector<core::Step>& steps) {
  std::fflush(stdout);
  program.record(false);
  const auto problem = runtime::runUnderDebugger(program, recordingForDebugger(trace, program.threads()),
                                                 [&] { return explore::makeReplay(steps, trace.isGraph); });
  return problem ? complain(problem->message) : kViolation;
}

// Runs the program along the schedule.
int follow(const ReplayOptions& options, const report::Recording& recording, const runtime::Options& how,
           frontend::Compiled& compiled) {
  auto program = runtime::load(std::move(compiled.context), std::move(compiled.module), std::move(compiled.info), how);
  if (!program) return complain(program.problem().message);

  // Follow the schedule.
  auto steps = resolve(recording.schedule, (*program)->threads());
  if (!steps) return complain(fmt::format("{}: cannot be replayed: {}", options.file, steps.problem().message));
  const auto scheduler = run(**program, *steps, recording.isGraph, how);
  const core::Trace trace = (*program)->trace();

  // Tell what happened.
  if (trace.stopped && !trace.violation && !trace.stopped->message.empty())
    return complain(report::locatedMessage(trace.stopped->place, trace.stopped->message));
  if (!trace.violation)
    return noLongerFits(options, recording, scheduler->divergence().value_or("it ends without a violation"));
  for (const report::Format& format : report::formats()) {
    const auto file = options.output.files.find(format.name);
    if (file == options.output.files.end() || file->second.empty()) continue;
    if (const auto problem = putInto(file->second, format.ofExecution(trace))) return complain(problem->message);
  }
  put(options.output.takesStdout() ? stderr : stdout, report::counterexample(trace, textOptions(options.output)));
  if (trace.violation->kind != recording.kind)
    return noLongerFits(options, recording, fmt::format("it ends with {}", core::name(trace.violation->kind)));
  if (options.underDebugger) return debug(**program, trace, *steps);
  return kViolation;
}

}  // namespace

int replay(const ReplayOptions& options) {
  // Read what was recorded.
  auto text = readFile(options.file);
  if (!text) return complain(text.problem().message);
  auto recording = report::readRecording(*text, options.file, options.violation - 1, options.test);
  if (!recording) return complain(recording.problem().message);
  if (recording->kind == core::ViolationKind::Nondeterminism)
    return complain(options.file +
                    ": nondeterminism shows between executions, so none can be replayed; run 'heddle check' again");
  if (options.inDebugger) return becomeDebugger(options);
  auto runtimeOptions = check::runtimeOptionsFrom(recording->options);
  if (!runtimeOptions)
    return complain(fmt::format("{}: cannot be replayed: {}", options.file, runtimeOptions.problem().message));

  auto loopOptions = check::loopOptionsFrom(recording->options);
  if (!loopOptions)
    return complain(fmt::format("{}: cannot be replayed: {}", options.file, loopOptions.problem().message));

  auto racy = check::racyCodeFrom(recording->options);
  if (!racy) return complain(fmt::format("{}: cannot be replayed: {}", options.file, racy.problem().message));

  // Build the same program.
  catchInterrupts();
  auto compiled = frontend::compile({.files = recording->files,
                                     .clangFlags = recording->flags,
                                     .flagsOf = recording->flagsOfFiles,
                                     .test = recording->test,
                                     .errorLabel = recording->options.value("label", ""),
                                     .mustStop = interrupted,
                                     .racy = std::move(*racy),
                                     .forDebugger = options.underDebugger},
                                    *loopOptions);
  if (!compiled) return complain(compiled.problem().message);
  runtimeOptions->mustStop = [] { return interrupted() ? "interrupted" : nullptr; };
  runtimeOptions->linkFlags = recording->flags;
  runtimeOptions->forDebugger = options.underDebugger;
  int code = kBadInput;
  const std::string unguarded =
      runtime::inSandbox(*runtimeOptions, [&] { code = follow(options, *recording, *runtimeOptions, *compiled); });
  if (!unguarded.empty()) complain(runtime::withoutSandbox(unguarded));
  return code;
}

}  // namespace heddle::cli
