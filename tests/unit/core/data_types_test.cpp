#include "core/data_types.h"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

using Kind = DataType::Kind;

DataType record(std::string name, std::uint64_t size, std::vector<DataType::Member> members) {
  DataType type;
  type.kind = Kind::Record;
  type.name = std::move(name);
  type.size = size;
  type.members = std::move(members);
  return type;
}

DataType number(std::uint64_t size) {
  DataType type;
  type.kind = Kind::Number;
  type.size = size;
  return type;
}

DataType array(std::uint64_t size, TypeId element) {
  DataType type;
  type.kind = Kind::Array;
  type.size = size;
  type.element = element;
  return type;
}

// struct Pair { int first; short second; };  struct Table { Pair pairs[2]; union { int word; struct { short low, high;
// }; }; };
const TypeTable kTypes = [] {
  TypeTable types(9);
  types[1] = number(4);
  types[2] = number(2);
  types[3] = record("Pair", 8, {{"first", 1, 0, 4}, {"second", 2, 4, 2}});
  types[4] = array(16, 3);
  types[5] = record("", 4, {{"low", 2, 0, 2}, {"high", 2, 2, 2}});
  types[6] = record("", 4, {{"word", 1, 0, 4}, {"", 5, 0, 4}});
  types[7] = record("Table", 20, {{"pairs", 4, 0, 16}, {"", 6, 16, 4}});
  types[8] = record("std::atomic<int>", 4, {{"_M_i", 1, 0, 4}});
  types[8].isOpaque = true;
  return types;
}();

TEST(DataTypes, TheInnermostPartIsNamed) {
  EXPECT_EQ(innermostPart(kTypes, 7, 0), ".pairs[0].first");
  EXPECT_EQ(innermostPart(kTypes, 7, 12), ".pairs[1].second");
  EXPECT_EQ(innermostPart(kTypes, 7, 13), ".pairs[1].second + 1");
}

TEST(DataTypes, WhereNoMemberIsTheOffsetIsSaid) {
  EXPECT_EQ(innermostPart(kTypes, 7, 6), ".pairs[0] + 6");
  EXPECT_EQ(innermostPart(kTypes, 0, 5), " + 5");
  EXPECT_EQ(innermostPart(kTypes, 0, 0), "");
}

TEST(DataTypes, TheMemberOfAUnionIsTheOneOfTheSize) {
  EXPECT_EQ(innermostPart(kTypes, 7, 16, 4), ".word");
  EXPECT_EQ(innermostPart(kTypes, 7, 16, 2), ".low");
  EXPECT_EQ(innermostPart(kTypes, 7, 18, 2), ".high");
}

TEST(DataTypes, TheOutermostPartBeginsThereAndIsNoArray) {
  EXPECT_EQ(outermostPart(kTypes, 7, 0), "");
  EXPECT_EQ(outermostPart(kTypes, 7, 8), ".pairs[1]");
  EXPECT_EQ(outermostPart(kTypes, 7, 12), ".pairs[1].second");
  EXPECT_EQ(outermostPart(kTypes, 4, 0), "[0]");
}

TEST(DataTypes, MembersOfALibrarysTypeAreNotNamedButHaveValues) {
  EXPECT_EQ(innermostPart(kTypes, 8, 0, 4), "");
  EXPECT_EQ(valueAt(kTypes, 8, 0, 4), 1u);
}

TEST(DataTypes, ValuesAreOfTheWholeThatIsAccessed) {
  EXPECT_EQ(valueAt(kTypes, 7, 8, 8), 3u);
  EXPECT_EQ(valueAt(kTypes, 7, 8, 4), 1u);
  EXPECT_EQ(valueAt(kTypes, 7, 10, 4), 0u);
}

}  // namespace
}  // namespace heddle::core
