// How an execution ends, other than by running out of steps: violations,
// refusals, limits.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "runtime/engine.h"

namespace heddle::runtime {

void Engine::stuck(bool isBlocked) {
  if (isBlocked) leave(execution_.violation ? core::End::Violated : core::End::Blocked);
  for (ThreadId t = 0; t < execution_.threads.size(); ++t)
    if (core::enabled(execution_, t)) leave(core::End::Abandoned);
  if (execution_.violation) leave(core::End::Violated);
  checkWaiters();
  core::End how = core::classifyStuck(execution_);
  if (how == core::End::Blocked && takesAllAlong()) how = core::End::Complete;
  const bool isRolledBack = how != core::End::Complete && isHeldUpByGroups();
  if (isRolledBack) return end(core::End::Blocked);
  if (how == core::End::Deadlock) explainDeadlock();
  canRetry_ = how == core::End::Blocked;
  end(how);
}

// Whether the process exits, and whoever was stopped spins in a loop: it
// could not have held that up.
bool Engine::takesAllAlong() const {
  if (!execution_.exiting) return false;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t)
    if (execution_.threads[t].status == core::ThreadStatus::Stopped && !endedIteration(t)) return false;
  return true;
}

// --- deadlocks and livelocks ---

const core::Event* Engine::lastWriter(Address addr) const {
  const auto& events = execution_.trace;
  const auto found =
      std::find_if(events.rbegin(), events.rend(), [&](const core::Event& e) { return e.wrote && e.op.addr == addr; });
  return found == events.rend() ? nullptr : &*found;
}

const PlainAccess* Engine::lastPlainWriter(Address addr) const {
  const auto found = std::find_if(plainAccesses_.rbegin(), plainAccesses_.rend(), [&](const PlainAccess& access) {
    return access.write && access.addr <= addr && addr < access.addr + access.bytes;
  });
  if (found == plainAccesses_.rend()) return nullptr;
  const core::Event* const event = lastWriter(addr);
  const bool isLater = event == nullptr || execution_.trace.begin() + found->position > event;
  return isLater ? &*found : nullptr;
}

// Whether the thread waits for one that spins in a loop: to exit, or to
// unlock what it holds; or for one that waits so. It is not to blame.
bool Engine::waitsForSpinning(ThreadId t) const {
  for (std::size_t i = 0; i < execution_.threads.size(); ++i) {
    const core::ThreadState& state = execution_.threads[t];
    if (spins(t)) return true;
    if (state.status != core::ThreadStatus::Ready) return false;
    if (state.pending.kind == OpKind::Join) {
      t = state.pending.other;
    } else {
      const core::Event* const holder = lastWriter(state.pending.addr);
      if (holder == nullptr) return false;
      t = holder->thread;
    }
  }
  return false;  // they wait for each other
}

// A livelock if whoever waits spins in a loop or waits for one that does.
// A thread is named that is to blame; of several, one that waits for memory
// says more than one that joins.
void Engine::explainDeadlock() {
  bool livelock = true;
  std::vector<ThreadId> waiting;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (execution_.threads[t].status != core::ThreadStatus::Ready && !endedIteration(t)) continue;
    waiting.push_back(t);
    livelock = livelock && waitsForSpinning(t);
  }
  const auto rank = [&](ThreadId t) {
    const bool blamed = livelock ? spins(t) : !waitsForSpinning(t);
    return 2 * !blamed + (execution_.threads[t].pending.kind == OpKind::Join);
  };
  const ThreadId who = *std::ranges::min_element(waiting, {}, rank);
  const Op& op = execution_.threads[who].pending;
  execution_.violation = {
      livelock ? ViolationKind::Livelock : ViolationKind::Deadlock,
      waiting.size() == 1 ? "one thread waits for ever" : fmt::format("{} threads wait for ever", waiting.size()),
      op.site,
      who,
      op.addr,
      0,
      0};
}

// --- violations and limits ---

void Engine::fail(ViolationKind kind, std::string_view message, SiteId site, Address addr, std::uint64_t bytes) {
  endRetry();
  hot.inProgram = false;
  if (!execution_.violation) userSite_ = facts_[site].isSystem ? hot.userSite : 0;
  core::Violation violation{kind,  std::string(message),        facts_[site].place, current_->id, addr,
                            bytes, core::askedSteps(execution_)};
  if (execution_.violation)
    execution_.furtherViolations.push_back(std::move(violation));
  else
    execution_.violation = std::move(violation);
  if (!keepGoing_) leave(core::End::Violated);
  if (current_->atomicDepth != 0) {
    current_->atomicDepth = 0;
    leaveSection();
  }
  stopThread(site);
}

void Engine::refuse(std::string_view message, SiteId site) {
  endRetry();
  hot.inProgram = false;
  execution_.stop = {std::string(message), site, current_->id, false};
  leave(core::End::Refused);
}

void Engine::cut(std::string_view message, SiteId site, bool endless, bool isOutside) {
  endRetry();
  hot.inProgram = false;
  execution_.stop = {.message = std::string(message),
                     .site = site,
                     .thread = current_->id,
                     .endless = endless,
                     .isOutside = isOutside};
  leave(core::End::Cut);
}

// A fact about separate words: whether it was accessed atomically, and the word.
void Engine::addEvidence(core::Evidence& evidence) const {
  for (const bool isAtomic : {false, true})
    for (const Address word : isAtomic ? separateWords_.atomic : separateWords_.stored)
      evidence[core::Assumption::SeparateWords].push_back({isAtomic, word});
  groupedLocks_.addEvidence(evidence);
  longLoops_.addEvidence(evidence);
}

bool Engine::takeIn(const core::Evidence& evidence) {
  for (const core::Fact& fact : core::factsOf(evidence, core::Assumption::SeparateWords)) {
    if (fact.size() != 2 || fact[0] > 1) return false;
    (fact[0] != 0 ? separateWords_.atomic : separateWords_.stored).insert(fact[1]);
  }
  return groupedLocks_.takeIn(evidence) && longLoops_.takeIn(evidence);
}

// Nothing that follows can be relied on.
void Engine::breakOff(core::Broken broken) {
  endRetry();
  hot.inProgram = false;
  execution_.stop = {.message = broken.why, .site = broken.site, .thread = current_->id};
  execution_.broken = std::move(broken);
  leave(core::End::Cut);
}

void Engine::lookAtLimits(SiteId site) {
  const std::size_t events = execution_.trace.size();
  const bool isTooLong = events >= options_.eventLimit;
  if (isTooLong && longLoops_.last() != 0 && repeatsItself(execution_.trace, current_->id))
    cutInLoop(longLoops_.last(),
              fmt::format("this loop has not ended after {} visible operations (--max-events)", options_.eventLimit));
  if (isTooLong)
    cut(fmt::format(
            "an execution has more than {} visible operations (a loop that waits?); "
            "--unroll N bounds the iterations of loops, --max-events raises the limit, --search random does not "
            "follow one thread for ever",
            options_.eventLimit),
        site, false);
  if (options_.mustStop)
    if (const char* const why = options_.mustStop()) cut(why, site, true, true);
  // A section is one event and advances a clock three times at most.
  HEDDLE_CHECK_NOTE(detector_.hasRoom(4 * kEventsBetweenLooks), "the clocks of an execution are used up");
  execution_.trace.reserve(std::min<std::size_t>(events + kEventsBetweenLooks, options_.eventLimit));
}

void Engine::lookUp(SiteId site) {
  const InHeddle guard;
  if (loopsSince_ == execution_.trace.size()) {
    loops_ += kBudget;
  } else {  // the budget was used between several events
    loopsSince_ = execution_.trace.size();
    loops_ = 0;
  }
  if (loops_ >= options_.stepLimit)
    cut(fmt::format(
            "a loop runs {} times without a visible operation (does it ever end?); --step-limit raises the limit",
            options_.stepLimit),
        site, true);
  if (options_.mustStop)
    if (const char* const why = options_.mustStop()) cut(why, site, true, true);
  hot.budget = kBudget;
}

void Engine::crashed(ViolationKind kind, std::string_view message, Address addr) {
  SiteId site = hot.probing ? hot.probeSite : here();
  if (site == 0 && !execution_.trace.empty()) site = execution_.trace.back().op.site;
  hot.probing = false;
  fail(kind, message, site, addr);
}

}  // namespace heddle::runtime
