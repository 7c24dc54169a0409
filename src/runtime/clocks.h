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

  Row add() {
    const Row row = rows_++;
    if (rows_ * width_ > entries_.size()) entries_.resize(rows_ * width_ * 2);
    fill(row);
    return row;
  }

  void fill(Row row) { std::fill_n(at(row), width_, base_); }

  // Makes room for threads up to and including `t`.
  void widen(ThreadId t) {
    if (t < width_) return;
    std::uint32_t wider = width_;
    while (wider <= t) wider *= 2;
    std::vector<std::uint32_t> entries(static_cast<std::size_t>(rows_ + 1) * wider * 2, base_);
    for (Row row = 0; row < rows_; ++row) std::copy_n(at(row), width_, &entries[static_cast<std::size_t>(row) * wider]);
    entries_ = std::move(entries);
    width_ = wider;
  }

  std::uint32_t& get(Row row, ThreadId t) { return at(row)[t]; }

  void join(Row into, Row from) {
    std::uint32_t* __restrict const a = at(into);
    const std::uint32_t* __restrict const b = at(from);
    for (std::uint32_t i = 0; i < width_; i += 4)
      for (std::uint32_t j = i; j < i + 4; ++j) a[j] = std::max(a[j], b[j]);
  }
  void copy(Row into, Row from) {
    std::uint32_t* __restrict const a = at(into);
    const std::uint32_t* __restrict const b = at(from);
    for (std::uint32_t i = 0; i < width_; i += 4)
      for (std::uint32_t j = i; j < i + 4; ++j) a[j] = b[j];
  }

  // The first thread whose entry in `row` is not below or equal `than`'s.
  ThreadId firstBeyond(Row row, Row than) {
    const std::uint32_t* const a = at(row);
    const std::uint32_t* const b = at(than);
    for (ThreadId t = 0; t < width_; ++t)
      if (a[t] > b[t]) return t;
    return kMaxThreads;
  }

  // The largest entry used so far: the next execution's base lies above it.
  std::uint32_t base() const { return base_; }

 private:
  std::uint32_t* at(Row row) { return &entries_[static_cast<std::size_t>(row) * width_]; }

  std::vector<std::uint32_t> entries_ = std::vector<std::uint32_t>(256);
  std::uint32_t width_ = 4;
  std::uint32_t base_ = 0;
  Row rows_ = 0;
};

}  // namespace heddle::runtime
