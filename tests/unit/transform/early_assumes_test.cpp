#include "transform/loops/early_assumes.h"

#include <gtest/gtest.h>

#include "woven.h"

namespace heddle::transform {
namespace {

constexpr char kHead[] = R"(
@x = global i32 0
@y = global i32 0
declare void @heddle_assume(i32)
)";

// How many accesses wait, and how many assumes are left.
std::pair<std::size_t, std::size_t> waits(const std::string& body) {
  Woven woven(kHead + body);
  return {woven.calls("__heddle_await").size(), woven.calls("heddle_assume").size()};
}

TEST(EarlyAssumes, BothHalvesOfAConjunctionWait) {
  EXPECT_EQ(waits(R"(
define void @main() {
  %a = load atomic i32, ptr @x seq_cst, align 4
  %isA = icmp eq i32 %a, 3
  br i1 %isA, label %second, label %join
second:
  %b = load atomic i32, ptr @y seq_cst, align 4
  %isB = icmp eq i32 %b, 3
  br label %join
join:
  %both = phi i1 [ false, %0 ], [ %isB, %second ]
  %number = zext i1 %both to i32
  call void @heddle_assume(i32 %number)
  ret void
})"),
            std::pair(2UL, 0UL));
}

TEST(EarlyAssumes, AWriteInBetweenKeepsThemApart) {
  EXPECT_EQ(waits(R"(
define void @main() {
  %a = load atomic i32, ptr @x seq_cst, align 4
  %isA = icmp eq i32 %a, 3
  br i1 %isA, label %second, label %join
second:
  store atomic i32 1, ptr @y seq_cst, align 4
  br label %join
join:
  %number = zext i1 %isA to i32
  store atomic i32 2, ptr @y seq_cst, align 4
  call void @heddle_assume(i32 %number)
  ret void
})"),
            std::pair(0UL, 1UL));
}

TEST(EarlyAssumes, NotOverADivisionThatMayFail) {
  EXPECT_EQ(waits(R"(
define void @main(i32 %n) {
  %a = load atomic i32, ptr @x seq_cst, align 4
  %isA = icmp eq i32 %a, 3
  br i1 %isA, label %second, label %join
second:
  br label %join
join:
  %number = zext i1 %isA to i32
  %part = sdiv i32 12, %n
  %sum = add i32 %part, %number
  call void @heddle_assume(i32 %sum)
  ret void
})"),
            std::pair(0UL, 1UL));
}

TEST(EarlyAssumes, AnAssumeStaysInItsIteration) {
  EXPECT_EQ(waits(R"(
define void @main() {
  %a = load atomic i32, ptr @x seq_cst, align 4
  br label %loop
loop:
  %v = phi i32 [ %a, %0 ], [ %w, %loop ]
  call void @heddle_assume(i32 %v)
  store atomic i32 %v, ptr @y seq_cst, align 4
  %w = add i32 %v, 1
  %more = icmp ult i32 %w, 9
  br i1 %more, label %loop, label %end
end:
  ret void
})"),
            std::pair(0UL, 1UL));
}

}  // namespace
}  // namespace heddle::transform
