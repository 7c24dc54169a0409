// Values on which only output depends, and sleeps that set errno.
#include "analysis/loops/output.h"

#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

// A loop that waits for @x and counts in %n, which is used like this afterwards.
std::string countThen(const std::string& rest) {
  return R"(
@x = global i32 0
@statistic = internal global i32 0
@read = internal global i32 0
@shown = global i32 0
@number = private constant [3 x i8] c"%d\00"
@text = private constant [3 x i8] c"%s\00"
@count = private constant [3 x i8] c"%n\00"
@stderr = external global ptr
declare i32 @printf(ptr, ...)
declare i32 @fprintf(ptr, ptr, ...)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare void @abort()
define internal void @print(i32 %value) {
  call i32 (ptr, ...) @printf(ptr @number, i32 %value)
  ret void
}
define i32 @reader() {
  %found = load i32, ptr @read
  ret i32 %found
}
define i32 @p(ptr %buffer) {
entry:
  br label %loop
loop:
  %n = phi i32 [0, %entry], [%more, %body]
  %a = load atomic i32, ptr @x seq_cst, align 4
  %again = icmp eq i32 %a, 0
  br i1 %again, label %body, label %out
body:
  %more = add i32 %n, 1
  br label %loop
out:
)" + rest +
         "\n}";
}

std::string conditionThen(const std::string& rest) { return Parsed(countThen(rest)).condition("loop"); }

TEST(Output, Printed) {
  EXPECT_EQ(conditionThen("call i32 (ptr, ...) @printf(ptr @number, i32 %n)\nret i32 0"), "%a eq 0");
  EXPECT_EQ(conditionThen("%twice = mul i32 %n, 2\n%s = load ptr, ptr @stderr\n"
                          "call i32 (ptr, ptr, ...) @fprintf(ptr %s, ptr @number, i32 %twice)\nret i32 0"),
            "%a eq 0");
  EXPECT_EQ(conditionThen("call void @print(i32 %n)\nret i32 0"), "%a eq 0");
}

TEST(Output, SomethingElseDependsOnIt) {
  EXPECT_EQ(conditionThen("ret i32 %n"), "false");
  EXPECT_EQ(conditionThen("%r = call i32 (ptr, ...) @printf(ptr @number, i32 %n)\nret i32 %r"), "false");
  EXPECT_EQ(conditionThen("call i32 (ptr, ...) @printf(ptr @text, i32 %n)\nret i32 0"), "false");
  EXPECT_EQ(conditionThen("call i32 (ptr, ...) @printf(ptr @count, i32 %n)\nret i32 0"), "false");
  EXPECT_EQ(
      conditionThen("call i32 (ptr, i64, ptr, ...) @snprintf(ptr %buffer, i64 9, ptr @number, i32 %n)\nret i32 0"),
      "false");
  EXPECT_EQ(conditionThen("%q = sdiv i32 6, %n\ncall i32 (ptr, ...) @printf(ptr @number, i32 %q)\nret i32 0"), "false");
  EXPECT_EQ(conditionThen("%at = getelementptr i8, ptr %buffer, i32 %n\nstore i8 0, ptr %at\nret i32 0"), "false");
}

TEST(Output, DecidesOnIt) {
  const std::string often = "%often = icmp ugt i32 %n, 9\nbr i1 %often, label %say, label %end\nsay:\n";
  EXPECT_EQ(conditionThen(often + "call i32 (ptr, ...) @printf(ptr @number, i32 %n)\nbr label %end\nend:\nret i32 0"),
            "%a eq 0");
  EXPECT_EQ(conditionThen(often + "call void @abort()\nunreachable\nend:\nret i32 0"), "false");
  EXPECT_EQ(conditionThen(often + "store i32 1, ptr @shown\nbr label %end\nend:\nret i32 0"), "false");
  EXPECT_EQ(conditionThen(often + "br label %end\nend:\n%r = phi i32 [0, %out], [1, %say]\nret i32 %r"), "false");
  EXPECT_EQ(conditionThen(often + "br i1 %often, label %say, label %end\nend:\nret i32 0"), "false");
}

TEST(Output, Statistics) {
  EXPECT_EQ(conditionThen("store i32 %n, ptr @statistic\nret i32 0"), "%a eq 0");
  EXPECT_EQ(conditionThen("%old = load i32, ptr @statistic\n%new = add i32 %old, %n\n"
                          "store i32 %new, ptr @statistic\nret i32 0"),
            "%a eq 0");
  EXPECT_EQ(conditionThen("store i32 %n, ptr @read\nret i32 0"), "false");   // the other function uses it
  EXPECT_EQ(conditionThen("store i32 %n, ptr @shown\nret i32 0"), "false");  // others may read it
  EXPECT_EQ(conditionThen("store i32 %n, ptr @statistic\nstore ptr @statistic, ptr %buffer\nret i32 0"), "false");
}

std::string sleepThen(const std::string& store, const std::string& rest) {
  return Parsed(R"(
@x = global i32 0
declare i32 @nanosleep(ptr, ptr)
declare ptr @__errno_location()
define i32 @p(i64 %long) {
entry:
  %time = alloca { i64, i64 }
  %nanoseconds = getelementptr inbounds i8, ptr %time, i64 8
  store i64 0, ptr %time
  store i64 )" + store +
                R"(, ptr %nanoseconds
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %again = icmp eq i32 %a, 0
  br i1 %again, label %body, label %out
body:
  call i32 @nanosleep(ptr %time, ptr null)
  br label %loop
out:
  %errno = call ptr @__errno_location()
  %found = load i32, ptr %errno
)" + rest + "\n}")
      .condition("loop");
}

TEST(ErrorNumber, OfASleep) {
  EXPECT_EQ(sleepThen("1000", "ret i32 %found"), "%a eq 0");
  EXPECT_EQ(sleepThen("1000000000", "ret i32 %found"), "false");
  EXPECT_EQ(sleepThen("-1", "ret i32 %found"), "false");
  EXPECT_EQ(sleepThen("%long", "ret i32 %found"), "false");
  // Nobody asks whether the time was valid.
  EXPECT_EQ(sleepThen("%long", "%interrupted = icmp eq i32 %found, 4\nret i32 0"), "%a eq 0");
}

}  // namespace
}  // namespace heddle::analysis
