// Where several threads touch memory and one of them writes, against a table of words.
#include "runtime/meeting_places.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace heddle::runtime {
namespace {

TEST(MeetingPlaces, TwoThreadsAndAWrite) {
  MeetingPlaces places;
  places.add(0x1000, 0x40000000, 0, true);
  places.add(0x2000, 4, 1, false);
  places.add(0x90000000, 8, 0, false);
  places.add(0x90000000, 8, 1, false);
  places.find();
  EXPECT_TRUE(places.isIn(0x2004, 4));  // the same word
  EXPECT_FALSE(places.isIn(0x2008, 8));
  EXPECT_FALSE(places.isIn(0x1000, 0x1000));
  EXPECT_TRUE(places.isIn(0x1000, 0x1001));
  EXPECT_FALSE(places.isIn(0x90000000, 8));  // nobody writes
}

TEST(MeetingPlaces, AsWordByWord) {
  std::mt19937 random(1);
  for (int table = 0; table < 500; ++table) {
    MeetingPlaces places;
    struct Word {
      std::set<ThreadId> threads;
      bool written = false;
    } words[32];
    for (unsigned n = random() % 8; n > 0; --n) {
      const unsigned addr = random() % 200;
      const unsigned bytes = 1 + random() % 40;
      const ThreadId thread = random() % 3;
      const bool write = random() % 2 == 0;
      places.add(addr, bytes, thread, write);
      for (unsigned word = addr / 8; word <= (addr + bytes - 1) / 8; ++word) {
        words[word].threads.insert(thread);
        words[word].written |= write;
      }
    }
    places.find();
    for (unsigned word = 0; word < 32; ++word)
      EXPECT_EQ(places.isIn(8 * word, 8), words[word].threads.size() > 1 && words[word].written) << word;
  }
}

}  // namespace
}  // namespace heddle::runtime
