// What of two answers must agree.
//
//   D  the default: all reductions of loops and of the search
//   R  the program as it is: none of them, each loop bounded by K iterations
//
// Missed      What R shows is an execution of the program: a bound stops a
//             thread, as an assume does, and what the others do is real. So all
//             that R shows D must show, with whatever K, unless D says that it has not
//             explored everything. Where D itself bounds a loop (to 3
//             iterations), that is no fewer than K.
// Made up     What D shows R shows once K is large enough. If no loop was cut in
//             R and it does not show it, D has made it up. If one was, K is
//             doubled; what R does not show with the largest K is listed as
//             unexplained.
// Deadlocks   R never calls a loop a livelock. A deadlock of R is one of D, or a livelock:
//             D must say one of them. D may say them where R was cut.
// Races       A data race stops the thread whose access comes second, and the
//             order of steps that do not conflict decides which one that is.
//             So races, and violations of memory that may be reported in their
//             place, count as one: whether there is any. Of programs that have
//             one nothing else is compared, but with --plain interleave, where
//             there are none.
// End states  The results of the threads at the ends of complete executions are
//             compared like violations: a lost one would be a lost violation of an
//             assertion about it.
// Nondeterminism  No program has any. After a data race it may be reported all the
//             same; other reports are disagreements by themselves.
// Limits      Where D or R is limited by time or the number of executions, or D
//             refuses the program, what they did show is compared as far as that
//             says something, and the program is counted as inconclusive.
#pragma once

#include <string>
#include <vector>

#include "answers.h"

namespace heddle::fuzz::programs {

struct Comparison {
  std::string wrong;                      // a disagreement; empty: none
  std::string kind;                       // of it: stays the same when the program is made smaller
  unsigned way = 0;                       // in which it was found: an index in ways()
  std::vector<std::string> unexplained;   // what the default shows and the reference does not within its bounds
  unsigned compared = 0;                  // ways in which both answers are complete
  std::vector<std::string> inconclusive;  // the others, and why
  bool hasWrongs = false;                 // some violation was found
  bool hasLoops = false;                  // some loop was cut in the reference
};

const std::vector<Way>& ways();

// Those of them that promise assertions and deadlocks only.
std::vector<unsigned> guidedWays();
// By a solver: for programs that are small enough.
std::vector<unsigned> boundedWays();

// In all ways but these, or in those at these indices.
Comparison compare(const Subject& subject, const std::vector<unsigned>& only = {});

}  // namespace heddle::fuzz::programs
