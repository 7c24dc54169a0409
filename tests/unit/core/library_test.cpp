// The table of the library: how a row is found, and that rows make sense.
#include "core/library.h"

#include <gtest/gtest.h>

#include <set>

namespace heddle::core::library {
namespace {

TEST(Library, ASymbolHasItsRow) {
  ASSERT_NE(find("pthread_mutex_lock"), nullptr);
  EXPECT_EQ(find("pthread_mutex_lock")->implementation, Implementation::Model);
  EXPECT_EQ(factsOf("pthread_mutex_lock").effect, Effect::Synchronises);
  EXPECT_EQ(factsOf("pthread_create").argument, 3);
}

TEST(Library, WithoutARowItMayDoAnything) {
  EXPECT_EQ(find("frobnicate"), nullptr);
  EXPECT_EQ(factsOf("frobnicate").effect, Effect::Unknown);
  EXPECT_EQ(factsOf("frobnicate").inLoop, InLoop::Acts);
  EXPECT_FALSE(factsOf("frobnicate").isClosed);
  EXPECT_EQ(find("pthread_mutex_loc"), find("pthread_mutex_*"));  // not the row of a longer name
}

TEST(Library, TheLongestPatternHolds) {
  EXPECT_EQ(find("_ZNSt6vectorIiE3fooEv")->implementation, Implementation::Checked);
  EXPECT_EQ(find("_ZNSt6thread3fooEv")->implementation, Implementation::Refused);
  EXPECT_EQ(find("_ZNSt6thread6_StateD2Ev")->implementation, Implementation::Checked);
  EXPECT_EQ(find("_ZNSt6thread4joinEv")->implementation, Implementation::Model);
}

TEST(Library, ASymbolHasOneRow) {
  std::set<std::string_view> symbols;
  for (const Family& family : families())
    for (const Row& row : family.rows) EXPECT_TRUE(symbols.insert(row.symbol).second) << row.symbol;
}

TEST(Library, AStarIsAtTheEnd) {
  for (const Family& family : families())
    for (const Row& row : family.rows)
      EXPECT_TRUE(row.symbol.find('*') == std::string_view::npos || row.symbol.find('*') == row.symbol.size() - 1)
          << row.symbol;
}

TEST(Library, OnlyWhatIsRefusedHasAReason) {
  for (const Family& family : families())
    for (const Row& row : family.rows) {
      EXPECT_TRUE(row.facts.why == nullptr || row.implementation == Implementation::Refused) << row.symbol;
      EXPECT_TRUE(row.facts.why != nullptr || !row.facts.mayBeAllowed) << row.symbol;
    }
}

TEST(Library, WhatReachesOutsideHasAReason) {
  for (const char* const symbol : {"kill",
                                   "raise",
                                   "unlink",
                                   "unlinkat",
                                   "remove",
                                   "rename",
                                   "renameat2",
                                   "mkdir",
                                   "open",
                                   "openat64",
                                   "fopen64",
                                   "mkstemp",
                                   "truncate64",
                                   "chmod",
                                   "system",
                                   "popen",
                                   "fork",
                                   "execvp",
                                   "posix_spawnp",
                                   "socket",
                                   "connect",
                                   "sendto",
                                   "bind",
                                   "mount",
                                   "umount2",
                                   "reboot",
                                   "setuid",
                                   "ptrace",
                                   "prctl",
                                   "dlopen",
                                   "shm_open",
                                   "_ZNSt10filesystem6removeERKNS_7__cxx114pathE",
                                   "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode"}) {
    ASSERT_NE(find(symbol), nullptr) << symbol;
    EXPECT_EQ(find(symbol)->implementation, Implementation::Refused) << symbol;
    EXPECT_NE(factsOf(symbol).why, nullptr) << symbol;  // otherwise users are told to allow it
  }
}

TEST(Library, WhoeverWaitsForOthersLearnsFromThem) {
  for (const Family& family : families())
    for (const Row& row : family.rows)
      if (row.facts.mayBlock && row.implementation != Implementation::Hook) {
        EXPECT_NE(row.facts.effect, Effect::None) << row.symbol;
        EXPECT_FALSE(row.facts.inLoop != InLoop::Acts) << row.symbol;
      }
}

}  // namespace
}  // namespace heddle::core::library
