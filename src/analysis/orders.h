// Memory orders of LLVM, as the runtime has them.
#pragma once

#include <llvm/Support/AtomicOrdering.h>

#include "core/op.h"

namespace heddle::analysis {

inline core::Order orderOf(llvm::AtomicOrdering ordering) {
  using core::Order;
  switch (ordering) {
    case llvm::AtomicOrdering::NotAtomic: return Order::Plain;
    case llvm::AtomicOrdering::Unordered:
    case llvm::AtomicOrdering::Monotonic: return Order::Relaxed;
    case llvm::AtomicOrdering::Acquire: return Order::Acquire;
    case llvm::AtomicOrdering::Release: return Order::Release;
    case llvm::AtomicOrdering::AcquireRelease: return Order::AcqRel;
    case llvm::AtomicOrdering::SequentiallyConsistent: return Order::SeqCst;
  }
  return Order::SeqCst;
}

// What the order of a read-modify-write means when nothing is written.
inline core::Order readPart(core::Order order) {
  using core::Order;
  if (order == Order::AcqRel) return Order::Acquire;
  return order == Order::Release ? Order::Relaxed : order;
}

}  // namespace heddle::analysis
