// Memory of the program that belongs to the library: what is passed to main, and
// state that all threads share.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "core/layout.h"
#include "core/op.h"
#include "core/reader_words.h"
#include "core/section_words.h"

namespace heddle::runtime {

// After the program's own globals.
inline constexpr std::uint64_t kLibraryBytes = 8192;
inline constexpr core::Address kArguments = core::layout::kGlobals + core::layout::kGlobalsSize - kLibraryBytes;
inline constexpr std::uint64_t kArgumentBytes = 64;  // of short ones
inline constexpr core::Address kLibraryWords = kArguments + 256;

// A word of the program's memory each, 0 at first, so that searches see who uses
// it in which order.
enum class LibraryWord : std::uint8_t {
  SharedPointerLock,
  ExitHandlers,
  ThreadKeys,
  NamedSemaphores,
  StandardInput,
  TerminateHandler,
  NewHandler,
  StreamWords
};
inline constexpr unsigned kLibraryWordCount = 8;

constexpr core::Address addressOf(LibraryWord word) { return kLibraryWords + 8 * static_cast<unsigned>(word); }

// And one for each thread, at which it sleeps (core/condition_rules.h).
inline constexpr core::Address kSleepWords = kLibraryWords + 8 * kLibraryWordCount;
constexpr core::Address sleepWordOf(ThreadId thread) { return kSleepWords + 8 * thread; }

// Who waits at futexes (externals/futex.cpp).
inline constexpr core::Address kFutexQueues = sleepWordOf(kMaxThreads);
inline constexpr unsigned kFutexQueueCount = 256;

// The locks of words that atomic sections access (section_locks.h).
inline constexpr core::Address kSectionLocks = kFutexQueues + 8 * kFutexQueueCount;
constexpr core::Address sectionLockOf(unsigned slot) { return kSectionLocks + 8 * slot; }

// Of readers of read-write locks (externals/rwlock.cpp).
inline constexpr core::Address kReaderWords = sectionLockOf(core::SectionWords::kSlots);
constexpr core::Address readerWord(unsigned index) { return kReaderWords + 8 * index; }

inline constexpr core::Address kLibraryWordsEnd = readerWord(core::ReaderWords::kMost);
static_assert(kLibraryWordsEnd <= kArguments + kLibraryBytes);

}  // namespace heddle::runtime
