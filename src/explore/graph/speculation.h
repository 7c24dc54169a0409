// Confirmation loops (Awamoche, 3.3): a read of a word and the compare-exchange
// that succeeds only if the word has not changed since. What could be changed
// meanwhile is tried again, so that executions in which it fails need not be
// explored: the read takes the write that it reads from for its thread alone.
//
// Holds     at words where no value comes twice, all updates are confirmations
//           and the writes stand in one order. Elsewhere no read is speculative.
// Open      a speculative read is, until the confirmation is there: its thread is scheduled
//           first, so that there is one open at most. Reads that would
//           take the same write wait for the confirmation: blocked, as if they read
//           from nothing (the paper's bottom; here they keep the write).
#pragma once

#include "core/graph.h"
#include "explore/graph/waiting_reads.h"

namespace heddle::explore::graph {

class SpeculativeReads {
 public:
  SpeculativeReads(const core::Graph& graph, const InPlaceWords& words) : graph_(graph), words_(words) {}

  // Whether the read would be speculative if it read from `write`.
  bool wouldSpeculate(core::EventId read, core::EventId write) const;
  // Whether it is.
  bool isSpeculative(core::EventId read) const {
    return !graph_[read].isBlocked && wouldSpeculate(read, graph_[read].rf);
  }
  // Whether a read is half of a confirmation.
  bool isConfirmation(core::EventId read) const;

  // The speculative read of the write, apart from `except`; or kNoEvent.
  core::EventId speculativeReadOf(std::uint32_t location, core::EventId write, core::EventId except) const;
  // The write that confirmed it, or kNoEvent.
  core::EventId confirmationOf(core::EventId speculation) const;
  // The speculative read of the thread that is not confirmed yet; or kNoEvent.
  core::EventId openOf(ThreadId thread);
  // The graph has lost events.
  void forget() { closed_.clear(); }
  core::EventId open();

  // Whether `op` can come between a speculative read and its confirmation, or confirms it.
  bool allows(core::EventId speculation, const core::Op& op) const;
  // Whether the read, and the write, leave the word one where speculation is sound.
  bool isSound(core::EventId speculation) const;
  bool isSoundWrite(core::EventId write) const;

 private:
  bool hasTwin(std::uint32_t location, core::EventId write) const;

  const core::Graph& graph_;
  const InPlaceWords& words_;
  std::vector<std::uint32_t> closed_;  // how many events of a thread, from its first, hold no open one
};

inline bool isConfirm(const core::Op& op) {
  return op.kind == core::OpKind::Update && op.rule->role == core::LoopRole::Confirm;
}

}  // namespace heddle::explore::graph
