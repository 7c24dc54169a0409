// The program under test, as a search sees it: something that runs one
// execution at a time and asks at every state who goes next.
//
// Ops that are local under SC (core/op.h) are performed at once and nobody is
// asked: a thread runs on through them, a spawned thread up to its first other
// op, threads that wait in a join as soon as the other one has exited. They
// are in the execution's trace, with `asked` unset.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/evidence.h"
#include "core/execution.h"
#include "core/iteration.h"
#include "core/threads.h"
#include "core/trace.h"

namespace heddle::core {

// The answer of a search at one state.
struct Step {
  ThreadId thread = 0;
  bool stops = false;        // on a graph: the thread's iteration ends after it and undoes what it did
  std::uint64_t choice = 0;  // Choose: the value to return

  constexpr Step() = default;
  constexpr Step(ThreadId who, std::uint64_t what = 0, bool isLast = false)
      : thread(who), stops(isLast), choice(what) {}

  static constexpr Step stop() { return {kMaxThreads, 0}; }
  // The same, where threads wait for what another execution will show them.
  static constexpr Step blocked() { return {kMaxThreads, 1}; }
  bool isBlocked() const { return isStop() && choice == 1; }
  bool isStop() const { return thread == kMaxThreads; }
};
static_assert(sizeof(Step) <= 16);  // returned in registers, at every step

// What happens before what, where steps need not be taken in the order in which
// they happen: a scheduler that decides on what reads find says that, too.
class EventOrder {
 public:
  virtual ~EventOrder() = default;

  // For each thread how many of its events happen before the next one of
  // `thread`; an update that writes is two events. Empty: none.
  virtual std::span<const std::uint32_t> clockOf(const Execution& execution, ThreadId thread) = 0;

  // Asked at the end of an iteration with zero net effect: whether nobody
  // observed what it wrote. Then the thread is stopped.
  virtual bool isUnobserved(const Execution& execution, const Iteration& iteration) = 0;
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // Who performs its pending op now: an enabled thread, or stop (always stop
  // when nobody is enabled). Called on the stack of a thread under test, so it
  // must not recurse deeply.
  virtual Step next(const Execution& execution) = 0;

  // Null: steps happen in the order in which they are taken.
  virtual EventOrder* order() { return nullptr; }
};

class Program {
 public:
  virtual ~Program() = default;

  // Runs one execution from the start to its end. The result stays valid until
  // the next run.
  virtual const Execution& run(Scheduler& scheduler) = 0;

  // While on, a violation stops only the thread that commits it, as an
  // assume(false) does, and the others run on; the execution ends as Violated.
  // Searches that leave out executions need this to count all violations: an
  // execution that ends at the first one does not show what could have come
  // before it instead.
  virtual void keepGoing(bool on) = 0;

  // While on, plain accesses are kept too, so that trace() can show them.
  virtual void record(bool on) = 0;

  // The counterexample of the last execution, in words: names, places, values.
  virtual Trace trace() const = 0;

  // The schedule of the last execution, which was recorded, as it would be if nothing were performed at once: with
  // what is not on the slice and what is inside sections of locks as steps of their own.
  virtual std::vector<Step> fullSchedule() const { return {}; }

  virtual ThreadTable& threads() = 0;

  // What the program has left out of its own accord in the executions so far: a
  // sentence each, with its place. Whoever finds nothing wrong has not seen all.
  virtual std::vector<std::string> limitations() const { return {}; }
  // What was seen in the executions so far that is no violation, and that its user may want to know: likewise.
  virtual std::vector<std::string> remarks() const { return {}; }

  // Whether there are ops of that role. Where additions are RolledBack, whoever
  // explores the program has to look whether others could observe that.
  virtual bool has(LoopRole) const { return false; }

  // What the program's own monitors have seen in the executions so far, and what
  // they have seen in those of other processes. False: it does not fit the program.
  virtual void addEvidence(Evidence&) const {}
  virtual bool takeIn(const Evidence&) { return true; }
  // Whether an assumption does not hold, by what several processes have seen together.
  virtual bool isBrokenBy(const Evidence&) const { return false; }
  // The rule of the updates and awaits at a site; null if there is none.
  virtual const UpdateRule* ruleAt(SiteId) const { return nullptr; }
};

}  // namespace heddle::core
