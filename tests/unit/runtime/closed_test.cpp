// Which programs are closed: their threads share nothing but events, so that
// what was seen of each thread alone says what it does in other executions.
#include <gtest/gtest.h>

#include "explore/graph/trust.h"
#include "loaded_program.h"

namespace heddle::runtime {
namespace {

// Whether all executions are. `globals` and `body`: of two threads that are
// joined after each other, and then `after`.
bool isClosed(const std::string& globals, const std::string& body, const std::string& after = "") {
  LoadedProgram program("a.c", R"(
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static atomic_int x, y;
)" + globals + R"(
static void* run(void* argument) {
)" + body + R"(
  return 0;
}
int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
)" + after + R"(
  return 0;
}
)");
  explore::graph::TrustSearch search(*models::modelNamed("rc11"));
  bool all = true;
  bool more = true;
  while (more) {
    const core::Execution& execution = program.run(search);
    all = all && execution.isClosed;
    more = search.advance(execution);
  }
  return all;
}

TEST(Closed, ThreadsThatShareOnlyAtomics) {
  EXPECT_TRUE(isClosed("", "int seen[4]; seen[x++ & 3] = 1; y = seen[1];", "assert(x == 2);"));
}
TEST(Closed, PlainVariables) {
  EXPECT_FALSE(isClosed("static int plain[2];", "plain[x++] = 1;"));
  EXPECT_FALSE(isClosed("static int plain;", "y = plain;"));  // may race with whoever accesses it atomically
}
TEST(Closed, VariablesOfThreads) { EXPECT_FALSE(isClosed("static _Thread_local int mine;", "mine = x++; y = mine;")); }
TEST(Closed, StacksOfOthers) { EXPECT_FALSE(isClosed("", "x += *(int*)argument;")); }
TEST(Closed, AtomicsOnStacks) {
  EXPECT_FALSE(isClosed("static _Atomic(atomic_int*) shared;", "atomic_int mine = 0; shared = &mine; mine++;"));
}
TEST(Closed, PlainAccessesToAtomics) { EXPECT_FALSE(isClosed("", "x++;", "assert(*(volatile int*)&x == 2);")); }
TEST(Closed, Results) {
  EXPECT_FALSE(isClosed("", "if (x++ == 1) return &x;",
                        "void* result; pthread_create(&threads[0], 0, run, 0); pthread_join(threads[0], &result);"));
}
TEST(Closed, CallsThatFail) {
  for (const char* const call :
       {"assert(0)", "abort()", "__builtin_trap()", "reach_error()", "__VERIFIER_error()", "__VERIFIER_assert(0)"})
    EXPECT_TRUE(isClosed("void reach_error(void); void __VERIFIER_error(void); void __VERIFIER_assert(int);",
                         std::string("if (x++ == 2) ") + call + ";"))
        << call;
}
// What was seen of the threads alone leads up to the failure and no further.
TEST(Closed, FailuresAreRun) {
  for (const char* const call : {"assert(0)", "abort()", "__builtin_trap()"}) {
    LoadedProgram program("a.c", std::string(R"(
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static void* write(void* unused) { x = 1; y = 1; return unused; }
static void* read(void* unused) { if (y == 1 && x == 1) )") +
                                     call + R"(; return unused; }
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, read, 0);
  pthread_create(&threads[1], 0, write, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
)");
    for (const bool keepsGoing : {false, true}) {
      (*program).keepGoing(keepsGoing);
      explore::graph::TrustSearch search(*models::modelNamed("rc11"));
      unsigned violations = 0;
      const core::Execution* execution = nullptr;
      do {
        if (search.replayFromCache()) continue;
        execution = &program.run(search);
        violations += execution->violation ? 1 : 0;
      } while (search.advance(*execution));
      EXPECT_EQ(violations, 1U) << call;  // of the graphs, one has it
    }
  }
}
TEST(Closed, LibraryCalls) {
  EXPECT_FALSE(isClosed("", "x = rand();"));
  EXPECT_FALSE(isClosed("", "int* p = malloc(4); free(p); x++;"));
  EXPECT_FALSE(isClosed("", "printf(\"%d\", x++);"));
}

}  // namespace
}  // namespace heddle::runtime
