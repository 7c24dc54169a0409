// The screen a person reads, as golden text without colour.
#include "report/text.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "report/interleaving.h"
#include "report/made_up.h"
#include "report/unicode.h"

namespace heddle::report {
namespace {

std::string counterexampleOf(const core::Trace& trace, unsigned width = 100) {
  return "\n" + counterexample(trace, {.style = {width, false}});
}

TEST(Story, AssertionInTwoThreads) {
  EXPECT_EQ(counterexampleOf(made_up::storeBuffering()), R"(
✗ assertion  sb.c:24 in main

  assertion failed: r1 == 1 || r2 == 1

   main              │   T1                      │   T2
 ────────────────────┼───────────────────────────┼───────────────────────────
   18  spawn T1      │                           │
   19  spawn T2      │                           │
                     │   6  store x = 1  relaxed │
                     │                           │   12  store y = 1  relaxed
                     │   7  load y = 1  relaxed  │
                     │   7  store r1 = 1         │
                     │                           │   13  load x = 1  relaxed
   20  join T1       │                           │
   24  load r1 = 1   │                           │
 ▶ 24  assert  fails │                           │
)");
}

TEST(Story, StaleReadsSayWhatTheyMissed) {
  EXPECT_EQ(counterexampleOf(made_up::weakStoreBuffering(), 120), R"(
✗ assertion  sb.c:24 in main

  assertion failed: r1 == 1 || r2 == 1

   main                    │   T1                      │   T2
 ──────────────────────────┼───────────────────────────┼─────────────────────────────────────────────
   18  spawn T1            │                           │
   19  spawn T2            │                           │
                           │   6  store x = 1  relaxed │
                           │   7  load y = 0  relaxed  │
                           │                           │   12  store y = 1  relaxed
                           │                           │   13  load x = 0  relaxed  stale: the
                           │                           │       initial value, misses T1's 1 (sb.c:6)
   20  join T1             │                           │
   22  load x = 1  seq_cst │                           │
 ▶ 24  assert  fails       │                           │

  A stale read finds an older write than the last one above it. The memory model allows that, since
  nothing makes the missed write happen before the read: no lock, no join, no acquire that reads
  from a release.
)");
}

TEST(Story, SequentialConsistencyIsToldUnderWeakMemoryOnly) {
  core::Trace trace = made_up::weakStoreBuffering();
  EXPECT_NE(counterexampleOf(trace).find("load x = 1  seq_cst"), std::string::npos);
  trace.isGraph = false;
  EXPECT_EQ(counterexampleOf(trace).find("seq_cst"), std::string::npos);
}

TEST(Story, DataRaceMarksBothAccesses) {
  EXPECT_EQ(counterexampleOf(made_up::dataRace()), R"(
✗ data race  queue.c:31 in pop (T2)

  T2 reads queue.head while T1 writes it, and nothing orders the two accesses

   main         │   T1                               │   T2
 ───────────────┼────────────────────────────────────┼────────────────────────────────────
   40  spawn T1 │                                    │
   41  spawn T2 │                                    │
                │   17  load queue.tail = 0  acquire │
                │ ▶ 19  store queue.head = 1  plain  │
                │                                    │   29  cas queue.tail 0 → 1  acq_rel
                │                                    │ ▶ 31  load queue.head = 1  plain
)");
}

TEST(Story, DeadlockSaysWhoWaitsForWhat) {
  EXPECT_EQ(counterexampleOf(made_up::deadlock()), R"(
✗ deadlock  dl.c:10 in forwards (T1)

  T1    dl.c:10  lock b   waits for T2, which holds it since dl.c:18
  T2    dl.c:19  lock a   waits for T1, which holds it since dl.c:9
  main  dl.c:28  join T1  waits for T1 to end

   main         │   T1         │   T2
 ───────────────┼──────────────┼─────────────
   26  spawn T1 │              │
   27  spawn T2 │              │
                │    9  lock a │
                │              │   18  lock b
                │ ▶ 10  lock b │
                │              │ ▶ 19  lock a
 ▶ 28  join T1  │              │
)");
}

TEST(Story, UseAfterFreeWrapsLongNames) {
  EXPECT_EQ(counterexampleOf(made_up::useAfterFree(), 80), R"(
✗ use after free  uaf.c:22 in main

  the block was freed by T1 at uaf.c:12

   main                                  │   T1
 ────────────────────────────────────────┼──────────────────────────────────────
   17  malloc block 1 (malloc, uaf.c:17) │
       4 bytes                           │
   18  spawn T1                          │
                                         │ ▶ 12  free block 1 (malloc, uaf.c:17)
 ▶ 22  load block 1 (malloc, uaf.c:17)   │
       plain                             │
)");
}

TEST(Story, OtherFilesAreNamedAndOutputIsShown) {
  EXPECT_EQ(counterexampleOf(made_up::queueOfThree(), 160), R"(
✗ assertion  src/worker.c:52 in work (T3)

  assertion failed: got != NULL

   main                 │   T1                                     │   T2                                         │   T3
 ───────────────────────┼──────────────────────────────────────────┼──────────────────────────────────────────────┼─────────────────────────────────────────────
   80  spawn T1, T2, T3 │                                          │                                              │
                        │   queue.c:21  load q->tail = 0  relaxed  │                                              │
                        │                                          │   queue.c:21  load q->tail = 0  relaxed      │
                        │   queue.c:24  cas q->tail 0 → 1  acq_rel │                                              │
                        │                                          │   queue.c:24  cas q->tail = 1  acquire       │
                        │                                          │               fails                          │
                        │                                          │                                              │   queue.c:40  load q->slots[0].ready = 0
                        │                                          │                                              │               acquire
                        │                                          │                                              │ ▶         52  assert  fails

  The program printed:
  │ start
  │ T1 put 7
)");
}

TEST(Story, ManyThreadsShareOneColumn) {
  EXPECT_EQ(counterexampleOf(made_up::sixThreads()), R"(
✗ assertion  a.c:12 in f (T6)

  assertion failed: turn < 6

   main │   30  spawn T1 … T6
   T1   │    9  load turn = 0  acquire
        │   10  store turn = 1  release
   T2   │    9  load turn = 1  acquire
        │   10  store turn = 2  release
   T3   │    9  load turn = 2  acquire
        │   10  store turn = 3  release
   T4   │    9  load turn = 3  acquire
        │   10  store turn = 4  release
   T5   │    9  load turn = 4  acquire
        │   10  store turn = 5  release
   T6   │    9  load turn = 5  acquire
        │   10  store turn = 6  release
        │ ▶ 12  assert  fails
)");
}

TEST(Story, NarrowTerminalsGetOneColumn) {
  const std::string narrow = counterexampleOf(made_up::queueOfThree(), 60);
  EXPECT_NE(narrow.find("   T1   │   queue.c:21  load q->tail = 0  relaxed\n"), std::string::npos) << narrow;
}

TEST(Story, NoLineIsWiderThanTheTerminal) {
  for (const core::Trace& trace : {made_up::storeBuffering(), made_up::dataRace(), made_up::deadlock(),
                                   made_up::useAfterFree(), made_up::queueOfThree(), made_up::sixThreads()})
    for (unsigned width : {70U, 80U, 100U, 140U, 200U}) {
      const std::string text = counterexample(trace, {.style = {width, false}});
      for (std::size_t from = 0, end = 0; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
        EXPECT_LE(displayWidth(text.substr(from, end - from)), width) << text;
    }
}

TEST(Story, LongTracesKeepTheEndAndTheSpawns) {
  const core::Trace trace = made_up::longLoop(500);
  const std::string told = counterexampleOf(trace);
  EXPECT_NE(told.find("30  spawn T1"), std::string::npos);
  EXPECT_NE(told.find("31  spawn T2"), std::string::npos);
  EXPECT_NE(told.find("⋯ 961 lines left out; --full shows all"), std::string::npos) << told;
  EXPECT_NE(told.find("10  store turn = 500"), std::string::npos);
  EXPECT_EQ(told.find("store turn = 480\n"), std::string::npos);

  const std::string all = counterexample(trace, {.style = {100, false}, .fullTrace = true});
  EXPECT_EQ(all.find("left out"), std::string::npos);
  EXPECT_NE(all.find("store turn = 250\n"), std::string::npos);
}

TEST(Story, CulpritsFarFromTheEndAreKept) {
  core::Trace trace = made_up::longLoop(500);
  trace.lines[100].culprit = true;
  EXPECT_NE(counterexampleOf(trace).find("▶  9  load turn = 49"), std::string::npos) << counterexampleOf(trace);
}

TEST(Story, RepeatsOfOneLoopAreFolded) {
  std::vector<core::TraceLine> lines;
  for (int i = 0; i < 20; ++i) lines.push_back(made_up::line("main", 5, "store", "a[]", std::to_string(i)));
  lines.push_back(made_up::culprit(made_up::line("main", 7, "assert"), "fails"));
  const core::Trace trace =
      made_up::told(core::ViolationKind::Assertion, "assertion failed", "main", {"a.c", 7, 1, "main"}, lines);
  EXPECT_EQ(counterexampleOf(trace), R"(
✗ assertion  a.c:7 in main

  assertion failed

   main
 ───────────────────
   5  store a[] = 0
   ⋯ 18 lines left out; --full shows all
   5  store a[] = 19
 ▶ 7  assert  fails
)");
}

TEST(Story, IterationsOfSeveralLinesAreFolded) {
  std::vector<core::TraceLine> lines;
  for (int i = 0; i < 10; ++i) {
    lines.push_back(made_up::line("main", 5, "load", "a", "= " + std::to_string(i)));
    lines.push_back(made_up::line("main", 6, "store", "a", std::to_string(i + 1)));
  }
  lines.push_back(made_up::culprit(made_up::line("main", 7, "assert"), "fails"));
  const core::Trace trace =
      made_up::told(core::ViolationKind::Assertion, "assertion failed", "main", {"a.c", 7, 1, "main"}, lines);
  EXPECT_EQ(counterexampleOf(trace), R"(
✗ assertion  a.c:7 in main

  assertion failed

   main
 ──────────────────
   5  load a = 0
   6  store a = 1
   ⋯ 16 lines left out; --full shows all
   5  load a = 9
   6  store a = 10
 ▶ 7  assert  fails
)");
}

core::TraceLine internal(core::TraceLine line, std::string library) {
  line.isInternal = true;
  line.library = std::move(library);
  line.visible = false;
  return line;
}

core::Trace withLibrary() {
  const std::string push = "std::deque<int, std::allocator<int> >::push_back", wait = "std::__atomic_base<int>::wait";
  return made_up::told(core::ViolationKind::Assertion, "assertion failed", "main", {"a.cpp", 9, 1, "main"},
                       {made_up::line("main", 1, "plain store", "early", "1"), made_up::line("main", 2, "spawn", "T1"),
                        internal(made_up::line("T1", 4, "load", "lambda", "= 1"), ""),
                        internal(made_up::line("T1", 5, "load", "jobs", "= block 1"), push),
                        internal(made_up::line("T1", 5, "store", "block 1", "7"), push),
                        internal(made_up::line("T1", 5, "store", "jobs", "block 1 + 4"), push),
                        internal(made_up::line("main", 6, "load", "jobs", "= block 1"), push),
                        internal(made_up::line("main", 7, "look", "epoch"), wait),
                        internal(made_up::line("main", 7, "wait", "epoch"), wait),
                        made_up::culprit(made_up::line("main", 9, "assert"), "fails")});
}

TEST(Story, WhatALibraryFunctionDoesInsideIsOneRow) {
  core::Trace trace = withLibrary();
  trace.violation->callers = {{{"a.cpp", 12, 3, "outer"}}};
  trace.blocks = {"block 1 (new at a.cpp:3)", "block 2 (new at a.cpp:4)"};
  EXPECT_EQ(counterexampleOf(trace), R"(
✗ assertion  a.cpp:9 in main
    called at a.cpp:12 in outer

  assertion failed

   main                   │   T1
 ─────────────────────────┼────────────────────────────────────
   2  spawn T1            │
                          │   5  deque::push_back jobs, block 1
   6  load jobs = block 1 │
   7  atomic::wait epoch  │
 ▶ 9  assert  fails       │

  block 1 (new at a.cpp:3)
)");
}

TEST(Story, WhatTheLibraryReadsAndNobodyChangesIsNotShown) {
  const std::string at = "std::vector<int>::operator[]";
  const core::Trace trace = made_up::told(
      core::ViolationKind::Assertion, "assertion failed", "main", {"a.cpp", 9, 1, "main"},
      {internal(made_up::line("main", 1, "plain store", "pool.jobs", "block 1"), at),
       made_up::line("main", 2, "spawn", "T1"),
       internal(made_up::line("T1", 5, "plain load", "pool.jobs", "= block 1"), at),
       internal(made_up::line("T1", 6, "plain load", "pool.names", "= block 2"), at),
       internal(made_up::line("main", 7, "plain store", "pool.names[1]", "4"), at),
       made_up::line("T1", 8, "unlock", "m"), made_up::culprit(made_up::line("main", 9, "assert"), "fails")});
  const std::string text = counterexampleOf(trace);
  EXPECT_EQ(text.find("pool.jobs"), std::string::npos) << text;
  EXPECT_NE(text.find("6  load pool.names = block 2"), std::string::npos) << text;
  EXPECT_NE(counterexample(trace, {.style = {100, false}, .fullTrace = true}).find("5  load pool.jobs"),
            std::string::npos);
}

TEST(Story, CapturesOfAThreadAreNotShownWhereverItIsMade) {
  core::Trace trace = made_up::told(
      core::ViolationKind::Assertion, "assertion failed", "main", {"a.cpp", 9, 1, "main"},
      {made_up::line("main", 2, "spawn", "T1"),
       internal(made_up::line("main", 3, "plain store", "block 5 + 8", "4"), "std::vector<std::thread>::emplace_back"),
       internal(made_up::line("main", 4, "plain store", "block 6 + 8", "4"), "std::vector<int>::emplace_back"),
       made_up::line("T1", 5, "load", "block 5"), made_up::line("T1", 5, "load", "block 6"),
       made_up::line("T1", 6, "unlock", "m"), made_up::culprit(made_up::line("main", 9, "assert"), "fails")});
  trace.blocks = {"block 5 (function of a thread, new at a.cpp:3)", "block 6 (int, new at a.cpp:4)"};
  const std::string text = counterexampleOf(trace);
  EXPECT_EQ(text.find("block 5 + 8"), std::string::npos) << text;
  EXPECT_NE(text.find("4  store block 6 + 8"), std::string::npos) << text;
}

TEST(Story, WhomASignalWakesIsInItsLine) {
  core::TraceLine signal = made_up::line("main", 5, "signal", "changed"),
                  wake = made_up::line("main", 5, "wake", "changed");
  signal.note = "wakes T1";
  wake.isInternal = true;
  const core::Trace trace =
      made_up::told(core::ViolationKind::Assertion, "assertion failed", "main", {"a.c", 9, 1, "main"},
                    {signal, wake, made_up::culprit(made_up::line("main", 9, "assert"), "fails")});
  const std::string text = counterexampleOf(trace);
  EXPECT_NE(text.find("5  signal changed  wakes T1\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("wake changed"), std::string::npos) << text;
}

TEST(Story, TheEndHasManyCallsOfALibrary) {
  std::vector<core::TraceLine> lines{made_up::line("main", 2, "spawn", "T1"), made_up::line("main", 2, "spawn", "T2")};
  for (unsigned call = 0; call < 10; ++call)
    for (int i = 0; i < 9; ++i)
      lines.push_back(
          internal(made_up::line("T2", 10 + call, "store", "jobs", std::to_string(i)), "std::list<int>::sort"));
  lines.push_back(made_up::line("main", 39, "load", "jobs"));
  lines.push_back(made_up::culprit(made_up::line("main", 40, "assert"), "fails"));
  const std::string text = counterexampleOf(
      made_up::told(core::ViolationKind::Assertion, "assertion failed", "main", {"a.cpp", 40, 1, "main"}, lines));
  EXPECT_EQ(text.find("left out"), std::string::npos) << text;
  EXPECT_NE(text.find("spawn T1, T2"), std::string::npos) << text;
  EXPECT_NE(text.find("10  list::sort jobs"), std::string::npos) << text;
}

TEST(Story, CallersAreThoseOfTheProgram) {
  core::Trace trace = withLibrary();
  const core::Caller again{{"a.cpp", 20, 3, "walk"}};
  trace.violation->callers = {{{"a.cpp", 12, 3, "less"}, "std::sort<int*, bool (*)(int, int)>"},
                              again,
                              again,
                              again,
                              {{"b.cpp", 7, 1, "start"}}};
  trace.violation->others = {{"freed", "T1", {"a.cpp", 5, 1, "drop"}, "", {{{"a.cpp", 6, 1, "run"}}}},
                             {"allocated", "main", {"a.cpp", 3, 1, "main"}}};
  const std::string text = counterexampleOf(trace);
  EXPECT_TRUE(text.starts_with(R"(
✗ assertion  a.cpp:9 in main
    called by std::sort
    called at a.cpp:12 in less
    called at a.cpp:20, 3 times in walk
    called at b.cpp:7 in start

  assertion failed

  freed at a.cpp:5 in drop (T1)
    called at a.cpp:6 in run
)")) << text;
}

// Threads that each touch an object with a long name, in turn.
core::Trace withThreads(unsigned threads) {
  std::vector<core::TraceLine> lines;
  for (unsigned t = 1; t <= threads; ++t)
    lines.push_back(made_up::line("main", 50 + t, "spawn", "T" + std::to_string(t)));
  for (unsigned t = 1; t <= threads; ++t)
    for (unsigned i = 1; i <= 3; ++i)
      lines.push_back(made_up::line("T" + std::to_string(t), 10 + i, "store", "pool.queues[3].first_free_slot",
                                    "12345678", "release",
                                    i == 3 ? "a_header_with_a_long_name_that_takes_much_room.hpp" : ""));
  lines.push_back(made_up::culprit(made_up::line("T1", 20, "load", "pool.queues[3].first_free_slot", "= 7"), "races"));
  return made_up::told(core::ViolationKind::DataRace, "T1 reads pool.queues[3].first_free_slot; main has written it",
                       "T1", {"pool.c", 20, 1, "Pool<std::pair<std::string, std::vector<int> > >::take"}, lines);
}

TEST(Story, ALoopThatStartsThreadsIsOneRow) {
  core::Trace trace = withThreads(8);
  for (core::TraceLine& line : trace.lines)
    if (line.op == "spawn") line.place.line = 51;
  trace.lines.insert(trace.lines.end() - 1, {made_up::line("main", 60, "join", "T2", "", "", "pool.c"),
                                             made_up::line("T3", 14, "exit", "", "", "", "pool.c"),
                                             made_up::line("main", 60, "join", "T3", "", "", "pool.c"),
                                             made_up::line("main", 61, "load", "pool.size", "", "= 3", "pool.c")});
  const std::string text = counterexampleOf(trace);
  EXPECT_NE(text.find("51  spawn T1 … T8\n"), std::string::npos) << text;
  EXPECT_NE(text.find("60  join T2, T3\n"), std::string::npos) << text;
  const std::string all = counterexample(trace, {.style = {100, false}, .fullTrace = true});
  EXPECT_NE(all.find("51  spawn T7\n"), std::string::npos) << all;
}

TEST(Story, AJoinAfterWhichItsThreadDoesNothingIsNotShown) {
  core::Trace trace = withThreads(3);
  trace.lines.insert(trace.lines.end() - 1, made_up::line("main", 60, "join", "T2", "", "", "pool.c"));
  EXPECT_EQ(counterexampleOf(trace).find("join T2"), std::string::npos);
  const std::string all = counterexample(trace, {.style = {100, false}, .fullTrace = true});
  EXPECT_NE(all.find("60  join T2"), std::string::npos) << all;
}

TEST(Story, ManyThreadsFitAnyTerminal) {
  for (const unsigned threads : {1U, 3U, 4U, 8U, 40U}) {
    for (const unsigned width : {40U, 80U, 120U, 200U}) {
      const std::string text = counterexampleOf(withThreads(threads), width);
      for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = text.find('\n', from);
        EXPECT_LE(displayWidth(text.substr(from, end - from)), width) << text.substr(from, end - from);
        from = end + 1;
      }
      EXPECT_NE(text.find("▶ "), std::string::npos) << text;
      EXPECT_NE(text.find(" 20  load"), std::string::npos) << threads << " threads, width " << width << text;
    }
  }
}

TEST(Story, WhyAThreadWaitsStandsBelowWhereThereIsNoRoomBeside) {
  core::Trace trace = made_up::deadlock();
  trace.lines.back().note = "waits for T1 to end, which is not going to happen soon, since T1 waits itself";
  const std::string text = counterexampleOf(trace, 50);
  EXPECT_NE(text.find("\n        waits for T1"), std::string::npos) << text;
}

TEST(Story, AllLinesOfALibraryAreShownWhenWanted) {
  const std::string all = counterexample(withLibrary(), {.style = {100, false}, .fullTrace = true});
  for (const char* line : {"store early = 1", "load lambda = 1", "store block 1 = 7", "look epoch", "wait epoch"})
    EXPECT_NE(all.find(line), std::string::npos) << line << all;
}

TEST(Story, AnAccessOfALibraryThatIsPartOfTheViolationIsShown) {
  core::Trace trace = withLibrary();
  trace.lines[4].culprit = true;
  const std::string text = counterexampleOf(trace);
  EXPECT_NE(text.find("▶ 5  store block 1 = 7"), std::string::npos) << text;
}

TEST(Story, DifferentAccessesInOneLineAreNoLoop) {
  std::vector<core::TraceLine> lines;
  for (unsigned i = 0; i < 6; ++i) {
    lines.push_back(made_up::line("main", 5, "store", "x", "1"));
    lines.back().place.column = i + 1;
  }
  lines.push_back(made_up::culprit(made_up::line("main", 7, "assert"), "fails"));
  const core::Trace trace =
      made_up::told(core::ViolationKind::Assertion, "assertion failed", "main", {"a.c", 7, 1, "main"}, lines);
  EXPECT_EQ(counterexampleOf(trace).find("left out"), std::string::npos);
}

TEST(Story, ExitsAreShownOnRequestOnly) {
  core::Trace trace = made_up::dataRace();
  trace.lines.insert(trace.lines.begin() + 2, made_up::line("T1", 20, "exit"));
  EXPECT_EQ(counterexampleOf(trace).find("exit"), std::string::npos);
  EXPECT_NE(counterexample(trace, {.style = {100, false}, .fullTrace = true}).find("20  exit"), std::string::npos);
}

TEST(Story, WhatTheLibraryDoesToItselfIsShownOnRequestOnly) {
  core::Trace trace = made_up::dataRace();
  trace.lines.insert(trace.lines.begin(),
                     made_up::line("main", 67, "plain store", "block 1", "9", "", "/usr/include/x.h"));
  EXPECT_EQ(counterexampleOf(trace).find("x.h:67"), std::string::npos);
  EXPECT_NE(counterexample(trace, {.style = {100, false}, .fullTrace = true}).find("x.h:67"), std::string::npos);
}

TEST(Story, ShowsTheSourceWhereThereIsRoom) {
  const std::string file = testing::TempDir() + "heddle_text_test.c";
  std::ofstream(file) << "int x;\n\tx = 1;  // \xff\nint y;\n";
  const core::Trace trace = made_up::told(core::ViolationKind::Assertion, "no", "main", {file, 2, 1, "main"},
                                          {made_up::line("main", 2, "store", "x", "1")});
  EXPECT_NE(counterexampleOf(trace, 60).find("   2  store x = 1   x = 1;  // \\xff\n"), std::string::npos)
      << counterexampleOf(trace, 60);
  std::remove(file.c_str());
}

TEST(Story, EscapeSequencesOfTheProgramDoNotReachTheTerminal) {
  core::Trace trace = made_up::dataRace();
  trace.output = "\x1b[2Jgone\n";
  EXPECT_NE(counterexampleOf(trace).find("  │ \\x1b[2Jgone\n"), std::string::npos);
}

TEST(Story, ColourOnlyOnRequest) {
  EXPECT_EQ(counterexampleOf(made_up::dataRace()).find('\x1b'), std::string::npos);
  const std::string painted = counterexample(made_up::dataRace(), {.style = {100, true}});
  EXPECT_NE(painted.find("\x1b[1;31m✗ data race\x1b[0m"), std::string::npos) << painted;
}

Report outcomeOf(core::Verdict verdict, core::ExecutionCounts counts) {
  Report report;
  report.search = "naive";
  report.model = "sc";
  report.outcome.verdict = verdict;
  report.outcome.executions = counts;
  report.seconds = {{"clang", 0.04}, {"explore", 1.3}};
  report.outcome.seconds = 1.3;
  return report;
}

TEST(Text, SafeCountsTheExecutions) {
  const Report report = outcomeOf(core::Verdict::Safe, {.complete = 1680});
  EXPECT_EQ(text(report, {}), R"(✓ no violation: all 1,680 executions checked

  1,680 executions explored: 1,680 complete, 0 blocked · search naive, model sc · 1.34 s
)");
}

TEST(Text, InconclusiveSaysWhichLimitAndWhere) {
  Report report = outcomeOf(core::Verdict::Inconclusive, {.complete = 3, .cut = 1});
  report.outcome.why = "a loop ran 100 iterations; raise --step-limit";
  report.stop.emplace().stopped = core::Stopped{report.outcome.why, {"dir/spin.c", 4, 3, "main"}};
  EXPECT_EQ(text(report, {}), R"(? inconclusive  dir/spin.c:4

  a loop ran 100 iterations; raise --step-limit

  4 executions explored: 3 complete, 0 blocked, 1 cut · search naive, model sc · 1.34 s
)");
}

TEST(Text, ViolationEndsWithHowToGoOn) {
  Report report = outcomeOf(core::Verdict::Violation, {.complete = 3, .violated = 1});
  report.findings.push_back({made_up::dataRace(), 1});
  EXPECT_NE(text(report, {}).find("  Keep it: --json FILE · then run it again: heddle replay FILE\n"),
            std::string::npos);
  report.replayFile = "out.json";
  EXPECT_NE(text(report, {}).find("  Run it again: heddle replay out.json\n"), std::string::npos);
}

TEST(Text, KeepGoingListsAllWithTheirCounts) {
  Report report = outcomeOf(core::Verdict::Violation, {.complete = 3, .violated = 1201});
  report.findings.push_back({made_up::dataRace(), 1});
  report.findings.push_back({made_up::deadlock(), 1200});
  const std::string told = text(report, {});
  EXPECT_NE(told.find("  All 2 violations found:\n      1 ×  data race  queue.c:31  T2 reads"), std::string::npos)
      << told;
  EXPECT_NE(told.find("  1,200 ×  deadlock  dl.c:10  T1, T2"), std::string::npos) << told;
}

TEST(Text, KeepGoingSaysWhyThereMayBeMore) {
  Report report = outcomeOf(core::Verdict::Violation, {.complete = 3, .violated = 1201});
  report.findings.push_back({made_up::dataRace(), 1});
  report.findings.push_back({made_up::deadlock(), 1200});
  report.outcome.why = "the search was interrupted";
  const std::string told = text(report, {});
  EXPECT_NE(told.find("\n  2 violations found:\n"), std::string::npos) << told;
  EXPECT_NE(told.find("\n\n  There may be more: the search was interrupted\n"), std::string::npos) << told;
}

TEST(Text, QuietIsOneLine) {
  Report report = outcomeOf(core::Verdict::Violation, {.violated = 1});
  report.findings.push_back({made_up::dataRace(), 1});
  EXPECT_EQ(text(report, {.style = {}, .quiet = true}), "✗ data race  queue.c:31 in pop (T2)\n");
}

TEST(Text, QuietStillSaysWhichLimit) {
  Report report = outcomeOf(core::Verdict::Inconclusive, {.complete = 5});
  report.outcome.why = "the bound of 5 executions was reached";
  EXPECT_EQ(text(report, {.style = {}, .quiet = true}), "? inconclusive: the bound of 5 executions was reached\n");
}

TEST(Text, ASampleSaysWhatIsProven) {
  Report report = outcomeOf(core::Verdict::Inconclusive, {.complete = 5});
  report.outcome.why = "the search is a random sample";
  report.outcome.guarantee = "each execution had a chance";
  EXPECT_NE(text(report, {}).find("  the search is a random sample\n  each execution had a chance\n"),
            std::string::npos);
  // Once something was found the chance to find it does not matter.
  report.outcome.verdict = core::Verdict::Violation;
  report.findings.push_back({made_up::dataRace(), 1});
  EXPECT_EQ(text(report, {}).find("chance"), std::string::npos);
}

TEST(Text, NondeterminismOffersNoReplay) {
  Report report = outcomeOf(core::Verdict::Violation, {.violated = 1});
  report.findings.push_back({made_up::dataRace(), 1});
  report.findings[0].trace.violation->kind = core::ViolationKind::Nondeterminism;
  EXPECT_EQ(text(report, {}).find("heddle replay"), std::string::npos);
}

TEST(Text, StatsListThePhases) {
  const std::string told = text(outcomeOf(core::Verdict::Safe, {.complete = 1300}), {.style = {}, .stats = true});
  EXPECT_NE(told.find("  clang            0.040 s\n  explore          1.300 s\n  total            1.340 s\n"),
            std::string::npos)
      << told;
  EXPECT_NE(told.find("  1,000 executions/s\n"), std::string::npos) << told;
}

}  // namespace
}  // namespace heddle::report
