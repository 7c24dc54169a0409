// One iteration of a loop of the program under test, and the judge of what it
// did: whether an execution without it is the same to everybody else.
//
// Follows   Kokologiannakis, Ren, Vafeiadis: Dynamic Partial Order Reductions
//           for Spinloops (FMCAD 2021): an iteration that did nothing is not
//           repeated, and neither is one with zero net effect.
// Proof     docs/loops-proof.md has the statement and its preconditions (E1 to E8).
//           What the code says of them, and what the code that is inserted around
//           the loop finds out (transform/loops/iteration_checks.h), are members of
//           the iteration; the judge finds out the rest from its events.
// Agreement The searches run one of the executions that differ only in the order
//           of independent steps. All of them must agree on whether the thread
//           stops: what is judged are its own reads and writes, what it
//           overwrote, and who came in between, and all of that is fixed by the
//           orders of conflicting steps. That is why an update that commutes
//           with those of others never counts as one that left the value as it
//           was.
// Order     What an iteration writes must not take away happens-before edges. A
//           read-modify-write continues the release sequence that it reads from.
//           A store ends it: it is no effect only if it releases what its thread
//           has acquired from the write that it takes the place of, or that write
//           is a store of its own or the initial value.
// Deviates  The paper asks for less on graphs (all accesses are fetch-and-adds,
//           whoever finds what) and reconsiders threads that are stopped; an
//           interleaving cannot be reconsidered. Here others may have added to
//           the location only if the iteration only added and subtracted and
//           they do not use what they found.
// Graphs    of executions under weak memory have no order in which "the value that
//           is there" and "in between" make sense. There an iteration may read,
//           or update one location so that its value is what it was; the search
//           then says whether others observed it (Scheduler::isUnobserved).
#pragma once

#include "core/event_log.h"

namespace heddle::core {

struct Iteration {
  SiteId loop = 0;
  ThreadId thread = 0;
  // Its events are those of the thread in the trace, from `begin` to before `end`.
  std::size_t begin = 0;
  std::size_t end = 0;
  // Known from the code: it has no effect, whatever its events are.
  bool isPure = false;
  // The thread's own variables that live on, or its private memory, are not what they were (E1).
  bool changesState = false;
  // It did, or may have done, something that is no event and that counts (E5, E6).
  bool hasUnseenEffects = false;
  // A race of what its instructions may read and write, with an access that comes late, may show nowhere else
  // (H1 to H3): its thread must go on after it once.
  bool mayHideRace = false;
};

// What there is to know about the execution that the iteration is part of.
struct JudgedBy {
  bool racesCount = true;     // plain accesses are checked for races, so that happens-before matters
  bool isGraph = false;       // the execution is explored as a graph
  bool zeroNetEffect = true;  // what an iteration did may have been rolled back
};

enum class IterationEffect : std::uint8_t {
  None,      // it read; in an interleaving, it may have written what was there
  ZeroNet,   // it put back what it found, and nobody came in between. On a graph: if the search agrees
  Observed,  // it put back what it found, but others may have come in between
  Some,      // anything else
};

// There may be no events: an iteration that is all plain code, and in which
// nothing changed, is repeated for ever.
IterationEffect effectOf(const Iteration& iteration, const EventLog& trace, const JudgedBy& facts);

}  // namespace heddle::core
