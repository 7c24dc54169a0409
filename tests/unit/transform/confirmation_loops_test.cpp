// Which loads and compare-exchanges are marked as the ends of an attempt.
#include "woven.h"

namespace heddle::transform {
namespace {

constexpr char kGlobals[] = R"(
@x = global i32 0
@y = global i32 0
@plain = global i32 0
@where = global ptr null
declare void @heddle_assume(i32)
)";

// A loop around a load of @x and a compare-exchange of what it has found.
struct Parts {
  std::string before = {};   // in each iteration, before the load
  std::string between = {};  // after the load
  std::string exchange = "%pair = cmpxchg ptr @x, i32 %seen, i32 %next acq_rel monotonic";
  std::string after = {};  // if it has failed
};

std::string loop(const Parts& parts) {
  return std::string(kGlobals) + R"(
define i32 @main(ptr %known) {
entry:
  br label %iteration
iteration:
)" + parts.before +
         R"(
  %seen = load atomic i32, ptr @x acquire, align 4
)" + parts.between +
         R"(
  %next = add i32 %seen, 1
)" + parts.exchange +
         R"(
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %exit, label %again
again:
)" + parts.after +
         R"(
  br label %iteration
exit:
  ret i32 0
}
)";
}

LoopOptions asked() {
  LoopOptions options;
  options.speculation = true;
  return options;
}

// "speculative", "speculative by value" and "confirm", as often as there are.
std::vector<std::string> marks(const Parts& parts, const LoopOptions& options = asked()) {
  const Woven woven(loop(parts), options);
  std::vector<std::string> found;
  for (const core::Site& site : woven.info.sites) {
    if (site.role == core::LoopRole::SpeculativeRead)
      found.emplace_back(site.speculates.empty() ? "speculative" : "speculative by value");
    if (site.role == core::LoopRole::Confirm) found.emplace_back("confirm");
    if (site.rule == &core::rules::kConfirm) found.emplace_back("confirm");
  }
  std::ranges::sort(found);
  return found;
}

using Marks = std::vector<std::string>;
const Marks kNone{};
const Marks kBoth{"confirm", "speculative"};

TEST(SpeculativeReads, LoadAndCompareExchange) {
  EXPECT_EQ(marks({}), kBoth);
  EXPECT_EQ(marks({.between = "%half = sdiv i32 100, %seen"}), kBoth);
  LoopOptions options = asked();
  options.awaits = false;
  EXPECT_EQ(marks({}, options), kBoth);
}

TEST(SpeculativeReads, OnlyIfAskedFor) {
  EXPECT_EQ(marks({}, {}), kNone);
  LoopOptions options = asked();
  options.plainAccessesRace = false;
  EXPECT_EQ(marks({}, options), kNone);
  options = asked();
  options.purity = false;
  EXPECT_EQ(marks({}, options), kNone);
}

TEST(SpeculativeReads, OfTheSameWordAndValue) {
  EXPECT_EQ(marks({.exchange = "%pair = cmpxchg ptr @y, i32 %seen, i32 %next acq_rel monotonic"}), kNone);
  EXPECT_EQ(marks({.exchange = "%pair = cmpxchg ptr @x, i32 %next, i32 %seen acq_rel monotonic"}), kNone);
}

TEST(SpeculativeReads, PlainAccessesAtKnownAddresses) {
  EXPECT_EQ(marks({.between = "store i32 %seen, ptr %known"}), kBoth);
  EXPECT_EQ(marks({.between = "%link = getelementptr i32, ptr %known, i32 1\nstore i32 %seen, ptr %link"}), kBoth);
  EXPECT_EQ(marks({.between = "%at = getelementptr i32, ptr %known, i32 %seen\n%there = load i32, ptr %at"}), kNone);
}

constexpr char kOther[] = "%other = load atomic i32, ptr @y acquire, align 4\n";

TEST(SpeculativeReads, OtherReadsIfNothingCanGoWrong) {
  EXPECT_EQ(marks({.between = kOther}), kBoth);
  EXPECT_EQ(marks({.before = kOther}), kBoth);
  EXPECT_EQ(marks({.between = "%other = load atomic i32, ptr %known acquire, align 4"}), kNone);
  EXPECT_EQ(marks({.between = std::string(kOther) + "%half = sdiv i32 100, %other"}), kNone);
  EXPECT_EQ(marks({.between = std::string(kOther) + "store i32 %seen, ptr %known"}), kNone);
  EXPECT_EQ(marks({.between = "fence seq_cst"}), kNone);
  EXPECT_EQ(marks({.between = "%old = atomicrmw or ptr @y, i32 0 acq_rel"}), kNone);
}

constexpr char kWayOut[] = R"(
  %full = icmp eq i32 %seen, 4
  br i1 %full, label %exit, label %free
free:
)";

TEST(SpeculativeReads, WaysOutByTheValueFound) {
  EXPECT_EQ(marks({.between = kWayOut}), (Marks{"confirm", "speculative by value"}));
  EXPECT_EQ(marks({.between = std::string(kWayOut) + "store i32 %seen, ptr %known"}), kNone);
  EXPECT_EQ(marks({.between = std::string(kWayOut) + kOther}), kNone);
  EXPECT_EQ(marks({.before = "%limit = load i32, ptr @plain", .between = R"(
  %full = icmp eq i32 %seen, %limit
  br i1 %full, label %exit, label %free
free:
)"}),
            kNone);
}

TEST(SpeculativeReads, IterationsThatFailHaveNoEffect) {
  EXPECT_EQ(marks({.before = "store atomic i32 1, ptr @y release, align 4"}), kNone);
  EXPECT_EQ(marks({.after = "store atomic i32 1, ptr @y release, align 4"}), kNone);
  EXPECT_EQ(marks({.after = "%late = load i32, ptr @plain"}), kNone);
  EXPECT_EQ(marks({.after = "call void @heddle_assume(i32 0)"}), kNone);
}

}  // namespace
}  // namespace heddle::transform
