// Executions that need not be run: all that happens in them was seen before.
//
// In a closed program (core::Execution::isClosed) what a thread does next depends
// on nothing but what it has found so far. So a thread is a tree: at each place
// what it does there, with a branch for each value that it found. The tree grows
// with each execution that is run; soon nearly all that remain differ only in who
// finds what, and go along branches that are known.
//
// GenMC remembers what its interpreter did in a similar way.
//
// Each event of a graph is tagged with its place, so that where the threads are
// is seen from their last events.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph.h"

namespace heddle::explore::graph {

class CachedReplay {
 public:
  // A place of a thread: what it does there.
  struct Place {
    core::Op op = {};
    core::Value initial = 0;  // of the location that it accesses
    core::Label label = core::Label::Exit;
    bool isKnown = false;
    bool endsInJoins = false;    // after it are only Joins and the Exit
    std::uint32_t branches = 0;  // the first one; 0: none
    std::uint32_t spawned = 0;   // Spawn: where the other thread begins
  };

  // Whether it is worth the try.
  bool isUsable() const { return isClosed_ && places_.size() > 1; }
  // The program is not closed after all.
  void giveUp();
  // All that the graph's threads do in an execution of a closed program.
  void learn(core::Graph& graph);

  // Goes where the graph ends. Local operations that are not in the graph yet
  // are added, in the order in which a run of the program would perform them
  // (Play), and counted in `added`. False: something is not known.
  bool start(core::Graph& graph, std::uint32_t& added);
  // The thread performs its next event, which is in the graph, and then whoever
  // need not wait any more.
  bool perform(core::Graph& graph, ThreadId t, std::uint32_t& added) {
    return step(graph, t, added) && catchUp(graph, added);
  }
  // What the thread would ask for, if it is not in the graph yet.
  const Place* pending(const core::Graph& graph, ThreadId t) const;
  std::uint32_t at(ThreadId t) const { return at_[t]; }
  unsigned threads() const { return static_cast<unsigned>(at_.size()); }
  // Whether all threads have come to their ends.
  bool isOver() const { return running_ == 0; }

 private:
  struct Word {
    core::Address addr;
    std::uint32_t size;
  };
  struct Branch {
    core::Value value;
    std::uint32_t place;
    std::uint32_t next;  // of the same place; 0: none
  };
  // Instead of a place.
  static constexpr std::uint32_t kUnknown = 0;
  static constexpr std::uint32_t kAbsent = ~std::uint32_t{0};  // not spawned
  static constexpr std::uint32_t kExited = kAbsent - 1;
  static constexpr std::uint32_t kMain = 1;  // where main begins
  static constexpr std::size_t kMostPlaces = 100'000;

  std::uint32_t after(std::uint32_t place, core::Value value) const;
  std::uint32_t makeBehind(std::uint32_t place, core::Value value);
  std::uint32_t addPlace();
  void learnThread(core::Graph& graph, ThreadId t, std::uint32_t place);
  void learnWord(const core::Op& op);
  bool isThere(const core::Graph& graph, ThreadId t) const {
    return t < graph.threads() && done_[t] < graph.thread(t).size();
  }
  std::uint32_t placeBehind(const core::Graph& graph, ThreadId t) const;
  bool isDue(ThreadId t) const;
  bool startFromTheStart(core::Graph& graph, std::uint32_t& added);
  bool step(core::Graph& graph, ThreadId t, std::uint32_t& added);
  // All that is in the graph and not performed yet.
  bool catchUp(core::Graph& graph, std::uint32_t& added);
  bool canPerform(const core::Graph& graph, ThreadId t) const;
  void begin(ThreadId t, std::uint32_t place);
  bool runOn(core::Graph& graph, ThreadId t, std::uint32_t& added);
  bool exit(core::Graph& graph, ThreadId t, std::uint32_t& added);
  bool endsWith(const core::Graph& graph, ThreadId t);
  bool endsInJoins(std::uint32_t place);

  bool isClosed_ = true;
  bool joinsAll_ = true;                                   // threads that exit have joined those that they spawned
  std::vector<Place> places_ = std::vector<Place>(1);      // [0] is none
  std::vector<Branch> branches_ = std::vector<Branch>(1);  // likewise
  std::vector<Word> words_;                                // that some place accesses
  // Of the execution at hand.
  std::vector<std::uint32_t> at_;    // by thread: its place
  std::vector<std::uint32_t> done_;  // by thread: events of it that were performed
  std::uint32_t performed_ = 0;      // in all
  unsigned running_ = 0;             // threads that have begun and not exited
  ThreadId last_ = 0;
};

}  // namespace heddle::explore::graph
