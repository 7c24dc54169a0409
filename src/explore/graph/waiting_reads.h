// Reads that wait: awaits, and updates with a guard, whose value does not let
// their thread go on. They are the last events of their threads.
#pragma once

#include <set>

#include "core/graph.h"
#include "core/update.h"
#include "explore/graph/address_set.h"

namespace heddle::explore::graph {

// What the operation of a read does if it finds `value`.
inline core::UpdateResult resultOf(const core::GraphEvent& read, core::Value value) {
  if (read.op.kind != core::OpKind::Update && read.op.kind != core::OpKind::Await) return {true, false, 0};
  core::UpdateResult result = core::apply(read.op, value);
  if (read.op.kind == core::OpKind::Await) result.writes = false;
  return result;
}

// Where reads that wait are revisited in place, and updates that lose what they
// had taken leave the graph (displaced_updates.h): at words whose writes can stand in
// one order only (Awamoche, 4.2). At the others they are revisited as TruSt does.
// And at which of the former claims are heeded (speculation.h).
class InPlaceWords {
 public:
  InPlaceWords(bool any, bool anyClaims) : any_(any), anyClaims_(any && anyClaims) {}

  bool anyWaited() const { return !waited_.empty(); }
  bool has(const core::Graph::Location& word) const { return any_ && !excluded_.contains(word.addr); }
  bool hasClaims(const core::Graph::Location& word) const {
    return anyClaims_ && has(word) && !withoutClaims_.contains(word.addr);
  }
  bool wasClaimed(const core::Graph::Location& word) const { return claimed_.contains(word.addr); }
  bool anyClaimed() const { return !claimed_.empty(); }
  void noteWait(const core::Graph::Location& word) {
    if (any_) waited_.insert(word.addr);
  }
  // Whether reads have waited there: then what was concluded before is void.
  bool exclude(const core::Graph::Location& word) {
    return any_ && excluded_.insert(word.addr) && waited_.contains(word.addr);
  }
  void noteClaim(const core::Graph::Location& word) {
    waited_.insert(word.addr);
    claimed_.insert(word.addr);
  }
  // Likewise: whether the word was claimed.
  bool excludeClaims(const core::Graph::Location& word) {
    return hasClaims(word) && withoutClaims_.insert(word.addr) && wasClaimed(word);
  }

  // All of this as values, for a search that goes on elsewhere.
  struct Notes {
    std::set<core::Address> waited;
    std::set<core::Address> excluded;
    std::set<core::Address> claimed;
    std::set<core::Address> withoutClaims;

    bool operator==(const Notes&) const = default;
  };
  Notes notes() const { return {waited_.sorted(), excluded_.sorted(), claimed_.sorted(), withoutClaims_.sorted()}; }
  void adopt(const Notes& notes) {
    waited_ = AddressSet(notes.waited);
    excluded_ = AddressSet(notes.excluded);
    claimed_ = AddressSet(notes.claimed);
    withoutClaims_ = AddressSet(notes.withoutClaims);
  }

 private:
  bool any_;
  bool anyClaims_;
  AddressSet waited_;
  AddressSet excluded_;
  AddressSet claimed_;
  AddressSet withoutClaims_;
};

}  // namespace heddle::explore::graph
