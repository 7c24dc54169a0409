// What the instructions of a loop do that other threads, or a later
// iteration, could observe.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>

#include "analysis/condition.h"
#include "analysis/loops/memory_facts.h"

namespace heddle::analysis {

struct Effect {
  enum class Kind {
    None,     // nothing to observe
    Guarded,  // nothing to observe while `guard` holds
    Always,   // may always be observed
  };
  Kind kind = Kind::None;
  Literal guard{};
  bool mayFail = false;  // the program may go wrong here, or never come back
};

class LoopEffects {
 public:
  LoopEffects(const llvm::Loop& loop, const MemoryFacts& memory) : loop_(loop), memory_(memory) {}

  Effect of(llvm::Instruction& instruction);

 private:
  Effect ofUpdate(llvm::AtomicRMWInst& update);
  Effect ofCall(llvm::CallBase& call);
  static Effect ofAssume(const llvm::CallBase& call);
  Effect ofWrite(const llvm::Value* pointer);
  bool isScratch(const llvm::Value* pointer);
  bool mayFail(const llvm::Instruction& access, const llvm::Value* pointer, llvm::Type* type) const;

  const llvm::Loop& loop_;
  const MemoryFacts& memory_;
  llvm::DenseMap<const llvm::Value*, bool> scratch_;
};

}  // namespace heddle::analysis
