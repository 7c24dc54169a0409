// Conditions in disjunctive normal form: what is the same, what excludes what.
#include "analysis/condition.h"

#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

using llvm::CmpInst;

class ConditionTest : public testing::Test {
 protected:
  llvm::Value* value(const std::string& name) { return parsed.at(name); }
  llvm::Constant* number(int n, unsigned bits = 32) {
    return llvm::ConstantInt::getSigned(llvm::IntegerType::get(parsed.context, bits), n);
  }
  static std::string text(const Conjunction& conjunction) {
    Condition condition;
    condition.addDisjunct(conjunction);
    return toString(condition);
  }

  Parsed parsed{R"(
define void @f(ptr %p) {
  %a = load i32, ptr %p
  %b = load i32, ptr %p
  %bit = and i32 %a, 1
  %bit2 = and i32 %a, 1
  %yes = icmp ne i32 %a, 4
  %not = xor i1 %yes, true
  %wide = zext i1 %not to i32
  %less = icmp slt i32 %b, 7
  %both = and i1 %yes, %less
  %either = or i1 %yes, %less
  %byte = load i8, ptr %p
  %flag = trunc i8 %byte to i1
  %c = cmpxchg ptr %p, i32 %a, i32 1 seq_cst seq_cst
  %old = extractvalue { i32, i1 } %c, 0
  %done = extractvalue { i32, i1 } %c, 1
  %n = load i64, ptr %p
  %m = load i64, ptr %p
  %pn = inttoptr i64 %n to ptr
  %pm = inttoptr i64 %m to ptr
  ret void
})"};
  Conjunction made;
};

TEST_F(ConditionTest, RangesOfOneValueAreJoined) {
  EXPECT_TRUE(made.add(CmpInst::ICMP_UGE, value("a"), number(4)));
  EXPECT_TRUE(made.add(CmpInst::ICMP_NE, value("a"), number(4)));
  EXPECT_EQ(text(made), "%a ugt 4");  // Fig. 6
  EXPECT_FALSE(made.add(CmpInst::ICMP_ULT, value("a"), number(3)));
}

TEST_F(ConditionTest, PointersMadeOfIntegersAreCompared) {
  EXPECT_TRUE(made.add(CmpInst::ICMP_NE, value("pn"), value("pm")));
  EXPECT_TRUE(made.add(CmpInst::ICMP_EQ, value("pn"), llvm::Constant::getNullValue(value("pn")->getType())));
  EXPECT_EQ(text(made), "%n ne %m & %n eq 0");
  EXPECT_FALSE(made.add(CmpInst::ICMP_NE, value("n"), number(0, 64)));
}

TEST_F(ConditionTest, ComparisonsOfTwoValuesAreJoined) {
  EXPECT_TRUE(made.add(CmpInst::ICMP_SLE, value("a"), value("b")));
  EXPECT_TRUE(made.add(CmpInst::ICMP_SGE, value("a"), value("b")));
  EXPECT_EQ(text(made), "%a eq %b");
  EXPECT_FALSE(made.add(CmpInst::ICMP_SLT, value("b"), value("a")));
}

TEST_F(ConditionTest, WhatIsKnownLaterIsHeldAgainstAllBefore) {
  EXPECT_TRUE(made.add(CmpInst::ICMP_ULE, value("a"), value("b")));
  EXPECT_TRUE(made.add(CmpInst::ICMP_SGT, value("a"), value("b")));  // another order: both stay
  EXPECT_EQ(text(made), "%a ule %b & %a sgt %b");
  EXPECT_FALSE(made.add(CmpInst::ICMP_EQ, value("a"), value("b")));
}

TEST_F(ConditionTest, BooleansAreTakenApart) {
  EXPECT_TRUE(made.add(CmpInst::ICMP_NE, value("wide"), number(0)));
  EXPECT_EQ(text(made), "%a eq 4");
  Conjunction both;
  EXPECT_TRUE(both.addTruth(value("both"), true));
  EXPECT_EQ(text(both), "%a ne 4 & %b slt 7");
  Conjunction neither;
  EXPECT_TRUE(neither.addTruth(value("either"), false));
  EXPECT_EQ(text(neither), "%a eq 4 & %b sge 7");
  Conjunction opaque;
  EXPECT_TRUE(opaque.addTruth(value("both"), false));  // a disjunction is not taken apart
  EXPECT_EQ(text(opaque), "%both eq false");
}

TEST_F(ConditionTest, ANumberThatDoesNotFitIsNeverEqual) {
  EXPECT_TRUE(made.add(CmpInst::ICMP_NE, value("wide"), number(2)));
  EXPECT_EQ(text(made), "true");
  EXPECT_FALSE(made.add(CmpInst::ICMP_EQ, value("wide"), number(2)));
}

TEST_F(ConditionTest, TheSameExpressionTwiceIsOneValue) {
  EXPECT_TRUE(made.add(CmpInst::ICMP_EQ, value("bit"), number(0)));
  EXPECT_FALSE(made.add(CmpInst::ICMP_NE, value("bit2"), number(0)));
  EXPECT_TRUE(made.add(CmpInst::ICMP_NE, value("b"), value("a")));  // but two loads are two values
}

TEST_F(ConditionTest, AFailedExchangeHasNotFoundWhatItExpected) {
  EXPECT_TRUE(made.addTruth(value("done"), false));
  EXPECT_EQ(text(made), "fails(%c)");
  EXPECT_FALSE(made.add(CmpInst::ICMP_EQ, value("a"), value("old")));
  Conjunction other;
  EXPECT_TRUE(other.add(CmpInst::ICMP_EQ, value("old"), value("a")));
  EXPECT_EQ(text(other), "succeeds(%c)");
}

TEST_F(ConditionTest, ValuesThatWereNeverSetDecideNothing) {
  EXPECT_FALSE(made.add(CmpInst::ICMP_EQ, value("a"), llvm::UndefValue::get(value("a")->getType())));
  EXPECT_FALSE(made.addTruth(llvm::PoisonValue::get(value("flag")->getType()), true));
}

TEST_F(ConditionTest, WeakerDisjunctsAbsorbStrongerOnes) {
  Condition condition;
  Conjunction strong;
  EXPECT_TRUE(strong.add(CmpInst::ICMP_EQ, value("a"), number(1)));
  const Conjunction weak = strong;
  EXPECT_TRUE(strong.add(CmpInst::ICMP_EQ, value("b"), number(2)));
  condition.addDisjunct(strong);
  condition.addDisjunct(weak);
  condition.addDisjunct(strong);
  EXPECT_EQ(toString(condition), "%a eq 1");
}

TEST_F(ConditionTest, ButNotThoseThatAreKnownElsewhere) {
  Condition condition;
  Conjunction early;
  EXPECT_TRUE(early.add(CmpInst::ICMP_EQ, value("a"), number(1)));
  Conjunction late = early;
  late.earliest = parsed.at("b");
  condition.addDisjunct(late);
  condition.addDisjunct(early);
  EXPECT_EQ(toString(condition), "%a eq 1 after %b | %a eq 1");
}

TEST_F(ConditionTest, TooManyDisjunctsAreDropped) {
  Condition condition;
  for (int i = 0; i < 40; ++i) {
    Conjunction one;
    EXPECT_TRUE(one.add(CmpInst::ICMP_EQ, value("a"), number(i)));
    condition.addDisjunct(one);
  }
  EXPECT_TRUE(condition.isCropped());
  EXPECT_EQ(condition.disjuncts().size(), 32u);
}

}  // namespace
}  // namespace heddle::analysis
