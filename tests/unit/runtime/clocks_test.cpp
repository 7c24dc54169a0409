// The pool of vector clocks, compared with plain vectors that are always as
// wide as there may be threads.
#include "runtime/clocks.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace heddle::runtime {
namespace {

using ModelRow = std::array<std::uint32_t, kMaxThreads>;

class ClocksModel {
 public:
  void restart(std::uint32_t base) {
    rows.clear();
    base_ = base;
  }
  void add(unsigned count) {
    ModelRow row;
    row.fill(base_);
    rows.insert(rows.end(), count, row);
  }
  void fill(unsigned row) { rows[row].fill(base_); }
  void join(unsigned into, unsigned from) {
    for (ThreadId t = 0; t < kMaxThreads; ++t) rows[into][t] = std::max(rows[into][t], rows[from][t]);
  }
  ThreadId firstBeyond(unsigned row, unsigned than) const {
    for (ThreadId t = 0; t < kMaxThreads; ++t)
      if (rows[row][t] > rows[than][t]) return t;
    return kMaxThreads;
  }

  std::vector<ModelRow> rows;

 private:
  std::uint32_t base_ = 0;
};

class ClocksTest : public testing::Test {
 protected:
  void expectSame() {
    for (unsigned row = 0; row < model_.rows.size(); ++row)
      for (ThreadId t = 0; t < width_; ++t) ASSERT_EQ(clocks_.get(row, t), model_.rows[row][t]) << row << " " << t;
  }
  void restart(std::uint32_t base) {
    clocks_.restart(base);
    model_.restart(base);
  }
  void add(unsigned count) {
    ASSERT_EQ(clocks_.add(count), model_.rows.size());
    model_.add(count);
  }
  void set(unsigned row, ThreadId t, std::uint32_t value) {
    clocks_.get(row, t) = value;
    model_.rows[row][t] = value;
  }
  void widen(ThreadId t) {
    clocks_.widen(t);
    width_ = std::max(width_, t + 1);
  }

  Clocks clocks_;
  ClocksModel model_;
  ThreadId width_ = 4;
  std::mt19937_64 random_{1};
};

TEST_F(ClocksTest, EpochsKeepThreadAndClock) {
  for (const ThreadId t : {0U, 1U, kMaxThreads - 1}) {
    for (const std::uint32_t clock : {0U, 1U, kClockLimit}) {
      EXPECT_EQ(threadOf(epochOf(t, clock)), t);
      EXPECT_EQ(clockOf(epochOf(t, clock)), clock);
    }
  }
}

TEST_F(ClocksTest, WideningKeepsValuesAndFillsWithTheBase) {
  restart(100);
  add(3);
  for (unsigned row = 0; row < 3; ++row)
    for (ThreadId t = 0; t < 4; ++t) set(row, t, 1000 * row + t + 200);
  for (const ThreadId t : {4U, 5U, 31U, kMaxThreads - 1}) {
    widen(t);
    expectSame();
    set(1, t, 7000 + t);
    add(1);
    expectSame();
  }
}

TEST_F(ClocksTest, FirstBeyondNamesTheFirst) {
  restart(5);
  add(2);
  EXPECT_EQ(clocks_.firstBeyond(0, 1), kMaxThreads);
  clocks_.get(0, 3) = 6;
  EXPECT_EQ(clocks_.firstBeyond(0, 1), 3U);
  clocks_.get(0, 2) = 6;
  EXPECT_EQ(clocks_.firstBeyond(0, 1), 2U);
  clocks_.get(1, 2) = 6;
  EXPECT_EQ(clocks_.firstBeyond(0, 1), 3U);
  EXPECT_EQ(clocks_.firstBeyond(1, 1), kMaxThreads);
}

TEST_F(ClocksTest, RandomOperations) {
  const auto below = [&](std::uint64_t limit) { return static_cast<std::uint32_t>(random_() % limit); };
  for (int run = 0; run < 100; ++run) {
    restart(below(1000));
    add(2);
    for (int i = 0; i < 300; ++i) {
      const auto rows = static_cast<std::uint32_t>(model_.rows.size());
      const unsigned a = below(rows);
      const unsigned b = below(rows);
      const ThreadId t = below(width_);
      const ThreadId u = below(width_);
      switch (below(run < 50 ? 11 : 12)) {
        case 0: add(1 + below(3)); break;
        case 1: clocks_.join(a, b), model_.join(a, b); break;
        case 2: clocks_.copy(a, b), model_.rows[a] = model_.rows[b]; break;
        case 3: clocks_.fill(a), model_.fill(a); break;
        case 4: ASSERT_EQ(clocks_.firstBeyond(a, b), model_.firstBeyond(a, b)); break;
        case 5: set(a, t, clocks_.base() + below(50)); break;
        case 6: clocks_.increment(a, t), ++model_.rows[a][t]; break;
        case 7:
          if (a == b) break;
          clocks_.places().release(a, b, t);
          model_.rows[a] = model_.rows[b];
          ++model_.rows[b][t];
          break;
        case 8:
          if (a == b) break;
          clocks_.places().exchange(a, b, t);
          model_.join(b, a);
          model_.rows[a] = model_.rows[b];
          ++model_.rows[b][t];
          break;
        case 9:
          if (a == b) break;
          clocks_.branch(a, t, b, u);
          model_.rows[a] = model_.rows[b];
          ++model_.rows[a][t];
          ++model_.rows[b][u];
          break;
        case 10:
          if (const unsigned c = below(rows); a != b && b != c && c != a) {
            clocks_.places().contribute(a, b, c, t);
            model_.join(c, a);
            model_.join(a, b);
            ++model_.rows[b][t];
          }
          break;
        default: widen(below(20) == 0 ? below(kMaxThreads) : std::min(width_, kMaxThreads - 1)); break;
      }
      if (HasFatalFailure()) return;
    }
    expectSame();
  }
}

}  // namespace
}  // namespace heddle::runtime
