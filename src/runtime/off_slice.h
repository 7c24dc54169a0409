// What is not on the slice (core/slice.h): performed at once, by whoever comes to it.
//
// Statement. Let R be the statements on the slice. The searches explore the executions
// of R: an atomic access that is not in R is performed when its thread gets there,
// nobody is asked, and it is no event. Each execution of the program has the same
// accesses of R in some explored order, with the same values, and so fails the same
// assertions of R and ends in the same deadlocks, if
//
//   S1  R is closed under control and data dependence (analysis/slice),
//   S2  no read of R finds what a write that is not in R has written. Where and whether
//       such a write is executed is in R (core::Extent::Whether), so that the first
//       execution that could show the two meeting does; this part sees it,
//   S3  loops that are not in R end. One that does not, in the order in which it
//       happened to run, comes to a limit (Verdicts::requireLoopsOnSlice),
//   S4  plain accesses of R do not race, as if nothing outside R synchronised: then their
//       order follows from that of the events (Verdicts::fail), and
//   S5  nothing outside R fails in the order in which it happened to run (the same), but
//       assertions that have failed before: nothing in R comes after those
//       (check/explore_all.h).
//
// Each that does not hold breaks Assumption::CompleteSlice. What was missing is on the
// slice from then on, and the search restarts. docs/decisions/0021-guided.md argues why
// that is enough.
#pragma once

#include <unordered_map>
#include <vector>

#include "runtime/memory.h"
#include "runtime/recording.h"
#include "runtime/stepper.h"

namespace heddle::runtime {

class OffSlice {
 public:
  OffSlice(Stepper& run, Sites& sites, Memory& memory, const Options& options)
      : run_(run), sites_(sites), memory_(memory), options_(options) {}

  // The slice may have grown.
  void restart();
  // An atomic access; what it has found.
  Value access(Op op);
  // Something that would be a step if it were on the slice.
  void noteStep() {
    hot.budget -= kCost;
    if (!run_.isRecorded) [[likely]]
      return;
    const InHeddle guard;
    steps_.push_back({run_.execution.trace.size(), run_.current->id});
  }
  // As core::Program has it.
  std::vector<core::Step> fullSchedule() const;
  // The execution is over: whether reads on the slice have met writes that are not.
  void lookBack();

 private:
  // A loop that does nothing else is found to be endless after fewer of them than of others.
  static constexpr std::int64_t kCost = 1000;

  struct Write {
    Address addr;
    unsigned size;
    SiteId site;
  };
  struct Step {
    std::size_t at;  // so many events were there
    ThreadId thread;
  };
  void noteWrite(const Op& op);
  const Write* writeTo(Address addr, unsigned size) const;

  Stepper& run_;
  Sites& sites_;
  Memory& memory_;
  const Options& options_;
  unsigned version_ = 0;
  std::vector<Step> steps_;                                 // of this execution, if it is recorded
  std::unordered_map<Address, std::vector<Write>> writes_;  // that may meet reads, of all executions: by their granule
};

}  // namespace heddle::runtime
