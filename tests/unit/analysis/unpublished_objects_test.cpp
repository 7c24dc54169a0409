#include "analysis/loops/unpublished_objects.h"

#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

// A push: what is done before the loop, in it before the store, and after an exchange that has succeeded.
std::string push(const std::string& before, const std::string& inside = "", const std::string& success = "out",
                 const std::string& failure = "loop") {
  return R"(
    @top = global i64 0
    @spare = global ptr null
    declare ptr @malloc(i64)
    declare ptr @__errno_location()
    declare void @use(ptr)
    define void @push() {
    entry:
      %node = call ptr @malloc(i64 16)
      %next = getelementptr i8, ptr %node, i64 8
      %bits = ptrtoint ptr %node to i64
      )" +
         before + R"(
      br label %loop
    loop:
      %seen = load atomic i64, ptr @top acquire, align 8
      )" +
         inside + R"(
      store atomic i64 %seen, ptr %next monotonic, align 8
      %pair = cmpxchg ptr @top, i64 %seen, i64 %bits release monotonic
      %done = extractvalue { i64, i1 } %pair, 1
      br i1 %done, label %)" +
         success + ", label %" + failure + R"(
    out:
      store ptr %node, ptr @spare
      ret void
    })";
}

bool isUnpublished(const std::string& text) {
  const Parsed parsed(text);
  for (llvm::BasicBlock& block : *parsed.function)
    for (llvm::Instruction& instruction : block)
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && store->isAtomic())
        return isToUnpublished(*store);
  ADD_FAILURE() << "no atomic store";
  return false;
}

TEST(UnpublishedObjects, ExchangeThatEndsTheLoop) { EXPECT_TRUE(isUnpublished(push(""))); }

TEST(UnpublishedObjects, UsesThatPublishNothing) {
  EXPECT_TRUE(isUnpublished(push("store i32 1, ptr %node\n %none = icmp eq ptr %node, null")));
  EXPECT_TRUE(isUnpublished(push("", "%same = icmp eq i64 %seen, %bits")));
}

TEST(UnpublishedObjects, PublishedBeforeTheLoop) {
  EXPECT_FALSE(isUnpublished(push("store ptr %node, ptr @spare")));
  EXPECT_FALSE(isUnpublished(push("call void @use(ptr %next)")));
  EXPECT_FALSE(isUnpublished(push("%tagged = or i64 %bits, 1")));
}

TEST(UnpublishedObjects, PublishedInTheLoop) {
  EXPECT_FALSE(isUnpublished(push("", "%old = atomicrmw xchg ptr @spare, ptr %node acq_rel")));
}

TEST(UnpublishedObjects, ExchangeThatDoesNotEndTheLoop) {
  EXPECT_FALSE(isUnpublished(push("", "", "loop", "out")));
  EXPECT_FALSE(isUnpublished(push("", "", "loop", "loop")));
}

TEST(UnpublishedObjects, NotNew) {
  std::string text = push("");
  const std::string call = "@malloc(i64 16)";
  text.replace(text.find(call), call.size(), "@__errno_location()");
  EXPECT_FALSE(isUnpublished(text));
}

}  // namespace
}  // namespace heddle::analysis
