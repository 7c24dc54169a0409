// Optimal DPOR in polynomial memory: exactly one execution of every
// Mazurkiewicz trace, and nothing kept but the executions that are being
// reversed at the moment.
#pragma once

#include <vector>

#include "explore/dpor/reduction.h"

namespace heddle::explore::dpor {

class ParsimoniousSearch : public Reduction {
 public:
  // What an execution does that turns out to be redundant (parsimonious.cpp, "Dead ends").
  enum class DeadEnds : std::uint8_t { AreErrors, AreLeft };
  explicit ParsimoniousSearch(std::shared_ptr<Dependence> dependence, DeadEnds deadEnds = DeadEnds::AreErrors)
      : Reduction(std::move(dependence), /*isOptimal=*/true, BlockingRaces::All), deadEnds_(deadEnds) {}

 protected:
  // Whether an execution to come may turn out to be redundant (parsimonious.cpp,
  // "Dead ends"). What is to be done then is up to OptimalSearch.
  bool mayMeetDeadEnd() const { return trail_.hasUnorderedWaits(); }
  void truncate(Position size) override;

  // A step f that was moved before a step e, together with what f needs: the
  // block E[start] … E[position], f last. Or a Choose with another value than
  // the first: a block of its own, moved before nothing.
  struct Head {
    Position start = 0;
    Position position = 0;
    ThreadId thread = 0;
    ThreadId against = kMaxThreads;   // e: its thread,
    std::uint32_t againstIndex = 0;   // its index among the steps of the thread,
    Footprint againstFootprint = {};  // and what it touched
    Position takenAt = 0;             // where e is in the current execution; its size if it is not
  };
  struct Range {
    Position from, to;
  };
  struct Child {
    Position at = 0;               // where it leaves its parent
    std::vector<Range> past = {};  // which steps of the parent it performs there,
    Planned head = {};             // and then the head
    Head mark = {};
    std::uint64_t valuesLeft = 0;  // of a Choose: further children like this one
  };
  // A head whose e has not been taken yet.
  struct Passed {
    ThreadId thread;   // of e
    std::size_t head;  // in heads_
  };
  // An execution with those of its children that are still to be run.
  struct Level {
    std::vector<Planned> path;
    std::vector<Head> heads;
    std::vector<Child> children;
    Position bornAt = 0;  // where it left its parent
  };

  bool goBack() override;
  void start(const Level& level, const Child& child);

  std::vector<Level> levels_;

 private:
  ThreadId chooseFreely(const core::Execution& execution) override;
  void analyse(const core::Execution& execution) override;
  void dropPlan() override {}  // start() puts another one in its place

  void addChild(const core::Execution& execution, const Race& race, std::vector<Child>& children);
  void addValues(const core::Execution& execution, std::vector<Child>& children);
  bool isFresh(const Race& race);
  bool isLowerInF(const core::Execution& execution, ThreadId thread);
  bool pastConflicts(const Head& head) const;
  bool isFirstOfItsKind(const Race& race) const;
  void findTaken();
  void findPast(const Race& race, Position from);

  const DeadEnds deadEnds_;
  std::vector<Head> heads_;  // of the current execution, in the order of their positions
  std::size_t planned_ = 0;  // steps of the path that were planned
  Position bornAt_ = 0;      // where the current execution left its parent
  Position common_ = 0;      // so many steps of the trail are those of the last level
  std::vector<Passed> passed_;
  // Scratch: of the steps from pastFrom_ on, those that happen before the
  // second step of a race when it is reversed.
  std::vector<std::uint32_t> needed_;
  std::vector<bool> past_;
  Position pastFrom_ = 0;
};

}  // namespace heddle::explore::dpor
