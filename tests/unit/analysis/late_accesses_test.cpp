// Which accesses can come because of what other threads did, and what they touch.
#include "analysis/loops/late_accesses.h"

#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

constexpr char kNodes[] = R"(
%Node = type { ptr, i32, i32 }
@nodes = internal global [3 x %Node] zeroinitializer
@top = internal global ptr @nodes
@y = internal global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare ptr @lookUp(ptr)
declare i32 @printf(ptr, ...)
@counts = internal constant [5 x i8] c"a%-n\00"
@prints = internal constant [6 x i8] c"%%n%d\00"
)";

// Whether a late access may conflict with %read: what a thread reads of the
// element at the top, plainly or not.
bool mayConflict(const std::string& writer, const std::string& read = "load i32, ptr %value") {
  const Parsed parsed(std::string(kNodes) + writer + R"(
define internal ptr @reader(ptr %unused) {
  %word = load atomic i64, ptr @top monotonic, align 8
  %top = inttoptr i64 %word to ptr
  %value = getelementptr %Node, ptr %top, i32 0, i32 1
  %read = )" + read + R"(
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %a = call i32 @pthread_create(ptr %t, ptr null, ptr @reader, ptr null)
  %b = call i32 @pthread_create(ptr %t, ptr null, ptr @writer, ptr @nodes)
  ret i32 0
})");
  const ProgramMemory memory(*parsed.module);
  const LateAccesses accesses(memory);
  for (const llvm::BasicBlock& block : *parsed.module->getFunction("reader"))
    for (const llvm::Instruction& instruction : block)
      if (instruction.getName() == "read") return accesses.mayConflict(instruction, /*writes=*/false);
  ADD_FAILURE() << "no read";
  return false;
}

std::string writer(const std::string& body) {
  return "define internal ptr @writer(ptr %given) {\n" + body + "\nret ptr null\n}\n";
}

constexpr char kLearns[] = "%l = load atomic i32, ptr @y acquire, align 4\n";
constexpr char kWritesValue[] =
    "%v = getelementptr [3 x %Node], ptr @nodes, i64 0, i64 0, i32 1\nstore i32 1, ptr %v\n";

TEST(LateAccesses, WhatAThreadDoesFirstItDoesInAnyCase) {
  EXPECT_FALSE(mayConflict(writer(kWritesValue)));
  EXPECT_TRUE(mayConflict(writer(std::string(kLearns) + kWritesValue)));
  EXPECT_FALSE(mayConflict(writer(std::string(kWritesValue) + kLearns)));
}

TEST(LateAccesses, WhoLearnsItself) {
  EXPECT_TRUE(mayConflict(writer(
      "%v = getelementptr %Node, ptr %given, i32 0, i32 1\n%c = cmpxchg ptr %v, i32 1, i32 2 monotonic monotonic")))
      << "an update is after its own read";
  EXPECT_FALSE(
      mayConflict(writer("store atomic i32 1, ptr @y release, align 4\nfence seq_cst\n" + std::string(kWritesValue))));
}

TEST(LateAccesses, LearningGoesAlongWithCallsAndStarts) {
  const std::string set = "define internal ptr @set(ptr %given) {\n" + std::string(kWritesValue) + "ret ptr null\n}\n";
  EXPECT_FALSE(mayConflict(set + writer("%c = call ptr @set(ptr null)")));
  EXPECT_TRUE(mayConflict(set + writer(std::string(kLearns) + "%c = call ptr @set(ptr null)")));
  const std::string start = "%t = alloca i64\n%c = call i32 @pthread_create(ptr %t, ptr null, ptr @set, ptr null)";
  EXPECT_FALSE(mayConflict(set + writer(start)));
  EXPECT_TRUE(mayConflict(set + writer(kLearns + start)));
  const std::string look = "define internal void @look() {\n" + std::string(kLearns) + "ret void\n}\n";
  EXPECT_TRUE(mayConflict(look + writer("call void @look()\n" + std::string(kWritesValue)))) << "and back";
}

TEST(LateAccesses, FieldsAreToldApart) {
  const auto writesField = [](const char* field) {
    return writer(std::string(kLearns) +
                  "%i = load i64, ptr %given\n%f = getelementptr [3 x %Node], ptr @nodes, i64 0, i64 %i, i32 " + field +
                  "\nstore i32 1, ptr %f");
  };
  EXPECT_TRUE(mayConflict(writesField("1")));
  EXPECT_FALSE(mayConflict(writesField("2")));
  EXPECT_TRUE(mayConflict(writer(std::string(kLearns) + "store i64 1, ptr getelementptr (i8, ptr @nodes, i64 4)")))
      << "it reaches into the field";
  EXPECT_FALSE(mayConflict(writer(std::string(kLearns) + "store i64 1, ptr @nodes")));
}

TEST(LateAccesses, AtomicAccessesDoNotRaceWithEachOther) {
  const std::string stores =
      writer(std::string(kLearns) +
             "%v = getelementptr %Node, ptr %given, i32 0, i32 1\nstore atomic i32 1, ptr %v monotonic, align 4");
  EXPECT_TRUE(mayConflict(stores));
  EXPECT_FALSE(mayConflict(stores, "load atomic i32, ptr %value monotonic, align 4"));
  EXPECT_TRUE(
      mayConflict(writer(std::string(kLearns) + kWritesValue), "load atomic i32, ptr %value monotonic, align 4"));
}

TEST(LateAccesses, PointersAreFollowed) {
  const auto through = [](const std::string& pointer) { return writer(kLearns + pointer + "\nstore i32 1, ptr %p"); };
  EXPECT_TRUE(mayConflict(through("%p = getelementptr i8, ptr %given, i64 8"))) << "a thread's argument";
  EXPECT_TRUE(mayConflict(through("%q = load ptr, ptr @top\n%p = getelementptr i8, ptr %q, i64 8")));
  EXPECT_FALSE(mayConflict(through("%q = load ptr, ptr @top\n%p = getelementptr i8, ptr %q, i64 12")));
  EXPECT_FALSE(mayConflict(through("%p = getelementptr i8, ptr %given, i64 24"))) << "the top is always the first";
  EXPECT_TRUE(mayConflict(through("%n = ptrtoint ptr @nodes to i64\n%m = or i64 %n, 8\n%p = inttoptr i64 %m to ptr")));
  EXPECT_FALSE(mayConflict(through("%p = call ptr @malloc(i64 8)")));
  EXPECT_TRUE(
      mayConflict(through("%s = alloca ptr\ncall void @llvm.memcpy.p0.p0.i64(ptr %s, ptr @top, i64 8, i1 false)\n"
                          "%q = load ptr, ptr %s\n%p = getelementptr i8, ptr %q, i64 8")));
  EXPECT_TRUE(mayConflict(through("%p = call ptr @lookUp(ptr null)"))) << "code that is not seen";
}

TEST(LateAccesses, FreeingIsWriting) {
  const std::string allocates = "%n = call ptr @malloc(i64 16)\nstore atomic ptr %n, ptr @top release, align 8\n";
  EXPECT_FALSE(mayConflict(writer(allocates + kLearns)));
  EXPECT_TRUE(mayConflict(writer(allocates + kLearns + "call void @free(ptr %n)")));
}

TEST(LateAccesses, PrintingMayWrite) {
  const auto printing = [](const std::string& format) {
    return writer(std::string(kLearns) + "%v = getelementptr %Node, ptr %given, i32 0, i32 1\n" +
                  "%c = call i32 (ptr, ...) @printf(ptr " + format + ", ptr %v)");
  };
  EXPECT_TRUE(mayConflict(printing("@counts")));
  EXPECT_FALSE(mayConflict(printing("@prints")));
  EXPECT_TRUE(mayConflict(printing("%given"))) << "whatever that says";
}

TEST(LateAccesses, WhatIsOnAStackEnds) {
  EXPECT_TRUE(mayConflict(writer("%n = alloca [16 x i8]\nstore atomic ptr %n, ptr @top release, align 8")));
}

TEST(Offsets, Multiples) {
  EXPECT_EQ(joined({0, 0}, {8, 0}), (Offsets{0, 8}));
  EXPECT_EQ(joined({4, 16}, {12, 16}), (Offsets{4, 8}));
  EXPECT_EQ(sum({8, 0}, {-16, 0}), (Offsets{-8, 0}));
  EXPECT_EQ(sum({8, 0}, {-16, 12}), (Offsets{4, 12}));
  EXPECT_TRUE(mayOverlap({0, 0}, 8, {4, 0}, 4));
  EXPECT_FALSE(mayOverlap({0, 0}, 4, {4, 0}, 4));
  EXPECT_TRUE(mayOverlap({4, 0}, 4, {0, 0}, 8));
  EXPECT_FALSE(mayOverlap({8, 16}, 4, {0, 16}, 8));
  EXPECT_TRUE(mayOverlap({8, 16}, 4, {0, 16}, 9));
  EXPECT_TRUE(mayOverlap({8, 16}, 9, {0, 16}, 8)) << "into the next element";
  EXPECT_TRUE(mayOverlap({8, 16}, 4, {0, 24}, 4)) << "at 24";
}

}  // namespace
}  // namespace heddle::analysis
