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
// Who was among them already.
std::uint64_t beginWait(void* condition);
// It goes on when it is woken.
void sleepUntilWoken(void* condition);
// The same, or it waits no longer: whether it was woken.
bool leaveWait(void* condition);

void signalOne(void* condition);
void signalAll(void* condition);

// --- for the counterexample ---

// The condition variable or futex that an operation on a word of the library is about; 0: it is none of these.
Address conditionOf(const Op& op);
// Whether it is one that wakes whoever waits there.
bool signals(const Op& op, Address condition);
// Whom it wakes, if it does so.
std::optional<ThreadId> wokenBy(const Op& op);

}  // namespace heddle::runtime::externals
