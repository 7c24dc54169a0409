// Models in which all writes, and reads with them, have one order: each read takes the last
// write before it.
//
//   sc    acyclic(po ∪ rf ∪ co ∪ fr)
//   tso   acyclic(ppo ∪ barrier ∪ rfe ∪ co ∪ fr), with coherence per location (models/tso.cpp): a
//         read may come before the writes of its own thread, and takes the last of them then
//
// That po, or what is left of it, is in the order is said before (order_encoding_order.cpp).
#include "symbolic/consistency.h"

namespace heddle::symbolic {
namespace {

class ClockConsistency final : public Consistency {
 public:
  ClockConsistency(const ConsistencyContext& context, bool hasStoreBuffers)
      : Consistency(context), hasStoreBuffers_(hasStoreBuffers) {}

  void require() override {
    for (const auto& [variable, reads] : c_.graph.reads)
      for (const MemoryAccess& read : reads)
        if (!c_.solver.isOver()) takeOne(read);
  }

  Formula isBefore(const MemoryAccess& first, const MemoryAccess& second) override {
    return c_.order.before(first.event, second.event);
  }

 private:
  // To the thread that reads: it may be in its store buffer.
  bool isOwn(const MemoryAccess& write, const MemoryAccess& read) const {
    return hasStoreBuffers_ && c_.graph.areOfOne(write.event, read.event);
  }
  Formula isSeen(const MemoryAccess& write, const MemoryAccess& read) {
    if (isOwn(write, read)) return c_.formulas.truth(write.event < read.event);
    return c_.order.before(write.event, read.event);
  }
  Formula isLater(const MemoryAccess& write, const MemoryAccess& read) {
    if (isOwn(write, read)) return c_.formulas.truth(write.event > read.event);
    return c_.order.before(read.event, write.event);
  }

  // The last write that it sees, or what the program begins with.
  void takeOne(const MemoryAccess& read) {
    std::vector<const MemoryAccess*> writes;
    for (const MemoryAccess& write : c_.graph.writes[read.variable])
      if (write.event != read.event && isSeen(write, read) != Formulas::kFalse) writes.push_back(&write);
    writes.push_back(nullptr);
    Formula any = Formulas::kFalse;
    for (const MemoryAccess* const taken : writes) {
      const Formula takes = c_.formulas.variable(0);
      any = c_.either(any, takes);
      c_.graph.sources[&read].push_back({taken, takes});
      if (taken) c_.require(takes, c_.both(taken->guard, isSeen(*taken, read)));
      c_.require(takes,
                 c_.formulas.equal(read.value, taken ? taken->value : c_.system.variables[read.variable].initial));
      for (const MemoryAccess* const other : writes) {
        if (!other || other == taken || (taken && other->event == taken->event)) continue;
        const Formula isEarlier = taken ? isBefore(*other, *taken) : Formulas::kFalse;
        c_.require(c_.both(takes, other->guard), c_.either(isEarlier, isLater(*other, read)));
      }
    }
    c_.require(read.guard, any);
  }

  const bool hasStoreBuffers_;
};

}  // namespace

std::unique_ptr<Consistency> makeClockConsistency(const ConsistencyContext& context, bool hasStoreBuffers) {
  return std::make_unique<ClockConsistency>(context, hasStoreBuffers);
}

}  // namespace heddle::symbolic
