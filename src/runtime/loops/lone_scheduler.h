// Lets one thread go on, alone, after the end of an execution, to see whether it
// spins for ever (livelocks.h).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/program.h"
#include "runtime/ends.h"
#include "runtime/loops/trial.h"

namespace heddle::runtime {

// What is in a word of the memory.
struct Content {
  Address addr;
  unsigned size;
  Value value;
  bool operator==(const Content&) const = default;
};
using Contents = std::vector<Content>;

using LoopPlace = std::tuple<std::string, unsigned, unsigned>;  // file, line, column

class LoneScheduler : public core::Scheduler {
 public:
  LoneScheduler(Running& run, const Sites& sites, const Ends& ends, Trial& trial, ThreadId thread,
                std::vector<Op>& looks)
      : run_(run),
        sites_(sites),
        ends_(ends),
        trial_(trial),
        thread_(thread),
        looks_(looks),
        seen_(run.execution.trace.size()),
        lastIteration_(seen_),
        stops_{{run.execution.threads[thread].pending.site, here()}} {}

  bool spinsForEver() const { return spinsForEver_; }
  // Whether it has come to something that it must wait for, outside of its loop: a lock.
  bool waits() const { return waits_; }
  // The loops that it has stopped in since it was let go on.
  std::set<LoopPlace> loops() const;
  // What was in the memory in between that is not there now.
  const std::vector<Contents>& middles() const { return middles_; }

  core::Step next(const core::Execution&) override;

  // How often the last iteration read these words, and could do something else because of what it found.
  unsigned looksAt(const Contents& words) const;
  // Whether its iterations change words that they have read before.
  bool looksBeforeChanges() const;
  bool changesBlindly() const;

  static bool touches(const Op& op, const Content& word) {
    return core::touchesMemory(op.kind) && op.addr < word.addr + word.size && word.addr < op.addr + op.size;
  }

  // What the loop does where it does not find what it waits for.
  static void lookOnly(Op& op);

 private:
  static constexpr unsigned kMostSteps = 10'000;
  static constexpr std::size_t kMostMiddles = 64;
  // What an iteration carries into the next has settled by then, or never does.
  static constexpr unsigned kMostStops = 64;

  bool goesOn();
  static bool isBlind(const core::Event& event) {
    return event.op.kind == OpKind::Update && event.op.rule->commutes != core::Family::None;
  }
  // Takes in what the last step wrote.
  void noteMiddle();
  bool isUnchanged() const;
  bool letsOthersGoOn() const;
  bool spins(SiteId place);

  // How much it has done.
  struct Mark {
    std::size_t events, plain;
  };
  Mark here() const { return {run_.execution.trace.size(), trial_.plainSteps().size()}; }

  struct Stop {
    SiteId place;
    Mark mark;
  };

  // Where the iteration that ends here began, if it asked for and found the same as
  // the one before it. It may have stopped in between: an outer loop iterates
  // by way of an inner one that waits.
  std::optional<Mark> lastIteration() const;
  bool isRepeated(Mark first, Mark middle) const;
  void keepLooks(Mark iteration);

  Running& run_;
  const Sites& sites_;
  const Ends& ends_;
  Trial& trial_;
  ThreadId thread_;
  std::vector<Op>& looks_;     // what it reads in an iteration
  std::size_t seen_;           // events of the trace that were taken in
  std::size_t lastIteration_;  // where it began, in the trace
  std::vector<Stop> stops_;
  Contents written_;  // and what was there before
  std::vector<Contents> middles_;
  unsigned steps_ = 0;
  bool spinsForEver_ = false;
  bool waits_ = false;
};

}  // namespace heddle::runtime
