#include "explore/memory_limit.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <vector>

namespace heddle::explore {
namespace {

constexpr std::size_t kMegabyte = 1 << 20;

TEST(MemoryLimit, OfThisProcess) {
  const std::uint64_t before = memoryOf(getpid());
  ASSERT_GT(before, 0u);
  MemoryLimit limit(before + 32 * kMegabyte);
  EXPECT_FALSE(limit.isReached(0));
  std::vector<char> block(64 * kMegabyte, 1);
  EXPECT_FALSE(limit.isReached(0.01)) << "it looks a few times a second";
  EXPECT_TRUE(limit.isReached(1));
  EXPECT_EQ(MemoryLimit(64 * kMegabyte).why(), "the memory limit of 64 megabytes was reached");
  EXPECT_FALSE(MemoryLimit(0).isReached(0)) << "there is none";
}

TEST(MemoryLimit, OfOthersToo) {
  std::array<int, 2> ready = {};
  ASSERT_EQ(pipe(ready.data()), 0);
  const pid_t other = fork();
  if (other == 0) {
    std::vector<char> block(64 * kMegabyte);
    std::memset(block.data(), 1, block.size());
    if (write(ready[1], "r", 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char letter = 0;
  ASSERT_EQ(read(ready[0], &letter, 1), 1);
  EXPECT_GT(memoryOf(other), 60 * kMegabyte);
  const std::uint64_t own = memoryOf(getpid());
  EXPECT_FALSE(MemoryLimit(own + 32 * kMegabyte).isReached(0));
  EXPECT_TRUE(MemoryLimit(own + 32 * kMegabyte).isReached(0, [&] { return memoryOf(other); }));
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
  EXPECT_EQ(memoryOf(other), 0u);
  close(ready[0]);
  close(ready[1]);
}

}  // namespace
}  // namespace heddle::explore
