// Where the memory of the program under test lives.
//
// Everything the program can touch (globals, stacks, heap) lies in one region
// at a fixed address, so that addresses repeat from run to run, and so that an
// address maps to its shadow by arithmetic alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/ids.h"

namespace heddle::core::layout {

inline constexpr std::uint64_t kKiB = 1024, kMiB = kKiB * 1024, kGiB = kMiB * 1024, kTiB = kGiB * 1024;

// Clear of AddressSanitizer's own shadow, of executables and of libraries.
inline constexpr std::uint64_t kBase = 0x6000'0000'0000;

// How much of it there is. The small layout (the CMake option of that name) is for systems that do not let a process
// reserve terabytes: `ulimit -v`, emulators. Addresses map to their shadow in the same way.
#ifdef HEDDLE_SMALL_LAYOUT
inline constexpr std::uint64_t kSize = 4 * kGiB;
inline constexpr std::uint64_t kGlobalsSize = kGiB;
inline constexpr std::uint64_t kStackSlot = 4 * kMiB;  // of each thread: stack, guard and kStackTops
inline constexpr std::uint64_t kHeapSlot = 8 * kMiB;   // of each thread: what it allocates, red zones included
inline constexpr std::uint64_t kDefaultStack = 3 * kMiB;
#else
inline constexpr std::uint64_t kSize = kTiB;
inline constexpr std::uint64_t kGlobalsSize = 4 * kGiB;
inline constexpr std::uint64_t kStackSlot = 16 * kMiB;
inline constexpr std::uint64_t kHeapSlot = 3 * kGiB;
inline constexpr std::uint64_t kDefaultStack = 8 * kMiB;
#endif

inline constexpr std::uint64_t kGlobals = kBase;
inline constexpr std::uint64_t kStacks = kGlobals + kGlobalsSize;
inline constexpr std::uint64_t kStackTops = 16 * kKiB;  // in which the stacks' tops lie, each at another place
inline constexpr std::uint64_t kStackGuard = 64 * kKiB;
inline constexpr std::uint64_t kMostStack = kStackSlot - kStackTops - kStackGuard;
static_assert(kDefaultStack <= kMostStack);
inline constexpr std::uint64_t kHeaps = kStacks + kMaxThreads * kStackSlot;
static_assert(kHeaps + kMaxThreads * kHeapSlot <= kBase + kSize);
inline constexpr std::uint64_t kHeapsSize = kBase + kSize - kHeaps;
inline constexpr std::uint64_t kMostHeap = kHeapsSize / 2;  // then there is room for two threads

// One byte for each 8 bytes of memory; bit i set: byte i may be accessed
// without asking anybody. Zero (never touched, freed, a red zone, an atomic
// location): ask the runtime.
inline constexpr std::uint64_t kMask = 0x6200'0000'0000;

constexpr std::uint64_t maskAddress(std::uint64_t addr) { return kMask + ((addr - kBase) >> 3); }

// Two 32-bit words for each 4 bytes of memory: who wrote and who read last.
inline constexpr std::uint64_t kRaceCells = 0x6400'0000'0000;

constexpr std::uint64_t raceCellAddress(std::uint64_t addr) {
  return kRaceCells + ((addr - kBase) & ~std::uint64_t{3}) * 2;
}

// Bytes left inaccessible around each global and each escaping stack object.
inline constexpr std::uint64_t kRedZone = 16;

}  // namespace heddle::core::layout
