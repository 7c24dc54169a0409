// An execution that a solver has found under a weak memory model, run natively on an execution
// graph: each read is told which write it finds.
//
// Steps are accesses by statement, as in witness.h; what the native program does beside them
// finds what was written last.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "core/site.h"
#include "explore/graph/graph_replay.h"
#include "symbolic/bounded_check.h"

namespace heddle::check {

class GraphWitness final : public explore::graph::GraphReplay {
 public:
  GraphWitness(const symbolic::BoundedResult& found, const core::SiteTable& sites);

  // What was answered, so that it can be run again.
  const std::vector<core::Step>& schedule() const { return schedule_; }

 private:
  bool extend(const core::Execution& execution) override;
  bool perform(ThreadId thread, std::uint64_t choice);
  bool goOn(const core::Execution& execution);
  bool mayGo(const core::Execution& execution, ThreadId thread) const;
  std::uint32_t statementOf(const core::Op& op) const;
  bool comesLater(ThreadId thread, std::uint32_t statement) const;
  std::uint64_t lastWriteTo(const core::Op& op) const;

  const core::SiteTable& sites_;
  const ThreadId failing_;
  const std::vector<symbolic::TakenStep>& steps_;
  std::size_t next_ = 0;                           // of these
  std::vector<std::uint64_t> performed_;           // by step: which one of the schedule, from 1; 0: none
  std::vector<std::deque<std::uint64_t>> inputs_;  // left, of each thread
};

}  // namespace heddle::check
