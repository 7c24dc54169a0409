// Threads that wait in loops: for memory, or longer than they may.
#include <fmt/format.h>

#include "runtime/engine.h"

namespace heddle::runtime {

Value Engine::await() {
  const Op& op = pendingOp();
  requireWord(op);
  // Nobody else runs while the thread is in an atomic section, so that what it
  // waits for cannot come.
  if (current_->atomicDepth != 0 && !core::enabled(execution_, current_->id)) stopThread(op.site);
  return step();
}

// The loop looks at the word at least once, whether or not it ever has the
// value that is waited for.
void Engine::requireWord(const Op& op) {
  const InHeddle guard;
  if (op.order == Order::Plain || !checkRaces_)
    requireAccess(op);
  else if (!detector_.known(op.addr, op.size))
    newLocation(op);
}

void Engine::stopAtBound(SiteId site, unsigned rounds) {
  hot.inProgram = false;
  if (!execution_.stop)
    execution_.stop = {fmt::format("no violation within bound {}: the loop at {} ran more than {} {} (--unroll)",
                                   rounds, placeOf(site), rounds, rounds == 1 ? "time" : "times"),
                       site, current_->id, false, true};
  stopThread(site);
}

}  // namespace heddle::runtime
