// Write-write pruning: stores conflict only if somebody can tell their order.
//
//   Follows   Assertion guided abstraction, section 5.2, Theorems 2 and 3: of the writes
//             of two threads only the last ones before a third one reads matter; and
//             Aronis, Jonsson, Lang and Sagonas, "Optimal dynamic partial order
//             reduction with observers" (TACAS 2018) for the idea.
//   Deviates  neither looks ahead nor back: which stores are told apart is learnt. A
//             read whose value depends on the order of stores that do not conflict yet
//             has observed them; from then on those conflict with each other, and
//             the search restarts. The others still do not.
//
// Statement. If each read of each execution that was explored has one store before it
// that all others happen before, then all executions with the same happens-before
// relation have the same values, and those left out are among them. For let a program
// stop at a read of which that is not so: of that one all traces are explored, and as
// long as none stops it does what the program does.
//
// A store is known by its place and its address. Not every read is an event: plain ones
// may be none, of one thread alone none is. So
//   - plain stores are all told apart where plain accesses are no steps,
//   - a thread that joins another one counts as reading all that both have written, and
//   - a plain read of an atomic word while there are other threads breaks
//     Assumption::AtomicReads: then nothing is pruned any more.
// Stores to a word that somebody waits for are all told apart: whether the wait is over
// depends on the last one at any time. So are those in loops that leave out iterations
// without effect: whether one had any depends on what was stored in between.
#pragma once

#include <memory>
#include <set>
#include <unordered_set>
#include <utility>

#include "core/program_info.h"
#include "explore/dpor/dependence/dependence.h"

namespace heddle::explore::dpor {

class ObservedStores final : public Dependence {
 public:
  ObservedStores(std::shared_ptr<Dependence> relation, const core::ProgramInfo& program, bool plainAccessesRace);

  bool growsByFence() override { return relation_->growsByFence(); }
  bool growsBy(const core::Execution& execution) override { return relation_->growsBy(execution); }
  bool prunesStores() const override { return true; }
  bool growsByObserving(const core::Op& store) override;
  bool growsByWaiting(core::Address addr) override { return waitedFor_.insert(addr).second; }

 private:
  using Store = std::pair<core::Address, SiteId>;
  struct Hash {
    std::size_t operator()(const Store& store) const {
      return (store.first ^ (std::uint64_t{store.second} << 40)) * 0x9e3779b97f4a7c15;
    }
  };
  static Effect effect(const Dependence& self, const core::Event& event);

  std::shared_ptr<Dependence> relation_;
  const core::SiteTable& sites_;
  const bool plainAccessesRace_;
  std::unordered_set<Store, Hash> observed_;
  std::unordered_set<core::Address> waitedFor_;
};

}  // namespace heddle::explore::dpor
