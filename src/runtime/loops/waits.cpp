// Threads that wait in loops: for memory, or longer than they may.
#include <fmt/format.h>

#include <utility>

#include "runtime/engine.h"
#include "runtime/loops/await_rules.h"

namespace heddle::runtime {
namespace {

constexpr std::uint64_t kNoIteration = ~std::uint64_t{0};  // it began inside an atomic section

}  // namespace

Value Engine::await() {
  const Op& op = pendingOp();
  lookAtWord(op, static_cast<const AwaitRule&>(*op.rule).writesInVain);
  // Nobody else runs while the thread is in an atomic section, so that what it
  // waits for cannot come.
  if (current_->atomicDepth != 0 && !core::enabled(execution_, current_->id)) stopThread(op.site);
  return step();
}

// The program's loop reads the word from now on, whether or not it ever has
// the value that is waited for: what can go wrong with that goes wrong here.
void Engine::lookAtWord(const Op& op, bool writes) {
  const InHeddle guard;
  if (op.order == Order::Plain || !checkRaces_) return requireAccess(op);
  if (adoptsOrder_) requireOrderedPublication(op);
  if (const Conflict* conflict = detector_.look(current_->id, locationOf(op), writes))
    reportConflict(*conflict, op.addr, op.size, writes ? "atomic write" : "atomic read", op.site);
}

bool Engine::waitsInLoop(ThreadId t) const {
  const core::ThreadState& state = execution_.threads[t];
  return state.status == core::ThreadStatus::Ready && core::touchesMemory(state.pending.kind) &&
         !info_.sites[state.pending.site].condition.empty();
}

// Whoever still waits reads its word for ever.
void Engine::checkWaiters() {
  Thread* const running = current_;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (!waitsInLoop(t)) continue;
    current_ = &threads_[t];
    requireAccess(execution_.threads[t].pending);
  }
  current_ = running;
}

// --- iterations without effect ---

// In which retry it began, if in any, and where in the trace.
std::uint64_t Engine::beginIteration() const {
  return current_->atomicDepth == 0 ? retries_ << 32 | execution_.trace.size() : kNoIteration;
}

void Engine::endIteration(SiteId loop, std::uint64_t begin, bool changed, bool mayHideRace) {
  if (!changed) noteUnseen();  // what becomes of the thread depends on what others did
  const std::uint64_t retry = begin >> 32;
  const std::size_t first = begin & 0xffff'ffff;
  const bool isGone = retry != 0 && retry != retries_;  // what it did in an earlier retry was rolled back
  if (begin == kNoIteration || isGone || current_->atomicDepth != 0) return;
  judge({.loop = loop,
         .thread = current_->id,
         .begin = first,
         .end = execution_.trace.size(),
         .changesState = changed,
         .hasUnseenEffects = current_->unseenAt > first,
         .mayHideRace = mayHideRace});
}

void Engine::endPureIteration(SiteId loop, bool mayHideRace) {
  judge({.loop = loop, .thread = current_->id, .isPure = true, .mayHideRace = mayHideRace});
}

void Engine::judge(const core::Iteration& iteration) {
  const auto effect = core::effectOf(iteration, execution_.trace, judgedBy());
  if (effect != core::IterationEffect::None && effect != core::IterationEffect::ZeroNet) return;
  if (passes(iteration)) return;
  // On an execution graph the search has to say whether others came in between.
  if (effect == core::IterationEffect::ZeroNet && ordersEvents()) {
    const InHeddle guard;
    if (!order_->isUnobserved(execution_, iteration)) return;
  }
  stopAfter(iteration);
}

// An iteration that is left out would have made this access, with what the thread
// knows now. That it may have made none that way is no reason to report a race.
void Engine::ghostAccess(Address addr, SiteId site) {
  const SiteFacts& facts = facts_[site];
  if (!checkRaces_ || retrying_ || unjoined_ == 0 || addr < kNullPages) return;
  const InHeddle guard;
  noteUnseen();
  for (Address byte = addr; byte < addr + facts.size; ++byte)
    if (!inRegion(byte) || (!isOpen(byte, 1) && !detector_.touchesAtomic(byte, 1)))
      breakOff({core::Assumption::RacelessIterations, site});
  detector_.addGhost(current_->id, addr, facts.size, facts.kind == OpKind::Write);
  requireUnmet(site);
}

// Whether the thread goes on after it, once (analysis/loops/hidden_races.h).
bool Engine::passes(const core::Iteration& iteration) {
  if (!iteration.mayHideRace || std::exchange(current_->tookIteration, true)) return false;
  current_->unseenAt = execution_.trace.size() + 1;  // not to be stopped later in the same iteration
  return true;
}

core::JudgedBy Engine::judgedBy() const {
  return {.racesCount = checkRaces_, .isGraph = ordersEvents(), .zeroNetEffect = options_.zeroNetEffect};
}

void Engine::stopAfter(const core::Iteration& iteration) {
  const InHeddle guard;
  Thread& me = *current_;
  execution_.threads[me.id].pending = {.site = iteration.loop, .kind = OpKind::Assume};
  execution_.threads[me.id].status = core::ThreadStatus::Stopped;
  me.endedIteration = true;
  if (me.starter != nullptr)
    switchTo(*std::exchange(me.starter, nullptr));
  else
    dispatch();
}

// --- bounds ---

void Engine::stopAtBound(SiteId site, unsigned iterations) {
  if (retrying_) return;  // there are other limits then
  hot.inProgram = false;
  if (!execution_.stop)
    execution_.stop = {fmt::format("{}bound {}: the loop at {} ran more than {} {}", core::kNoViolationWithin,
                                   iterations, placeOf(site), iterations, iterations == 1 ? "time" : "times"),
                       site, current_->id, false, true};
  stopThread(site);
}

void Engine::watchIterations(SiteId site, std::uint64_t look) {
  const InHeddle guard;
  if (retrying_ || !longLoops_.isLong(site, look) || !longLoops_.grows(site)) return;
  if (repeatsItself(execution_.trace, current_->id)) cutInLoop(site, "this loop runs any number of iterations");
}

void Engine::cutInLoop(SiteId site, std::string_view why) {
  breakOff({core::Assumption::LoopsEnd, site, std::string(why)});
}

}  // namespace heddle::runtime
