// Forward purity conditions of small loops.
#include <map>

#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

TEST(Purity, Figure2) {
  Parsed parsed(R"(
@x = global i32 0
define void @p() {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %again = icmp ne i32 %a, 1
  br i1 %again, label %loop, label %out
out:
  ret void
})");
  const LoopPurity purity = parsed.purity("loop");
  EXPECT_EQ(toString(purity.condition), "%a ne 1");
  ASSERT_EQ(purity.cases.size(), 1u);
  EXPECT_EQ(purity.cases[0].after, parsed.at("a"));
  EXPECT_TRUE(purity.cases[0].isExact);
  EXPECT_TRUE(purity.obstacles.empty());
}

TEST(Purity, Figure6) {
  Parsed parsed(R"(
@x = global i32 0
@y = global i32 0
@z = global i32 0
define void @p() {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %b = load atomic i32, ptr @y seq_cst, align 4
  %isFour = icmp eq i32 %a, 4
  br i1 %isFour, label %write, label %check
write:
  store atomic i32 42, ptr @z seq_cst, align 4
  br label %check
check:
  %again = icmp uge i32 %a, 4
  br i1 %again, label %loop, label %out
out:
  ret void
})");
  const LoopPurity purity = parsed.purity("loop");
  EXPECT_EQ(toString(purity.condition), "%a ugt 4");
  ASSERT_EQ(purity.cases.size(), 1u);
  EXPECT_EQ(purity.cases[0].after, parsed.at("a"));
  ASSERT_EQ(purity.obstacles.size(), 1u);
  EXPECT_EQ(purity.obstacles[0].kind, Obstacle::Kind::Effect);
}

// Whoever is stopped by an assume is not in this iteration for the last time.
TEST(Purity, AssumesHold) {
  Parsed parsed(R"(
@x = global i32 0
declare void @heddle_assume(i32)
define void @p(i32 %given) {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %isSmall = icmp ult i32 %a, 5
  %holds = zext i1 %isSmall to i32
  call void @heddle_assume(i32 %holds)
  call void @heddle_assume(i32 %given)
  %again = icmp ne i32 %a, 1
  br i1 %again, label %loop, label %out
out:
  ret void
})");
  EXPECT_EQ(parsed.condition("loop"), "%a ne 1 & %given ne 0 & %a ult 5");
}

TEST(Purity, AnAssumeThatNeverHoldsEndsEveryIteration) {
  Parsed parsed(R"(
@x = global i32 0
declare void @heddle_assume(i32)
define void @p() {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  call void @heddle_assume(i32 0)
  %again = icmp ne i32 %a, 1
  br i1 %again, label %loop, label %out
out:
  ret void
})");
  EXPECT_EQ(parsed.condition("loop"), "false");
}

// Nothing is acted on before an access that may go wrong.
TEST(Purity, WaitsForAccessesThatMayFail) {
  const std::string text = R"(
@x = global i32 0
@y = global i32 0
define void @p(ptr %q) {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %b = load atomic i32, ptr ADDRESS seq_cst, align 4
  %again = icmp ne i32 %a, 1
  br i1 %again, label %loop, label %out
out:
  store i32 0, ptr @y
  ret void
})";
  const auto with = [&](const std::string& address) {
    std::string changed = text;
    return changed.replace(changed.find("ADDRESS"), 7, address);
  };
  EXPECT_EQ(Parsed(with("@x")).condition("loop"), "%a ne 1");
  EXPECT_EQ(Parsed(with("%q")).condition("loop"), "%a ne 1 after %b");
  EXPECT_EQ(Parsed(with("%q"), false).condition("loop"), "%a ne 1 after %b");
  EXPECT_EQ(Parsed(with("@y")).condition("loop"), "%a ne 1 after %b") << "races with the plain store";
  EXPECT_EQ(Parsed(with("@y"), false).condition("loop"), "%a ne 1") << "where races are not looked for it cannot fail";
  EXPECT_EQ(Parsed(with("getelementptr (i8, ptr @x, i64 4)")).condition("loop"), "%a ne 1 after %b") << "out of bounds";
}

// One place further, perhaps round a ring, is another place.
TEST(Purity, VariablesThatGoOn) {
  const auto condition = [](const std::string& step) {
    return Parsed(R"(
@table = global [128 x i32] zeroinitializer
define void @p(i32 %first) {
entry:
  br label %loop
loop:
  %slot = phi i32 [ %first, %entry ], [ %next, %loop ]
  %place = getelementptr [128 x i32], ptr @table, i32 0, i32 %slot
  %a = load atomic i32, ptr %place seq_cst, align 4
  )" + step + R"(
  %again = icmp ne i32 %a, 0
  br i1 %again, label %loop, label %out
out:
  ret void
})")
        .condition("loop");
  };
  const std::string further = "%step = add i32 %slot, 1\n";
  EXPECT_EQ(condition("%next = add i32 %slot, 1"), "false");
  EXPECT_EQ(condition("%next = sub i32 %slot, 1"), "false");
  EXPECT_EQ(condition(further + "%next = srem i32 %step, 128"), "false");
  EXPECT_EQ(condition(further + "%next = urem i32 %step, 100"), "false");
  EXPECT_EQ(condition(further + "%next = and i32 %step, 127"), "false");
  EXPECT_EQ(condition("%step = sub i32 %slot, 1\n%next = and i32 %step, 127"), "false");

  const std::string mayStay = "%next eq %slot & %a ne 0 after %a";
  EXPECT_EQ(condition(further + "%next = urem i32 %step, 1"), mayStay) << "0 for ever";
  EXPECT_EQ(condition("%step = add i32 %slot, 128\n%next = and i32 %step, 127"), mayStay);
  EXPECT_EQ(condition("%step = add i32 %slot, 200\n%next = srem i32 %step, 100"), mayStay);
  EXPECT_EQ(condition(further + "%next = and i32 %step, 126"), mayStay) << "126, 126";
  EXPECT_EQ(condition(further + "%next = urem i32 %step, -1"), "%next eq %slot & %a ne 0 after %next")
      << "the next one is 2^32 - 1 more";
  EXPECT_EQ(condition("%step = sub i32 %slot, 1\n%next = urem i32 %step, 5"), mayStay) << "2^32 - 1 is divisible by 5";
}

TEST(Purity, ReadModifyWrites) {
  const auto condition = [](const std::string& update) {
    return Parsed(R"(
@x = global i32 0
define void @p(i32 %n) {
entry:
  br label %loop
loop:
  )" + update + R"(
  %again = icmp ne i32 %a, 7
  br i1 %again, label %loop, label %out
out:
  ret void
})")
        .condition("loop");
  };
  EXPECT_EQ(condition("%a = atomicrmw xchg ptr @x, i32 1 seq_cst"), "%a eq 1");
  EXPECT_EQ(condition("%a = atomicrmw xchg ptr @x, i32 7 seq_cst"), "false");
  EXPECT_EQ(condition("%a = atomicrmw add ptr @x, i32 0 seq_cst"), "%a ne 7");
  EXPECT_EQ(condition("%a = atomicrmw add ptr @x, i32 1 seq_cst"), "false");
  EXPECT_EQ(condition("%a = atomicrmw add ptr @x, i32 %n seq_cst"), "%a ne 7 & %n eq 0");
  EXPECT_EQ(condition("%a = atomicrmw or ptr @x, i32 %n seq_cst"), "%a ne 7 & unchanged(%a)");
  EXPECT_EQ(condition("%a = atomicrmw nand ptr @x, i32 %n seq_cst"), "false");
}

TEST(Purity, CompareExchange) {
  Parsed parsed(R"(
@x = global i32 0
define void @p() {
entry:
  br label %loop
loop:
  %e = load atomic i32, ptr @x seq_cst, align 4
  %n = add i32 %e, 1
  %c = cmpxchg ptr @x, i32 %e, i32 %n seq_cst seq_cst
  %done = extractvalue { i32, i1 } %c, 1
  br i1 %done, label %out, label %loop
out:
  ret void
})");
  const LoopPurity purity = parsed.purity("loop");
  EXPECT_EQ(toString(purity.condition), "fails(%c)");
  ASSERT_EQ(purity.cases.size(), 1u);
  EXPECT_EQ(purity.cases[0].after, parsed.at("c"));
  EXPECT_FALSE(purity.cases[0].isExact) << "the next iteration may expect another value";
}

// What decides on the iteration is read back from the thread's own memory, which an
// atomic load has filled: that is up to others all the same.
TEST(Purity, PrivateMemoryThatIsFilledFromOutside) {
  Parsed parsed(R"(
@x = global i64 0
define void @p() {
entry:
  %state = alloca { i32, i32 }
  br label %loop
loop:
  %all = load atomic i64, ptr @x monotonic, align 8
  store i64 %all, ptr %state
  %field = getelementptr { i32, i32 }, ptr %state, i32 0, i32 1
  %ready = load i32, ptr %field
  %done = icmp ne i32 %ready, 0
  br i1 %done, label %out, label %loop
out:
  ret void
})");
  const LoopPurity purity = parsed.purity("loop");
  ASSERT_EQ(purity.cases.size(), 1u);
  EXPECT_FALSE(purity.cases[0].isEndless);
}

// The value that was found is what the next iteration expects: it changes whenever
// the exchange fails.
TEST(Purity, CompareExchangeThatRemembersWhatItFound) {
  Parsed parsed(R"(
@x = global i32 0
define void @p(i32 %first) {
entry:
  br label %loop
loop:
  %e = phi i32 [ %first, %entry ], [ %old, %loop ]
  %n = add i32 %e, 1
  %c = cmpxchg ptr @x, i32 %e, i32 %n seq_cst seq_cst
  %old = extractvalue { i32, i1 } %c, 0
  %done = extractvalue { i32, i1 } %c, 1
  br i1 %done, label %out, label %loop
out:
  ret void
})");
  const LoopPurity purity = parsed.purity("loop");
  EXPECT_EQ(toString(purity.condition), "false");
  ASSERT_EQ(purity.obstacles.size(), 1u);
  EXPECT_EQ(purity.obstacles[0].kind, Obstacle::Kind::Changes);
}

// The same after a load of the word: what the exchange finds is what a later
// start of the loop would have loaded.
TEST(Purity, CompareExchangeThatFindsWhatALoadWould) {
  const std::string text = R"(
@x = global i32 0
@y = global i32 0
define i32 @p(i32 %n) {
entry:
  %first = load atomic i32, ptr @x LOAD, align 4
  BEFORE
  br label %loop
loop:
  %e = phi i32 [ %first, %entry ], [ %next, %again ]
  EARLY
  %c = cmpxchg ptr @x, i32 %e, i32 %n seq_cst FAILS
  %old = extractvalue { i32, i1 } %c, 0
  %done = extractvalue { i32, i1 } %c, 1
  br i1 %done, label %out, label %failed
failed:
  br label %again
again:
  %next = phi i32 [ %old, %failed ]
  LATE
  br label %loop
out:
  ret i32 RESULT
})";
  using Changes = std::map<std::string, std::string>;
  const auto with = [&](Changes changes) {
    changes.merge(Changes{
        {"LOAD", "monotonic"}, {"BEFORE", ""}, {"EARLY", ""}, {"FAILS", "monotonic"}, {"LATE", ""}, {"RESULT", "0"}});
    std::string changed = text;
    for (const auto& [word, by] : changes) changed.replace(changed.find(word), word.size(), by);
    return changed;
  };
  const auto condition = [&](const Changes& changes) { return Parsed(with(changes)).condition("loop"); };
  EXPECT_EQ(condition({}), "fails(%c)");
  EXPECT_FALSE(Parsed(with({})).purity("loop").cases.at(0).isExact) << "another iteration would expect another value";
  EXPECT_EQ(condition({{"RESULT", "%first"}}), "false") << "the first value is used later";
  EXPECT_EQ(condition({{"BEFORE", "%b = load atomic i32, ptr @y seq_cst, align 4"}}), "false")
      << "a load in between would be late too";
  EXPECT_EQ(condition({{"EARLY", "store atomic i32 %e, ptr @y seq_cst, align 4"}}), "false");
  EXPECT_EQ(condition({{"LATE", "store atomic i32 %e, ptr @y seq_cst, align 4"}}), "false");
  EXPECT_EQ(condition({{"EARLY", "%u = atomicrmw or ptr @y, i32 %e seq_cst"}}), "false")
      << "an iteration before this one may have written";
  EXPECT_EQ(condition({{"EARLY", "%u = load atomic i32, ptr @y seq_cst, align 4"}}), "fails(%c)");
  EXPECT_EQ(condition({{"LOAD", "acquire"}}), "false") << "the exchange synchronises less than the load";
  EXPECT_EQ(condition({{"LOAD", "seq_cst"}, {"FAILS", "acquire"}}), "false");
  EXPECT_EQ(condition({{"LOAD", "acquire"}, {"FAILS", "acquire"}}), "fails(%c)");
}

// An iteration that may have changed the word is no new start for those after it.
TEST(Purity, CompareExchangeThatGoesOnAfterSuccess) {
  EXPECT_EQ(Parsed(R"(
@x = global i32 0
@y = global i32 0
define void @p(i32 %n) {
entry:
  %first = load atomic i32, ptr @x seq_cst, align 4
  br label %loop
loop:
  %e = phi i32 [ %first, %entry ], [ %old, %loop ]
  %c = cmpxchg ptr @x, i32 %e, i32 %n seq_cst seq_cst
  %old = extractvalue { i32, i1 } %c, 0
  %y = load atomic i32, ptr @y seq_cst, align 4
  %done = icmp eq i32 %y, 1
  br i1 %done, label %out, label %loop
out:
  ret void
})")
                .condition("loop"),
            "false");
}

// while (a != 1) a = x, with the first load before the loop.
TEST(Purity, AVariableThatHappensToStayTheSame) {
  Parsed parsed(R"(
@x = global i32 0
define void @p(i32 %first) {
entry:
  br label %loop
loop:
  %a = phi i32 [ %first, %entry ], [ %next, %body ]
  %again = icmp ne i32 %a, 1
  br i1 %again, label %body, label %out
body:
  %next = load atomic i32, ptr @x seq_cst, align 4
  br label %loop
out:
  ret void
})");
  EXPECT_EQ(parsed.condition("loop"), "%next eq %a & %a ne 1");
  EXPECT_TRUE(parsed.purity("loop").cases.at(0).isExact);
}

// Reset to its first value, a variable has changed nevertheless.
TEST(Purity, AResetVariableHasChanged) {
  Parsed parsed(R"(
@x = global i32 0
define i32 @p() {
entry:
  br label %loop
loop:
  %tries = phi i32 [ 0, %entry ], [ 0, %reset ], [ %more, %count ]
  %a = load atomic i32, ptr @x seq_cst, align 4
  switch i32 %a, label %out [ i32 0, label %reset
                              i32 1, label %count ]
reset:
  br label %loop
count:
  %more = add i32 %tries, 1
  br label %loop
out:
  ret i32 %tries
})");
  EXPECT_EQ(parsed.condition("loop"), "%tries eq 0 & %a eq 0");
}

// A phi is what it is on the path that is looked at: known when %c is.
TEST(Purity, PhisAreReplacedOnThePath) {
  Parsed parsed(R"(
@x = global i32 0
define void @p() {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %zero = icmp eq i32 %a, 0
  br i1 %zero, label %join, label %second
second:
  %b = load atomic i32, ptr @x seq_cst, align 4
  %two = icmp eq i32 %b, 2
  br label %join
join:
  %again = phi i1 [ true, %loop ], [ %two, %second ]
  br i1 %again, label %loop, label %out
out:
  ret void
})");
  EXPECT_EQ(parsed.condition("loop"), "%a eq 0 | %b eq 2 & %a ne 0");
  const LoopPurity purity = parsed.purity("loop");
  EXPECT_EQ(purity.cases[0].after, parsed.at("a"));
  EXPECT_TRUE(purity.cases[0].isExact);
  EXPECT_EQ(purity.cases[1].after, parsed.at("b"));
  EXPECT_FALSE(purity.cases[1].isExact);
}

TEST(Purity, InnerLoops) {
  Parsed parsed(R"(
@l = global i32 0
define void @ttas() {
entry:
  br label %outer
outer:
  br label %inner
inner:
  %seen = load atomic i32, ptr @l seq_cst, align 4
  %taken = icmp ne i32 %seen, 0
  br i1 %taken, label %inner, label %try
try:
  %old = atomicrmw xchg ptr @l, i32 1 seq_cst
  %mine = icmp eq i32 %old, 0
  br i1 %mine, label %out, label %outer
out:
  ret void
})");
  EXPECT_EQ(parsed.condition("inner"), "%seen ne 0");
  EXPECT_EQ(parsed.condition("outer"), "%old eq 1 & %seen eq 0");
}

// Whoever comes there is stopped at once: nobody can do anything about it.
TEST(Purity, EndlessLoops) {
  Parsed parsed(R"(
@x = global i32 0
define void @p(i32 %n) {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %again = icmp ne i32 %n, 1
  br i1 %again, label %loop, label %out
out:
  ret void
})");
  const LoopPurity purity = parsed.purity("loop");
  ASSERT_EQ(purity.cases.size(), 1u);
  EXPECT_TRUE(purity.cases[0].isEndless);
  EXPECT_TRUE(purity.cases[0].isExact);
  EXPECT_EQ(purity.cases[0].after, nullptr);
  EXPECT_TRUE(purity.obstacles.empty());
}

TEST(Purity, EndlessWithoutACondition) {
  Parsed parsed(R"(
define void @p() {
entry:
  br label %loop
loop:
  br label %loop
})");
  const LoopPurity purity = parsed.purity("loop");
  ASSERT_EQ(purity.cases.size(), 1u);
  EXPECT_TRUE(purity.cases[0].isEndless);
  EXPECT_TRUE(purity.cases[0].condition.literals().empty());
}

TEST(Purity, Calls) {
  const auto condition = [](const std::string& call) {
    return Parsed(R"(
@x = global i32 0
declare i32 @sched_yield()
declare i32 @puts(ptr)
declare i32 @pthread_mutex_trylock(ptr)
define internal i32 @look(i32 %n) {
  %copy = alloca i32
  store i32 %n, ptr %copy
  %v = load i32, ptr @x
  ret i32 %v
}
define internal i32 @touch(i32 %n) {
  store i32 %n, ptr @x
  ret i32 %n
}
define internal i32 @recursive(i32 %n) {
  %v = call i32 @recursive(i32 %n)
  ret i32 %v
}
define void @p() {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %r = call i32 )" + call +
                      R"(
  %again = icmp ne i32 %a, 7
  br i1 %again, label %loop, label %out
out:
  ret void
})",
                  false)
        .condition("loop");
  };
  EXPECT_EQ(condition("@sched_yield()"), "%a ne 7");
  EXPECT_EQ(condition("@puts(ptr null)"), "false");
  EXPECT_EQ(condition("@pthread_mutex_trylock(ptr @x)"), "%a ne 7 & %r ne 0 after %r");
  EXPECT_EQ(condition("@look(i32 1)"), "%a ne 7 after %r");
  EXPECT_EQ(condition("@touch(i32 1)"), "false");
  EXPECT_EQ(condition("@recursive(i32 1)"), "false");
}

// A local array that each iteration fills before it reads it is nobody's business.
TEST(Purity, ScratchMemory) {
  const auto condition = [](const std::string& before, const std::string& inside) {
    return Parsed(R"(
@x = global i32 0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @p() {
entry:
  %pair = alloca [2 x i32]
  %second = getelementptr inbounds i8, ptr %pair, i64 4
  br label %loop
loop:
  )" + before + R"(
  %a = load atomic i32, ptr @x seq_cst, align 4
  )" + inside + R"(
  %b = load i32, ptr %second
  %again = icmp ne i32 %b, 7
  br i1 %again, label %loop, label %out
out:
  %last = load i32, ptr %pair
  ret i32 %last
})")
        .condition("loop");
  };
  const std::string clear = "call void @llvm.memset.p0.i64(ptr %pair, i8 0, i64 8, i1 false)";
  EXPECT_EQ(condition(clear, "store i32 %a, ptr %second"), "%b ne 7");
  EXPECT_EQ(condition("", "store i32 %a, ptr %second"), "false") << "the first half lives on";
  EXPECT_EQ(condition("store i64 0, ptr %pair", "store i32 %a, ptr %second"), "%b ne 7");
  EXPECT_EQ(condition("store i32 0, ptr %pair", "store i32 %a, ptr %second"), "%b ne 7") << "half by half";
  EXPECT_EQ(condition("store i16 0, ptr %pair", "store i32 %a, ptr %second"), "false") << "half of the first half";
}

// What an iteration stores by a plain access is there only until the next one stores to the same place.
TEST(Purity, RepeatedStores) {
  const auto condition = [](const std::string& before, const std::string& store, bool plainAccessesRace = true) {
    const std::string found = Parsed(R"(
@top = global ptr null
@other = global i32 0
define void @push(ptr %element, i1 %some) {
entry:
  br label %loop
loop:
  )" + before + R"(
  %seen = load atomic ptr, ptr @top acquire, align 8
  %below = getelementptr inbounds i8, ptr %element, i64 8
  )" + store + R"(
  br label %try
try:
  %result = cmpxchg ptr @top, ptr %seen, ptr %element release monotonic
  %done = extractvalue { ptr, i1 } %result, 1
  br i1 %done, label %out, label %loop
out:
  ret void
})",
                                     plainAccessesRace)
                                  .condition("loop");
    return found.substr(0, found.find(" after "));  // the store, which has no name
  };
  const std::string store = "store ptr %seen, ptr %below";
  EXPECT_EQ(condition("", store), "fails(%result)");
  EXPECT_EQ(condition("", store, false), "false") << "others may look at any time";
  EXPECT_EQ(condition("", "store atomic ptr %seen, ptr %below monotonic, align 8"), "false");
  EXPECT_EQ(condition("", "store volatile ptr %seen, ptr %below"), "false");
  EXPECT_EQ(condition("", "store ptr %element, ptr %seen"), "false") << "another place in the next round";
  EXPECT_EQ(condition("%old = load ptr, ptr %element", store), "false") << "it may be what the last iteration stored";
  EXPECT_EQ(condition("", store + "\n%old = load ptr, ptr %element"), "fails(%result)");
  EXPECT_EQ(condition("", "br i1 %some, label %write, label %try\nwrite:\n" + store), "fails(%result) & %some eq false")
      << "not in each round";
  EXPECT_EQ(condition("br i1 %some, label %out, label %go\ngo:", store), "false")
      << "the last iteration may leave before it";
}

// A cycle with two entries inside the loop: spinning it is an internal back edge.
TEST(Purity, IrreducibleCyclesInside) {
  Parsed parsed(R"(
@x = global i32 0
define void @p(i1 %c) {
entry:
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  br i1 %c, label %left, label %right
left:
  %b = load atomic i32, ptr @x seq_cst, align 4
  %l = icmp eq i32 %b, 1
  br i1 %l, label %right, label %loop
right:
  %d = load atomic i32, ptr @x seq_cst, align 4
  %r = icmp eq i32 %d, 1
  br i1 %r, label %left, label %out
out:
  ret void
})");
  const std::string condition = parsed.condition("loop");
  EXPECT_EQ(condition.find("%d eq 1"), std::string::npos) << condition;
}

}  // namespace
}  // namespace heddle::analysis
