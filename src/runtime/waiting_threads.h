// Why the threads of a deadlock or a livelock wait: for what, who holds it, and who signalled last.
#pragma once

#include <string>

#include "core/threads.h"
#include "core/trace.h"
#include "runtime/counterexample_graph.h"
#include "runtime/object_names.h"
#include "runtime/shown_values.h"

namespace heddle::runtime {

class WaitingThreads {
 public:
  WaitingThreads(const Engine& program, const core::ThreadTable& threads, const ObjectNames& objects,
                 const ShownValues& values, const CounterexampleGraph& graph)
      : engine_(program), threads_(threads), objects_(objects), values_(values), graph_(graph) {}

  // In a few words; what the line of the thread says of it is put there. `library`: the function of one that the
  // program has called there, which says more than what is behind it; empty: none.
  std::string explain(ThreadId t, core::TraceLine& line, const std::string& library) const;

 private:
  std::string explainWaiting(ThreadId t, core::TraceLine& line, const std::string& library) const;
  std::string explainSpinning(ThreadId t, core::TraceLine& line) const;
  std::string whyNotYet(const core::Op& op) const;
  std::string holdersOf(Address lock) const;
  std::string lastSignal(Address condition, ThreadId waiter) const;
  std::string whatItIs(const core::Op& op) const;

  const Engine& engine_;
  const core::ThreadTable& threads_;
  const ObjectNames& objects_;
  const ShownValues& values_;
  const CounterexampleGraph& graph_;
};

}  // namespace heddle::runtime
