// What Heddle says of a program: prepared once, explored in several ways.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "translation.h"

namespace heddle::fuzz::programs {

struct Answer {
  std::set<std::string> wrongs;        // violations other than those below, by kind and line
  std::set<std::string> memoryWrongs;  // data races, and what may be reported in place of one
  std::set<std::string> finals;        // the results r_… at the ends of complete executions
  bool waits = false;                  // for ever: a deadlock or a livelock
  bool isCut = false;                  // a bound on a loop has stopped a thread
  std::string limited;                 // why not everything was explored; empty: it was, up to bounds on loops
  bool isRefused = false;              // that is why
  std::string nondeterminism;          // what Heddle says of it; empty: nothing
};

// How to explore.
struct Way {
  std::string_view model;
  std::string_view search;     // by default
  std::string_view reference;  // with nothing left out; `naive` where it cannot explore the program
  bool interleaves = false;    // plain accesses are steps, not races
  bool isGuided = false;       // only assertions and deadlocks are promised
  bool isBounded = false;      // one violation is enough (bounded.h)
};

class Subject {
 public:
  static Result<Subject> make(const Translated& program);

  // As `heddle check --keep-going` does it; an answer for each way. An empty
  // one with a reason in `limited` if the program cannot be loaded.
  std::vector<Answer> byDefault(const std::vector<Way>& ways) const;
  // Without reductions of loops, each of which runs no more than `bound` iterations.
  std::vector<Answer> asItIs(const std::vector<Way>& ways, unsigned bound) const;

 private:
  Prepared prepared_;
};

}  // namespace heddle::fuzz::programs
