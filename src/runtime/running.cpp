#include "runtime/running.h"

#include <cxxabi.h>

#include <algorithm>

#include "base/check.h"
#include "core/mixed_sizes.h"

namespace heddle::runtime {

Hot hot;

namespace {

// What lies below it is protected.
std::uint64_t inPages(std::uint64_t bytes) {
  constexpr std::uint64_t kPage = layout::kStackGuard;
  return std::min((bytes + kPage - 1) / kPage * kPage, layout::kMostStack);
}

}  // namespace

Running::Running(bool racesCount, std::uint64_t stackSize) : checkRaces(racesCount), stackBytes_(inPages(stackSize)) {
  adoptThread();
  threads.resize(kMaxThreads);
  execution.threads.resize(kMaxThreads);  // never moved after this
  for (ThreadId t = 0; t < kMaxThreads; ++t) {
    threads[t].id = t;
    threads[t].state = &execution.threads[t];
  }
}

void Running::adoptThread() {
  exceptionGlobals = reinterpret_cast<ExceptionGlobals*>(abi::__cxa_get_globals());
  rootStack_ = ownStack();
}

void Running::restart(core::Scheduler& by, bool canBeClosed) {
  scheduler = &by;
  order = by.order();
  adoptsOrder = order != nullptr;
  if (!adoptsOrder) sectionLocks = nullptr;
  current = &root;
  for (ThreadId t = 0; t < execution.threads.size(); ++t) {
    Thread& thread = threads[t];
    if (execution.threads[t].status == core::ThreadStatus::Absent) continue;
    for (const StackObject& object : thread.objects) closeMask(object.start, object.bytes);
    thread.objects.clear();
    execution.threads[t].status = core::ThreadStatus::Absent;
  }
  if (checkRaces) detector.restart(adoptsOrder);
  execution.threads.resize(table.count());
  execution.trace.clear();
  execution.exiting = false;
  execution.isClosed = canBeClosed && checkRaces && adoptsOrder;
  execution.end = core::End::Running;
  execution.violation.reset();
  execution.furtherViolations.clear();
  execution.stop.reset();
  execution.broken.reset();
  trials = 0;
  unfinished.clear();
  unjoined = 0;
  updateWatch();
}

bool Running::isOwnStack(Address addr, std::uint64_t bytes, Address frame) const {
  if (addr < frame || addr + bytes > stackTop(current->id)) return false;
  for (const StackObject& object : current->objects)
    if (addr + bytes > object.start - layout::kRedZone && addr < object.start + object.bytes + layout::kRedZone)
      return false;
  return true;
}

// --- turns ---

void Running::stop(bool isBlocked) {
  wasBlocked = isBlocked;
  hot.inProgram = false;
  switchTo(root);
}

void Running::handOver() {
  Thread& me = *current;
  Thread* const starter = std::exchange(me.starter, nullptr);
  if (me.joiner != nullptr && me.state->status == core::ThreadStatus::Exited) {
    me.joiner->joinsAtOnce = true;
    me.joiner->starter = starter;
    switchTo(*me.joiner);
  } else if (starter != nullptr) {
    switchTo(*starter);
  } else {
    dispatch();
  }
  HEDDLE_CHECK_NOTE(false, "a thread that had ended was resumed");
  __builtin_unreachable();
}

void Running::stopThread(SiteId site) {
  hot.inProgram = false;
  current->endedIteration = false;
  if (current->atomicDepth != 0 && current->section.lock == 0 && !isTrial) {
    leaveSection();  // what it has read others may write in later ones
    noteUnfinished();
  }
  current->state->pending = {.site = site, .kind = OpKind::Assume};
  current->state->status = core::ThreadStatus::Stopped;
  handOver();
}

void Running::endThread() {
  hot.inProgram = false;
  current->endedIteration = false;
  current->endsProcess = current->id == 0;
  execution.exiting = execution.exiting || current->endsProcess;
  current->state->status = current->endsProcess ? core::ThreadStatus::Ended : core::ThreadStatus::Exited;
  handOver();
}

// --- ends ---

void Running::restoreParts() {
  if (!hasMixedWords) return;
  for (core::ThreadState& thread : execution.threads)
    if (core::isPart(thread.pending)) thread.pending = core::asAccessToPart(thread.pending);
}

void Running::conclude(core::End how) {
  // Whoever was stopped at a bound could have gone on.
  const bool wasStopped = execution.stop && how != core::End::Violated && how != core::End::Abandoned;
  execution.end = wasStopped && execution.stop->bounded ? core::End::Cut : how;
}

void Running::end(core::End how) {
  if (!isTrial) conclude(how);
  hot.inProgram = false;
  switchTo(root);
}

void Running::leave(core::End how) {
  end(how);
  HEDDLE_CHECK_NOTE(false, "a dropped fiber was resumed");
  __builtin_unreachable();
}

// --- events ---

const core::Event* Running::lastWriter(Address addr) const {
  const auto& events = execution.trace;
  const auto found =
      std::find_if(events.rbegin(), events.rend(), [&](const core::Event& e) { return e.wrote && e.op.addr == addr; });
  return found == events.rend() ? nullptr : &*found;
}

std::span<const std::uint32_t> Running::clockAfter(ThreadId thread) const {
  if (order == nullptr) return {};  // a thread is tried alone
  return order->clockOf(execution, thread);
}

void Running::adoptOrderOf(ThreadId thread) {
  if (!checkRaces) return;
  detector.adopt(thread, clockAfter(thread));
  refreshEpoch();
}

void Running::leaveSection() {
  if (!checkRaces || !current->excludes) return;
  const InHeddle guard;
  detector.leaveSection(current->id);
  refreshEpoch();
}

// Nobody else runs while a section does, so that nobody sees what one does that never ends. The searches see that who
// stops there conflicts with it, and explore the executions in which it comes before the section.
void Running::noteUnfinished() {
  const InHeddle guard;
  const core::EventLog& trace = execution.trace;
  for (std::size_t i = trace.size(); i-- > 0 && trace[i].thread == current->id;) {
    const core::Op& op = trace[i].op;
    if (trace[i].wrote && core::accessesMemory(trace[i])) {
      unfinished.push_back({op.addr, op.size});
      if (checkRaces) detector.leaveQuickPath(op.addr);
    }
    if (trace[i].asked) return;
  }
}

bool Running::isUnfinished(Address addr, std::uint64_t bytes) const {
  return std::ranges::any_of(
      unfinished, [&](const core::Word& word) { return word.addr < addr + bytes && addr < word.addr + word.bytes; });
}

}  // namespace heddle::runtime
