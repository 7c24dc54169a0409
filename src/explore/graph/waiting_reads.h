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
// And at which of the former reads may be speculative (speculation.h).
class InPlaceWords {
 public:
  InPlaceWords(bool any, bool anySpeculation) : any_(any), anySpeculation_(any && anySpeculation) {}

  bool anyWaited() const { return !waited_.empty(); }
  bool has(const core::Graph::Location& word) const { return any_ && !excluded_.contains(word.addr); }
  bool hasSpeculation(const core::Graph::Location& word) const {
    return anySpeculation_ && has(word) && !withoutSpeculation_.contains(word.addr);
  }
  bool wasSpeculatedOn(const core::Graph::Location& word) const { return speculatedOn_.contains(word.addr); }
  bool anySpeculatedOn() const { return !speculatedOn_.empty(); }
  void noteWait(const core::Graph::Location& word) {
    if (any_) waited_.insert(word.addr);
  }
  // Whether reads have waited there: then what was concluded before is void.
  bool exclude(const core::Graph::Location& word) {
    return any_ && excluded_.insert(word.addr) && waited_.contains(word.addr);
  }
  void noteSpeculation(const core::Graph::Location& word) {
    waited_.insert(word.addr);
    speculatedOn_.insert(word.addr);
  }
  // Likewise: whether the word was speculated on.
  bool excludeSpeculation(const core::Graph::Location& word) {
    return hasSpeculation(word) && withoutSpeculation_.insert(word.addr) && wasSpeculatedOn(word);
  }

  // All of this as values, for a search that goes on elsewhere.
  struct Notes {
    std::set<core::Address> waited;
    std::set<core::Address> excluded;
    std::set<core::Address> speculatedOn;
    std::set<core::Address> withoutSpeculation;

    bool operator==(const Notes&) const = default;
  };
  Notes notes() const {
    return {waited_.sorted(), excluded_.sorted(), speculatedOn_.sorted(), withoutSpeculation_.sorted()};
  }
  void adopt(const Notes& notes) {
    waited_ = AddressSet(notes.waited);
    excluded_ = AddressSet(notes.excluded);
    speculatedOn_ = AddressSet(notes.speculatedOn);
    withoutSpeculation_ = AddressSet(notes.withoutSpeculation);
  }

 private:
  bool any_;
  bool anySpeculation_;
  AddressSet waited_;
  AddressSet excluded_;
  AddressSet speculatedOn_;
  AddressSet withoutSpeculation_;
};

}  // namespace heddle::explore::graph
