// Iterations of loops that undo what they did, on execution graphs.
//
// Follows   Kokologiannakis, Ren, Vafeiadis: Dynamic Partial Order Reductions
//           for Spinloops (FMCAD 2021), zero-net-effect loops.
// What      An iteration whose only writes are updates of one location, each directly
//           after the one before it, the last of which puts back the value that
//           the first one found: a thread that polls under a lock. Its thread is
//           stopped there, as by an assume(false).
// Why       Let nobody read from the writes of the iteration but from the last one.
//           Without the iteration, and with its readers reading from the write in
//           front of it, the graph has fewer edges and the same values, so that
//           it is an execution too, and all that goes wrong shows in it.
// Observed  Whether an iteration is stopped depends on nothing but the events of its
//           thread, so that the search explores all graphs of a program that
//           stops there. If in one of them another thread reads from the middle
//           of such an iteration, and goes on, then nothing is stopped any more and
//           the search restarts. Conversely, let a graph have such a reader.
//           What is causally before the first one has nothing after the iteration,
//           and is explored, unless the reader finds the middle of an iteration
//           although it knows what came later. A model with coherence by porf
//           (all but RC11) forbids that, and so does atomicity if the reader
//           writes. Under RC11 any read of that word counts, in whatever graph,
//           that could go on with such a value without writing; once such a value
//           is known, the search restarts, to explore all graphs.
// Additions If nobody accesses the word but to add to it without using what was
//           there, others may come in between: whoever adds finds another value,
//           and does the same. Any other access to the word, in whatever graph,
//           and such iterations are not stopped any more.
// Deviates  The paper stops iterations of fetch-and-adds also if others use what they
//           find, and lets them go on when those are gone.
#pragma once

#include <span>
#include <vector>

#include "core/execution.h"
#include "core/graph.h"
#include "core/iteration.h"
#include "models/model.h"

namespace heddle::explore::graph {

// Whether the events of a thread from the `begin`-th to before the `end`-th are
// such an iteration: with nobody in between, or by additions that do not use what they find.
enum class ZeroNet : std::uint8_t { No, Directly, ByAdditions };
ZeroNet zeroNetOf(const core::Graph& graph, ThreadId thread, std::uint32_t begin, std::uint32_t end);

// How many events of a graph those of an iteration are.
std::uint32_t eventsOf(const core::Iteration& iteration, const core::Execution& execution);

class ZeroNetIterations {
 public:
  ZeroNetIterations(const core::Graph& graph, const models::Model& model)
      : graph_(graph), mayReadOld_(model.causality == core::Graph::Row::Hb) {}

  // At the end of an iteration: whether its thread is stopped.
  bool stops(ThreadId thread, std::uint32_t begin, std::uint32_t end);
  // The same for another graph of the search, without taking note of it.
  bool wouldStop(const core::Graph& graph, ThreadId thread, std::uint32_t begin, std::uint32_t end) const;
  // At the end of an execution: whether others may have observed such an iteration, so that nothing holds.
  bool areObserved();

  // What was in a word in the middle of an iteration.
  struct Middle {
    core::Address addr;
    core::Value value;
    ThreadId thread;
    bool operator==(const Middle&) const = default;
  };
  // What counts in all executions, for a search that goes on elsewhere.
  struct Notes {
    bool isUsed = true;  // whether iterations are stopped at all
    std::vector<Middle> middles;
    bool areAdditionsUsed = true;      // whether iterations of additions are stopped with others in between
    std::vector<core::Address> added;  // where they were
    bool operator==(const Notes&) const = default;
  };
  const Notes& notes() const { return notes_; }
  void adopt(Notes notes) { notes_ = std::move(notes); }

 private:
  struct StoppedIteration {
    ThreadId thread;
    std::uint32_t begin, end;
    ZeroNet how;
  };
  bool noteMiddles(const StoppedIteration& iteration);
  bool isObserved(const StoppedIteration& iteration) const;
  bool areReadable() const;
  bool noteAdded(const StoppedIteration& iteration);
  bool areSumsUsed() const;
  std::span<const core::EventId> middlesOf(const StoppedIteration& iteration) const;

  const core::Graph& graph_;
  const bool mayReadOld_;  // than what is causally before
  Notes notes_;
  std::vector<StoppedIteration> stopped_;  // of the current execution, that were stopped
  mutable std::vector<core::EventId> writes_;
};

}  // namespace heddle::explore::graph
