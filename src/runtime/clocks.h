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
    const Four base = Four{} + base_;
    std::uint32_t* const end = entries_.data() + needed;
    std::uint32_t* at = rowAt(row);
    do store(at, base);
    while ((at += 4) != end);
    return row;
  }

  void fill(Row row) { std::fill_n(rowAt(row), width(), base_); }

  // Makes room for threads up to and including `t`.
  void widen(ThreadId t) {
    if (t >= width()) [[unlikely]]
      widenTo(t);
  }

  // Where the rows are: until one is added, or all are widened. By value, since to the compiler each entry that is
  // stored might be a member of the pool, which it would load again.
  class Places;
  Places places();

  std::uint32_t& get(Row row, ThreadId t);
  void join(Row into, Row from);
  void copy(Row into, Row from);
  void increment(Row row, ThreadId t);
  void branch(Row child, ThreadId c, Row parent, ThreadId p);
  ThreadId firstBeyond(Row row, Row than);

  // What a row starts with.
  std::uint32_t base() const { return base_; }

 private:
  [[gnu::noinline]] void widenTo(ThreadId t) {
    const std::uint32_t before = width();
    const std::vector<std::uint32_t> old = std::move(entries_);
    while (width() <= t) ++shift_;
    entries_.assign((std::size_t{rows_} + 16) << shift_, base_);
    for (Row row = 0; row < rows_; ++row) std::copy_n(&old[std::size_t{row} * before], before, rowAt(row));
  }
  using Four = std::uint32_t __attribute__((vector_size(16)));
  static void store(std::uint32_t* p, Four v) { std::memcpy(p, &v, sizeof(v)); }
  std::uint32_t width() const { return 1U << shift_; }
  std::uint32_t* rowAt(Row row) { return entries_.data() + (std::size_t{row} << shift_); }

  std::vector<std::uint32_t> entries_ = std::vector<std::uint32_t>(256);
  // In this order: the compiler loads base_ together with its neighbour, which
  // must not have been stored just before.
  Row rows_ = 0;
  std::uint32_t base_ = 0;
  unsigned shift_ = 2;  // rows are 2^shift_ entries wide, at least 4
};

class Clocks::Places {
 public:
  Places(std::uint32_t* entries, unsigned shift) : entries_(entries), shift_(shift) {}

  std::uint32_t& get(Row row, ThreadId t) const { return rowAt(row)[t]; }

  void join(Row into, Row from) const {
    std::uint32_t* const a = rowAt(into);
    const std::uint32_t* const b = rowAt(from);
    forFours([=](std::uint32_t i) {
      const Four x = load(a + i);
      const Four y = load(b + i);
      store(a + i, x > y ? x : y);
    });
  }
  void copy(Row into, Row from) const {
    std::uint32_t* const a = rowAt(into);
    const std::uint32_t* const b = rowAt(from);
    forFours([=](std::uint32_t i) { store(a + i, load(b + i)); });
  }

  // Adds one to a thread's entry. All four of its lanes are stored at once,
  // since they will be loaded at once right after.
  void increment(Row row, ThreadId t) const {
    std::uint32_t* const at = rowAt(row) + (t & ~3U);
    store(at, load(at) - lanesOf(t, t & ~3U));
  }

  // copy(into, row) and then increment(row, t), in one go.
  void release(Row into, Row row, ThreadId t) const {
    std::uint32_t* const a = rowAt(into);
    std::uint32_t* const b = rowAt(row);
    forFours([=](std::uint32_t i) {
      const Four y = load(b + i);
      store(a + i, y);
      store(b + i, y - lanesOf(t, i));
    });
  }
  // join(learnt, into), join(into, row) and then increment(row, t), in one go.
  void contribute(Row into, Row row, Row learnt, ThreadId t) const {
    std::uint32_t* const a = rowAt(into);
    std::uint32_t* const b = rowAt(row);
    std::uint32_t* const c = rowAt(learnt);
    forFours([=](std::uint32_t i) {
      const Four x = load(a + i);
      const Four y = load(b + i);
      const Four z = load(c + i);
      store(c + i, z > x ? z : x);
      store(a + i, x > y ? x : y);
      store(b + i, y - lanesOf(t, i));
    });
  }
  // join(row, into), copy(into, row) and then increment(row, t), in one go.
  void exchange(Row into, Row row, ThreadId t) const {
    std::uint32_t* const a = rowAt(into);
    std::uint32_t* const b = rowAt(row);
    forFours([=](std::uint32_t i) {
      const Four x = load(a + i);
      const Four y = load(b + i);
      const Four both = x > y ? x : y;
      store(a + i, both);
      store(b + i, both - lanesOf(t, i));
    });
  }

  // copy(child, parent) and then increment(child, c) and increment(parent, p).
  void branch(Row child, ThreadId c, Row parent, ThreadId p) const {
    std::uint32_t* const a = rowAt(child);
    std::uint32_t* const b = rowAt(parent);
    forFours([=](std::uint32_t i) {
      const Four y = load(b + i);
      store(a + i, y - lanesOf(c, i));
      store(b + i, y - lanesOf(p, i));
    });
  }

  // The first thread whose entry in `row` is not below or equal `than`'s.
  ThreadId firstBeyond(Row row, Row than) const {
    const std::uint32_t* const a = rowAt(row);
    const std::uint32_t* const b = rowAt(than);
    for (ThreadId t = 0; t < width(); ++t)
      if (a[t] > b[t]) return t;
    return kMaxThreads;
  }

 private:
  static Four load(const std::uint32_t* p) {
    Four v;
    std::memcpy(&v, p, sizeof(v));
    return v;
  }
  // All ones, which is minus one, in the lane of thread `t` if it is one of the four from `first` on.
  static Four lanesOf(ThreadId t, ThreadId first) { return Four{0, 1, 2, 3} == Four{} + (t - first); }

  // Calls visit(i) for the first of each four entries of a row. Most programs
  // have no more than four threads. One call of it: of two the compiler makes a
  // function, and what it captures goes through memory.
  template <typename Visit>
  [[gnu::always_inline]] void forFours(Visit visit) const {
    std::uint32_t i = 0;
    do {
      visit(i);
      i += 4;
    } while (i != width());
  }

  std::uint32_t width() const { return 1U << shift_; }
  std::uint32_t* rowAt(Row row) const { return entries_ + (std::size_t{row} << shift_); }

  std::uint32_t* entries_;
  unsigned shift_;
};

inline Clocks::Places Clocks::places() { return {entries_.data(), shift_}; }
inline std::uint32_t& Clocks::get(Row row, ThreadId t) { return places().get(row, t); }
inline void Clocks::join(Row into, Row from) { places().join(into, from); }
inline void Clocks::copy(Row into, Row from) { places().copy(into, from); }
inline void Clocks::increment(Row row, ThreadId t) { places().increment(row, t); }
inline void Clocks::branch(Row child, ThreadId c, Row parent, ThreadId p) { places().branch(child, c, parent, p); }
inline ThreadId Clocks::firstBeyond(Row row, Row than) { return places().firstBeyond(row, than); }

}  // namespace heddle::runtime
