// How an execution ends, other than by running out of steps: violations,
// refusals, limits.
#include <fmt/format.h>

#include "base/check.h"
#include "runtime/engine.h"

namespace heddle::runtime {

void Engine::stuck(bool isBlocked) {
  if (isBlocked) leave(execution_.violation ? core::End::Violated : core::End::Blocked);
  for (ThreadId t = 0; t < execution_.threads.size(); ++t)
    if (core::enabled(execution_, t)) leave(core::End::Abandoned);
  if (execution_.violation) leave(core::End::Violated);
  checkWaiters();
  const core::End end = core::classifyStuck(execution_);
  if (end == core::End::Deadlock) explainDeadlock();
  leave(end);
}

void Engine::explainDeadlock() {
  const core::ThreadState* first = nullptr;
  ThreadId who = 0;
  unsigned waiting = 0;
  bool livelock = true;  // nobody waits for a lock: all turn in loops, or join those that do
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (execution_.threads[t].status != core::ThreadStatus::Ready) continue;
    const bool joins = execution_.threads[t].pending.kind == OpKind::Join;
    livelock = livelock && (joins || waitsInLoop(t));
    // Of the waiters, one that waits for memory says more than one that joins.
    if (first == nullptr || (first->pending.kind == OpKind::Join && !joins)) {
      first = &execution_.threads[t];
      who = t;
    }
    ++waiting;
  }
  livelock = livelock && first->pending.kind != OpKind::Join;
  execution_.violation = {livelock ? ViolationKind::Livelock : ViolationKind::Deadlock,
                          waiting == 1 ? "one thread waits for ever" : fmt::format("{} threads wait for ever", waiting),
                          first->pending.site,
                          who,
                          first->pending.addr,
                          0,
                          0};
}

void Engine::fail(ViolationKind kind, std::string_view message, SiteId site, Address addr, std::uint64_t bytes) {
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
  hot.inProgram = false;
  execution_.stop = {std::string(message), site, current_->id, false};
  leave(core::End::Refused);
}

void Engine::cut(std::string_view message, SiteId site, bool endless) {
  hot.inProgram = false;
  execution_.stop = {std::string(message), site, current_->id, endless};
  leave(core::End::Cut);
}

void Engine::lookAtLimits(SiteId site) {
  const std::size_t events = execution_.trace.size();
  if (events >= options_.eventLimit)
    cut(fmt::format("an execution has more than {} visible operations (a loop that waits?); "
                    "--max-events raises the limit, --search random does not follow one thread for ever",
                    options_.eventLimit),
        site, false);
  if (options_.mustStop)
    if (const char* const why = options_.mustStop()) cut(why, site, true);
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
    if (const char* const why = options_.mustStop()) cut(why, site, true);
  hot.budget = kBudget;
}

void Engine::crashed(ViolationKind kind, std::string_view message, Address addr) {
  SiteId site = hot.probing ? hot.probeSite : here();
  if (site == 0 && !execution_.trace.empty()) site = execution_.trace.back().op.site;
  hot.probing = false;
  fail(kind, message, site, addr);
}

}  // namespace heddle::runtime
