#include "symbolic/ownership.h"

#include <algorithm>

namespace heddle::symbolic {

Ownership::Ownership(const TransitionSystem& system, const Formulas& formulas) : formulas_(formulas) {
  const std::size_t count = system.variables.size();
  for (VariableNumber v = 0; v < count; ++v)
    variableOfLeaf_[static_cast<unsigned>(formulas_[system.variables[v].leaf].value)] = v;
  std::vector<std::set<unsigned>> users(count);
  written_.assign(count, false);
  for (const ThreadCode& code : system.threads)
    for (const Transition& transition : code.transitions) {
      const auto use = [&](VariableNumber variable) { users[variable].insert(transition.thread); };
      const auto isOfStarted = [&](VariableNumber variable) {
        return std::ranges::any_of(transition.starts, [&](unsigned started) {
          return std::ranges::binary_search(system.threads[started].own, variable);
        });
      };
      for (const VariableNumber variable : readBy(transition))
        if (!isOfStarted(variable)) use(variable);
      for (const Update& update : transition.updates) {
        written_[update.variable] = true;
        if (!isOfStarted(update.variable)) use(update.variable);
      }
      if (!transition.indexed) continue;
      for (const IndexedAccess::Target& target : transition.indexed->targets) {
        if (transition.indexed->isWritten != Formulas::kFalse) written_[target.variable] = true;
        use(target.variable);
      }
    }
  owners_.assign(count, kNobody);
  for (VariableNumber v = 0; v < count; ++v)
    if (users[v].size() == 1) owners_[v] = *users[v].begin();
  for (unsigned thread = 0; thread < system.threads.size(); ++thread)
    owners_[system.threads[thread].pc] = owners_[system.threads[thread].result] = thread;
}

const std::set<VariableNumber>& Ownership::leavesOf(Formula formula) {
  if (const auto known = leaves_.find(formula); known != leaves_.end()) return known->second;
  std::set<VariableNumber> found;
  std::vector<Formula> work{formula};
  std::set<Formula> seen{formula};
  while (!work.empty()) {
    const Formula one = work.back();
    work.pop_back();
    const Node& node = formulas_[one];
    if (node.kind == Kind::Variable)
      if (const auto row = variableOfLeaf_.find(static_cast<unsigned>(node.value)); row != variableOfLeaf_.end())
        found.insert(row->second);
    for (unsigned i = 0; i < arity(node.kind); ++i)
      if (seen.insert(node.arguments[i]).second) work.push_back(node.arguments[i]);
  }
  return leaves_[formula] = std::move(found);
}

const std::set<VariableNumber>& Ownership::readBy(const Transition& transition) {
  const auto [row, isNew] = readBy_.try_emplace(&transition);
  std::set<VariableNumber>& all = row->second;
  if (!isNew) return all;
  const auto add = [&](Formula formula) { all.merge(std::set(leavesOf(formula))); };
  add(transition.enabled);
  add(transition.requires_);
  for (const Update& update : transition.updates) add(update.value);
  for (const Input& input : transition.inputs) add(input.reached);
  if (transition.indexed) {
    add(transition.indexed->address);
    add(transition.indexed->isWritten);
    if (transition.indexed->isWritten != Formulas::kFalse) add(transition.indexed->value);
  }
  return all;
}

}  // namespace heddle::symbolic
