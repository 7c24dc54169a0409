// The steps of the current execution, with what happens before what.
//
// A step is an operation that the search was asked about, together with what
// its thread did afterwards until it had to ask again (Source Sets, 3.1: a
// global statement and the local ones after it). The searches of this folder
// speak of steps by their position in the trail, E[0], E[1], …
//
// Clocks: entry t of a step's clock is the number of steps of thread t that
// happen before it or are itself. Clocks, and all else here, are kept when a
// search goes back and replays a prefix: only new steps cost anything.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/execution.h"
#include "explore/dpor/dependence/dependence.h"
#include "explore/dpor/locations.h"
#include "explore/dpor/sections.h"

namespace heddle::explore::dpor {

using Position = std::uint32_t;
using Clock = const std::uint32_t*;

struct TrailStep {
  Footprint footprint = {};
  std::uint64_t choice = 0;  // Choose: the value
  std::uint32_t event = 0;   // in the execution's trace
  std::uint32_t index = 0;   // its index among the steps of its thread, from 1
  std::uint32_t clock = 0;   // a row
  std::uint32_t before = 0;  // the row of its thread just before it
  std::uint32_t rows = 0;    // what there was of each before the step
  std::uint32_t records = 0;
  std::uint32_t undos = 0;
  ThreadId thread = 0;
};

// Two steps that can be performed in the other order: E[first] and the step of
// `thread` that is E[second], or that was still blocked when E ended (then
// second is E's size). Performed before E[first], the second one touches
// `footprint`. The steps `without`, which are independent of E[first], must
// come after it too: they would disable it.
struct Race {
  Position first = 0;
  Position second = 0;
  ThreadId thread = 0;
  bool waits = false;  // BlockingRaces::All: the first step disables the second
  std::uint64_t choice = 0;
  std::uint32_t before = 0;  // the clock row of its thread before it
  Footprint footprint = {};
  std::vector<Position> without = {};
};

// Which races of an op f that can be disabled are looked for.
//   Nearest  Godot, Algorithm 1: with the nearest earlier steps before which it
//            was enabled, and with as many of the others before it as possible.
//   All      with adjacent steps as any other op; and with each step e that
//            disables it, in all ways to perform others before it or not. Those
//            are marked as waiting: f need not have been performed in E.
enum class BlockingRaces { Nearest, All };

class Trail {
 public:
  Trail(std::shared_ptr<Dependence> dependence, BlockingRaces blocking)
      : dependence_(std::move(dependence)), blocking_(blocking) {}

  // Takes in what the execution did since. Races whose second step is new are
  // appended to `races`.
  void extend(const core::Execution& execution, std::vector<Race>& races);

  // The execution has ended: what blocked threads would touch is known too, and
  // the relation may learn from it.
  void noteEnd(const core::Execution& execution);
  // The races of threads that are blocked where the execution has ended.
  void blockedRaces(const core::Execution& execution, std::vector<Race>& races);

  // Goes back to the first `size` steps.
  void truncate(Position size);

  // A section of a lock that is one step (core::locks::kSection), and can come before
  // or after something else than another one of that lock.
  const std::optional<SiteId>& interruptedSection() const { return interrupted_; }

  // Whether a step turned out to touch more than was declared when earlier
  // executions were explored, or with another effect: what was concluded from
  // them is void.
  bool hasOutgrown() const { return sections_.hasOutgrown() || locations_.hasOutgrown() || hasGrown_; }
  void restart() {
    truncate(0);
    hasGrown_ = false;
    sections_.restart();
    locations_.restart();
  }

  Position size() const { return static_cast<Position>(steps_.size()); }
  const TrailStep& operator[](Position position) const { return steps_[position]; }
  const std::shared_ptr<Dependence>& dependence() const { return dependence_; }

  // Whether somebody ever waited for a word whose writes may stand in no order.
  bool hasUnorderedWaits() const { return locations_.hasUnorderedWaits(); }

  // A race of the step that `thread` is about to take with nothing yet: what it
  // would touch now, and its clock. A section's footprint is not known.
  Race pending(const core::Execution& execution, ThreadId thread) const;

  unsigned threads() const { return stride_; }  // entries of a clock
  Clock clock(std::uint32_t row) const { return rows_.data() + std::size_t{row} * stride_; }
  Clock clockOf(Position position) const { return clock(steps_[position].clock); }

  bool happensBefore(const TrailStep& x, const TrailStep& y) const { return clock(y.clock)[x.thread] >= x.index; }

  // Whether E[p], p > first, is not performed before the second step when the
  // race is reversed: it is not in v = notdep(first, E).second, or in u.second.
  bool isLeftOut(const Race& race, Position p) const {
    const TrailStep& step = steps_[p];
    if (happensBefore(steps_[race.first], step)) return true;
    for (const Position other : race.without)
      if (p == other || (p > other && happensBefore(steps_[other], step))) return true;
    return false;
  }

 private:
  struct Undo {
    ThreadId thread;
    std::uint32_t row;
  };

  void addStep(const core::Execution& execution, std::vector<Race>& races);
  Footprint footprintOf(const core::EventLog& log, std::uint32_t event, ThreadId thread, std::uint32_t index);
  void setRow(ThreadId thread, std::uint32_t row);
  std::uint32_t copyRow(std::uint32_t row);
  void joinRow(std::uint32_t into, std::uint32_t from);
  void widen(unsigned threads);
  void gatherConflicting(const Footprint& footprint);
  void addPlainRaces(const core::Execution& execution, const TrailStep& second, std::vector<Race>& races);
  void addBlockingRaces(const core::Execution& execution, const core::Op& op, Race race, std::vector<Race>& races);
  void lookForObserved(const core::Execution& execution, const Access& access);
  void observeAll(const core::Execution& execution, std::uint32_t row);
  void lookAtSections(const core::Event& first, const core::Event& second);
  void predict(const core::Execution& execution, Race& race) const;
  Effect effectOf(const core::Event& event) const;
  Effect mostOf(const core::Op& op) const;
  Effect effectWith(core::Event event, core::Value found) const;
  void addWhereEnabled(const core::Execution& execution, const core::Op& op, Race& race,
                       std::vector<Race>& races) const;
  bool isEnabledWithout(const core::Execution& execution, const core::Op& op, Race& race) const;
  bool standsForAll(const core::Execution& execution, const Race& race, core::Address addr, unsigned size) const;
  core::Value valueWithout(const core::Execution& execution, const Race& race, core::Address addr, unsigned size) const;
  core::Value valueBehind(const core::Execution& execution, const Race& race, core::Address addr, unsigned size) const;
  std::optional<core::Value> wordAfter(const core::Execution& execution, const Race& race, bool first,
                                       core::Address addr, unsigned size) const;
  core::Value valueAfter(const core::Execution& execution, const Race& race, bool first, core::Address addr,
                         unsigned size) const;

  std::shared_ptr<Dependence> dependence_;
  BlockingRaces blocking_;
  Locations locations_;
  Sections sections_;
  std::vector<TrailStep> steps_;
  std::vector<std::uint32_t> rows_;  // stride_ entries each
  std::uint32_t rowCount_ = 0;
  unsigned stride_ = 0;
  std::vector<std::uint32_t> rowOf_;  // by thread: its present clock
  std::vector<Undo> undos_;
  std::optional<SiteId> interrupted_;
  bool hasGrown_ = false;              // the relation: it has learnt something
  std::uint32_t events_ = 0;           // of the execution's trace, taken in so far
  std::vector<Position> conflicting_;  // scratch
};

}  // namespace heddle::explore::dpor
