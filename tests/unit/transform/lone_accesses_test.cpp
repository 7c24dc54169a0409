#include "transform/lone_accesses.h"

#include <gtest/gtest.h>

#include "transform/verifier_sections.h"
#include "transform/woven.h"

namespace heddle::transform {
namespace {

// How many sections are left of a function.
unsigned sectionsOf(const std::string& body) {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
@x = global i32 0
@y = global i32 0
@own = internal global i32 5
@others = internal global i32 5
declare void @__VERIFIER_atomic_begin()
declare void @__VERIFIER_atomic_end()
declare void @may_do_anything()
define void @thread() {
  store i32 1, ptr @others
  ret void
}
define i32 @main() {
)" + body + "\n}\n");
  EXPECT_TRUE(module);
  removeLoneSections(*module);
  EXPECT_TRUE(verifies(*module));
  unsigned begins = 0, ends = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("main"))) {
    begins += isSectionBegin(instruction);
    ends += isSectionEnd(instruction);
  }
  EXPECT_EQ(begins, ends);
  return begins;
}

std::string section(const std::string& text) {
  return "  call void @__VERIFIER_atomic_begin()\n" + text + "\n  call void @__VERIFIER_atomic_end()\n  ret i32 0";
}

TEST(LoneAccesses, OneAccess) {
  EXPECT_EQ(sectionsOf(section("  %a = load i32, ptr @x")), 0U);
  EXPECT_EQ(sectionsOf(section("  store i32 3, ptr @x")), 0U);
  EXPECT_EQ(sectionsOf(section("")), 0U);
}

TEST(LoneAccesses, Several) {
  EXPECT_EQ(sectionsOf(section("  %a = load i32, ptr @x\n  store i32 %a, ptr @y")), 1U);
  EXPECT_EQ(sectionsOf(section("  %a = load i32, ptr @x\n  call void @may_do_anything()")), 1U);
}

TEST(LoneAccesses, OneThatMayBeSeveralSteps) {
  EXPECT_EQ(sectionsOf(section("  %a = load i32, ptr @x, align 1")), 1U);
  EXPECT_EQ(sectionsOf(section("  %a = load i128, ptr @x, align 16")), 1U);
}

TEST(LoneAccesses, AVariableThatOnlyMainHas) {
  EXPECT_EQ(sectionsOf(section("  %a = load i32, ptr @x\n  store i32 %a, ptr @own")), 0U);
  EXPECT_EQ(sectionsOf(section("  %a = load i32, ptr @x\n  store i32 %a, ptr @others")), 1U);
}

TEST(LoneAccesses, ASectionInsideAnother) {
  EXPECT_EQ(sectionsOf(R"(
  call void @__VERIFIER_atomic_begin()
  call void @__VERIFIER_atomic_begin()
  %a = load i32, ptr @x
  call void @__VERIFIER_atomic_end()
  store i32 %a, ptr @y
  call void @__VERIFIER_atomic_end()
  ret i32 0)"),
            1U);
}

}  // namespace
}  // namespace heddle::transform
