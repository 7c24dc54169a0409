// Plain accesses of the program, by its own code or by models of library
// functions on its behalf: checked, and done.
#pragma once

#include "runtime/loops/trial.h"
#include "runtime/stepper.h"

namespace heddle::runtime {

class PlainAccesses {
 public:
  PlainAccesses(Stepper& run, const Sites& sites, Memory& memory, Verdicts& verdicts, Recording& recording,
                Limits& limits, Trial& trial, const Options& options)
      : run_(run),
        sites_(sites),
        memory_(memory),
        verdicts_(verdicts),
        recording_(recording),
        limits_(limits),
        trial_(trial),
        options_(options) {}

  // `frame`: the program's stack at the access; what lies below is dead.
  std::uint64_t load(Address addr, SiteId site, Address frame);
  void store(Address addr, SiteId site, std::uint64_t value, Address frame);
  // Checks an access of the program that native code is about to do.
  void checkRange(Address addr, std::uint64_t bytes, bool write, SiteId site);
  // While interleaving plain accesses.
  void stepOverRange(Address addr, std::uint64_t bytes, bool write, SiteId site);

 private:
  // Whether other threads may reach what is accessed there.
  bool isReached(SiteId site) const { return run_.unjoined != 0 && sites_[site].isShared; }
  [[gnu::always_inline]] void checkShared(Address addr, std::uint64_t bytes, bool write, SiteId site);
  std::uint64_t loadSlowly(Address addr, SiteId site, Address frame);
  void storeSlowly(Address addr, SiteId site, std::uint64_t value, Address frame);
  void checkRangeSlowly(Address addr, std::uint64_t bytes, bool write, SiteId site);
  void takeLocks(Address addr, std::uint64_t bytes, bool write, SiteId site);
  Value asEvent(const Op& op);
  void requireAtomicReads(SiteId site);
  // On execution graphs.
  bool isOneEvent(const Op& op) const;
  std::vector<core::Word> locationsIn(Address addr, std::uint64_t bytes) const;
  std::vector<core::Word> piecesOf(Address addr, std::uint64_t bytes) const;
  Value loadLocations(const Op& op);
  void storeLocations(const Op& op);
  void readWords(const std::vector<core::Word>& words, SiteId site);
  void endLocations(Address addr, std::uint64_t bytes, SiteId site);
  void noteRange(Address addr, std::uint64_t bytes, bool write, SiteId site);
  static Value probeLoad(Address addr, unsigned bytes, SiteId site);
  static void probeStore(Address addr, unsigned bytes, Value value, SiteId site);

  Stepper& run_;
  const Sites& sites_;
  Memory& memory_;
  Verdicts& verdicts_;
  Recording& recording_;
  Limits& limits_;
  Trial& trial_;
  const Options& options_;
};

}  // namespace heddle::runtime
