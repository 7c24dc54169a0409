// Memory of the program that belongs to the library: what is passed to main, and
// state that all threads share.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "core/layout.h"
#include "core/op.h"

namespace heddle::runtime {

// After the program's own globals.
inline constexpr core::Address kArguments = core::layout::kGlobals + core::layout::kGlobalsSize - 4096;
inline constexpr core::Address kLibraryWords = kArguments + 256;

// A word of the program's memory each, 0 at first, so that searches see who uses
// it in which order.
enum class LibraryWord : std::uint8_t { SharedPointerLock, ExitHandlers, ThreadKeys, NamedSemaphores };
inline constexpr unsigned kLibraryWordCount = 4;

constexpr core::Address addressOf(LibraryWord word) { return kLibraryWords + 8 * static_cast<unsigned>(word); }

// And one for each thread, at which it sleeps (core/condition_rules.h).
inline constexpr core::Address kSleepWords = kLibraryWords + 8 * kLibraryWordCount;
constexpr core::Address sleepWordOf(ThreadId thread) { return kSleepWords + 8 * thread; }

// Who waits at futexes (externals/futex.cpp).
inline constexpr core::Address kFutexQueues = sleepWordOf(kMaxThreads);
inline constexpr unsigned kFutexQueueCount = 64;

inline constexpr core::Address kLibraryWordsEnd = kFutexQueues + 8 * kFutexQueueCount;
static_assert(kLibraryWordsEnd <= kArguments + 4096);

}  // namespace heddle::runtime
