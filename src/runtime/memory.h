// Accesses to the memory of the program: which are allowed, which race, and what
// reductions assume about them.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/evidence.h"
#include "runtime/heap.h"
#include "runtime/options.h"
#include "runtime/recording.h"
#include "runtime/verdicts.h"

namespace heddle::runtime {

class Memory {
 public:
  Memory(Running& run, const Sites& sites, const Heap& heap, const Names& names, Verdicts& verdicts,
         Recording& recording, const Options& options);

  void restart() {
    if (!publishedStores_.empty()) publishedStores_.clear();
  }

  // --- accesses; `isEvent`: the op is the last event already ---

  // Each byte must be plain memory or part of an atomic location.
  bool isAllowed(const Op& op) const;
  void require(const Op& op, bool isEvent = false);
  // The same for an atomic access, which must be aligned.
  void requireAtomic(const Op& op, bool isEvent = false);
  // Where that goes.
  const RaceDetector::Record& locationOf(const Op& op, bool isEvent = false);
  // Where it goes byte by byte, in a word that is accessed in several sizes (core/mixed_sizes.h).
  template <typename Visit>
  void forBytes(const Op& op, Visit visit) {
    requireAtomic(op);
    Op byte = op;
    byte.size = 1;
    for (; byte.addr < op.addr + op.size; ++byte.addr) visit(locationOf(byte));
  }
  // Interleaved plain accesses, and plain accesses to locations that are atomic.
  void checkUnsynchronised(const Op& op, bool isEvent = false);
  // While there are other threads: whether it races, also with what is not explored.
  [[gnu::always_inline]] void checkPlain(Address addr, std::uint64_t bytes, bool write, SiteId site) {
    noteShared(addr);
    if (const auto conflict = run_.detector.plain(run_.current->id, addr, bytes, write)) [[unlikely]]
      verdicts_.fail(*conflict, addr, bytes, write ? "writes" : "reads", site);
    requireUnmet(site);
  }
  // The program's loop reads the word from now on, whether or not it ever has
  // the value that is waited for. `writes`: so do attempts in vain.
  void lookAtWord(const Op& op, bool writes);

  // What is wrong with an access.
  struct Fault {
    ViolationKind kind;
    std::string message;
  };
  Fault faultOf(Address addr, std::uint64_t bytes, bool write) const;
  [[noreturn]] void failAt(Address addr, std::uint64_t bytes, bool write, SiteId site);
  // A load from a constant, which lies outside the region, that leaves it.
  [[noreturn]] void failOutsideConstant(Address addr, SiteId site, Address start, std::uint64_t bytes);

  // --- what the scheduler knows of atomic locations ---

  // It knows their values from events. It must know when others take their place.
  void invalidate(Address addr, std::uint64_t bytes, SiteId site);
  void noteInvalidation(Address addr, std::uint64_t bytes, SiteId site);
  // Words of the options that lie in memory whose lifetime begins.
  void settleWords(Address start, std::uint64_t bytes);

  // --- assumptions ---

  // After a plain access: what it would race with in executions that are not explored.
  void requireUnmet(SiteId site) {
    if (run_.detector.hasMet()) [[unlikely]]
      breakOffAtMet(site);
  }
  // A plain store that each iteration of its loop repeats, and an atomic access:
  // no word may see both, in whatever executions.
  void noteRepeatedStore(Address addr, std::uint64_t bytes, SiteId site) {
    if (sites_[site].isRepeated && !run_.isTrial) [[unlikely]]
      keepApart(addr, bytes, site);
  }
  void noteAtomicWord(Address addr, unsigned bytes, SiteId site) {
    if (separateWords_.isWatched && !run_.isTrial) [[unlikely]]
      keepApartAtomic(addr, bytes, site);
  }
  // An atomic store that each iteration of its loop repeats, to an object that is
  // not published: other threads happen after it. Threads are examined when they
  // get to the word, before they learn anything there. Under SC they come later
  // in any case.
  void notePublished(const Op& op) {
    if (!sites_[op.site].isRepeated || run_.isTrial) [[likely]]
      return;
    run_.noteUnseen();  // accesses must come here
    publishedStores_[op.addr >> 3] = run_.detector.epoch(run_.current->id) - 1;
  }
  void requireOrderedPublication(const Op& op) {
    if (!publishedStores_.empty() && !run_.isTrial) [[unlikely]]
      compareWithPublished(op);
  }

  // As core::Program has them.
  void addEvidence(core::Evidence& evidence) const;
  bool takeIn(const core::Evidence& evidence);
  static bool isBrokenBy(const core::Evidence& evidence);

 private:
  // A plain access while there are other threads.
  void noteShared(Address addr) {
    if (!run_.execution.isClosed) return;
    const ThreadId me = run_.current->id;
    if (addr < run_.stackBottom(me) || addr >= Running::stackTop(me)) run_.noteUnseen();
  }
  [[noreturn]] void breakOffAtMet(SiteId site);
  void keepApart(Address stored, std::uint64_t bytes, SiteId site);
  void keepApartAtomic(Address accessed, unsigned bytes, SiteId site);
  void compareWithPublished(const Op& op);
  void mixSizes(const Op& op);
  Fault faultInGlobals(Address addr) const;
  Fault faultInStack(Address addr) const;
  Fault faultInHeap(Address addr) const;

  Running& run_;
  const Sites& sites_;
  const Heap& heap_;
  const Names& names_;
  Verdicts& verdicts_;
  Recording& recording_;
  const Options& options_;
  // By 8 bytes, over all executions.
  struct {
    bool isWatched = false;
    std::unordered_set<Address> stored, atomic;
  } separateWords_;
  Address lastRepeated_ = 0;
  std::unordered_map<Address, Epoch> publishedStores_;  // by 8 bytes, in this execution: the last one
};

}  // namespace heddle::runtime
