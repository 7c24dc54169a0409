// The places of a thread's code where a transition begins: before what others can
// notice, and once in each loop in which there may be no such thing.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/atomic_sections.h"
#include "symbolic/transition_system.h"

namespace heddle::symbolic {

class Locations {
 public:
  using IsVisible = std::function<bool(const llvm::Instruction&)>;
  // There is none inside a section.
  Locations(const llvm::Function& code, const AtomicSections& sections, const IsVisible& isVisible);

  // What is not supported; empty: all is.
  const std::string& problem() const { return problem_; }

  // In the order of their pcs, from kFirst.
  const std::vector<const llvm::Instruction*>& all() const { return all_; }
  // Nothing if no transition begins there.
  std::optional<Pc> pcOf(const llvm::Instruction& instruction) const;
  // Values that may be used from there on, and were computed before.
  using Values = llvm::SmallPtrSet<const llvm::Value*, 8>;
  const Values& liveAt(const llvm::Instruction& location) const { return live_.find(&location)->second; }

 private:
  void findLive(const llvm::Function& code);

  std::string problem_;
  std::vector<const llvm::Instruction*> all_;
  llvm::DenseMap<const llvm::Instruction*, Pc> pcs_;
  llvm::DenseMap<const llvm::Instruction*, Values> live_;
};

}  // namespace heddle::symbolic
