// Which lines of a counterexample synchronise with which. Events that are not shown do so for the lines beside them.
#pragma once

#include <cstddef>
#include <vector>

#include "core/event_log.h"
#include "core/relations.h"
#include "core/threads.h"
#include "core/trace.h"

namespace heddle::runtime {

class CounterexampleOrder {
 public:
  // Of the next event of the log: its lines, if it has any, are those from `first` up to `end`.
  void add(std::size_t first, std::size_t end) { spans_.push_back({first, end}); }

  void tell(std::vector<core::TraceLine>& lines, const core::EventLog& log, const core::GraphView& view,
            const core::ThreadTable& threads) const;

 private:
  struct Span {
    std::size_t first, end;
  };
  std::vector<Span> spans_;
};

}  // namespace heddle::runtime
