// Iterations of loops that are not taken because they turn out to have no effect,
// and livelocks: whole programs, every interleaving.
#include <set>

#include "explore/explorer.h"
#include "explore/registry.h"
#include "runtime/loaded_program.h"

namespace heddle::runtime {
namespace {

using core::End;
using core::ViolationKind;

constexpr char kHead[] = R"(
#include <pthread.h>
#include <stdatomic.h>
#include <heddle/heddle.h>
)";

// Runs every execution of a search and keeps what they end with.
struct Ends {
  std::set<std::vector<std::uint64_t>> states;  // the global `result` where all threads came to their end
  std::set<ViolationKind> violations;
  unsigned complete = 0, blocked = 0, cut = 0;
};

class Recorder final : public core::Program {
 public:
  Recorder(LoadedProgram& program, Ends& ends) : program_(program), ends_(ends) {}

  const core::Execution& run(core::Scheduler& scheduler) override {
    const core::Execution& execution = program_.run(scheduler);
    ends_.complete += execution.end == End::Complete;
    ends_.blocked += execution.end == End::Blocked;
    ends_.cut += execution.end == End::Cut;
    if (execution.end == End::Complete) ends_.states.insert(program_.global("result"));
    if (execution.violation) ends_.violations.insert(execution.violation->kind);
    return execution;
  }
  void keepGoing(bool on) override { (*program_).keepGoing(on); }
  void record(bool on) override { (*program_).record(on); }
  core::Trace trace() const override { return (*program_).trace(); }
  core::ThreadTable& threads() override { return (*program_).threads(); }

 private:
  LoadedProgram& program_;
  Ends& ends_;
};

struct Choice {
  bool dynamicPurity = true;
  bool zeroNetEffect = true;
  std::optional<unsigned> unroll;
  const char* model = "sc";
};

Ends explore(const std::string& text, const std::string& search, const Choice& choice) {
  transform::LoopOptions loops;
  loops.dynamicPurity = choice.dynamicPurity;
  loops.unroll = choice.unroll;
  Options options;
  options.zeroNetEffect = choice.zeroNetEffect;
  LoadedProgram program("a.c", kHead + text, options, loops);
  (*program).keepGoing(true);
  Ends ends;
  Recorder recorder(program, ends);
  explore::SearchOptions tuning;
  tuning.model = models::modelNamed(choice.model);
  const auto made = explore::searchNamed(search)->make(tuning);
  explore::Limits limits;
  limits.stopAtFirst = false;
  explore::explore(recorder, *made, limits);
  return ends;
}

// The same states and violations as with every iteration, and no bound was needed.
void expectSame(const std::string& text, unsigned iterations) {
  for (const std::string search : {"naive", "optimal", "source"}) {
    const Ends reduced = explore(text, search, {});
    const Ends full = explore(text, search, {.dynamicPurity = false, .unroll = iterations});
    EXPECT_EQ(reduced.states, full.states) << search;
    EXPECT_EQ(reduced.violations, full.violations) << search;
    EXPECT_EQ(reduced.cut, 0u) << search;
    EXPECT_FALSE(full.states.empty() && full.violations.empty()) << search;
  }
}

// Likewise on execution graphs, where nothing that undoes itself is left out once
// somebody has read from the middle of it: then only a bound ends the loop.
void expectSameOnGraphs(const std::string& text, unsigned iterations, bool isObserved, const char* model = "sc") {
  for (const std::string search : {"trust", "awamoche"}) {
    Choice choice{.dynamicPurity = false, .unroll = iterations, .model = model};
    const Ends full = explore(text, search, choice);
    choice.dynamicPurity = true;
    if (!isObserved) choice.unroll.reset();
    const Ends reduced = explore(text, search, choice);
    EXPECT_EQ(reduced.states, full.states) << search;
    EXPECT_EQ(reduced.violations, full.violations) << search;
    EXPECT_EQ(reduced.cut != 0, isObserved) << search;
    EXPECT_FALSE(full.states.empty() && full.violations.empty()) << search;
  }
}

TEST(Iterations, InnerLoopsThatLook) {
  expectSame(R"(
atomic_int flag[2], order;
unsigned long result;
static void *set(void *which) {
  atomic_store((atomic_int *)which, atomic_fetch_add(&order, 1) + 1);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, set, &flag[i]);
  for (;;) {
    int all = 1;
    for (int i = 0; i < 2; ++i)
      if (!atomic_load(&flag[i])) all = 0;
    if (all) break;
  }
  result = atomic_load(&flag[0]) * 10 + atomic_load(&flag[1]);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
})",
             2);
}

// What an iteration that has an effect does must not be lost.
TEST(Iterations, EffectsOfSomeIterations) {
  expectSame(R"(
atomic_int flag, seen;
unsigned long result;
static void *set(void *unused) {
  atomic_store(&flag, 1);
  atomic_store(&flag, 2);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  struct { int odd, last; } looked = {0, 0};
  for (;;) {
    int now = atomic_load(&flag);
    if (now & 1) looked.odd = now;
    looked.last = now;
    atomic_store(&seen, looked.odd);
    if (now == 2) break;
  }
  result = atomic_load(&seen) + 10 * looked.odd;
  pthread_join(t, 0);
})",
             3);
}

TEST(Iterations, PlainMemoryThatIsWritten) {
  expectSame(R"(
atomic_int flag;
int counted[4];
unsigned long result;
static void *set(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  int iterations = 0;
  while (!atomic_load(&flag)) {
    if (iterations == 1) break;
    ++counted[iterations++];
  }
  result = counted[0];
  pthread_join(t, 0);
})",
             3);
}

// Main gets out of its loop only if the other thread observes an iteration of it.
TEST(Iterations, UndoneButObserved) {
  const std::string text = R"(
atomic_int count, go;
unsigned long result;
static void *look(void *unused) {
  while (!atomic_load(&count)) ;
  atomic_store(&go, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  while (!atomic_load(&go)) {
    atomic_fetch_add(&count, 1);
    atomic_fetch_sub(&count, 1);
  }
  result = 7;
  pthread_join(t, 0);
})";
  expectSame(text, 2);
  expectSameOnGraphs(text, 2, true);
}

std::string pollsUnderALock(const std::string& fails) {
  return R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done;
unsigned long result;
static void *work(void *unused) {
  int failed = )" +
         fails + R"(;
  if (failed) pthread_mutex_lock(&m);
  done = 1 + failed;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int seen;
  do {
    pthread_mutex_lock(&m);
    seen = done;
    pthread_mutex_unlock(&m);
  } while (!seen);
  result = seen;
  pthread_join(t, 0);
})";
}

TEST(Iterations, PollsUnderALock) {
  for (const char* model : {"sc", "tso", "ra", "rc11"}) expectSameOnGraphs(pollsUnderALock("1"), 2, false, model);
}

// After the loop, and not before, main lets the other thread look, which may then
// find what the iteration did although it knows that it is over.
TEST(Iterations, UndoneButReadLater) {
  expectSameOnGraphs(R"(
atomic_int count, go, after;
unsigned long result;
static void *look(void *unused) {
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  while (!atomic_load_explicit(&after, memory_order_relaxed)) ;
  result = 1 + atomic_load_explicit(&count, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  while (!atomic_load_explicit(&go, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    atomic_fetch_sub_explicit(&count, 1, memory_order_relaxed);
  }
  atomic_store_explicit(&after, 1, memory_order_relaxed);
  pthread_join(t, 0);
})",
                     2, true, "rc11");
}

TEST(Iterations, PollsUnderALockThatIsTried) {
  const std::string text = pollsUnderALock("pthread_mutex_trylock(&m) != 0");
  expectSame(text, 2);
  expectSameOnGraphs(text, 2, true);
}

// Effects in a function that is not inlined: recursion keeps it out of line.
TEST(Iterations, EffectsInFunctions) {
  const std::string text = R"(
atomic_int lock, owner;
unsigned long result;
static int take(int depth) {
  if (depth > 0) return take(depth - 1) ? 1 : 0;
  int free = 0;
  return atomic_compare_exchange_strong(&lock, &free, 1);
}
static void *work(void *me) {
  while (!take(1)) ;
  atomic_store(&owner, atomic_load(&owner) * 2 + (me != 0));
  atomic_store(&lock, 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, &t);
  work(0);
  pthread_join(t, 0);
  result = atomic_load(&owner);
})";
  expectSame(text, 2);
  EXPECT_GT(explore(text, "naive", {}).blocked, 0u);
}

// --- livelocks ---

constexpr char kTooEarly[] = R"(
atomic_int x, y = 2;
unsigned long result, after;
atomic_int passed;
static void *wait(void *unused) {
  while (atomic_load(&x) != atomic_load(&y)) ;
  atomic_store(&passed, 1);
  after = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wait, 0);
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  pthread_join(t, 0);
  result = 1;
})";

// The thread with the highest id first.
class LastFirst final : public core::Scheduler {
 public:
  core::Step next(const core::Execution& execution) override {
    for (auto t = static_cast<ThreadId>(execution.threads.size()); t-- > 0;)
      if (core::enabled(execution, t)) return {t, 0};
    return core::Step::stop();
  }
};

// The thread is tried again after the end and gets out of its loop; what the
// search sees is as if nothing had been tried.
TEST(Livelocks, TryingAgainLeavesNothingBehind) {
  LoadedProgram program("a.c", std::string(kHead) + kTooEarly);
  LastFirst scheduler;
  for (int i = 0; i < 3; ++i) {
    const core::Execution& execution = program.run(scheduler);
    EXPECT_EQ(execution.end, End::Blocked);
    EXPECT_FALSE(execution.violation);
    EXPECT_EQ(std::count_if(execution.trace.begin(), execution.trace.end(), [](const auto& e) { return e.asked; }), 3);
    const core::ThreadState& waiter = execution.threads[1];
    EXPECT_EQ(waiter.status, core::ThreadStatus::Ready);
    EXPECT_EQ(waiter.pending.kind, core::OpKind::Await);
    EXPECT_NE(waiter.pending.rule, nullptr);
    EXPECT_EQ(program.global("after")[0], 0u);
    EXPECT_EQ(program.word("passed"), 0u);
    ChoosingScheduler first(0);
    EXPECT_EQ(program.run(first).end, End::Complete);
    EXPECT_EQ(program.global("result")[0], 1u);
    EXPECT_EQ(program.word("passed"), 1u);
  }
}

// It faults after the loop; that is another execution's to tell.
TEST(Livelocks, FaultsBehindTheLoopAreNotReported) {
  std::string text = std::string(kHead) + kTooEarly;
  text.replace(text.find("after = 1;"), 10, "*(volatile int *)8 = 1;");
  LoadedProgram program("a.c", text);
  LastFirst scheduler;
  for (int i = 0; i < 3; ++i) {
    const core::Execution& execution = program.run(scheduler);
    EXPECT_EQ(execution.end, End::Blocked);
    EXPECT_FALSE(execution.violation);
    ChoosingScheduler first(0);
    EXPECT_EQ(program.run(first).violation->kind, ViolationKind::NullDereference);
  }
}

TEST(Livelocks, ThreadsStartedBehindTheLoopDoNotStart) {
  std::string text = std::string(kHead) + kTooEarly;
  text.replace(text.find("after = 1;"), 10, "pthread_t u; pthread_create(&u, 0, wait, 0); pthread_join(u, 0);");
  LoadedProgram program("a.c", text);
  LastFirst scheduler;
  EXPECT_EQ(program.run(scheduler).end, End::Blocked);
  EXPECT_EQ(program.run(scheduler).threads.size(), 2u);
}

std::string livelockOf(const std::string& text) {
  LoadedProgram program("a.c", kHead + text);
  ChoosingScheduler scheduler(0);
  (*program).record(true);
  const core::Execution& execution = program.run(scheduler);
  if (execution.end != End::Deadlock || !execution.violation) return "none";
  EXPECT_EQ(execution.violation->kind, ViolationKind::Livelock);
  const std::string message = (*program).trace().violation->message;
  return message.substr(message.find(": ") + 2);
}

TEST(Livelocks, SayWhatIsLookedAt) {
  EXPECT_EQ(livelockOf("atomic_int x = 5; int main(void) { while (atomic_load(&x) != 1) ; }"), "x is 5 from the start");
  const std::string two = livelockOf(
      "atomic_int x, y;\nint main(void) {\natomic_store(&x, 7);\nfor (;;) {\nint all = 1;\n"
      "for (int i = 0; i < 2; ++i) all &= atomic_load(i ? &x : &y) == 1;\nif (all) break;\n}\n}");
  EXPECT_NE(two.find("y is 0 from the start, x is 7, written by main at"), std::string::npos) << two;
}

// An iteration that locks and unlocks, for ever.
TEST(Livelocks, IterationsWithZeroNetEffect) {
  const std::string text = livelockOf(R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done;
int main(void) {
  for (;;) {
    pthread_mutex_lock(&m);
    int seen = done;
    pthread_mutex_unlock(&m);
    if (seen) break;
  }
})");
  EXPECT_NE(text.find("m is free, unlocked by main at"), std::string::npos) << text;
}

}  // namespace
}  // namespace heddle::runtime
