#include "symbolic/consistency.h"

namespace heddle::symbolic {

std::string_view name(Model model) {
  switch (model) {
    case Model::Sc: return "sc";
    case Model::Tso: return "tso";
    case Model::Rc11: return "rc11";
  }
  return "";
}

std::unique_ptr<Consistency> consistencyOf(Model model, const ConsistencyContext& context) {
  if (model == Model::Rc11) return makeRc11Consistency(context);
  return makeClockConsistency(context, model == Model::Tso);
}

Formula Consistency::finalValue(VariableNumber variable) {
  const Formula value = c_.formulas.variable(c_.formulas.widthOf(c_.system.variables[variable].leaf));
  Formula isInitial = Formulas::kTrue;
  const std::vector<MemoryAccess>& writes = c_.graph.writes[variable];
  for (const MemoryAccess& write : writes) {
    isInitial = c_.both(isInitial, c_.formulas.negation(write.guard));
    Formula isLast = write.guard;
    for (const MemoryAccess& other : writes)
      if (other.event != write.event)
        isLast = c_.both(isLast, c_.formulas.implication(other.guard, isBefore(other, write)));
    c_.require(isLast, c_.formulas.equal(value, write.value));
  }
  c_.require(isInitial, c_.formulas.equal(value, c_.system.variables[variable].initial));
  return value;
}

HappensBefore& Consistency::happensBefore() {
  if (!hb_) hb_.emplace(c_.graph, c_.formulas, c_.solver);
  return *hb_;
}

}  // namespace heddle::symbolic
