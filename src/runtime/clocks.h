// Vector clocks for happens-before, in one pool.
//
// Rows are numbers, not objects, so that the pool can widen them all at once
// when a thread with a larger id appears. An execution starts with every entry
// at the same base, larger than any clock used before: whatever shadow memory
// remembers of earlier executions is then ordered before everything in this
// one, and nothing needs to be cleared between executions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/ids.h"

namespace heddle::runtime {

// A thread's clock value with its thread, in one word. 0 is "never".
using Epoch = std::uint32_t;
inline constexpr unsigned kClockBits = 24;
inline constexpr std::uint32_t kClockLimit = (1U << kClockBits) - 1;
constexpr Epoch epochOf(ThreadId t, std::uint32_t clock) { return t << kClockBits | clock; }
constexpr ThreadId threadOf(Epoch e) { return e >> kClockBits; }
constexpr std::uint32_t clockOf(Epoch e) { return e & kClockLimit; }

class Clocks {
 public:
  using Row = std::uint32_t;

  // Starts over with no rows; every entry of a new row is `base`.
  void restart(std::uint32_t base) {
    base_ = base;
    rows_ = 0;
  }

  // The first of `count` new rows with consecutive numbers.
  Row add(unsigned count) {
    const Row row = rows_;
    rows_ += count;
    const std::size_t needed = std::size_t{rows_} << shift_;
    if (needed > entries_.size()) [[unlikely]]
      entries_.resize(needed * 2);
    const Four base = {base_, base_, base_, base_};
    for (std::uint32_t* at = rowAt(row); at != entries_.data() + needed; at += 4) store(at, base);
    return row;
  }

  void fill(Row row) { std::fill_n(rowAt(row), width(), base_); }

  // Makes room for threads up to and including `t`.
  void widen(ThreadId t) {
    if (t < width()) [[likely]]
      return;
    const std::uint32_t before = width();
    const std::vector<std::uint32_t> old = std::move(entries_);
    while (width() <= t) ++shift_;
    entries_.assign((std::size_t{rows_} + 16) << shift_, base_);
    for (Row row = 0; row < rows_; ++row) std::copy_n(&old[std::size_t{row} * before], before, rowAt(row));
  }

  std::uint32_t& get(Row row, ThreadId t) { return rowAt(row)[t]; }

  void join(Row into, Row from) {
    std::uint32_t* const a = rowAt(into);
    const std::uint32_t* const b = rowAt(from);
    for (std::uint32_t i = 0; i < width(); i += 4) {
      const Four x = load(a + i);
      const Four y = load(b + i);
      store(a + i, x > y ? x : y);
    }
  }
  void copy(Row into, Row from) {
    std::uint32_t* const a = rowAt(into);
    const std::uint32_t* const b = rowAt(from);
    for (std::uint32_t i = 0; i < width(); i += 4) store(a + i, load(b + i));
  }

  // Adds one to a thread's entry. All four of its lanes are stored at once,
  // since they will be loaded at once right after.
  void increment(Row row, ThreadId t) {
    std::uint32_t* const at = rowAt(row) + (t & ~3U);
    const Four lanes = {0, 1, 2, 3};
    const Four mine = lanes == (Four{} + (t & 3U));  // all ones where equal: minus one
    store(at, load(at) - mine);
  }

  // The first thread whose entry in `row` is not below or equal `than`'s.
  ThreadId firstBeyond(Row row, Row than) {
    const std::uint32_t* const a = rowAt(row);
    const std::uint32_t* const b = rowAt(than);
    for (ThreadId t = 0; t < width(); ++t)
      if (a[t] > b[t]) return t;
    return kMaxThreads;
  }

  // What a row starts with.
  std::uint32_t base() const { return base_; }

 private:
  using Four = std::uint32_t __attribute__((vector_size(16)));
  static Four load(const std::uint32_t* p) {
    Four v;
    std::memcpy(&v, p, sizeof(v));
    return v;
  }
  static void store(std::uint32_t* p, Four v) { std::memcpy(p, &v, sizeof(v)); }

  std::uint32_t width() const { return 1U << shift_; }
  std::uint32_t* rowAt(Row row) { return entries_.data() + (std::size_t{row} << shift_); }

  std::vector<std::uint32_t> entries_ = std::vector<std::uint32_t>(256);
  unsigned shift_ = 2;  // rows are 2^shift_ entries wide, at least 4
  std::uint32_t base_ = 0;
  Row rows_ = 0;
};

}  // namespace heddle::runtime
