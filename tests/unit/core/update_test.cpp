// Every update rule, at the edges of every size.
#include "core/update.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "core/execution.h"
#include "core/lock_rules.h"

namespace heddle::core {
namespace {

Op op(const UpdateRule& rule, unsigned size, Value a, Value b = 0) {
  return {.a = a, .b = b, .rule = &rule, .kind = OpKind::Update, .size = static_cast<std::uint8_t>(size)};
}

// Applies a rule that always writes.
Value result(const UpdateRule& rule, unsigned size, Value old, Value a) {
  const UpdateResult r = apply(op(rule, size, a), old);
  EXPECT_TRUE(r.enabled);
  EXPECT_TRUE(r.writes);
  return r.value;
}

class EverySize : public ::testing::TestWithParam<unsigned> {
 protected:
  unsigned size() const { return GetParam(); }
  Value max() const { return maskOf(size()); }                   // -1 when signed
  Value lowest() const { return Value{1} << (size() * 8 - 1); }  // the most negative
  Value highest() const { return lowest() - 1; }                 // the most positive
};
INSTANTIATE_TEST_SUITE_P(Sizes, EverySize, ::testing::Values(1, 2, 4, 8, 16));

// A rule's terms say what the rule does.
TEST_P(EverySize, TermsAreTheRule) {
  using namespace rules;
  const UpdateRule kWaits = updateRule("waits", (terms::old == terms::constant<0>) == terms::never,
                                       terms::old < terms::b, terms::choose(terms::old, terms::a, ~terms::b));
  const Value words[] = {0, 1, 2, 41, highest() - 1, highest(), lowest(), lowest() + 1, max() - 1, max()};
  std::vector<const UpdateRule*> all(locks::kAll.begin(), locks::kAll.end());
  all.insert(all.end(), {&kExchange, &kAdd, &kSub, &kAnd, &kNand, &kOr, &kXor, &kMax, &kMin, &kUMax, &kUMin, &kUIncWrap,
                         &kUDecWrap, &kCompareExchange, &kConfirm, &kWaits, withoutResult(&kOr)});
  for (const UpdateRule* rule : all) {
    ASSERT_NE(rule->terms, nullptr);
    for (const Value old : words)
      for (const Value a : words) {
        const Op update = op(*rule, size(), a & max(), words[3]);
        const UpdateResult result = apply(update, old & max());
        const auto read = [&](const terms::Node* node) { return terms::valueOf(*node, update, old & max()); };
        EXPECT_EQ(read(rule->terms->enabled) != 0, result.enabled) << rule->name;
        EXPECT_EQ(read(rule->terms->writes) != 0, result.writes) << rule->name;
        EXPECT_TRUE(read(rule->terms->value) == result.value) << rule->name;
        EXPECT_TRUE(rule->canBlock || result.enabled) << rule->name;
        const auto expectSame = [&](const WordResult& word) {
          EXPECT_EQ(word.enabled, result.enabled) << rule->name;
          EXPECT_EQ(word.writes, result.writes) << rule->name;
          EXPECT_TRUE(word.value == result.value) << rule->name;
        };
        if (size() == 4) expectSame(applyToWord(update, static_cast<std::uint32_t>(old)));
        if (size() == 8) expectSame(applyToWord(update, static_cast<std::uint64_t>(old)));
        if (rule->quick != Quick::None && size() <= 8)
          EXPECT_TRUE((newValue(rule->quick, static_cast<std::uint64_t>(old & max()), static_cast<std::uint64_t>(a)) &
                       max()) == result.value)
              << rule->name;
      }
  }
  EXPECT_TRUE(kWaits.canBlock);
}

TEST_P(EverySize, AdditionAndSubtractionWrap) {
  EXPECT_TRUE(result(rules::kAdd, size(), max(), 1) == 0);
  EXPECT_TRUE(result(rules::kAdd, size(), max(), max()) == max() - 1);
  EXPECT_TRUE(result(rules::kAdd, size(), 40, 2) == 42);
  EXPECT_TRUE(result(rules::kSub, size(), 0, 1) == max());
  EXPECT_TRUE(result(rules::kSub, size(), 44, 2) == 42);
}

TEST_P(EverySize, BitOperationsStayInSize) {
  EXPECT_TRUE(result(rules::kAnd, size(), max(), 5) == 5);
  EXPECT_TRUE(result(rules::kNand, size(), max(), 5) == (max() ^ 5));
  EXPECT_TRUE(result(rules::kNand, size(), 0, 0) == max());
  EXPECT_TRUE(result(rules::kOr, size(), lowest(), 5) == (lowest() | 5));
  EXPECT_TRUE(result(rules::kXor, size(), max(), max()) == 0);
  EXPECT_TRUE(result(rules::kExchange, size(), 7, max()) == max());
}

TEST_P(EverySize, SignedAndUnsignedExtremaDiffer) {
  EXPECT_TRUE(result(rules::kMax, size(), max(), 1) == 1);  // -1 < 1
  EXPECT_TRUE(result(rules::kMin, size(), max(), 1) == max());
  EXPECT_TRUE(result(rules::kMax, size(), lowest(), highest()) == highest());
  EXPECT_TRUE(result(rules::kMin, size(), highest(), lowest()) == lowest());
  EXPECT_TRUE(result(rules::kUMax, size(), max(), 1) == max());
  EXPECT_TRUE(result(rules::kUMin, size(), max(), 1) == 1);
  EXPECT_TRUE(result(rules::kUMax, size(), highest(), lowest()) == lowest());
}

TEST_P(EverySize, WrappingCounters) {
  EXPECT_TRUE(result(rules::kUIncWrap, size(), 4, 5) == 5);
  EXPECT_TRUE(result(rules::kUIncWrap, size(), 5, 5) == 0);
  EXPECT_TRUE(result(rules::kUIncWrap, size(), max(), max()) == 0);
  EXPECT_TRUE(result(rules::kUDecWrap, size(), 0, 5) == 5);
  EXPECT_TRUE(result(rules::kUDecWrap, size(), 6, 5) == 5);
  EXPECT_TRUE(result(rules::kUDecWrap, size(), 5, 5) == 4);
}

TEST_P(EverySize, QuickRulesAgree) {
  if (size() > 8) return;
  unsigned quick = 0;
  for (const UpdateRule* rule :
       {&rules::kExchange, &rules::kAdd, &rules::kSub, &rules::kAnd, &rules::kNand, &rules::kOr, &rules::kXor,
        &rules::kMax, &rules::kUIncWrap, &rules::kCompareExchange}) {
    if (rule->quick == Quick::None) continue;
    ++quick;
    for (const Value old : {Value{0}, Value{1}, Value{12}, lowest(), highest(), max()})
      for (const Value a : {Value{0}, Value{1}, Value{10}, lowest(), highest(), max()}) {
        const std::uint64_t value =
            newValue(rule->quick, static_cast<std::uint64_t>(old), static_cast<std::uint64_t>(a));
        EXPECT_TRUE((value & max()) == result(*rule, size(), old, a)) << rule->name;
      }
  }
  EXPECT_EQ(quick, 6U);
}

TEST_P(EverySize, AFailedCompareExchangeWritesNothing) {
  const UpdateResult hit = apply(op(rules::kCompareExchange, size(), max(), 3), max());
  EXPECT_TRUE(hit.enabled && hit.writes && hit.value == 3);
  const UpdateResult miss = apply(op(rules::kCompareExchange, size(), max(), 3), 1);
  EXPECT_TRUE(miss.enabled);
  EXPECT_FALSE(miss.writes);
}

TEST_P(EverySize, WordsKeepTheirNeighbours) {
  alignas(16) unsigned char memory[48];
  std::fill(std::begin(memory), std::end(memory), 0xaa);
  const auto addr = reinterpret_cast<Address>(memory + 16);
  storeWord(addr, size(), ~Value{0} - 1);
  EXPECT_TRUE(loadWord(addr, size()) == max() - 1);
  EXPECT_EQ(memory[15], 0xaa);
  EXPECT_EQ(memory[16], 0xfe);
  EXPECT_EQ(memory[16 + size()], 0xaa);
}

Value bits(float f) { return std::bit_cast<std::uint32_t>(f); }
Value bits(double d) { return std::bit_cast<std::uint64_t>(d); }

TEST(UpdateRules, FloatingPointInBothSizes) {
  EXPECT_TRUE(result(rules::kFAdd, 4, bits(1.5F), bits(2.0F)) == bits(3.5F));
  EXPECT_TRUE(result(rules::kFSub, 4, bits(1.5F), bits(2.0F)) == bits(-0.5F));
  EXPECT_TRUE(result(rules::kFAdd, 8, bits(1e300), bits(1e300)) == bits(2e300));
  EXPECT_TRUE(result(rules::kFSub, 8, bits(1.0), bits(0.25)) == bits(0.75));
  EXPECT_TRUE(result(rules::kFMax, 8, bits(-1.0), bits(-2.0)) == bits(-1.0));
  EXPECT_TRUE(result(rules::kFMin, 4, bits(-1.0F), bits(-2.0F)) == bits(-2.0F));
}

}  // namespace
}  // namespace heddle::core
