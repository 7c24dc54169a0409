// What the name of a library function says about its arguments.
#include "runtime/library_types.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <ios>
#include <sstream>

namespace heddle::runtime {
namespace {

using Kind = Touch::Kind;

void expectTouch(const Touch& touch, Kind kind, bool writes, std::uint32_t bytes) {
  EXPECT_EQ(touch.kind, kind);
  EXPECT_EQ(touch.writes, writes);
  EXPECT_EQ(touch.bytes, bytes);
}

TEST(LibraryTypes, ATextIsReadAndAStreamChanges) {
  const LibraryFunction print = libraryFunction("_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc");
  EXPECT_FALSE(print.takesThis);
  ASSERT_EQ(print.touches.size(), 2U);
  EXPECT_EQ(print.touches[0].kind, Kind::Stream);
  EXPECT_TRUE(print.touches[0].writes);
  expectTouch(print.touches[1], Kind::Text, false, 1);
}

TEST(LibraryTypes, ACountBelongsToThePointerBeforeIt) {
  const LibraryFunction write = libraryFunction("_ZNSo5writeEPKcl");
  EXPECT_TRUE(write.takesThis);
  ASSERT_EQ(write.touches.size(), 3U);
  expectTouch(write.touches[1], Kind::Counted, false, 1);
  EXPECT_EQ(write.touches[2].kind, Kind::None);
  EXPECT_TRUE(libraryFunction("_ZNSi4readEPcl").touches[1].writes);
}

TEST(LibraryTypes, ConstFunctionsRead) {
  const LibraryFunction fail = libraryFunction("_ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv");
  ASSERT_EQ(fail.touches.size(), 1U);
  expectTouch(fail.touches[0], Kind::Object, false, sizeof(std::ios));
}

TEST(LibraryTypes, NumbersAndStringsAreWrittenThroughReferences) {
  expectTouch(libraryFunction("_ZNSirsERi").touches[1], Kind::Object, true, sizeof(int));
  const LibraryFunction line = libraryFunction(
      "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE");
  ASSERT_EQ(line.touches.size(), 2U);
  expectTouch(line.touches[1], Kind::String, true, 1);
}

TEST(LibraryTypes, APointerThatIsPrintedIsNotFollowed) {
  EXPECT_EQ(libraryFunction("_ZNSolsEPKv").touches[1].kind, Kind::None);
  EXPECT_EQ(libraryFunction("_ZNSolsEPFRSoS_E").touches[1].kind, Kind::None);  // std::endl
}

TEST(LibraryTypes, StreamsAreMadeAsAWhole) {
  const LibraryFunction make = libraryFunction("_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1Ev");
  ASSERT_EQ(make.touches.size(), 1U);
  expectTouch(make.touches[0], Kind::Object, true, sizeof(std::ostringstream));
}

TEST(LibraryTypes, PathsHaveParts) {
  const LibraryFunction append = libraryFunction("_ZNSt10filesystem7__cxx114pathdVERKS1_");
  ASSERT_EQ(append.touches.size(), 2U);
  expectTouch(append.touches[0], Kind::Path, true, sizeof(std::filesystem::path));
  expectTouch(append.touches[1], Kind::Path, false, sizeof(std::filesystem::path));
  const LibraryFunction copy = libraryFunction("_ZNSt10filesystem7__cxx114path5_ListC1ERKS2_");
  ASSERT_EQ(copy.touches.size(), 2U);
  expectTouch(copy.touches[0], Kind::NewParts, true, sizeof(void*));
  expectTouch(copy.touches[1], Kind::Parts, false, sizeof(void*));
  EXPECT_FALSE(libraryFunction("_ZNSt10filesystem7__cxx1110hash_valueERKNS0_4pathE").takesThis);
}

TEST(LibraryTypes, AViewIsACountAndAPointer) {
  const LibraryFunction append =
      libraryFunction("_ZNSt10filesystem7__cxx114path9_M_appendESt17basic_string_viewIcSt11char_traitsIcEE");
  EXPECT_TRUE(append.isClosed);
  ASSERT_EQ(append.touches.size(), 3U);
  EXPECT_EQ(append.touches[1].kind, Kind::None);
  expectTouch(append.touches[2], Kind::CountedBefore, false, 1);
}

TEST(LibraryTypes, FacetsTakeSpans) {
  const LibraryFunction upper = libraryFunction("_ZNKSt5ctypeIcE10do_toupperEPcPKc");
  ASSERT_EQ(upper.touches.size(), 3U);
  expectTouch(upper.touches[1], Kind::Span, true, 1);
  EXPECT_EQ(upper.touches[2].kind, Kind::None);
  const LibraryFunction narrow = libraryFunction("_ZNKSt5ctypeIwE9do_narrowEPKwS2_cPc");
  ASSERT_EQ(narrow.touches.size(), 5U);
  expectTouch(narrow.touches[1], Kind::Span, false, sizeof(wchar_t));
  expectTouch(narrow.touches[4], Kind::AsSpan, true, 1);
  // A table, and no span before it.
  EXPECT_EQ(libraryFunction("_ZNSt5ctypeIcEC1EPKtbm").touches[1].kind, Kind::Unknown);
}

TEST(LibraryTypes, ABufferIsUsedBehindAStream) {
  EXPECT_EQ(libraryFunction("_ZNSolsEi").touches[0].kind, Kind::Stream);
  EXPECT_EQ(libraryFunction("_ZNSolsEPFRSt8ios_baseS0_E").touches[0].kind, Kind::StreamState);  // std::hex
  const LibraryFunction make = libraryFunction("_ZNSoC1EPSt15basic_streambufIcSt11char_traitsIcEE");
  ASSERT_EQ(make.touches.size(), 2U);
  EXPECT_EQ(make.touches[1].kind, Kind::None);  // not used yet
  EXPECT_EQ(libraryFunction("_ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE").touches[1].kind, Kind::Buffer);
}

TEST(LibraryTypes, AThunkIsCalledWithAPartOfTheObject) {
  const LibraryFunction end =
      libraryFunction("_ZTv0_n24_NSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED0Ev");
  ASSERT_EQ(end.touches.size(), 1U);
  expectTouch(end.touches[0], Kind::Object, true, sizeof(void*));
}

TEST(LibraryTypes, WhatIsNotUnderstoodIsUnknown) {
  const LibraryFunction index = libraryFunction("_ZNSt6gslice8_IndexerC1EmRKSt8valarrayImES4_");
  ASSERT_EQ(index.touches.size(), 4U);
  EXPECT_EQ(index.touches[0].kind, Kind::Unknown);
  EXPECT_EQ(index.touches[1].kind, Kind::None);
  EXPECT_EQ(index.touches[2].kind, Kind::Unknown);
  // An object that is passed in pieces: from there on nothing is known.
  const LibraryFunction seek = libraryFunction("_ZNSi5seekgESt4fposI11__mbstate_tE");
  EXPECT_FALSE(seek.isClosed);
  EXPECT_EQ(seek.touches.size(), 1U);
  EXPECT_FALSE(libraryFunction("no_mangled_name").isClosed);
}

}  // namespace
}  // namespace heddle::runtime
