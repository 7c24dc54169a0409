// All that a report is made from, whatever its format.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/outcome.h"
#include "core/set_aside.h"
#include "core/trace.h"

namespace heddle::report {

struct PhaseSeconds {
  std::string phase;
  double seconds = 0;
};

// One violation with the execution that shows it.
struct Finding {
  core::Trace trace;             // its `violation` is set
  std::uint64_t executions = 1;  // how many executions ended like this, as far as they were counted
};

// Of bounded checking, which has no executions to count.
struct Bounded {
  struct Look {
    unsigned depth = 0;                      // steps
    unsigned threads = 0;                    // that there may be
    double seconds = 0;                      // since the beginning
    std::uint64_t conflicts = 0, bytes = 0;  // of the solver, so far
    std::optional<std::uint64_t> decisions;  // where it tells
    std::size_t nodes = 0;                   // of the formula
  };
  unsigned depth = 0;     // of which something is known
  bool isOfEach = false;  // thread, that many steps
  std::string encoding, solver;
  std::vector<Look> looks;  // at least one
};

// What was checked, where there is an answer for each of several: a test, or one of several programs.
struct Test {
  std::string name;  // of the test; empty: it is the main of the program
  core::Place place;
  std::string expects;       // the kind of violation that has to be found, or "violation" for any; empty: none may be
  std::string program = {};  // its file, where there are several programs

  bool isMain() const { return name.empty(); }
  // "queue_test.cpp:fifo", or whichever of both there is. Nothing else in a report has the same.
  std::string label() const { return name.empty() || program.empty() ? program + name : program + ":" + name; }
};

struct Report {
  std::optional<Test> test;
  std::vector<std::string> files;
  std::vector<std::string> flags;                                // given to clang
  std::map<std::string, std::vector<std::string>> flagsOfFiles;  // those of one file, before these
  std::string search;
  std::string model;
  bool isDecidedByCode = false;          // all assertions are, by that of each thread alone
  bool isGuided = false;                 // only assertions and deadlocks are promised
  std::vector<std::string> promises;     // what cannot have been missed, if all was explored
  std::vector<std::string> notes;        // what was done otherwise than asked for, and why
  std::vector<core::SetAside> setAside;  // which accesses are no data races, because the user says so
  nlohmann::ordered_json options;        // every option with its effective value
  std::vector<PhaseSeconds> seconds;
  core::Outcome outcome;
  std::vector<Finding> findings;    // what outcome.found lists, replayed
  std::optional<core::Trace> stop;  // inconclusive: the first execution that was cut, if any was
  std::string replayFile;           // where the JSON went, if it went to a file
  std::string checkpointFile;       // where went what is left to explore, if it was stopped and that was kept
  std::optional<Bounded> bounded;
  bool isResumedToEnd = false;  // it was stopped before, and nothing is left
  bool isCached = false;        // an earlier check has found it out (check/many/answer_cache.h)
  int exitCode = 0;             // of the process that writes the report
  std::string directory;        // the working directory; empty: nobody knows
  std::string repository;       // the directory that annotations name files from; empty: the working directory
};

}  // namespace heddle::report
