// A Trace is an execution as people read it: no ids, no addresses to look up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/verdict.h"

namespace heddle::core {

struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;

  friend bool operator==(const Place&, const Place&) = default;
};

// What a line is in the execution graph. Other lines are named by their place
// in the trace.
struct GraphNode {
  std::string kind;    // "read", "write", "update", "fence", "spawn", "join", "exit", "choose", "section"
  unsigned index = 0;  // in its thread, from 1
  bool reads = false;  // from `rf`
  std::optional<std::size_t> rf = std::nullopt;  // the line of the write that it reads; nothing: the initial value
  unsigned co = 0;  // a write: its place in the coherence order of its location, from 1; 0: none
  std::optional<std::size_t> later = std::nullopt;  // weak memory: the line of a write above it that is later than what
                                                    // it reads, or, if it only writes, than itself
  std::size_t location = 0;                         // the same for accesses to the same memory
};

struct TraceLine {
  std::string thread;  // "main", "T1", …
  Place place;
  std::string op;        // "store", "load", "lock", "spawn", "plain store", …
  std::string object;    // "x", "queue.head", "block 2 (malloc, queue.c:17) + 8"; empty if none
  std::string order;     // "release", …; empty for plain accesses and others without one
  std::string value;     // "= 3" for a load, "1" for a store, "0 -> 1" for an update; empty if none
  std::string note;      // "fails", "waits: held by T2 since queue.c:31", …
  bool visible = true;   // false: a plain access between two steps
  bool culprit = false;  // the line is part of the violation (both accesses of a race, waiters of a deadlock, a free)
  bool matters = true;   // false: it is not on the slice of the violation
  std::string library;   // the function of a library that did it, called at the place: "std::deque<int>::push_back"
  bool isInternal = false;        // of what a library or the captures of a lambda have inside: the text folds it
  std::size_t step = 0;           // of the schedule, from 1; 0: nobody was asked for it
  std::optional<GraphNode> node;  // nothing: it is no event (a plain access, the violation itself)
  std::vector<std::size_t> sw;    // the lines above it, of other threads, that synchronise with it
};

// A call that has not returned yet.
struct Caller {
  Place place;
  std::string through = {};  // the function of a library that is called there, and has called on; empty: none
};

// Where a thread was when it did something that the violation is about, and how it got there.
struct CallPath {
  std::string what;  // "the other access", "freed", "allocated", "waits"
  std::string thread;
  Place place;
  std::string through = {};
  std::vector<Caller> callers = {};  // the innermost first
};

// A violation with its places resolved.
struct Explained {
  ViolationKind kind = ViolationKind::Assertion;
  std::string message;
  Place place;
  std::string thread;
  std::string through = {};           // the function of a library that is called at the place, where it shows
  std::vector<Caller> callers = {};   // of its function, the innermost first, as far as they are known
  std::vector<CallPath> others = {};  // what else it is about
};

// Why an execution was cut or refused, with its place.
struct Stopped {
  std::string message;
  Place place;
};

struct ScheduleStep {
  std::string thread;
  std::uint64_t choice = 0;
  bool stops = false;
};

struct Trace {
  std::vector<TraceLine> lines;
  std::vector<std::string> blocks;  // those that values point to: "block 2 (malloc, queue.c:17)"
  std::string output;               // what the program printed
  std::optional<Explained> violation;
  std::optional<Stopped> stopped;
  std::vector<ScheduleStep> schedule;  // what the scheduler answered, step by step: enough to replay
  bool isGraph = false;                // it says what reads find, too
};

}  // namespace heddle::core
