// Whether a round of a loop turned out to have no effect.
//
// Follows   Kokologiannakis, Ren, Vafeiadis: Dynamic Partial Order Reductions
//           for Spinloops (FMCAD 2021): an iteration that did nothing is not
//           repeated, and neither is one that undid what it did
//           ("zero net effect").
// Why it is sound. The round is run to its end, so what goes wrong in it is
//           seen. An execution in which the thread goes on behind it has a twin
//           without the round: the thread's variables are what they were
//           (transform/round_checks.h), and no other thread can tell. So
//           whoever stops here has lost nothing.
//           The searches run one of the executions that differ only in the order
//           of independent steps. All of them must agree on whether the thread
//           stops: what is looked at here are its own reads and writes, what it
//           overwrote, and who came in between, and all of that is fixed by the
//           orders of conflicting steps. That is why an update that commutes
//           with those of others is never "the same value again".
// Zero net  The round changed one location and in the end put back what was
//           there, and no other thread accessed it in between. Others may have
//           added to it if the round only added and subtracted and they do not
//           look at what they found. The paper asks for less on graphs (all
//           accesses are fetch-and-adds, whoever finds what) and reconsiders
//           threads that are stopped; an interleaving cannot be reconsidered.
// Graphs    of executions under weak memory have no order in which "what is there"
//           and "in between" make sense. There a round may read, or update one
//           location so that its value is what it was; the search then says
//           whether others came in between (explore/graph/undone.h).
// Limits    What the thread did is judged by values. Happens-before edges that
//           left out rounds add are missing in the twin: more may race in it,
//           which is then true, since it is an execution of the program.
#pragma once

#include "core/event_log.h"

namespace heddle::runtime {

// What a round without effect may have done.
enum class RoundMay : std::uint8_t {
  Read,
  Keep,         // or write what was there
  Undo,         // or undo what it did
  UndoInGraph,  // or undo by updates what it did by updates, if the search agrees
};

// About the thread's events from the `begin`-th on. There may be none: a round
// that is all plain code, and in which nothing changed, is repeated for ever.
bool hadNoEffect(const core::EventLog& trace, std::size_t begin, ThreadId thread, RoundMay may);

}  // namespace heddle::runtime
