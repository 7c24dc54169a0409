// Which loops roll back what they add.
#include "analysis/loops/rolled_back_addition.h"

#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

// while (fetch_sub(x, 1) <= 0) { fetch_add(x, 1); REST }, where the rest begins
// after a label and goes to %again.
class Loop {
 public:
  struct Text {
    std::string attempt = "%found = atomicrmw sub ptr @x, i32 1 acquire";
    std::string fails = "%fails = icmp sle i32 %found, 0";
    std::string undo = "atomicrmw add ptr @x, i32 1 monotonic";
    std::string rest = "  br label %again\n";
    std::string after = "  ret void";
  };

  explicit Loop(const Text& text)
      : parsed_(R"(
@x = global i32 0
@y = global i32 0
declare i32 @sched_yield()
declare void @heddle_assume(i32)
define void @p(i32 %n) {
entry:
  br label %loop
loop:
  )" + text.attempt +
                "\n  " + text.fails + R"(
  br i1 %fails, label %back, label %out
back:
  )" + text.undo +
                R"(
  br label %rest
rest:
)" + text.rest +
                R"(again:
  br label %loop
out:
)" + text.after +
                "\n}\n") {}

  std::optional<RolledBackAddition> find() const {
    for (const llvm::Loop* loop : parsed_.loops->getLoopsInPreorder())
      if (loop->getHeader()->getName() == "loop") return rolledBackAddition(*loop, parsed_.dominators, parsed_.memory);
    return std::nullopt;
  }
  const llvm::Instruction* at(const std::string& name) const { return parsed_.at(name); }

 private:
  Parsed parsed_;
};

bool isFound(const Loop::Text& text) { return Loop(text).find().has_value(); }

TEST(RolledBackAddition, TheSmallest) {
  const Loop loop({});
  const auto found = loop.find();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->attempt, loop.at("found"));
  EXPECT_FALSE(found->leavesIf);
  EXPECT_FALSE(found->assumes);
}

TEST(RolledBackAddition, TakesTimeInBetween) {
  EXPECT_TRUE(isFound({.rest = "  call i32 @sched_yield()\n  br label %again\n"}));
}

TEST(RolledBackAddition, WaitsForWhatTheAttemptNeeds) {
  EXPECT_TRUE(isFound({.rest = R"(  %seen = load atomic i32, ptr @x monotonic, align 4
  %wait = icmp sle i32 %seen, 0
  br i1 %wait, label %rest, label %again
)"}));
}

TEST(RolledBackAddition, WaitsForLessThanTheAttemptNeeds) {
  EXPECT_TRUE(isFound({.rest = R"(  %seen = load atomic i32, ptr @x monotonic, align 4
  %wait = icmp slt i32 %seen, -5
  br i1 %wait, label %rest, label %again
)"}));
}

// It could wait for ever although an attempt would succeed.
TEST(RolledBackAddition, WaitsForMore) {
  EXPECT_FALSE(isFound({.rest = R"(  %seen = load atomic i32, ptr @x monotonic, align 4
  %wait = icmp slt i32 %seen, 5
  br i1 %wait, label %rest, label %again
)"}));
}

TEST(RolledBackAddition, WaitsForAnotherWord) {
  EXPECT_FALSE(isFound({.rest = R"(  %seen = load atomic i32, ptr @y monotonic, align 4
  %wait = icmp sle i32 %seen, 0
  br i1 %wait, label %rest, label %again
)"}));
}

TEST(RolledBackAddition, GivesUp) {
  EXPECT_FALSE(isFound({.rest = R"(  %seen = load atomic i32, ptr @x monotonic, align 4
  %wait = icmp sle i32 %seen, 0
  br i1 %wait, label %out, label %again
)"}));
}

TEST(RolledBackAddition, ItsResultIsUsedLater) {
  EXPECT_FALSE(isFound({.after = "  store i32 %found, ptr @y, align 4\n  ret void"}));
}

TEST(RolledBackAddition, TakesBackAnotherNumber) {
  EXPECT_FALSE(isFound({.undo = "atomicrmw add ptr @x, i32 2 monotonic"}));
}

TEST(RolledBackAddition, TakesBackFromAnotherWord) {
  EXPECT_FALSE(isFound({.undo = "atomicrmw add ptr @y, i32 1 monotonic"}));
}

TEST(RolledBackAddition, TakesBackANegativeNumber) {
  EXPECT_TRUE(isFound({.undo = "atomicrmw sub ptr @x, i32 -1 monotonic"}));
}

TEST(RolledBackAddition, TakesBackWhatAVariableSays) {
  EXPECT_TRUE(isFound(
      {.attempt = "%found = atomicrmw sub ptr @x, i32 %n acquire", .undo = "atomicrmw add ptr @x, i32 %n monotonic"}));
  EXPECT_FALSE(isFound({.attempt = "%found = atomicrmw sub ptr @x, i32 %n acquire"}));
}

TEST(RolledBackAddition, LooksAtWhatItTakesBack) {
  EXPECT_FALSE(isFound({.undo = "%seen = atomicrmw add ptr @x, i32 1 monotonic\n  store atomic i32 %seen, ptr @y "
                                "monotonic, align 4"}));
}

TEST(RolledBackAddition, DoesSomethingElseFirst) {
  EXPECT_FALSE(isFound({.undo = "%seen = load atomic i32, ptr @x monotonic, align 4\n  atomicrmw add ptr @x, i32 1 "
                                "monotonic"}));
}

TEST(RolledBackAddition, WritesElsewhere) {
  EXPECT_FALSE(isFound({.rest = "  store atomic i32 1, ptr @y monotonic, align 4\n  br label %again\n"}));
}

TEST(RolledBackAddition, IsAnExchange) {
  EXPECT_FALSE(isFound({.attempt = "%found = atomicrmw xchg ptr @x, i32 1 acquire"}));
}

// An assume stops whoever would not succeed. Otherwise it may iterate for ever.
TEST(RolledBackAddition, AssumesWhatItNeeds) {
  const std::string load = "  %seen = load atomic i32, ptr @x monotonic, align 4\n";
  const std::string assume = R"(  %number = zext i1 %holds to i32
  call void @heddle_assume(i32 %number)
  br label %again
)";
  const auto found = Loop({.rest = load + "  %holds = icmp sgt i32 %seen, 0\n" + assume}).find();
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->assumes);
  EXPECT_FALSE(isFound({.rest = load + "  %holds = icmp sgt i32 %seen, -1\n" + assume}));
}

TEST(RolledBackAddition, AssumesInSomeIterationsOnly) {
  EXPECT_TRUE(isFound({.rest = "  call void @heddle_assume(i32 0)\n  br label %again\n"}));
  EXPECT_FALSE(isFound({.rest = R"(  %seen = load atomic i32, ptr @x monotonic, align 4
  %stops = icmp eq i32 %seen, 0
  br i1 %stops, label %stop, label %again
stop:
  call void @heddle_assume(i32 0)
  br label %again
)"}));
}

}  // namespace
}  // namespace heddle::analysis
