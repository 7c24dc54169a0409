// Whole programs, run natively: they repeat themselves and leave nothing behind.
#include "runtime/native_program.h"

#include <map>
#include <set>

#include "runtime/loaded_program.h"
#include "runtime/process_memory.h"

namespace heddle::runtime {
namespace {

using core::End;

// Three threads that allocate and spawn in every order; what they get is left in `seen`.
constexpr char kAllocates[] = R"(
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
unsigned long seen[3][6];
atomic_int turns;
__thread int mine = 5;
static void *inner(void *arg) {
  unsigned long *out = arg;
  atomic_fetch_add(&turns, 1);
  out[3] = (unsigned long)malloc(24);
  out[4] = (unsigned long)pthread_self();
  return 0;
}
static void *outer(void *arg) {
  unsigned long *out = arg;
  char local;
  void *first = malloc(100);
  atomic_fetch_add(&turns, 1);
  pthread_t child;
  pthread_create(&child, 0, inner, out);
  out[0] = (unsigned long)first;
  free(first);
  out[1] = (unsigned long)malloc(10);
  out[2] = (unsigned long)&local;
  out[5] = (unsigned long)&mine;
  pthread_join(child, 0);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, outer, seen[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
)";

TEST(NativeProgram, AddressesAndThreadsDoNotDependOnTheSchedule) {
  LoadedProgram program("a.c", kAllocates);
  RandomScheduler scheduler(1);
  std::set<std::vector<std::uint64_t>> addresses;
  std::map<ThreadId, std::string> names;
  std::set<std::set<std::pair<ThreadId, ThreadId>>> families;
  std::set<std::vector<ThreadId>> schedules;
  for (int i = 0; i < 3'000; ++i) {
    const core::Execution& execution = program.run(scheduler);
    ASSERT_EQ(execution.end, End::Complete) << (execution.violation ? execution.violation->message : "");
    addresses.insert(program.global("seen"));
    std::set<std::pair<ThreadId, ThreadId>> family;
    std::vector<ThreadId> schedule;
    for (const core::Event& event : execution.trace) {
      schedule.push_back(event.thread);
      if (event.op.kind == core::OpKind::Spawn) family.insert({event.thread, event.op.other});
    }
    families.insert(family);
    schedules.insert(schedule);
    for (ThreadId t = 0; t < execution.threads.size(); ++t) {
      const auto known = names.emplace(t, (*program).threads().nameOf(t)).first;
      ASSERT_EQ(known->second, (*program).threads().nameOf(t));
    }
  }
  EXPECT_EQ(schedules.size(), 90U);  // all orders of the two increments of each of three families: 6! / (2! 2! 2!)
  ASSERT_EQ(addresses.size(), 1U);
  const std::vector<std::uint64_t> words = *addresses.begin();
  const std::set<std::uint64_t> different(words.begin(), words.end());
  EXPECT_EQ(different.size(), words.size());  // nothing is shared, nothing reused
  EXPECT_EQ(different.count(0), 0U);
  // Which id a path gets depends on who is seen first; the paths of one run must agree.
  EXPECT_EQ(families.size(), 1U);
  EXPECT_EQ(families.begin()->size(), 6U);
}

TEST(NativeProgram, AddressesAreTheSameInTheNextLoad) {
  std::set<std::vector<std::uint64_t>> addresses;
  for (int i = 0; i < 2; ++i) {
    LoadedProgram program("a.c", kAllocates);
    ChoosingScheduler scheduler(0);
    ASSERT_EQ(program.run(scheduler).end, End::Complete);
    addresses.insert(program.global("seen"));
  }
  EXPECT_EQ(addresses.size(), 1U);
}

constexpr char kUsesEverything[] = R"(
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <atomic>
std::atomic<int> word;
std::atomic<bool> flag;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct Noisy {
  char *text = static_cast<char *>(malloc(300));
  Noisy() { strcpy(text, "noisy"); }
  ~Noisy() { free(text); }
};
thread_local Noisy noisy;
thread_local int counter = 3;
struct Error { int value; char room[40]; };
static void fails(int n) {
  Noisy local;
  if (n == 0) throw Error{word.fetch_add(1), {}};
  fails(n - 1);
}
static void *work(void *) {
  int *big = new int[64];
  try {
    fails(1);
  } catch (const Error &e) {
    word.store(e.value + counter++);  // may be abandoned while the exception is alive
    try {
      throw 5;
    } catch (int) {
      flag.store(true);
    }
  }
  pthread_mutex_lock(&lock);
  noisy.text[0] = 'x';
  pthread_mutex_unlock(&lock);
  delete[] big;
  return nullptr;
}
int main() {
  pthread_t a, b;
  void *lost = malloc(2000);
  memset(lost, 1, 2000);
  pthread_create(&a, nullptr, work, nullptr);
  pthread_create(&b, nullptr, work, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
)";

TEST(NativeProgram, MemoryStaysFlat) {
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "AddressSanitizer keeps what was freed";
#endif
  LoadedProgram program("a.cpp", kUsesEverything);
  RandomScheduler scheduler(1, 40);
  std::map<End, int> ends;
  std::size_t early = 0;
  for (int i = 0; i < 200'000; ++i) {
    const core::Execution& execution = program.run(scheduler);
    if (execution.violation) FAIL() << execution.violation->message;
    ++ends[execution.end];
    if (i == 20'000) early = residentBytes();
  }
  EXPECT_GT(ends[End::Complete], 10'000);
  EXPECT_GT(ends[End::Abandoned], 10'000);
  EXPECT_EQ(ends.size(), 2U);
  const std::size_t late = residentBytes();
  EXPECT_LT(late, early + 1024 * 1024) << "was " << early;
}

TEST(NativeProgram, LargeBlocksAreGivenBackAndComeZeroed) {
  LoadedProgram program("a.c",
                        "#include <stdlib.h>\n#include <string.h>\n"
                        "unsigned long sum;\n"
                        "int main(void) {\n"
                        "  unsigned char *p = calloc(3000001, 1);\n"
                        "  for (int i = 0; i < 3000001; i += 1000) sum += p[i];\n"
                        "  sum += p[3000000];\n"
                        "  memset(p, 1, 3000001);\n"
                        "  return 0;\n"
                        "}\n");
  ChoosingScheduler scheduler(0);
  std::size_t early = 0;
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(program.run(scheduler).end, End::Complete);
    ASSERT_EQ(program.global("sum"), std::vector<std::uint64_t>{0}) << i;
    if (i == 20) early = residentBytes();
  }
  EXPECT_LT(residentBytes(), early + 1024 * 1024);
}

TEST(NativeProgram, AnotherAfterTheFirstIsGone) {
  for (const std::uint64_t value : {7, 8, 9}) {
    LoadedProgram program("a.c", "unsigned long x; int main(void) { x += " + std::to_string(value) + "; return 0; }\n");
    ChoosingScheduler scheduler(0);
    for (int i = 0; i < 3; ++i) {  // globals start afresh each time
      ASSERT_EQ(program.run(scheduler).end, End::Complete);
      EXPECT_EQ(program.global("x"), std::vector<std::uint64_t>{value});
    }
  }
}

TEST(NativeProgram, OnlyOneAtATime) {
  const LoadedProgram first("a.c", "int main(void) { return 0; }\n");
  EXPECT_DEATH(LoadedProgram("b.c", "int main(void) { return 0; }\n"), "one program at a time");
}

TEST(NativeProgram, HeddlesOwnExceptionsWorkBetweenExecutions) {
  LoadedProgram program("a.cpp",
                        "#include <atomic>\nstd::atomic<int> x;\n"
                        "int main() { try { throw 1; } catch (int) { x = 1; } return 0; }\n");
  for (int i = 0; i < 50; ++i) {
    RandomScheduler givesUp(static_cast<std::uint64_t>(i), 2);
    program.run(givesUp);
    EXPECT_EQ(std::uncaught_exceptions(), 0);
    EXPECT_EQ(std::current_exception(), nullptr);
    EXPECT_THROW(throw std::runtime_error("Heddle's"), std::runtime_error);
  }
}

}  // namespace
}  // namespace heddle::runtime
