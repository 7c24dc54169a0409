// Happens-before and races of executions, against what the definitions say.
#include "explore/dpor/trail.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "explore/dpor/dependence/read_write.h"
#include "explore/expect_traces.h"
#include "explore/random.h"

namespace heddle::explore::dpor {
namespace {

using core::Event;
using core::OpKind;

// Which event happens before which, by closing the relation event by event.
class Closure {
 public:
  explicit Closure(const core::EventLog& log) : log_(log), past_(log.size(), std::vector<bool>(log.size())) {
    for (std::size_t i = 0; i < log.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j)
        if (directly(j, i)) add(j, i);
      if (!log[i].asked) continue;
      // All of a step comes after whatever one of its accesses comes after.
      for (std::size_t k = i + 1; k < log.size() && isInside(k, i); ++k)
        for (std::size_t j = 0; j < i; ++j)
          if (core::touchesMemory(log[k].op.kind) && directly(j, k)) add(j, i);
    }
  }
  bool before(std::size_t x, std::size_t y) const { return past_[y][x]; }

 private:
  bool isInside(std::size_t k, std::size_t step) const {
    for (std::size_t i = step + 1; i <= k; ++i)
      if (log_[i].asked || log_[i].thread != log_[step].thread) return false;
    return true;
  }
  bool directly(std::size_t x, std::size_t y) const {
    const Event& a = log_[x];
    const Event& b = log_[y];
    if (a.thread == b.thread) return true;
    if (a.op.kind == OpKind::Spawn && a.op.other == b.thread) return true;
    if (b.op.kind == OpKind::Join && b.op.other == a.thread) return true;
    return core::touchesMemory(a.op.kind) && core::touchesMemory(b.op.kind) && (a.wrote || b.wrote) &&
           a.op.addr < b.op.addr + b.op.size && b.op.addr < a.op.addr + a.op.size;
  }
  void add(std::size_t x, std::size_t y) {
    past_[y][x] = true;
    for (std::size_t i = 0; i < x; ++i)
      if (past_[x][i]) past_[y][i] = true;
  }

  const core::EventLog& log_;
  std::vector<std::vector<bool>> past_;  // by the later event
};

// Whole words only: on parts of words an update that fails counts as a write.
Script wholeWords(Script script) {
  for (Body& body : script.threads)
    for (Statement& statement : body) {
      statement.offset = 0;
      statement.size = 8;
    }
  return script;
}

// Feeds the trail at every step, as searches may, or only at the end.
class Feeding final : public core::Scheduler {
 public:
  Feeding(core::Scheduler& scheduler, Trail& trail, std::vector<Race>& races)
      : scheduler_(scheduler), trail_(trail), races_(races) {}
  core::Step next(const core::Execution& execution) override {
    trail_.extend(execution, races_);
    return scheduler_.next(execution);
  }

 private:
  core::Scheduler& scheduler_;
  Trail& trail_;
  std::vector<Race>& races_;
};

TEST(Trail, ClocksAreTheTransitiveClosure) {
  std::size_t pairs = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Script script = wholeWords(randomScript(31, i, {.maxInterleavings = 5'000}));
    ScriptedProgram program(script);
    program.keepGoing(true);
    RandomSearch random(i, 3);
    Trail trail(std::make_shared<ReadWrite>(), BlockingRaces::Nearest);
    for (bool more = true; more; trail.truncate(0)) {
      std::vector<Race> races;
      Feeding feeding(random, trail, races);
      const core::Execution& execution = i % 2 == 0 ? program.run(feeding) : program.run(random);
      trail.extend(execution, races);
      if (trail.hasOutgrown()) break;  // a section that data decides on
      const Closure closure(execution.trace);
      for (Position x = 0; x < trail.size(); ++x)
        for (Position y = x + 1; y < trail.size(); ++y, ++pairs)
          ASSERT_EQ(trail.happensBefore(trail[x], trail[y]), closure.before(trail[x].event, trail[y].event))
              << "steps " << x << " and " << y << " of script " << i << "\n"
              << text(script);
      more = random.advance(execution);
    }
  }
  EXPECT_GT(pairs, 10'000u);
}

bool sameRace(const Race& x, const Race& y) {
  return x.first == y.first && x.second == y.second && x.thread == y.thread && x.choice == y.choice &&
         x.footprint.first.addr == y.footprint.first.addr && x.footprint.first.effect == y.footprint.first.effect &&
         x.without == y.without;
}

TEST(Trail, TruncatedAndExtendedIsLikeFresh) {
  RandomNumbers numbers(5);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Script script = randomScript(32, i, {.maxInterleavings = 5'000});
    ScriptedProgram program(script);
    program.keepGoing(true);
    RandomSearch random(i, 1);
    const core::Execution& execution = program.run(random);
    Trail fresh(std::make_shared<ReadWrite>(), BlockingRaces::Nearest);
    Trail again(std::make_shared<ReadWrite>(), BlockingRaces::Nearest);
    std::vector<Race> expected;
    std::vector<Race> found;
    // Overlaps change what counts as a write: both must know them.
    for (Trail* const trail : {&fresh, &again}) {
      trail->extend(execution, found);
      trail->restart();
    }
    found.clear();
    fresh.extend(execution, expected);
    again.extend(execution, found);
    const Position kept = fresh.size() == 0 ? 0 : static_cast<Position>(numbers.below(fresh.size()));
    again.truncate(kept);
    std::erase_if(found, [&](const Race& race) { return race.second >= kept; });
    again.extend(execution, found);
    ASSERT_EQ(again.size(), fresh.size());
    for (Position p = 0; p < fresh.size(); ++p)
      ASSERT_TRUE(std::equal(fresh.clockOf(p), fresh.clockOf(p) + fresh.threads(), again.clockOf(p)))
          << "step " << p << "\n"
          << text(script);
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), found.begin(), found.end(), sameRace)) << text(script);
  }
}

struct Seen {
  Trail trail{std::make_shared<ReadWrite>(), BlockingRaces::Nearest};
  std::vector<Race> races;
  std::vector<Race> blocked;
};

using Pairs = std::vector<std::pair<Position, Position>>;

Pairs pairs(const std::vector<Race>& races) {
  Pairs out;
  for (const Race& race : races) out.emplace_back(race.first, race.second);
  std::sort(out.begin(), out.end());
  return out;
}

Seen look(const Script& script, std::string_view interleaving) {
  Seen seen;
  ScriptedProgram program(script);
  Interleaving scheduler(interleaving);
  const core::Execution& execution = program.run(scheduler);
  EXPECT_NE(execution.end, core::End::Abandoned);
  seen.trail.extend(execution, seen.races);
  seen.trail.blockedRaces(execution, seen.blocked);
  return seen;
}

TEST(Trail, RacesOfStoreBuffering) {
  const Script script = parallel({{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}});
  // 0: x = 1, 1: r = y | 2: y = 1, 3: r = x
  EXPECT_EQ(pairs(look(script, "1 1 2 2").races), (Pairs{{1, 2}}));  // x = 1 happens before r = y and so before y = 1
  // 0: x = 1 | 1: y = 1 | 2: T1 reads y | 3: T2 reads x
  EXPECT_EQ(pairs(look(script, "1 2 1 2").races), (Pairs{{0, 3}, {1, 2}}));
}

TEST(Trail, OnlyAdjacentConflictsAreRaces) {
  const Script script = parallel({{store(0, 1)}, {store(0, 2)}, {store(0, 3)}});
  EXPECT_EQ(pairs(look(script, "1 2 3").races), (Pairs{{0, 1}, {1, 2}}));
}

TEST(Trail, AWriteRacesWithEachReadBeforeIt) {
  const Script script = parallel({{load(0, 0)}, {load(0, 0)}, {store(0, 1)}});
  EXPECT_EQ(pairs(look(script, "1 2 3").races), (Pairs{{0, 2}, {1, 2}}));
  EXPECT_EQ(pairs(look(script, "1 3 2").races), (Pairs{{0, 1}, {1, 2}}));
}

TEST(Trail, SpawnsAndJoinsAreNoRaces) {
  const Script script{.threads = {{store(0, 1), spawn(1), join(1), store(0, 3)}, {store(0, 2)}}};
  EXPECT_EQ(pairs(look(script, "0 1 0").races), Pairs{});
}

TEST(Trail, ALockRacesWithTheLockBeforeIt) {
  // 0: lock, 1: unlock | 2: lock, 3: unlock. The unlock enables: that cannot be reversed.
  const Script script = parallel({{lock(0), unlock(0)}, {lock(0), unlock(0)}});
  EXPECT_EQ(pairs(look(script, "1 1 2 2").races), (Pairs{{0, 2}}));
}

TEST(Trail, BlockedThreadsRaceToo) {
  // Each holds one lock and waits for the other's.
  const Script script = parallel({{lock(0), lock(1)}, {lock(1), lock(0)}});
  const Seen seen = look(script, "1 2");
  EXPECT_EQ(pairs(seen.races), Pairs{});
  ASSERT_EQ(pairs(seen.blocked), (Pairs{{0, 2}, {1, 2}}));
  for (const Race& race : seen.blocked) EXPECT_EQ(race.thread, race.first == 0 ? 2u : 1u);
}

TEST(Trail, AnAwaitRacesWithWhatDisabledIt) {
  // 0: x = 1, 1: x = 2; T1 waits for x == 1, which is over. It could have gone before x = 2.
  const Script script = parallel({{await(0, 0, 1)}, {store(0, 1), store(0, 2)}});
  EXPECT_EQ(pairs(look(script, "2 2").blocked), (Pairs{{1, 2}}));
  // It cannot have gone before x = 1.
  EXPECT_EQ(pairs(look(script, "2 1 2").races), (Pairs{{1, 2}}));
}

TEST(Trail, WhatASecondStepWouldTouchIsForeseen) {
  const Script script = parallel({{cas(0, 0, 0, 1)}, {cas(0, 0, 0, 2)}});
  const Seen seen = look(script, "1 2");
  ASSERT_EQ(pairs(seen.races), (Pairs{{0, 1}}));
  EXPECT_EQ(seen.trail[1].footprint.first.effect, Effect::Read);   // it failed
  EXPECT_EQ(seen.races[0].footprint.first.effect, Effect::Write);  // and would not have, before the other
}

TEST(Trail, AChooseHasItsValue) {
  const Script script = parallel({{choose(0, 3), store(0, r(0))}, {load(0, 0)}});
  const Seen seen = look(script, "1:2 1 2");
  EXPECT_EQ(seen.trail[0].choice, 2u);
  EXPECT_TRUE(seen.trail[0].footprint.empty());
  EXPECT_EQ(pairs(seen.races), (Pairs{{1, 2}}));
}

}  // namespace
}  // namespace heddle::explore::dpor
