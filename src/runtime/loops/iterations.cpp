#include "runtime/loops/iterations.h"

#include <utility>

#include "runtime/loops/await_rule.h"

namespace heddle::runtime {
namespace {

constexpr std::uint64_t kNoIteration = ~std::uint64_t{0};  // it began inside an atomic section

}  // namespace

Value Iterations::await() {
  const Op& op = run_.pending();
  memory_.lookAtWord(op, static_cast<const AwaitRule&>(*op.rule).writesInVain);
  if (run_.current->section.lock != 0 && !core::enabled(run_.execution, run_.current->id)) run_.splitSection();
  // Nobody else runs while the thread is in an atomic section, so that what it waits for cannot come. It has read that:
  // another section that begins later may find something else. A loop that is the first in a section can as well wait
  // before it: what comes after it is a step of its own.
  const core::EventLog& trace = run_.execution.trace;
  const auto isFirst = [&] { return !op.rule->assumes && trace.size() != 0 && trace.back().op.kind == OpKind::Atomic; };
  if (run_.current->atomicDepth != 0 && !isFirst() && !core::enabled(run_.execution, run_.current->id)) {
    const SiteId site = op.site;
    run_.visible({.addr = op.addr, .site = site, .kind = OpKind::Read, .order = op.order, .size = op.size});
    run_.stopThread(site);
  }
  if (run_.current->lockedDepth != 0 && !run_.isTrial) return run_.sectionLocks->await();
  return run_.step();
}

// In which trial it began, if in any, and where in the trace.
std::uint64_t Iterations::begin() const {
  return run_.current->atomicDepth == 0 ? run_.trials << 32 | run_.execution.trace.size() : kNoIteration;
}

void Iterations::end(SiteId loop, std::uint64_t begin, bool changed, bool mayHideRace) {
  if (!changed) run_.noteUnseen();  // what becomes of the thread depends on what others did
  const std::uint64_t trial = begin >> 32;
  const std::size_t first = begin & 0xffff'ffff;
  const bool isGone = trial != 0 && trial != run_.trials;  // what it did in an earlier trial was rolled back
  if (begin == kNoIteration || isGone || run_.current->atomicDepth != 0) return;
  judge({.loop = loop,
         .thread = run_.current->id,
         .begin = first,
         .end = run_.execution.trace.size(),
         .changesState = changed,
         .hasUnseenEffects = run_.current->unseenAt > first,
         .mayHideRace = mayHideRace});
}

void Iterations::endPure(SiteId loop, bool mayHideRace) {
  judge({.loop = loop, .thread = run_.current->id, .isPure = true, .mayHideRace = mayHideRace});
}

void Iterations::judge(const core::Iteration& iteration) {
  if (!sites_[iteration.loop].isOnSlice) return;  // it has done more than is known
  const auto effect = core::effectOf(iteration, run_.execution.trace, judgedBy());
  if (effect != core::IterationEffect::None && effect != core::IterationEffect::ZeroNet) return;
  if (passes(iteration)) return;
  // On an execution graph the search has to say whether others came in between.
  if (effect == core::IterationEffect::ZeroNet && run_.ordersEvents()) {
    const InHeddle guard;
    if (!run_.order->isUnobserved(run_.execution, iteration)) return;
  }
  stopAfter(iteration);
}

// An iteration that is left out would have made this access, with what the thread
// knows now. That it may have made none that way is no reason to report a race.
void Iterations::ghostAccess(Address addr, SiteId site) {
  const SiteFacts& facts = sites_[site];
  if (!run_.checkRaces || run_.isTrial || run_.unjoined == 0 || addr < kNullPages) return;
  const InHeddle guard;
  run_.noteUnseen();
  for (Address byte = addr; byte < addr + facts.size; ++byte)
    if (!inRegion(byte) || (!isOpen(byte, 1) && !run_.detector.touchesAtomic(byte, 1)))
      verdicts_.breakOff({core::Assumption::RacelessIterations, site});
  run_.detector.addGhost(run_.current->id, addr, facts.size, facts.kind == OpKind::Write);
  memory_.requireUnmet(site);
}

// Whether the thread goes on after it, once (analysis/loops/hidden_races.h).
bool Iterations::passes(const core::Iteration& iteration) {
  if (!iteration.mayHideRace || std::exchange(run_.current->tookIteration, true)) return false;
  run_.current->unseenAt = run_.execution.trace.size() + 1;  // not to be stopped later in the same iteration
  return true;
}

core::JudgedBy Iterations::judgedBy() const {
  return {.racesCount = run_.checkRaces,
          .isGraph = run_.ordersEvents(),
          .zeroNetEffect = options_.zeroNetEffect && !(run_.hasMixedWords && run_.adoptsOrder)};
}

void Iterations::stopAfter(const core::Iteration& iteration) {
  const InHeddle guard;
  Thread& me = *run_.current;
  run_.execution.threads[me.id].pending = {.site = iteration.loop, .kind = OpKind::Assume};
  run_.execution.threads[me.id].status = core::ThreadStatus::Stopped;
  me.endedIteration = true;
  if (me.starter != nullptr)
    run_.switchTo(*std::exchange(me.starter, nullptr));
  else
    run_.dispatch();
}

}  // namespace heddle::runtime
