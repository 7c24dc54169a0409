// The oracle for partial order reduction, against numbers worked out by hand
// and against the definition taken literally.
#include "support/traces.h"

#include <gtest/gtest.h>

#include <map>

#include "support/compare.h"

namespace heddle::testing {
namespace {

// An event of an execution: a step with all it touched.
struct LiteralEvent {
  std::vector<std::uint64_t> what;   // thread, number within the thread, and all that was read and done
  std::map<unsigned, bool> touched;  // byte: whether it was written
  unsigned body = 0;
};

bool conflict(const LiteralEvent& x, const LiteralEvent& y) {
  for (const auto& [at, wrote] : x.touched)
    if (const auto other = y.touched.find(at); other != y.touched.end() && (wrote || other->second)) return true;
  return false;
}

// Events of one thread in order, and for each conflicting pair which is first.
using LiteralTrace = std::pair<std::set<std::vector<std::uint64_t>>,
                               std::set<std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>>>;

LiteralTrace literal(const std::vector<LiteralEvent>& events) {
  LiteralTrace trace;
  for (std::size_t j = 0; j < events.size(); ++j) {
    trace.first.insert(events[j].what);
    for (std::size_t i = 0; i < j; ++i)
      if (events[i].body != events[j].body && conflict(events[i], events[j]))
        trace.second.insert({events[i].what, events[j].what});
  }
  return trace;
}

class Literally {
 public:
  explicit Literally(const Script& script)
      : machine_(script, Machine::Local::AtOnce, Machine::Violations::StopTheThread), counts_(script.threads.size()) {
    visit(machine_.initial());
  }
  std::size_t count() const { return traces_.size(); }

 private:
  void visit(const MachineState& s) {
    bool over = true;
    for (unsigned t = 0; t < machine_.bodies(); ++t) {
      for (std::uint64_t v = 0; machine_.canGo(s, t) && v < machine_.values(s, t); ++v) {
        over = false;
        MachineState next = s;
        std::vector<Deed> deeds;
        machine_.step(next, t, v, &deeds);
        LiteralEvent event{.what = {t, counts_[t]}, .touched = {}, .body = t};
        for (const Deed& deed : deeds) {
          // Whether local ops belong to this step or to another one depends on the order.
          if (deed.body != t || !(onWord(deed.what) || deed.what == Do::Choose)) continue;
          const auto read = static_cast<std::uint64_t>(deed.read);
          event.what.insert(event.what.end(), {static_cast<std::uint64_t>(deed.what), deed.other, read, deed.wrote});
          for (unsigned i = 0; i < deed.size; ++i) event.touched[deed.at + i] |= deed.wrote;
        }
        const bool isJoin = deeds[0].what == Do::Join;
        if (!isJoin) events_.push_back(event);
        counts_[t] += isJoin ? 0 : 1;
        visit(next);
        counts_[t] -= isJoin ? 0 : 1;
        if (!isJoin) events_.pop_back();
      }
    }
    if (over) traces_.insert(literal(events_));
  }

  Machine machine_;
  std::vector<std::uint64_t> counts_;
  std::vector<LiteralEvent> events_;
  std::set<LiteralTrace> traces_;
};

TEST(Traces, OfSmallScripts) {
  // SC forbids one of the four ways to order two pairs.
  EXPECT_EQ(traces(parallel({{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}})).count(), 3u);
  // Independent threads.
  EXPECT_EQ(traces(parallel({{store(0, 1), store(0, 2)}, {store(1, 1), store(1, 2)}})).count(), 1u);
  EXPECT_EQ(traces(parallel({{load(0, 0)}, {load(0, 0)}, {load(0, 0)}})).count(), 1u);
  // Any order of three writes; of a write among two reads: 2 * 2.
  EXPECT_EQ(traces(parallel({{store(0, 1)}, {store(0, 1)}, {store(0, 1)}})).count(), 6u);
  EXPECT_EQ(traces(parallel({{load(0, 0)}, {load(0, 0)}, {store(0, 1)}})).count(), 4u);
  // Whoever has the lock first.
  const Body locked{lock(0), load(0, 1), store(1, 1), unlock(0)};
  EXPECT_EQ(traces(parallel({locked, locked, locked})).count(), 6u);
  // A choose is a trace each.
  EXPECT_EQ(traces(parallel({{choose(0, 3), store(0, r(0))}, {store(1, 1)}})).count(), 3u);
}

TEST(Traces, WhatWritesNothingOnlyReads) {
  // Both fail in either order: one trace. With one that may succeed: who is first matters.
  EXPECT_EQ(traces(parallel({{cas(0, 0, 1, 2)}, {cas(0, 0, 1, 2)}})).count(), 1u);
  EXPECT_EQ(traces(parallel({{cas(0, 0, 0, 2)}, {cas(0, 0, 0, 3)}})).count(), 2u);
  EXPECT_EQ(traces(parallel({{tryLock(0, 0)}, {tryLock(0, 0)}, {tryLock(0, 0)}})).count(), 3u);
  // The awaits come after the store, in any order.
  EXPECT_EQ(traces(parallel({{store(0, 1)}, {await(0, 0, 1)}, {awaitNot(0, 0, 0)}})).count(), 1u);
}

TEST(Traces, OnlyCommonBytesConflict) {
  const Script halves = parallel({{part(store(0, 1), 0, 4)}, {part(store(0, 1), 4, 4)}});
  EXPECT_EQ(traces(halves).count(), 1u);
  const Script overlapping = parallel({{store(0, 1)}, {part(store(0, 1), 4, 4)}, {part(store(0, 1), 0, 4)}});
  EXPECT_EQ(traces(overlapping).count(), 4u);
  EXPECT_EQ(traces(parallel({{part(store(0, 1), 0, 16)}, {store(1, 1)}})).count(), 2u);
}

TEST(Traces, ASectionIsOneEvent) {
  const Body both{atomicBegin(), store(0, 1), store(1, 1), atomicEnd()};
  EXPECT_EQ(traces(parallel({both, both})).count(), 2u);
  EXPECT_EQ(traces(parallel({both, {load(0, 0), load(0, 1)}})).count(), 3u);
  const Body reads{atomicBegin(), load(0, 0), load(0, 1), atomicEnd()};
  EXPECT_EQ(traces(parallel({reads, reads})).count(), 1u);
}

TEST(Traces, AViolationStopsOnlyItsThread) {
  const Script script = parallel({{load(0, 0), check(0, 1), store(1, 1)}, {store(0, 1)}, {load(1, 1), check(1, 0)}});
  // The load sees the store, then the other load comes before or after the
  // second store; or it does not and there is none.
  EXPECT_EQ(traces(script).count(), 3u);
}

TEST(Traces, AgreeWithTheDefinition) {
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Script script = randomScript(11, i, {.maxInterleavings = 200});
    ASSERT_EQ(traces(script).count(), Literally(script).count()) << text(script);
  }
}

TEST(Traces, StatesAreAllThatTheScriptCanReach) {
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Script script = randomScript(12, i, {.maxInterleavings = 1'000});
    ASSERT_EQ(traces(script).states(), reachableEnds(script, Machine::Violations::StopTheThread)) << text(script);
  }
}

TEST(Traces, NaiveRunsThemAll) {
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Script script = randomScript(13, i, {.maxInterleavings = 1'000});
    const auto wrong = searchDisagrees(script, traces(script), "naive");
    ASSERT_FALSE(wrong) << *wrong << "\n" << text(script);
  }
}

}  // namespace
}  // namespace heddle::testing
