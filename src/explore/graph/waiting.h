// Reads that wait: awaits, and updates with a guard, whose value does not let
// their thread go on. They are the last events of their threads.
#pragma once

#include <unordered_set>

#include "core/graph.h"
#include "core/update.h"

namespace heddle::explore::graph {

// What the operation of a read does if it finds `value`.
inline core::UpdateResult resultOf(const core::GraphEvent& read, core::Value value) {
  if (read.op.kind != core::OpKind::Update && read.op.kind != core::OpKind::Await) return {true, false, 0};
  core::UpdateResult result = core::apply(read.op, value);
  if (read.op.kind == core::OpKind::Await) result.writes = false;
  return result;
}

// Where reads that wait are revisited in place: at words whose writes can stand
// in one order only (Awamoche, 4.2), and for which no updates compete. At the
// others they are revisited as TruSt does.
class InPlaceWords {
 public:
  explicit InPlaceWords(bool any) : any_(any) {}

  bool any() const { return any_; }
  bool has(const core::Graph::Location& word) const { return any_ && !excluded_.contains(word.addr); }
  void noteWait(const core::Graph::Location& word) {
    if (any_) waited_.insert(word.addr);
  }
  // Whether reads have waited there: then what was concluded before is void.
  bool exclude(const core::Graph::Location& word) {
    return any_ && excluded_.insert(word.addr).second && waited_.contains(word.addr);
  }

 private:
  bool any_;
  std::unordered_set<core::Address> waited_;
  std::unordered_set<core::Address> excluded_;
};

}  // namespace heddle::explore::graph
