#include "runtime/engine.h"

namespace heddle::runtime {

Engine* engine = nullptr;

Engine::Engine(const core::ProgramInfo& info, const Options& how)
    : options(how),
      sites(info),
      stepper(sites, memory, verdicts, limits, options),
      heap(options.heapBytes),
      names(sites, stepper, heap),
      recording(stepper),
      verdicts(stepper, sites, names, options),
      limits(stepper, sites, verdicts, options),
      memory(stepper, sites, heap, names, verdicts, recording, options),
      offSlice(stepper, sites, memory, options),
      trial(stepper, sites),
      plain(stepper, sites, memory, verdicts, recording, limits, trial, options),
      lifetimes(stepper, sites, heap, names, memory, verdicts, recording, plain),
      threads(stepper, sites, heap, memory, verdicts, limits, lifetimes, options),
      time(stepper),
      choices(stepper, verdicts, options),
      sectionLocks(stepper, verdicts, options),
      sections(stepper, offSlice, options),
      groups(stepper, memory, verdicts),
      iterations(stepper, sites, memory, verdicts, options),
      ends(stepper, sites, memory, verdicts, groups),
      livelocks(stepper, sites, ends, trial, recording) {
  hot.stepper = &stepper;
  for (const core::Global& global : info.globals) openMask(global.address, global.size);
  openMask(kArguments, kArgumentBytes);
  openMask(kLibraryWords, kLibraryWordsEnd - kLibraryWords);
}

void Engine::setEntryPoints(const EntryPoints& entry) {
  threads.setEntryPoints(entry);
  globals.start(entry.globalsImage, sites.info().globalsSize);
}

const core::Execution& Engine::run(core::Scheduler& scheduler) {
  const InHeddle guard;
  restart(scheduler);
  Thread& main = threads.startMain();
  if (stepper.checkRaces) stepper.detector.addThread(0);
  memory.settleWords(layout::kGlobals, layout::kGlobalsSize);
  main.state->status = core::ThreadStatus::Ready;
  stepper.switchTo(main);
  stepper.restoreParts();
  const bool mayBeLivelock = stepper.execution.end == core::End::Running && ends.conclude();
  *stepper.exceptionGlobals = {};
  limits.endExecution();
  if (mayBeLivelock) livelocks.find();
  offSlice.lookBack();
  return stepper.execution;
}

void Engine::restart(core::Scheduler& scheduler) {
  globals.restore();
  recording.restart();
  stepper.sectionLocks = options.learnt->sectionWords.areThere() ? &sectionLocks : nullptr;
  sectionLocks.restart();
  stepper.restart(stepper.isRecorded ? recording.around(scheduler) : scheduler, canBeClosed_);
  stepper.hasMixedWords = (stepper.adoptsOrder || stepper.checkRaces) && !options.learnt->mixedWords.empty();
  heap.restart();
  verdicts.restart();
  memory.restart();
  threads.restart();
  time.restart();
  groups.restart();
  livelocks.restart();
  limits.restart();
  offSlice.restart();
}

void Engine::addEvidence(core::Evidence& evidence) const {
  memory.addEvidence(evidence);
  groups.addEvidence(evidence);
  limits.addEvidence(evidence);
}

bool Engine::takeIn(const core::Evidence& evidence) {
  return memory.takeIn(evidence) && groups.takeIn(evidence) && limits.takeIn(evidence);
}

bool Engine::isBrokenBy(const core::Evidence& evidence) {
  return Memory::isBrokenBy(evidence) || GroupedLocks::isBrokenBy(evidence) || LongLoops::isBrokenBy(evidence);
}

}  // namespace heddle::runtime
