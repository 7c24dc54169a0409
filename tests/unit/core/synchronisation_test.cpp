// Synchronises-with of C++20: by releases and acquires, by fences, by release sequences.
#include "core/synchronisation.h"

#include <gtest/gtest.h>

#include "core/update.h"

namespace heddle::core {
namespace {

using With = std::vector<std::size_t>;

constexpr Address kX = 0x1000, kY = 0x2000;

// An interleaving; `view` of it as for the report.
class Log {
 public:
  Log& store(ThreadId t, Address addr, Value value, Order order) {
    add(t, {.a = value, .addr = addr, .kind = OpKind::Write, .order = order, .size = 4}).wrote = true;
    return *this;
  }
  Log& load(ThreadId t, Address addr, Value found, Order order) {
    add(t, {.addr = addr, .kind = OpKind::Read, .order = order, .size = 4}).read = found;
    return *this;
  }
  Log& increment(ThreadId t, Address addr, Value found, Order order) {
    Event& event =
        add(t, {.a = 1, .addr = addr, .rule = &rules::kAdd, .kind = OpKind::Update, .order = order, .size = 4});
    event.read = found;
    event.wrote = true;
    return *this;
  }
  // A compare-exchange that has found another value.
  Log& fail(ThreadId t, Address addr, Value found, Order order, Order failOrder) {
    add(t, {.a = found + 1,
            .addr = addr,
            .rule = &rules::kAdd,
            .kind = OpKind::Update,
            .order = order,
            .failOrder = failOrder,
            .size = 4})
        .read = found;
    return *this;
  }
  Log& fence(ThreadId t, Order order) {
    add(t, {.kind = OpKind::Fence, .order = order});
    return *this;
  }
  std::vector<With> synchronisations() const { return core::synchronisations(log_, viewOf(log_, {}, false)); }

 private:
  Event& add(ThreadId t, const Op& op) {
    log_.push_back({.op = op, .thread = t});
    return const_cast<Event&>(log_.back());
  }
  EventLog log_;
};

TEST(Synchronisation, AnAcquireWithTheReleaseItReadsFrom) {
  Log log;
  log.store(1, kX, 1, Order::Release).load(2, kX, 1, Order::Acquire).load(2, kY, 0, Order::Acquire);
  EXPECT_EQ(log.synchronisations(), (std::vector<With>{{}, {0}, {}}));
}

TEST(Synchronisation, NotWithoutBoth) {
  Log log;
  log.store(1, kX, 1, Order::Relaxed).load(2, kX, 1, Order::SeqCst);
  log.store(1, kY, 1, Order::Release).load(2, kY, 1, Order::Relaxed);
  EXPECT_EQ(log.synchronisations(), (std::vector<With>{{}, {}, {}, {}}));
}

TEST(Synchronisation, NotWithOneself) {
  Log log;
  log.store(1, kX, 1, Order::Release).load(1, kX, 1, Order::Acquire);
  EXPECT_EQ(log.synchronisations(), (std::vector<With>{{}, {}}));
}

TEST(Synchronisation, UpdatesContinueAReleaseSequence) {
  Log log;
  log.store(1, kX, 1, Order::Release).increment(2, kX, 1, Order::Relaxed).load(3, kX, 2, Order::Acquire);
  EXPECT_EQ(log.synchronisations()[2], (With{0}));
}

TEST(Synchronisation, StoresOfTheSameThreadDoNot) {
  Log log;
  log.store(1, kX, 1, Order::Release).store(1, kX, 2, Order::Relaxed).load(2, kX, 2, Order::Acquire);
  EXPECT_EQ(log.synchronisations()[2], With{});
}

TEST(Synchronisation, EachReleaseOfASequenceCounts) {
  Log log;
  log.store(1, kX, 1, Order::Release).increment(2, kX, 1, Order::Release).load(3, kX, 2, Order::Acquire);
  EXPECT_EQ(log.synchronisations()[2], (With{0, 1}));
}

TEST(Synchronisation, ByFences) {
  Log log;
  log.fence(1, Order::Release).store(1, kX, 1, Order::Relaxed);
  log.load(2, kX, 1, Order::Relaxed).load(2, kX, 1, Order::Acquire).fence(2, Order::Acquire);
  EXPECT_EQ(log.synchronisations(), (std::vector<With>{{}, {}, {}, {0}, {0}}));
}

TEST(Synchronisation, AFailedUpdateHasItsOwnOrder) {
  Log log;
  log.store(1, kX, 1, Order::Release).fail(2, kX, 1, Order::AcqRel, Order::Relaxed);
  log.fail(3, kX, 1, Order::AcqRel, Order::Acquire);
  EXPECT_EQ(log.synchronisations(), (std::vector<With>{{}, {}, {0}}));
}

}  // namespace
}  // namespace heddle::core
