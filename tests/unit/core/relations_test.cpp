// rf and co of executions: of interleavings from their order, of graphs from
// their schedule.
#include "core/relations.h"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

using Place = std::optional<std::size_t>;

class Log {
 public:
  Log& store(ThreadId t, Address addr, Value value, std::uint8_t size = 4) {
    Event& event = add(t, {.a = value, .addr = addr, .kind = OpKind::Write, .size = size});
    event.wrote = true;
    return *this;
  }
  Log& load(ThreadId t, Address addr, Value found, std::uint8_t size = 4) {
    add(t, {.addr = addr, .kind = OpKind::Read, .size = size}).read = found;
    return *this;
  }
  Log& increment(ThreadId t, Address addr, Value found) {
    Event& event = add(t, {.a = 1, .addr = addr, .rule = &rules::kAdd, .kind = OpKind::Update, .size = 4});
    event.read = found;
    event.wrote = true;
    return *this;
  }
  Log& end(Address addr, Value bytes) {
    Event& event = add(0, {.a = bytes, .addr = addr, .kind = OpKind::Write, .order = Order::Plain});
    event.wrote = true;
    event.asked = false;
    return *this;
  }
  GraphView interleaving() const { return viewOf(log_, {}, false); }
  // By step, what the schedule says of it.
  GraphView graph(const std::vector<std::uint64_t>& choices) const {
    std::vector<Step> schedule;
    for (const Event& event : log_)
      if (event.asked) schedule.push_back({event.thread, choices[schedule.size()]});
    return viewOf(log_, schedule, true);
  }

 private:
  Event& add(ThreadId t, const Op& op) {
    log_.push_back({.op = op, .thread = t});
    return const_cast<Event&>(log_.back());
  }
  EventLog log_;
};

constexpr Address kX = 0x1000, kY = 0x2000;

TEST(Relations, AnInterleavingReadsTheLastWrite) {
  Log log;
  log.load(1, kX, 0).store(1, kX, 1).store(2, kX, 2).load(1, kX, 2).load(1, kY, 0).increment(2, kX, 2).load(1, kX, 3);
  const GraphView view = log.interleaving();
  EXPECT_EQ(view.events[0].rf, Place());
  EXPECT_EQ(view.events[3].rf, Place(2));
  EXPECT_EQ(view.events[4].rf, Place());
  EXPECT_EQ(view.events[5].rf, Place(2));
  EXPECT_EQ(view.events[6].rf, Place(5));
  EXPECT_EQ(view.events[1].co, 1u);
  EXPECT_EQ(view.events[2].co, 2u);
  EXPECT_EQ(view.events[5].co, 3u);
  EXPECT_EQ(view.events[3].co, 0u);
  for (const Relations& relations : view.events) EXPECT_EQ(relations.later, Place());
  EXPECT_EQ(view.lastWrite(kX), Place(5));
  EXPECT_EQ(view.lastWrite(kY), Place());
}

TEST(Relations, MemoryThatWasWrittenOtherwiseHasAnInitialValueAgain) {
  Log log;
  log.store(1, kX, 1).load(1, kX, 7);
  EXPECT_EQ(log.interleaving().events[1].rf, Place());
}

TEST(Relations, AccessesOfDifferentSizesOverlap) {
  Log log;
  log.store(1, kX, 1, 4).store(2, kX + 2, 5, 2).load(1, kX, 0x50001, 4).load(1, kX + 4, 0, 4);
  const GraphView view = log.interleaving();
  EXPECT_EQ(view.events[2].rf, Place(1));
  EXPECT_EQ(view.events[3].rf, Place());
}

TEST(Relations, AGraphReadsWhatItsScheduleSays) {
  // x = 1; then another thread misses it, and a third reads it.
  Log log;
  log.store(1, kX, 1).load(2, kX, 0).load(3, kX, 1);
  const GraphView view = log.graph({0, 0, 1});
  EXPECT_EQ(view.events[1].rf, Place());
  EXPECT_EQ(view.events[1].later, Place(0));
  EXPECT_EQ(view.events[2].rf, Place(0));
  EXPECT_EQ(view.events[2].later, Place());
}

TEST(Relations, AGraphHasItsCoherenceOrderFromTheSchedule) {
  // 2 comes to stand before 1, and an update of 2 between them.
  Log log;
  log.store(1, kX, 1).store(2, kX, 2).increment(3, kX, 2).load(1, kX, 1);
  const GraphView view = log.graph({0, 0, 2, 1});
  EXPECT_EQ(view.events[1].co, 1u);
  EXPECT_EQ(view.events[2].co, 2u);
  EXPECT_EQ(view.events[0].co, 3u);
  EXPECT_EQ(view.events[1].later, Place(0));
  EXPECT_EQ(view.events[2].later, Place(0));
  EXPECT_EQ(view.events[3].later, Place());
  EXPECT_EQ(view.lastWrite(kX), Place(0));
}

TEST(Relations, MemoryThatGotAnotherUseIsAnotherLocation) {
  Log log;
  log.store(1, kX, 1).end(kX, 8).load(2, kX, 0);
  const GraphView view = log.graph({0, 0});
  EXPECT_EQ(view.events[2].later, Place());
  EXPECT_NE(view.events[0].location, view.events[2].location);
}

// In interleavings: what was there before the first spawn, if it still is.
TEST(Relations, MemoryThatIsWhatItWasIsTheSameLocation) {
  Log log;
  log.store(1, kX, 1).end(kX, 8).increment(2, kX, 1).end(kX, 8).load(1, kX, 7);
  const GraphView view = log.interleaving();
  EXPECT_EQ(view.events[2].location, view.events[0].location);
  EXPECT_EQ(view.events[2].rf, Place(0));
  EXPECT_EQ(view.events[2].co, 2u);
  EXPECT_NE(view.events[4].location, view.events[0].location);
}

}  // namespace
}  // namespace heddle::core
