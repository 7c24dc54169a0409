// What a search has seen so far, and whether that is reason enough to stop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/outcome.h"
#include "explore/limits.h"
#include "explore/search.h"

namespace heddle::explore {

class Tally {
 public:
  Tally(Search& search, const Limits& limits, core::Outcome before)
      : search_(search), limits_(limits), outcome_(std::move(before)), before_(executions()), why_(outcome_.whyCut) {}

  // False: the search ends here.
  bool count(const core::Execution& execution);

  void countCached() { ++outcome_.executions.complete; }

  // What was seen beside the search. False: the search ends here.
  bool countBeside(core::Outcome seen);

  // The program was seen to be nondeterministic after an execution had ended.
  void countMismatch() {
    if (search_.learnt()) return endBroken(*search_.learnt());
    add(*search_.mismatch());
  }
  void countRefusal();

  void endEarly(std::string why) {
    why_ = std::move(why);
    outcome_.isUnfinished = true;
  }
  void countBroken(const core::Execution& execution) {
    ++outcome_.executions.cut;
    endBroken(*execution.broken);
  }
  // What follows depends on what does not hold.
  void endBroken(const core::Broken& broken) {
    why_ =
        broken.why.empty() ? "an assumption does not hold: " + std::string(core::name(broken.assumption)) : broken.why;
    outcome_.broken = broken;
  }
  // A search has given up an assumption of its own.
  void restart(const core::Broken& broken) {
    if (before_ != 0) outcome_.madePartsVoid = broken;
    restart_ = broken.assumption;
    outcome_.forgetCounts();
    before_ = 0;
  }
  void endHandedOver() {
    isHandedOver_ = true;
    outcome_.isUnfinished = true;
  }
  // The same as a restart, where others explore other parts: all of them are void.
  void endVoid(const core::Broken& broken) { outcome_.madePartsVoid = broken; }
  void endPart() { outcome_.mustBeOnePart = true; }
  void noteRemarks(std::vector<std::string> remarks) { outcome_.remarks = std::move(remarks); }
  // The program did not do all it could.
  void noteLimitations(const std::vector<std::string>& limitations) {
    std::vector<std::string>& all = outcome_.limitations;
    all.insert(all.end(), limitations.begin(), limitations.end());
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
  }
  void refuse(std::string why) {
    refused_ = true;
    why_ = std::move(why);
  }
  core::Evidence takeEvidence() { return std::exchange(outcome_.evidence, {}); }
  // If the search goes on later.
  template <typename... Monitors>
  void keepEvidence(const Monitors&... monitors) {
    if (limits_.isPart || isHandedOver_ || (outcome_.isUnfinished && limits_.keepsRest))
      (monitors.addEvidence(outcome_.evidence), ...);
  }
  template <typename... Monitors>
  core::Outcome soFar(const core::Program& program, const Monitors&... monitors) const {
    Tally copy(*this);
    copy.noteLimitations(program.limitations());
    copy.noteRemarks(program.remarks());
    (monitors.addEvidence(copy.outcome_.evidence), ...);
    return std::move(copy.outcome_);
  }
  Progress progress(double now) const;
  core::Outcome conclude(double seconds);
  std::uint64_t executions() const { return outcome_.executions.total(); }
  // Without those of an earlier search.
  std::uint64_t executionsHere() const { return executions() - before_; }

 private:
  bool add(const core::Violation& violation);
  bool addAll(const core::Execution& execution);
  bool countGivenUp(const core::Execution& execution);
  void noteStop(const core::Execution& execution);
  std::string whyNotAll() const;
  std::string whyLimited() const;

  Search& search_;
  const Limits& limits_;
  core::Outcome outcome_;
  std::uint64_t before_;  // executions, of an earlier search
  bool refused_ = false;
  bool isEnough_ = false;  // Limits::endsWith says so
  std::string why_;
  bool isHandedOver_ = false;
  bool isByBound_ = false;  // that is what why_ says
  double secondsBeside_ = 0;
  std::optional<core::Assumption> restart_;
};

}  // namespace heddle::explore
