// What each statement of a program depends on, by number (analysis/statements.h):
// the system dependence graph, without the code.
//
//   Follows   Ferrante, Ottenstein and Warren, "The program dependence graph and its
//             use in optimization" (1987); Horwitz, Reps and Binkley, "Interprocedural
//             slicing using dependence graphs" (1990), without their call contexts;
//             Assertion guided abstraction, section 4.1.
//
// analysis/slice makes it from the prepared module; slices of it (core/slice.h) need
// no compiler, so that they can grow while the program runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::core {

// How much of a statement matters.
enum class Extent : std::uint8_t {
  Not,
  Whether,  // whether it is executed, and where it writes
  Whole,    // also what it computes or writes
};

enum class Because : std::uint8_t {
  Essential,  // it is what was asked for
  Controls,   // it decides whether the other is executed
  Computes,   // its value is used by the other
  Writes,     // it may write what the other reads
  Calls,      // it calls the function of the other
  Returns,    // the value of the other, a call
  Loops,      // it decides whether the loop ends in which the other waits
  Ends,       // it may end the thread before
};

struct DependenceGraph {
  // Statements by their number; behind them functions, arguments, loops, and parts of memory.
  using Node = std::uint32_t;

  struct Edge {
    Node to;
    Because because;
    Extent from;         // of the node that is the least for which the edge counts
    Extent least, most;  // of the other: what the node's is, within these
  };

  enum class Kind : std::uint8_t { Assertion, Ends, Waits, Synchronises, Allocates, Library };
  // What is essential, whatever else is.
  struct Root {
    Node statement;
    Extent extent;
    Kind kind;
    bool isPassing = false;  // a lock of a section that is one step, or its end: then it need not be essential
  };

  struct Place {
    std::uint32_t file = 0;  // of `files`
    std::uint32_t line = 0;  // 0: not known
    std::uint32_t column = 0;
  };

  bool empty() const { return places.empty(); }
  Node statements() const { return static_cast<Node>(places.size()); }

  std::vector<Place> places;  // of statements; [0] is no statement
  std::vector<std::string> files;
  std::vector<std::uint32_t> starts;  // of each node: where its edges begin; one more at the end
  std::vector<Edge> edges;
  std::vector<Root> roots;
  struct Loop {
    Node node = 0;         // depends on all that is in the loop
    bool mayWait = false;  // for others (analysis/slice/waiting_loops.h)
  };
  std::vector<Loop> loops;                   // [0] is none
  std::vector<std::uint32_t> innermostLoop;  // of each statement
};

}  // namespace heddle::core
