// Accesses that a loop makes once before it begins, and at the end of each iteration.
#include "analysis/loops/peeled_access.h"

#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

// prior = fetch_sub(x, 1); while (prior <= 0) { fetch_add(x, 1); prior = fetch_sub(x, N); }
std::string firstOutside(int again, const std::string& before = "") {
  return R"(
@x = global i32 0
define void @p() {
entry:
  %first = atomicrmw sub ptr @x, i32 1 acquire
)" + before +
         R"(  br label %loop
loop:
  %prior = phi i32 [ %first, %entry ], [ %next, %back ]
  %fails = icmp sle i32 %prior, 0
  br i1 %fails, label %back, label %out
back:
  atomicrmw add ptr @x, i32 1 monotonic
  %next = atomicrmw sub ptr @x, i32 )" +
         std::to_string(again) + R"( acquire
  br label %loop
out:
  ret void
})";
}

TEST(PeeledAccess, OfAnUpdate) {
  const Parsed parsed(firstOutside(1));
  EXPECT_EQ(peeledAccess(**parsed.loops->begin()), parsed.at("prior"));
}

TEST(PeeledAccess, IsTheSame) {
  const Parsed parsed(firstOutside(2));
  EXPECT_EQ(peeledAccess(**parsed.loops->begin()), nullptr);
}

TEST(PeeledAccess, ComesLast) {
  const Parsed parsed(firstOutside(1, "  store atomic i32 1, ptr @x monotonic, align 4\n"));
  EXPECT_EQ(peeledAccess(**parsed.loops->begin()), nullptr);
}

std::string load(const std::string& order, const std::string& cast = "zext", const std::string& word = "@x") {
  return R"(
@x = global i32 0
@y = global i32 0
define i64 @p() {
entry:
  %first = load atomic i32, ptr @x acquire, align 4
  %wide = zext i32 %first to i64
  br label %loop
loop:
  %a = phi i64 [ %wide, %entry ], [ %next, %back ]
  %stays = icmp ne i64 %a, 3
  br i1 %stays, label %back, label %out
back:
  %again = load atomic i32, ptr )" +
         word + " " + order + R"(, align 4
  %next = )" +
         cast + R"( i32 %again to i64
  br label %loop
out:
  ret i64 %a
})";
}

TEST(PeeledAccess, OfALoad) {
  const Parsed parsed(load("acquire"));
  EXPECT_EQ(peeledAccess(**parsed.loops->begin()), parsed.at("a"));
}

TEST(PeeledAccess, MeansTheSameEachTime) {
  EXPECT_EQ(peeledAccess(**Parsed(load("monotonic")).loops->begin()), nullptr);
  EXPECT_EQ(peeledAccess(**Parsed(load("acquire", "sext")).loops->begin()), nullptr);
  EXPECT_EQ(peeledAccess(**Parsed(load("acquire", "zext", "@y")).loops->begin()), nullptr);
}

}  // namespace
}  // namespace heddle::analysis
