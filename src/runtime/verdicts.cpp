#include "runtime/verdicts.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/debugger_hook.h"

namespace heddle::runtime {
namespace {

bool isDecidedOnSlice(ViolationKind kind) {
  return kind == ViolationKind::Assertion || kind == ViolationKind::Abort || kind == ViolationKind::UncaughtException ||
         core::isAboutWaiting(kind);
}

}  // namespace

void Verdicts::restart() {
  conflict_.reset();
  userSite_ = site_ = 0;
  noMemoryHere_ = 0;
}

void Verdicts::add(ThreadId thread, SiteId user, ViolationKind kind, std::string message, SiteId site, Address addr,
                   std::uint64_t bytes) {
  core::Execution& execution = run_.execution;
  if (noMemoryHere_ != 0) message += "; before, " + noMemoryAt(noMemoryHere_);
  if (!execution.violation) {
    userSite_ = sites_[site].isSystem ? user : 0;
    site_ = site;
  }
  core::Violation violation{kind,  std::move(message),         sites_[site].place, thread, addr,
                            bytes, core::askedSteps(execution)};
  if (execution.violation)
    execution.furtherViolations.push_back(std::move(violation));
  else
    execution.violation = std::move(violation);
}

void Verdicts::fail(ViolationKind kind, std::string message, SiteId site, Address addr, std::uint64_t bytes) {
  run_.leaveTrial();
  hot.inProgram = false;
  // In another order the thread might have gone on.
  if (keepGoing_ && !isDecidedOnSlice(kind) && options_.slice && options_.slice->addEverything())
    breakOff({core::Assumption::CompleteSlice, site, "what is not on the slice fails"});
  // Nobody else gets the lock then, on the slice or not.
  if (run_.current->section.lock != 0 && options_.slice &&
      options_.slice->add(sites_.at(site).statement, core::Extent::Whether))
    breakOff({core::Assumption::CompleteSlice, site, "a section of a lock that is not on the slice fails"});
  // Of an assertion that has failed before and that nothing on the slice depends on: the thread could as well go on.
  const bool isSettled =
      keepGoing_ && options_.slice && isDecidedOnSlice(kind) && !options_.slice->decidesOn(sites_.at(site).statement);
  if (!isSettled) add(run_.current->id, hot.userSite, kind, std::move(message), site, addr, bytes);
  if (!keepGoing_) {
    letDebuggerLook(Moment::Violation);
    run_.leave(core::End::Violated);
  }
  if (run_.current->atomicDepth != 0) {
    if (run_.current->section.lock == 0) run_.noteUnfinished();
    run_.current->atomicDepth = 0;
    run_.current->section = {};
    run_.leaveSection();
  }
  if (isSettled) run_.endThread();
  run_.stopThread(site);
}

void Verdicts::fail(const Conflict& conflict, Address addr, std::uint64_t bytes, const char* does, SiteId site) {
  run_.leaveTrial();
  hot.inProgram = false;
  // Who synchronises with whom off the slice is not looked at, and what races is in no order that was explored.
  if (options_.slice && options_.slice->addEverything())
    breakOff({core::Assumption::CompleteSlice, site, "accesses on the slice race"});
  if (options_.peeked && options_.peeked->splitAll())
    breakOff({core::Assumption::WholeSections, site, "accesses race beside sections of locks"});
  conflict_ = conflict;
  does_ = does;
  std::string message = raceOf(names_.nameOf(conflict.addr), run_.current->id);
  fail(ViolationKind::DataRace, std::move(message), site, addr, bytes);
}

std::string Verdicts::raceOf(const std::string& object, ThreadId thread) const {
  return fmt::format("{} {} {}; {} has {}{} it, and neither access happens before the other", run_.table.nameOf(thread),
                     does_, object, run_.table.nameOf(conflict_->thread), conflict_->atomic ? "atomically " : "",
                     conflict_->write ? "written" : "read");
}

void Verdicts::note(const Thread& thread, ViolationKind kind, std::string message, SiteId site, Address addr,
                    std::uint64_t bytes) {
  add(thread.id, thread.userSite, kind, std::move(message), site, addr, bytes);
}

void Verdicts::crashed(ViolationKind kind, std::string message, Address addr) {
  SiteId site = hot.probing ? hot.probeSite : sites_.here();
  if (site == 0 && !run_.execution.trace.empty()) site = run_.execution.trace.back().op.site;
  hot.probing = false;
  fail(kind, std::move(message), site, addr);
}

void Verdicts::refuse(std::string message, SiteId site) {
  run_.leaveTrial();
  hot.inProgram = false;
  run_.execution.stop = {std::move(message), site, run_.current->id, false};
  run_.leave(core::End::Refused);
}

void Verdicts::requireLoopsOnSlice(SiteId site) {
  const InHeddle guard;
  if (options_.slice && options_.slice->addAllLoops())
    breakOff({core::Assumption::CompleteSlice, site, "a loop that is not on the slice may not end"});
}

void Verdicts::cut(std::string message, SiteId site, bool endless, bool isOutside) {
  run_.leaveTrial();
  hot.inProgram = false;
  if (!isOutside) requireLoopsOnSlice(site);
  if (run_.current->section.lock != 0 && options_.peeked->split(run_.current->section.site))
    breakOff({core::Assumption::WholeSections, run_.current->section.site});
  run_.execution.stop = {.message = std::move(message),
                         .site = site,
                         .thread = run_.current->id,
                         .endless = endless,
                         .isOutside = isOutside};
  run_.leave(core::End::Cut);
}

void Verdicts::breakOff(core::Broken broken) {
  run_.leaveTrial();
  hot.inProgram = false;
  run_.execution.stop = {.message = broken.why, .site = broken.site, .thread = run_.current->id};
  run_.execution.broken = std::move(broken);
  run_.leave(core::End::Cut);
}

// --- what was left out, and what else was seen ---

namespace {

void addOnce(SiteId site, std::vector<SiteId>& sites) {
  const InHeddle guard;
  if (std::ranges::find(sites, site) == sites.end()) sites.push_back(site);
}

}  // namespace

void Verdicts::noteLeftWaiting(SiteId site) { addOnce(sites_[site].place, leftWaiting_); }

std::vector<std::string> Verdicts::remarks() const {
  std::vector<std::string> all;
  for (const SiteId site : leftWaiting_)
    all.push_back(
        fmt::format("the process ends while a thread still waits at {}; nobody joins it, so it is no deadlock",
                    sites_.placeOf(site)));
  std::ranges::sort(all);
  return all;
}

void Verdicts::noteFewValues(SiteId site) { addOnce(sites_[site].place, fewValues_); }

void Verdicts::noteNoMemory(SiteId site) {
  noMemoryHere_ = sites_[site].place;
  addOnce(noMemoryHere_, noMemory_);
}

std::string Verdicts::noMemoryAt(SiteId site) const {
  return fmt::format(
      "the allocation at {} failed, since the heap of a thread has {} bytes; --heap BYTES makes it larger",
      sites_.placeOf(site), options_.heapBytes);
}

std::vector<std::string> Verdicts::limitations(std::uint64_t range) const {
  const std::string values = range == 1 ? "0" : range == 2 ? "0 and 1" : fmt::format("0 to {}", range - 1);
  std::vector<std::string> all;
  for (const SiteId site : fewValues_)
    all.push_back(
        fmt::format("the values of the __VERIFIER_nondet call at {} were limited to {}; more with "
                    "--nondet-range, or say with heddle_choose which ones there are",
                    sites_.placeOf(site), values));
  for (const SiteId site : noMemory_) all.push_back(noMemoryAt(site));
  std::ranges::sort(all);
  return all;
}

}  // namespace heddle::runtime
