// Parts of loops that only take time.
#include "analysis/loops/delays.h"

#include "analysis/loops/bounds.h"
#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

// A loop that waits for @x, with this after the load, which ends in %next.
std::string waitWith(const std::string& phis, const std::string& rest) {
  return R"(
@x = global i32 0
@y = global i32 0
declare i32 @usleep(i32)
declare i32 @sched_yield()
declare i32 @rand()
declare i32 @nanosleep(ptr, ptr)
define i32 @p(i32 %n) {
entry:
  %time = alloca { i64, i64 }
  br label %loop
loop:
)" + phis +
         R"(
  %a = load atomic i32, ptr @x seq_cst, align 4
  %again = icmp eq i32 %a, 0
  br i1 %again, label %body, label %out
body:
)" + rest +
         R"(
out:
  ret i32 0
})";
}

std::string conditionWith(const std::string& phis, const std::string& rest) {
  return Parsed(waitWith(phis, rest)).condition("loop");
}

TEST(Delays, Sleeping) {
  EXPECT_EQ(conditionWith("", "call i32 @usleep(i32 %n)\nbr label %loop"), "%a eq 0");
  EXPECT_EQ(conditionWith("", "call i32 @nanosleep(ptr %time, ptr null)\nbr label %loop"), "%a eq 0");
  EXPECT_EQ(conditionWith("", "call i32 @rand()\nbr label %loop"), "false");
}

TEST(Delays, ALongerSleepEachTime) {
  EXPECT_EQ(conditionWith("%pause = phi i32 [1, %entry], [%longer, %body]",
                          "call i32 @usleep(i32 %pause)\n%longer = mul i32 %pause, 2\nbr label %loop"),
            "%a eq 0");
  EXPECT_EQ(conditionWith("%pause = phi i32 [1, %entry], [%longer, %body]",
                          "%where = getelementptr inbounds i8, ptr %time, i64 8\n%wide = zext i32 %pause to i64\n"
                          "store i64 0, ptr %time\nstore i64 %wide, ptr %where\n"
                          "call i32 @nanosleep(ptr %time, ptr null)\n%longer = mul i32 %pause, 2\nbr label %loop"),
            "%a eq 0");
}

TEST(Delays, UpToALimit) {
  EXPECT_EQ(conditionWith("%pause = phi i32 [1, %entry], [%next, %end]", R"(
  call i32 @usleep(i32 %pause)
  %isSmall = icmp slt i32 %pause, 1000
  br i1 %isSmall, label %double, label %end
double:
  %longer = mul i32 %pause, 2
  br label %end
end:
  %next = phi i32 [%pause, %body], [%longer, %double]
  br label %loop)"),
            "%a eq 0");
}

TEST(Delays, ALoopThatCounts) {
  const std::string counts = R"(
  br label %count
count:
  %i = phi i32 [0, %body], [%j, %more]
  %goes = icmp slt i32 %i, %pause
  br i1 %goes, label %more, label %end
more:
  INSIDE
  %j = add i32 %i, 1
  br label %count
end:
  %longer = add i32 %pause, 1
  br label %loop)";
  const auto with = [&](const std::string& inside) {
    std::string text = counts;
    text.replace(text.find("INSIDE"), 6, inside);
    return conditionWith("%pause = phi i32 [1, %entry], [%longer, %end]", text);
  };
  EXPECT_EQ(with("call i32 @sched_yield()"), "%a eq 0");
  EXPECT_EQ(with("store atomic i32 1, ptr @y seq_cst, align 4"), "false");
  EXPECT_EQ(with("%l = load atomic i32, ptr @y seq_cst, align 4"), "false") << "the variable says how often it looks";
}

// Of a large function it is not asked which of its loops end because of what a volatile variable of its own has.
TEST(Delays, ALoopThatCountsInALargeFunction) {
  const auto conditionOf = [](const std::string& text, unsigned fences) {
    std::string more = "out:\n";
    for (unsigned i = 0; i < fences; ++i) more += "  fence seq_cst\n";
    std::string larger = text;
    return Parsed(larger.replace(larger.find("out:\n"), 5, more)).condition("loop");
  };
  const std::string counts = waitWith("%pause = phi i32 [1, %entry], [%longer, %end]", R"(
  br label %count
count:
  %i = phi i32 [0, %body], [%j, %count]
  %j = add i32 %i, 1
  %goes = icmp slt i32 %i, %pause
  br i1 %goes, label %count, label %end
end:
  %longer = add i32 %pause, 1
  br label %loop)");
  EXPECT_EQ(conditionOf(counts, 1), "%a eq 0");
  EXPECT_EQ(conditionOf(counts, kMostCopied / 2), "%a eq 0") << "nothing needs to be copied";

  const std::string countsInMemory = waitWith("", R"(
  store volatile i32 0, ptr %time
  br label %count
count:
  %i = load volatile i32, ptr %time
  %j = add i32 %i, 1
  store volatile i32 %j, ptr %time
  %goes = icmp slt i32 %i, 100
  br i1 %goes, label %count, label %end
end:
  br label %loop)");
  std::string withCounter = countsInMemory;
  withCounter.replace(withCounter.find("alloca { i64, i64 }"), 19, "alloca i32");
  EXPECT_EQ(conditionOf(withCounter, 1), "%a eq 0");
  EXPECT_EQ(conditionOf(withCounter, kMostCopied / 2), "%i sge 100 & %a eq 0") << "there are two loops";
}

// Whether the inner loop ends may be another matter in the next iteration.
TEST(Delays, ALoopThatMayNotEnd) {
  const std::string counts = R"(
  br label %count
count:
  %i = phi i32 [0, %body], [%j, %more]
  %goes = icmp ne i32 %i, %pause
  br i1 %goes, label %more, label %end
more:
  call i32 @sched_yield()
  %j = add i32 %i, 2
  br label %count
end:
  %longer = add i32 %pause, CHANGE
  br label %loop)";
  const auto with = [&](const std::string& change) {
    std::string text = counts;
    text.replace(text.find("CHANGE"), 6, change);
    return conditionWith("%pause = phi i32 [8, %entry], [%longer, %end]", text);
  };
  EXPECT_EQ(with("1"), "false") << "the second iteration never ends";
  EXPECT_EQ(with("0"), "%a eq 0");
}

// It comes out of the loop, or decides on what does.
TEST(Delays, VariablesThatMatter) {
  EXPECT_EQ(conditionWith("%tries = phi i32 [0, %entry], [%more, %body]",
                          "%more = add i32 %tries, 1\nstore i32 %more, ptr @y\nbr label %loop"),
            "false");
  EXPECT_EQ(
      conditionWith("%tries = phi i32 [0, %entry], [%more, %body]",
                    "%more = add i32 %tries, 1\n%tired = icmp eq i32 %more, 3\nbr i1 %tired, label %out, label %loop"),
      "false");
  EXPECT_EQ(conditionWith("%tries = phi i32 [8, %entry], [%more, %body]",
                          "%more = sub i32 %tries, 1\n%part = sdiv i32 100, %tries\ncall i32 @usleep(i32 %part)\n"
                          "br label %loop"),
            "false")
      << "the division fails in the ninth round";
}

}  // namespace
}  // namespace heddle::analysis
