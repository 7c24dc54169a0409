// A search decides, execution after execution, who goes next at each state.
//
// It is a Scheduler with a memory. The explorer (explorer.h) runs
//
//   do program.run(search) while (search.advance(execution));
//
// and counts what it sees; everything that distinguishes one search from
// another is in the methods below.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/program.h"

namespace heddle::explore {

namespace graph {
class GraphSearch;
}

// What a search that has ended has left out.
struct Coverage {
  const char* gap = nullptr;   // why executions may have been left out, as one sentence; null: none were
  std::string guarantee = {};  // what is proven of those of a random sample, as one sentence without its end
};

class Search : public core::Scheduler {
 public:
  // From Scheduler: `next`. Answering stop means one of two things: the
  // program did not repeat itself (then mismatch() is set), or whatever
  // follows is equivalent to an execution that has been or will be explored
  // elsewhere, so that this one counts as redundant (sleep-set blocked).

  // Called after an execution has ended, with its end state. True when there
  // is another one to run.
  virtual bool advance(const core::Execution& execution) = 0;

  // What `next` answered in the execution that just ended. To be asked before
  // `advance`.
  virtual std::vector<core::Step> schedule() const = 0;

  // Once `advance` has said false. Most searches are exhaustive.
  virtual Coverage coverage() const { return {}; }

  // What only searches on execution graphs can say; null if this is none.
  virtual graph::GraphSearch* onGraphs() { return nullptr; }

  // Once after `advance` has given up an assumption of the search's and with it
  // all conclusions so far: it restarts, and the executions before do not count.
  std::optional<core::Broken> takeBroken() { return std::exchange(broken_, std::nullopt); }

  // Set when the program under test was seen to behave differently under the
  // same schedule. The search is of no use after that.
  const std::optional<core::Violation>& mismatch() const { return mismatch_; }

  // Set when the search has learnt of a word what it must know from the start. With a mismatch: in one of the two
  // executions the thread's plain access to it was an event, since the word had been accessed atomically before, and
  // in the other it was none. Or it is accessed in several sizes.
  const std::optional<core::Broken>& learnt() const { return learnt_; }

  // Whether the search promises that no execution it runs is redundant.
  bool isOptimal() const { return isOptimal_; }

  // Whether the current execution was given up for another reason than that it
  // is redundant: it counts as cut.
  bool hasGivenUp() const { return gaveUp_; }

  // Set when the program does something that the search cannot explore.
  const std::optional<core::StopReason>& refusal() const { return refusal_; }

 protected:
  explicit Search(bool isOptimal = false) : isOptimal_(isOptimal) {}

  // Notes that the op which `thread` is about to perform is not the one it
  // was about to perform when the same steps were taken before.
  void noteMismatch(const core::Execution& execution, ThreadId thread);
  void noteUnsettled(const core::Op& plain) {
    learnt_ = {core::Assumption::SettledWords, plain.site, {}, plain.addr, plain.size};
  }
  void noteSizes(const core::Word& widest, SiteId site) {
    learnt_ = {core::Assumption::OneSize, site, {}, widest.addr, widest.bytes};
  }
  void noteBroken(core::Broken broken) { broken_ = std::move(broken); }
  // What another search, which explores in place of this one, has found out.
  void adoptFindings(Search& other) {
    mismatch_ = other.mismatch_;
    refusal_ = other.refusal_;
    learnt_ = other.learnt_;
    broken_ = other.takeBroken();
    gaveUp_ = other.gaveUp_;
  }

  // An execution that hits a limit of the executor leaves the search
  // inconclusive, but a violation may still be near: it goes on, though not for
  // ever, and not at all in an endless loop without visible operations.
  static bool isCut(const core::Execution& execution) {
    return execution.end == core::End::Cut && !(execution.stop && execution.stop->bounded);
  }
  bool givesUpAfter(const core::Execution& execution) {
    return isCut(execution) && (!execution.stop || execution.stop->endless || ++cuts_ == kMostCuts);
  }
  // Where the search goes back to then: the next executions in its order would
  // differ only in their last steps and hit the same limit, most often a spin
  // loop.
  static constexpr std::size_t kDeepestAfterCut = 64;
  void refuse(core::StopReason why) { refusal_ = std::move(why); }

  // Set when a data race was found and the search goes on. It stops the thread
  // whose access came second, and the order of steps that do not conflict decides
  // which one that is: executions with the same trace or graph may go on
  // differently, and nothing holds that is concluded from them. What was planned
  // from one order may not be there in another; then the execution is given up.
  void noteDataRaces(const core::Execution& execution);
  bool racy_ = false;
  bool gaveUp_ = false;

 private:
  static constexpr unsigned kMostCuts = 100;
  const bool isOptimal_;
  unsigned cuts_ = 0;
  std::optional<core::Broken> broken_;
  std::optional<core::Broken> learnt_;
  std::optional<core::Violation> mismatch_;
  std::optional<core::StopReason> refusal_;
};

}  // namespace heddle::explore
