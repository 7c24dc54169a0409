// What the searches with dynamic partial order reduction have in common: they
// replay a prefix of the last execution, follow what was planned after it,
// go on freely, and analyse the races when the execution has ended.
//
//   next      the path, step by step; after its end, chooseFreely()
//   advance   trail_ takes in the new steps; analyse() takes races; goBack()
//             picks the next path
//
// The paper's Explore is recursive; here the recursion is the path, so that
// nothing depends on how long an execution is.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/dpor/trail.h"
#include "explore/search.h"

namespace heddle::explore::dpor {

class Reduction : public Search {
 public:
  core::Step next(const core::Execution& execution) override;
  bool advance(const core::Execution& execution) override;
  std::vector<core::Step> schedule() const override;

 protected:
  // A step that was taken before or is to be taken.
  struct Planned {
    std::uint64_t fingerprint = 0;  // of the op; 0: not known yet
    std::uint64_t choice = 0;
    ThreadId thread = 0;

    bool operator==(const Planned&) const = default;
  };

  Reduction(std::shared_ptr<Dependence> dependence, bool isOptimal, BlockingRaces blocking = BlockingRaces::Nearest)
      : Search(isOptimal), trail_(std::move(dependence), blocking) {}

  // After the end of the path: an enabled thread, or kMaxThreads when nobody
  // is enabled or all that follows is redundant.
  virtual ThreadId chooseFreely(const core::Execution& execution) = 0;
  // The execution has ended, and the trail is complete.
  virtual void analyse(const core::Execution& execution) = 0;
  // Shortens the path and plans what to do instead; false when there is
  // nothing left.
  virtual bool goBack() = 0;
  // Goes back to the end of the trail, which is where the last plan began.
  virtual void dropPlan() = 0;
  // The trail and all that belongs to its steps go back to `size` steps.
  virtual void truncate(Position size) = 0;

  // The thread that went last if it is enabled, else the lowest one that is;
  // kMaxThreads if there is none.
  ThreadId firstEnabled(const core::Execution& execution) const;

  Trail trail_;
  std::vector<Planned> path_;
  std::size_t depth_ = 0;    // steps taken in this execution
  std::vector<Race> races_;  // of new steps, to be analysed

 private:
  core::Step follow(const core::Execution& execution);
  // That the execution is not as planned. The trail is a part of it that was run before.
  bool isConsequenceOfRace() const { return racy_ && depth_ >= trail_.size(); }
};

}  // namespace heddle::explore::dpor
