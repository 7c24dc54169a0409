// Confirmation loops (Awamoche, 3.3): a read of a word and the compare-exchange
// that succeeds only if the word has not changed since. What could be changed
// meanwhile is tried again, so that executions in which it fails need not be
// explored: the read claims the write that it reads from, for its thread alone.
//
// Holds     at words where no value comes twice, all updates are confirmations
//           and the writes stand in one order. Elsewhere reads claim nothing.
// Open      a claim is, until the confirmation is there: its thread is scheduled
//           first, so that there is one open claim at most. Reads that would
//           claim the same wait for the confirmation: blocked, as if they read
//           from nothing (the paper's bottom; here they keep the write).
#pragma once

#include "core/graph.h"
#include "explore/graph/waiting_reads.h"

namespace heddle::explore::graph {

class Claims {
 public:
  Claims(const core::Graph& graph, const InPlaceWords& words) : graph_(graph), words_(words) {}

  // Whether the read would claim `write` if it read from it.
  bool wouldClaim(core::EventId read, core::EventId write) const;
  // Whether it does claim what it reads from.
  bool claims(core::EventId read) const { return !graph_[read].isBlocked && wouldClaim(read, graph_[read].rf); }
  // Whether a read is half of a confirmation.
  bool isConfirmation(core::EventId read) const;

  // Who claims the write, apart from `except`; or kNoEvent.
  core::EventId claimantOf(std::uint32_t location, core::EventId write, core::EventId except) const;
  // The write that confirmed the claim, or kNoEvent.
  core::EventId confirmationOf(core::EventId claim) const;
  // The claim of the thread that is not confirmed yet; or kNoEvent.
  core::EventId openOf(ThreadId thread);
  // The graph has lost events.
  void forget() { closed_.clear(); }
  core::EventId open();

  // Whether `op` can come between the claim and its confirmation, or confirms it.
  bool allows(core::EventId claim, const core::Op& op) const;
  // Whether the claim, and the write, leave the word one where claims hold.
  bool isSound(core::EventId claim) const;
  bool isSoundWrite(core::EventId write) const;

 private:
  bool hasTwin(std::uint32_t location, core::EventId write) const;

  const core::Graph& graph_;
  const InPlaceWords& words_;
  std::vector<std::uint32_t> closed_;  // how many events of a thread, from its first, hold no open claim
};

inline bool isConfirm(const core::Op& op) {
  return op.kind == core::OpKind::Update && op.rule->role == core::LoopRole::Confirm;
}

}  // namespace heddle::explore::graph
