// Which thread a variable belongs to: what only one thread accesses needs no memory.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "symbolic/transition_system.h"

namespace heddle::symbolic {

inline constexpr unsigned kNobody = ~0U;

class Ownership {
 public:
  Ownership(const TransitionSystem& system, const Formulas& formulas);

  // A thread owns what only it accesses, but that others may set it when they start the thread.
  unsigned ownerOf(VariableNumber variable) const { return owners_[variable]; }
  // Whether a transition may change it.
  bool isWritten(VariableNumber variable) const { return written_[variable]; }
  // Variables of the system in a formula.
  const std::set<VariableNumber>& leavesOf(Formula formula);
  const std::set<VariableNumber>& readBy(const Transition& transition);

 private:
  const Formulas& formulas_;
  std::vector<unsigned> owners_;
  std::vector<bool> written_;
  std::map<unsigned, VariableNumber> variableOfLeaf_;   // by number of the leaf
  std::map<Formula, std::set<VariableNumber>> leaves_;  // of formulas
  std::map<const Transition*, std::set<VariableNumber>> readBy_;
};

}  // namespace heddle::symbolic
