// Iterations with which a data race could get lost.
#include "analysis/loops/hidden_races.h"

#include "analysis/loops/late_accesses.h"
#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

std::string waitWith(const std::string& header, const std::string& body) {
  return R"(
@flag = global i32 0
@x = global i32 0
define void @p(ptr %given) {
entry:
  br label %loop
loop:
)" + header +
         R"(
  %a = load atomic i32, ptr @flag monotonic, align 4
  %again = icmp eq i32 %a, 0
  br i1 %again, label %body, label %out
body:
)" + body +
         R"(
  br label %loop
out:
  store i32 0, ptr @x
  ret void
})";
}

bool mayHide(const std::string& header, const std::string& body, bool hasWeakAccesses = true) {
  Parsed parsed(waitWith(header, body));
  const ProgramMemory memory(*parsed.module);
  const LateAccesses lateAccesses(memory);
  if (hasWeakAccesses) parsed.memory.lateAccesses = &lateAccesses;
  const LoopPurity purity = parsed.purity("loop");
  EXPECT_EQ(purity.cases.size(), 1u);
  return !purity.cases.empty() && purity.cases[0].mayHideRace;
}

TEST(HiddenRaces, AReadThatTheLastIterationDoesNotDo) {
  EXPECT_TRUE(mayHide("", "%b = load i32, ptr @x"));
  EXPECT_FALSE(mayHide("", ""));
}

TEST(HiddenRaces, NotIfAllAccessesSynchronise) { EXPECT_FALSE(mayHide("", "%b = load i32, ptr @x", false)); }

TEST(HiddenRaces, EachIterationDoesTheSameUpToItsFirstAtomicAccess) {
  EXPECT_FALSE(mayHide("%b = load i32, ptr @x", ""));
  EXPECT_FALSE(mayHide("%b = load i32, ptr @x", "%c = load i32, ptr @x")) << "where all of them look anyway";
  EXPECT_FALSE(mayHide("%b = load ptr, ptr %given\n%c = load atomic i32, ptr %b monotonic, align 4",
                       "%d = load atomic i32, ptr %b monotonic, align 4"));
  EXPECT_TRUE(mayHide("%b = load atomic i32, ptr @flag monotonic, align 4\n%c = load i32, ptr @x", ""));
}

TEST(HiddenRaces, AtomicAccessesRaceWithPlainOnes) {
  EXPECT_TRUE(mayHide("", "%b = load atomic i32, ptr @x monotonic, align 4"));
  EXPECT_TRUE(mayHide("", "%b = load atomic i32, ptr %given monotonic, align 4"));
  EXPECT_FALSE(mayHide("", "%b = load atomic i32, ptr @flag monotonic, align 4"));
}

// An update writes, whatever value it leaves; a load of the same word does not make up for that.
TEST(HiddenRaces, UpdatesThatLeaveTheValueWrite) {
  EXPECT_TRUE(mayHide("", "%b = atomicrmw or ptr @x, i32 0 monotonic"));
  EXPECT_TRUE(mayHide("%b = load atomic i32, ptr @x monotonic, align 4", "%c = atomicrmw or ptr @x, i32 0 monotonic"));
}

TEST(HiddenRaces, WhatIsWeak) {
  const auto isWeak = [](const std::string& statement) {
    Parsed parsed(
        "@x = global i32 0\ndeclare i32 @pthread_mutex_trylock(ptr)\ndeclare i32 @pthread_mutex_lock(ptr)\n"
        "declare i32 @heddle_channel_try_receive(ptr, ptr)\ndeclare i32 @never_heard_of()\ndefine void @p() {\n" +
        statement + "\nret void\n}");
    const ProgramMemory memory(*parsed.module);
    return hasWeakAccesses(memory);
  };
  EXPECT_TRUE(isWeak("%a = load atomic i32, ptr @x monotonic, align 4"));
  EXPECT_FALSE(isWeak("%a = load atomic i32, ptr @x acquire, align 4"));
  EXPECT_TRUE(isWeak("store atomic i32 1, ptr @x monotonic, align 4"));
  EXPECT_FALSE(isWeak("store atomic i32 1, ptr @x release, align 4"));
  EXPECT_TRUE(isWeak("%a = atomicrmw add ptr @x, i32 1 acquire"));
  EXPECT_FALSE(isWeak("%a = atomicrmw add ptr @x, i32 1 acq_rel"));
  EXPECT_TRUE(isWeak("%a = cmpxchg ptr @x, i32 0, i32 1 acq_rel monotonic"));
  EXPECT_FALSE(isWeak("%a = cmpxchg ptr @x, i32 0, i32 1 seq_cst acquire"));
  EXPECT_TRUE(isWeak("%a = call i32 @pthread_mutex_trylock(ptr @x)"));
  EXPECT_TRUE(isWeak("%a = call i32 @heddle_channel_try_receive(ptr @x, ptr @x)"));
  EXPECT_TRUE(isWeak("%a = call i32 @never_heard_of()"));
  EXPECT_FALSE(isWeak("%a = call i32 @pthread_mutex_lock(ptr @x)"));
  EXPECT_FALSE(isWeak("%a = load i32, ptr @x")) << "plain accesses are no way to learn of anything";
}

}  // namespace
}  // namespace heddle::analysis
