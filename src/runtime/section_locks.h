// Atomic sections on execution graphs, where a step is one event.
//
// Each word that sections access has a lock. A section takes it when it first accesses the word and keeps it to its
// end (two-phase locking: Eswaran, Gray, Lorie & Traiger, The Notions of Consistency and Predicate Locks in a Database
// System, CACM 1976), so that sections are as if one ran after the other. Whoever accesses such a word outside of
// sections, by an event, has its lock meanwhile. To searches and models these are updates as any others.
//
//   order     Sections synchronise where they take the same lock. Other accesses do not by it: their locks
//             are relaxed, and coherence of the word is judged by what is causally before (core/graph.h).
//   deadlock  of sections that take locks in different orders: no execution of the program. The search
//             drops it: each of them has run first in another one.
//   waiting   for a mutex or its like, in a section that finds it taken, gives the section's locks back: as under sc,
//             what comes after it is a step of its own. A section whose assumption does not hold, or whose loop waits,
//             has no end: it keeps its locks, so that nobody sees what it did.
//
// A word that nobody writes, neither sections nor others by events, needs no lock. Which ones are written is learnt:
// when a word turns out to be, Assumption::SectionWords is broken, and the search restarts.
#pragma once

#include "core/section_words.h"
#include "runtime/stepper.h"

namespace heddle::runtime {

class SectionLocks final : public AccessGuard {
 public:
  SectionLocks(Stepper& run, Verdicts& verdicts, const Options& options)
      : run_(run), verdicts_(verdicts), options_(options) {}

  void restart();
  void begin() override { ++run_.current->lockedDepth; }
  void end(SiteId site) override;
  void leave(SiteId site) override {
    run_.current->lockedDepth = 0;
    giveBackAll(site);
  }
  Value access() override;
  Value await() override;
  void touch(Address addr, std::uint64_t bytes, bool write, SiteId site) override;

 private:
  core::SectionWords& words() const { return options_.learnt->sectionWords; }
  Value perform(const Op& op);
  Value performGuarded(Op op);
  void take(unsigned slot, Order order, SiteId site);
  void giveBack(unsigned slot, Order order, SiteId site);
  void giveBackAll(SiteId site);
  Value look(Op op, OpKind kind);
  Value accessOutside(const Op& op);
  Value accessInside(const Op& op, bool isInterrupted);
  Value waitInside(const Op& op);
  bool looksForEver(unsigned slot);

  Stepper& run_;
  Verdicts& verdicts_;
  const Options& options_;
  std::size_t eventsAtLook_ = 0;
  unsigned looks_ = 0;  // at words without a lock, since the last event
};

}  // namespace heddle::runtime
