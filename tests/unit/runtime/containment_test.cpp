// Programs that crash get a verdict; Heddle and the next execution go on.
#include <map>

#include "runtime/loaded_program.h"
#include "runtime/process_memory.h"

namespace heddle::runtime {
namespace {

using core::End;
using core::ViolationKind;

constexpr char kCrashes[] = R"(
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned long done;
static int deep(int n) {
  volatile char room[4096];
  room[0] = (char)n;
  return deep(n + 1) + room[0];
}
static void *child(void *arg) {
  void *volatile nowhere = 0;
  char *block = malloc(10);
  switch (*(unsigned *)arg) {
    case 1: ((void (*)(void))nowhere)(); break;
    case 2: return (void *)(long)deep(0);
    case 3: *(volatile int *)0x123456789000 = 1; break;
    case 4: *(volatile int *)nowhere = 1; break;
    case 5: abort();
    case 6: block[10] = 1; break;
    case 7: memset((void *)0x123456789000, 0, 8); break;
    case 8: free(block); break;
    case 9: __builtin_trap();
    case 10: ((void (*)(void))block)(); break;
  }
  free(block);
  ++done;
  return 0;
}
int main(void) {
  unsigned what = heddle_choose(11);
  pthread_t thread;
  pthread_create(&thread, 0, child, &what);
  pthread_join(thread, 0);
  ++done;
  return 0;
}
)";

class ContainmentTest : public testing::Test {
 protected:
  void expectNormalRun() {
    ChoosingScheduler normally(0);
    const core::Execution& execution = program_.run(normally);
    ASSERT_EQ(execution.end, End::Complete) << (execution.violation ? execution.violation->message : "");
    ASSERT_EQ(program_.global("done"), std::vector<std::uint64_t>{2});
  }

  LoadedProgram program_{"a.c", kCrashes};
};

TEST_F(ContainmentTest, CrashesAreVerdictsAndTheNextExecutionIsNormal) {
  const std::map<std::uint64_t, ViolationKind> kinds = {
      {1, ViolationKind::NullDereference}, {2, ViolationKind::StackOverflow}, {3, ViolationKind::WildPointer},
      {4, ViolationKind::NullDereference}, {5, ViolationKind::Abort},         {6, ViolationKind::OutOfBounds},
      {7, ViolationKind::WildPointer},     {8, ViolationKind::DoubleFree},    {9, ViolationKind::Abort},
      {10, ViolationKind::WildPointer},
  };
  expectNormalRun();
  for (int iteration = 0; iteration < 3; ++iteration) {
    for (const auto& [choice, kind] : kinds) {
      ChoosingScheduler scheduler(choice);
      const core::Execution& execution = program_.run(scheduler);
      ASSERT_EQ(execution.end, End::Violated) << choice;
      ASSERT_TRUE(execution.violation) << choice;
      EXPECT_STREQ(core::name(execution.violation->kind), core::name(kind)) << choice << execution.violation->message;
      EXPECT_EQ(execution.violation->thread, 1U) << choice;
      expectNormalRun();
    }
  }
}

TEST_F(ContainmentTest, ManyCrashesLeaveNothingBehind) {
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "AddressSanitizer keeps what was freed";
#endif
  std::size_t early = 0;
  for (std::uint64_t i = 0; i < 6'000; ++i) {
    ChoosingScheduler scheduler(1 + i % 10);
    ASSERT_EQ(program_.run(scheduler).end, End::Violated);
    if (i == 600) early = residentBytes();
  }
  EXPECT_LT(residentBytes(), early + 1024 * 1024);
  expectNormalRun();
}

}  // namespace
}  // namespace heddle::runtime
