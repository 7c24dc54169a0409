// The lock of pthread_mutex_t on any 8-byte word, for other models; and what
// there is to tell about locks.
#pragma once

#include <cstdint>

#include "core/event_log.h"

namespace heddle::runtime::externals {

void acquireLock(void* word);
void releaseLock(void* word);

// What the event made of a lock; None: it is no lock that it wrote.
enum class LockState : std::uint8_t { None, Free, Held, Destroyed };
LockState lockAfter(const core::Event& event);

// Read-write locks have words of their readers (rwlock.cpp): whose word it is, or itself; and whether a step is one of
// several, which the others tell of.
core::Address lockOf(core::Address word);
bool isPartOfReadWriteLock(const core::Op& op);

}  // namespace heddle::runtime::externals
