// Waiting until somebody signals, for models that do so.
#pragma once

#include <time.h>

#include "core/event_log.h"
#include "runtime/externals/external.h"

namespace heddle::runtime::externals {

// Of the running thread, in words that say who waits.
std::uint64_t waitingBit();
// The thread, which sleeps because of that, goes on.
void wakeUp(ThreadId thread, void* condition);

// The running thread is among those that wait at the word from now on.
void beginWait(void* condition);
// It goes on when it is woken.
void sleepUntilWoken(void* condition);
// It waits no longer: whether it was woken.
bool leaveWait(void* condition);

void signalOne(void* condition);
void signalAll(void* condition);

// The condition variable that an op of a sleeping or waking thread is about; 0: it is none.
Address conditionOf(const Op& op);

}  // namespace heddle::runtime::externals
