// Executions made up by hand, for tests of how they are told.
#pragma once

#include <string>
#include <vector>

#include "core/trace.h"

namespace heddle::report::made_up {

inline core::TraceLine line(std::string thread, unsigned number, std::string op, std::string object = "",
                            std::string value = "", std::string order = "", std::string file = "") {
  core::TraceLine made;
  made.thread = std::move(thread);
  made.place = {std::move(file), number, 3, "f"};
  made.visible = !op.starts_with("plain ");
  made.op = std::move(op);
  made.object = std::move(object);
  made.value = std::move(value);
  made.order = std::move(order);
  return made;
}

inline core::TraceLine culprit(core::TraceLine made, std::string note = "") {
  made.culprit = true;
  made.note = std::move(note);
  return made;
}

// Lines without a file get the violation's.
inline core::Trace told(core::ViolationKind kind, std::string message, std::string thread, core::Place place,
                        std::vector<core::TraceLine> lines) {
  core::Trace trace;
  trace.lines = std::move(lines);
  for (core::TraceLine& made : trace.lines)
    if (made.place.file.empty()) made.place.file = place.file;
  trace.violation = core::Explained{kind, std::move(message), std::move(place), std::move(thread)};
  for (const core::TraceLine& made : trace.lines)
    if (made.visible) trace.schedule.push_back({made.thread, 0});
  return trace;
}

// Store buffering where both see 0: what an assertion in main reports.
inline core::Trace storeBuffering() {
  return told(core::ViolationKind::Assertion, "assertion failed: r1 == 1 || r2 == 1", "main", {"sb.c", 24, 3, "main"},
              {line("main", 18, "spawn", "T1"), line("main", 19, "spawn", "T2"),
               line("T1", 6, "store", "x", "1", "relaxed"), line("T2", 12, "store", "y", "1", "relaxed"),
               line("T1", 7, "load", "y", "= 1", "relaxed"), line("T1", 7, "plain store", "r1", "1"),
               line("T2", 13, "load", "x", "= 1", "relaxed"), line("main", 20, "join", "T1"),
               line("main", 24, "plain load", "r1", "= 1"), culprit(line("main", 24, "assert", "", ""), "fails")});
}

inline core::TraceLine event(core::TraceLine made, core::GraphNode node) {
  made.node = std::move(node);
  return made;
}

// The same under weak memory, as a graph: T2 does not see T1's store.
inline core::Trace weakStoreBuffering() {
  core::Trace trace = told(
      core::ViolationKind::Assertion, "assertion failed: r1 == 1 || r2 == 1", "main", {"sb.c", 24, 3, "main"},
      {event(line("main", 18, "spawn", "T1"), {.kind = "spawn", .index = 1}),
       event(line("main", 19, "spawn", "T2"), {.kind = "spawn", .index = 2}),
       event(line("T1", 6, "store", "x", "1", "relaxed"), {.kind = "write", .index = 1, .co = 1, .location = 0}),
       event(line("T1", 7, "load", "y", "= 0", "relaxed"), {.kind = "read", .index = 2, .reads = true, .location = 1}),
       event(line("T2", 12, "store", "y", "1", "relaxed"), {.kind = "write", .index = 1, .co = 1, .location = 1}),
       event(line("T2", 13, "load", "x", "= 0", "relaxed"),
             {.kind = "read", .index = 2, .reads = true, .later = 2, .location = 0}),
       event(line("main", 20, "join", "T1"), {.kind = "join", .index = 3}),
       event(line("main", 22, "load", "x", "= 1", "seq_cst"),
             {.kind = "read", .index = 4, .reads = true, .rf = 2, .location = 0}),
       culprit(line("main", 24, "assert", "", ""), "fails")});
  trace.lines[5].note = "stale: the initial value, misses T1's 1 (sb.c:6)";
  trace.isGraph = true;
  return trace;
}

inline core::Trace dataRace() {
  return told(core::ViolationKind::DataRace,
              "T2 reads queue.head while T1 writes it, and nothing orders the two accesses", "T2",
              {"queue.c", 31, 9, "pop"},
              {line("main", 40, "spawn", "T1"), line("main", 41, "spawn", "T2"),
               line("T1", 17, "load", "queue.tail", "= 0", "acquire"),
               culprit(line("T1", 19, "plain store", "queue.head", "1")),
               line("T2", 29, "cas", "queue.tail", "0 -> 1", "acq_rel"),
               culprit(line("T2", 31, "plain load", "queue.head", "= 1"))});
}

inline core::Trace deadlock() {
  return told(
      core::ViolationKind::Deadlock, "T1, T2 and main wait for each other", "T1", {"dl.c", 10, 3, "forwards"},
      {line("main", 26, "spawn", "T1"), line("main", 27, "spawn", "T2"), line("T1", 9, "lock", "a"),
       line("T2", 18, "lock", "b"), culprit(line("T1", 10, "lock", "b"), "waits for T2, which holds it since dl.c:18"),
       culprit(line("T2", 19, "lock", "a"), "waits for T1, which holds it since dl.c:9"),
       culprit(line("main", 28, "join", "T1"), "waits for T1 to end")});
}

inline core::Trace useAfterFree() {
  return told(core::ViolationKind::UseAfterFree, "the block was freed by T1 at uaf.c:12", "main",
              {"uaf.c", 22, 10, "main"},
              {line("main", 17, "malloc", "block 1 (malloc, uaf.c:17)", "4 bytes"), line("main", 18, "spawn", "T1"),
               culprit(line("T1", 12, "free", "block 1 (malloc, uaf.c:17)")),
               culprit(line("main", 22, "plain load", "block 1 (malloc, uaf.c:17)"))});
}

// Three workers on a queue in two files.
inline core::Trace queueOfThree() {
  core::Trace trace = told(
      core::ViolationKind::Assertion, "assertion failed: got != NULL", "T3", {"src/worker.c", 52, 5, "work"},
      {line("main", 80, "spawn", "T1", "", "", "src/worker.c"), line("main", 80, "spawn", "T2", "", "", "src/worker.c"),
       line("main", 80, "spawn", "T3", "", "", "src/worker.c"),
       line("T1", 21, "load", "q->tail", "= 0", "relaxed", "src/queue.c"),
       line("T2", 21, "load", "q->tail", "= 0", "relaxed", "src/queue.c"),
       line("T1", 24, "cas", "q->tail", "0 -> 1", "acq_rel", "src/queue.c"),
       line("T2", 24, "cas", "q->tail", "= 1", "acquire", "src/queue.c"),
       line("T3", 40, "load", "q->slots[0].ready", "= 0", "acquire", "src/queue.c"),
       culprit(line("T3", 52, "assert", "", "", "", "src/worker.c"), "fails")});
  trace.lines[6].note = "fails";
  trace.output = "start\nT1 put 7\n";
  return trace;
}

// More threads than there can be columns.
inline core::Trace sixThreads() {
  std::vector<core::TraceLine> lines;
  for (int i = 1; i <= 6; ++i) lines.push_back(line("main", 30, "spawn", "T" + std::to_string(i)));
  for (int i = 1; i <= 6; ++i) {
    lines.push_back(line("T" + std::to_string(i), 9, "load", "turn", "= " + std::to_string(i - 1), "acquire"));
    lines.push_back(line("T" + std::to_string(i), 10, "store", "turn", std::to_string(i), "release"));
  }
  lines.push_back(culprit(line("T6", 12, "assert"), "fails"));
  return told(core::ViolationKind::Assertion, "assertion failed: turn < 6", "T6", {"a.c", 12, 3, "f"},
              std::move(lines));
}

// A loop of `iterations` iterations, then a failure.
inline core::Trace longLoop(int iterations) {
  std::vector<core::TraceLine> lines{line("main", 30, "spawn", "T1"), line("main", 31, "spawn", "T2")};
  for (int i = 0; i < iterations; ++i) {
    lines.push_back(line("T1", 9, "load", "turn", "= " + std::to_string(i)));
    lines.push_back(line("T2", 10, "store", "turn", std::to_string(i + 1)));
  }
  lines.push_back(culprit(line("T1", 12, "assert"), "fails"));
  return told(core::ViolationKind::Assertion, "assertion failed: turn < 6", "T1", {"a.c", 12, 3, "f"},
              std::move(lines));
}

}  // namespace heddle::report::made_up
