// An execution that a solver has found under a weak memory model, run natively on an execution
// graph: each read is told which write it finds.
//
// Steps are accesses by statement, as in witness.h; what the native program does beside them
// finds what was written last.
#pragma once

#include <cstdint>
#include <vector>

#include "check/found_execution.h"
#include "explore/graph/graph_replay.h"

namespace heddle::check {

class GraphWitness final : public explore::graph::GraphReplay {
 public:
  GraphWitness(const symbolic::BoundedResult& found, const core::SiteTable& sites);

  // What was answered, so that it can be run again.
  const std::vector<core::Step>& schedule() const { return schedule_; }

 private:
  bool extend(const core::Execution& execution) override;
  bool perform(const core::Execution& execution, ThreadId thread, std::uint64_t choice);
  bool performLast(const core::Execution& execution, ThreadId thread);  // finding what was written last
  bool goOn(const core::Execution& execution);
  bool mayGo(const core::Execution& execution, ThreadId thread) const;
  bool canGo(const core::Execution& execution, ThreadId thread) const;  // and does not wait
  // Whoever is at no step that comes; if there is none, whoever can.
  bool goOnBeside(const core::Execution& execution);
  std::uint64_t lastWriteTo(const core::Op& op, std::size_t first) const;

  FoundExecution found_;
  std::size_t next_ = 0;                  // of its steps
  std::vector<std::uint64_t> performed_;  // by step: which one of the schedule, from 1; 0: none
  std::size_t early_ = 0;                 // of the schedule: before threads were started
};

}  // namespace heddle::check
