// Assumptions: what a reduction takes for granted, and how it is said that it
// does not hold.
//
// A reduction that is sound only if something never happens names that here.
// Whoever can see it happen is its monitor: the executor, a search, or the loop
// around the searches. A monitor reports "broken: X at file:line" as a value.
// Then nothing that was concluded so far holds but the violations, which were
// seen. What a search has assumed it gives up by itself (Search::takeBroken); what
// the program was compiled with, the driver does (check/restarts.h). Both
// restart without X.
//
// To add one: the name here, what a check does without it (check/restarts.cpp),
// its monitor, and its row in docs/loops-proof.md; if an option switches off what
// assumes it, that option (check/options_json.cpp); if executions must be compared to
// see it happen, its evidence (core/evidence.h); and a planted fault (tests/fuzz/planted).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"

namespace heddle::core {

enum class Assumption : std::uint8_t {
  // Of the program as it was compiled.
  PrivateSpeculation,  // nobody else touches what a confirmation loop accesses plainly before it has confirmed
  UnobservedRollback,  // nobody observes additions that are rolled back (explore/rolled_back_additions.h)
  SeparateWords,       // what each iteration of a loop stores plainly again is no word that is accessed atomically
  OrderedPublication,  // who accesses what each iteration stored atomically to a new object comes after the last one
  RacelessIterations,  // no access of an iteration that is left out races (analysis/loops/hidden_races.h)
  UnobservedLocks,     // no other thread tries a lock that std::lock takes (runtime/lock_groups.h)
  UntriedLocks,        // no read-write lock is tried, or taken or made while one has it (runtime/externals/rwlock.cpp)
  LoopsEnd,            // no loop has another number of iterations in each execution (runtime/loops/repetition.h)
  TestedWaits,         // who returns from a wait at a condition variable tests again (analysis/tested_waits.h)
  FewThreads,          // no execution has more threads than there is room for
  ShortExecutions,     // no execution has more operations than --max-events
  CompleteSlice,       // what is not on the slice changes nothing of what is on it (core/slice.h)
  WholeSections,       // a section of a lock can run without interruption (runtime/lock_sections.h)
  AtomicReads,         // words whose stores are pruned are not read plainly (explore/dpor/dependence/observed_stores.h)
  KnownChoices,        // which choices a section makes is known before it begins (runtime/early_choices.h)
  SectionWords,        // which words atomic sections access, and who writes those, is known (runtime/section_locks.h)
  KnownReaders,        // which threads take which read-write locks to read is known (runtime/externals/rwlock.cpp)
  OneSize,             // which words are accessed atomically in several sizes is known (core/mixed_sizes.h)
  SettledWords,        // which words are accessed atomically is known before threads access them plainly
  GraphOperations,     // all operations can be explored on execution graphs
  // Of a search.
  OrderedWrites,         // the writes of a word can stand in one order only (explore/graph/waiting_reads.h)
  DistinctValues,        // and no value comes twice, all updates are confirmations (explore/graph/speculation.h)
  UnobservedIterations,  // nobody observes iterations with zero net effect (explore/graph/zero_net_iterations.h)
  KnownFootprints,       // what steps touch, and to what effect, is known from the executions so far (explore/dpor)
};
inline constexpr Assumption kLastAssumption = Assumption::KnownFootprints;

const char* name(Assumption assumption);
std::optional<Assumption> assumptionNamed(std::string_view name);

struct Broken {
  Assumption assumption;
  SiteId site = 0;       // where it was seen; 0: that is not known
  std::string why = {};  // as one sentence, for the report; may be empty
  // SettledWords, OneSize: the word.
  std::uintptr_t addr = 0;
  unsigned bytes = 0;
};

}  // namespace heddle::core
