// Which lines of a trace are worth a row of the screen, and what the row says.
//
// A trace has thousands of lines where a loop runs long; a person reads about
// forty. What led to the violation is at the end, so the end is kept, and with
// it the culprits and the birth of every thread that is shown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/trace.h"
#include "report/source_lines.h"

namespace heddle::report {

struct Row {
  std::string thread;
  std::string place;   // "31", or "queue.c:31" in another file than the violation's
  std::string what;    // "load tail = 0  acquire"
  std::string source;  // the text of the line
  bool culprit = false;
  bool visible = true;
  std::size_t leftOut = 0;  // not 0: the row only says that so many lines were left out
  bool matters = false;     // some of those might
  std::size_t line = 0;     // which line of the trace it shows
};

inline constexpr std::size_t kTailRows = 40;
inline constexpr std::size_t kTailOfCut = 8;  // of an execution that shows no violation: where it stopped

// "deque::push_back" for "std::deque<int, std::allocator<int> >::push_back".
std::string shortFunction(const std::string& function);

// "load tail = 0  acquire": what the line did, without its place. `isGraph` as
// the trace has it: every order is printed.
std::string describe(const core::TraceLine& line, bool isGraph, bool withNote = true);

// "queue.c:31"; the folder is left out.
std::string shortPlace(const core::Place& place);
// With the path as the compiler was given it, for editors that follow it.
std::string fullPlace(const core::Place& place);

// All lines if `full`, else the ones worth reading.
std::vector<Row> rowsOf(const core::Trace& trace, bool full, SourceLines& sources);

// The lines that are part of the violation besides the one that it is at: the second access of a race, the `free`
// before a use after free, who waits.
std::vector<const core::TraceLine*> otherCulprits(const core::Trace& trace);

}  // namespace heddle::report
