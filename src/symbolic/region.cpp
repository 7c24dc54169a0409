#include "symbolic/region.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>

#include <algorithm>

#include "base/check.h"
#include "symbolic/types.h"

namespace heddle::symbolic {

VariableNumber Translation::newVariable(unsigned width, std::uint64_t initial) {
  system.variables.push_back({formulas.variable(width), formulas.constant(initial, width)});
  return static_cast<VariableNumber>(system.variables.size() - 1);
}

// --- paths ---

void Region::run(const llvm::Instruction& from) {
  start_ = &from;
  follow(from, {.reached = Formulas::kTrue, .registers = {}, .variables = {}});
}

void Region::begin(Formula argument, Formula reached, const Variables& variables) {
  const llvm::Function& code = *all_.program.threads[thread_].code;
  State state{.reached = reached, .registers = {}, .variables = variables};
  if (thread_ == 0) argument = f_.constant(1, 64);  // argc
  if (code.arg_size() >= 1 && !partsOf(*code.getArg(0)->getType()).empty())
    state.registers[{code.getArg(0), 0}] = f_.resized(argument, partsOf(*code.getArg(0)->getType())[0]);
  follow(*code.getEntryBlock().getFirstNonPHIOrDbg(), std::move(state));
}

bool Region::isLocation(const llvm::Instruction& instruction) const {
  return all_.locations[thread_].pcOf(instruction).has_value();
}

// By others.
bool Region::isNoticed(const llvm::Instruction& access) const {
  return start_ && (start_ == &access || (all_.sections[thread_].contains(access) && all_.objects.isShared(access)));
}

// Blocks that the region comes to, each after those that lead to it.
std::vector<const llvm::BasicBlock*> Region::order(const llvm::Instruction& from) const {
  std::vector<const llvm::BasicBlock*> found;
  std::map<const llvm::BasicBlock*, bool> seen;
  const auto endsInside = [&](const llvm::Instruction* at, bool isStart) {
    for (; at; at = at->getNextNode(), isStart = false)
      if (!isStart && isLocation(*at)) return true;
    return false;
  };
  const auto visit = [&](const auto& self, const llvm::BasicBlock& block) -> void {
    if (!seen.emplace(&block, true).second) return;
    if (!endsInside(&block.front(), false))
      for (const llvm::BasicBlock* next : llvm::successors(&block)) self(self, *next);
    found.push_back(&block);
  };
  if (!endsInside(&from, true))
    for (const llvm::BasicBlock* next : llvm::successors(from.getParent())) visit(visit, *next);
  std::ranges::reverse(found);
  return found;
}

void Region::follow(const llvm::Instruction& from, State state) {
  const auto blocks = order(from);
  runBlock(from, std::move(state), /*isStart=*/true);
  for (const llvm::BasicBlock* block : blocks) {
    const auto edges = waiting_.find(block);
    if (edges == waiting_.end()) continue;
    State here = merged(edges->second);
    std::vector<std::pair<Register, Formula>> phis;
    for (const llvm::PHINode& phi : block->phis())
      for (unsigned part = 0; part < partsOf(*phi.getType()).size(); ++part) {
        std::optional<Formula> value;
        for (const Edge& edge : edges->second) {
          const Formula comes = valueOf(edge.state, *phi.getIncomingValueForBlock(edge.from), part);
          value = value ? f_.choose(edge.state.reached, comes, *value) : comes;
        }
        phis.push_back({{&phi, part}, *value});
      }
    for (const auto& [name, value] : phis) here.registers[name] = value;
    waiting_.erase(edges);
    runBlock(*block->getFirstNonPHIOrDbg(), std::move(here), /*isStart=*/false);
    if (!all_.problem.empty()) return;
  }
}

Region::State Region::merged(std::vector<Edge>& edges) const {
  State all = edges.front().state;
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const State& other = edges[i].state;
    // A value that was not computed on one of the paths is that of an earlier transition, or nobody uses it.
    const auto earlier = [&](const Register& name) -> std::optional<Formula> {
      if (!start_ || !all_.locations[thread_].liveAt(*start_).contains(name.first)) return std::nullopt;
      return valueOf({}, *name.first, name.second);
    };
    std::map<Register, Formula> registers;
    for (const State* state : {&std::as_const(all), &other})
      for (const auto& [name, value] : state->registers) registers.emplace(name, value);
    for (auto& [name, value] : registers) {
      const auto here = all.registers.find(name);
      const auto there = other.registers.find(name);
      const auto mine = here != all.registers.end() ? std::optional(here->second) : earlier(name);
      const auto others = there != other.registers.end() ? std::optional(there->second) : earlier(name);
      if (mine && others) value = f_.choose(other.reached, *others, *mine);
    }
    Variables variables;
    for (const State* state : {&std::as_const(all), &other})
      for (const auto& [name, value] : state->variables)
        variables.emplace(name, f_.choose(other.reached, cell(other, name), cell(all, name)));
    all = {f_.disjunction(all.reached, other.reached), std::move(registers), std::move(variables)};
  }
  return all;
}

void Region::runBlock(const llvm::Instruction& from, State state, bool isStart) {
  for (const llvm::Instruction* at = &from; at; at = at->getNextNode()) {
    if (!all_.problem.empty() || state.reached == Formulas::kFalse) return;
    if (!(isStart && at == &from && start_) && isLocation(*at))
      return leave(state, *all_.locations[thread_].pcOf(*at), at);
    if (!execute(*at, state)) return;
  }
}

void Region::leave(const State& state, Pc pc, const llvm::Instruction* location) {
  Exit exit{state.reached, state.variables};
  const VariableNumber counter = all_.system.threads[thread_].pc;
  exit.variables[counter] = f_.constant(pc, f_.widthOf(all_.leafOf(counter)));
  if (location)
    for (const llvm::Value* value : all_.locations[thread_].liveAt(*location)) {
      const auto parts = partsOf(*value->getType());
      for (unsigned part = 0; part < parts.size(); ++part) {
        const auto found = state.registers.find({value, part});
        if (found == state.registers.end()) continue;  // as it was
        const auto [row, isNew] = all_.registers.try_emplace({value, part}, 0);
        if (isNew) row->second = all_.newVariable(parts[part], 0);
        exit.variables[row->second] = found->second;
      }
    }
  exits_.push_back(std::move(exit));
  if (!llvm::is_contained(next_, pc)) next_.push_back(pc);
}

Region::Variables Region::result(const Variables& before) const {
  Variables all = before;
  for (const Exit& exit : exits_)
    for (const auto& [variable, value] : exit.variables) {
      const auto was = all.find(variable);
      const Formula other = was != all.end() ? was->second : all_.leafOf(variable);
      all[variable] = f_.choose(exit.reached, value, other);
    }
  return all;
}

void Region::branch(const llvm::BasicBlock& from, const llvm::BasicBlock& to, Formula condition, const State& state) {
  const Formula reached = f_.conjunction(state.reached, condition);
  if (reached == Formulas::kFalse) return;
  std::vector<Edge>& edges = waiting_[&to];
  // Several ways of a switch lead to one block.
  for (Edge& edge : edges)
    if (edge.from == &from) {
      edge.state.reached = f_.disjunction(edge.state.reached, reached);
      return;
    }
  edges.push_back({&from, state});
  edges.back().state.reached = reached;
}

// --- values ---

Formula Region::constantOf(const llvm::Constant& constant, unsigned part) const {
  const llvm::Type& type = *constant.getType();
  if (type.isStructTy()) {
    if (const llvm::Constant* element = constant.getAggregateElement(part)) return constantOf(*element, 0);
    return f_.constant(0, partsOf(type)[part]);
  }
  const unsigned width = partsOf(type)[0];
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant))
    return f_.constant(number->getZExtValue(), width);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return f_.constant(number->getValueAPF().bitcastToAPInt().getZExtValue(), width);
  if (type.isPointerTy()) return f_.constant(all_.objects.addressOf(constant), width);
  if (const auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
      cast && cast->getOpcode() == llvm::Instruction::PtrToInt)
    return f_.resized(constantOf(*cast->getOperand(0), 0), width);
  if (llvm::isa<llvm::ConstantExpr>(constant) && all_.problem.empty())
    all_.problem = "a constant that is computed from addresses is not supported by bmc; use heddle check";
  return f_.constant(0, width);  // null, or whatever it likes
}

Formula Region::valueOf(const State& state, const llvm::Value& value, unsigned part) const {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return constantOf(*constant, part);
  if (llvm::isa<llvm::AllocaInst>(value)) return f_.constant(all_.objects.addressOf(value), 64);
  if (const auto found = state.registers.find({&value, part}); found != state.registers.end()) return found->second;
  const auto [row, isNew] = all_.registers.try_emplace({&value, part}, 0);
  if (isNew) row->second = all_.newVariable(partsOf(*value.getType())[part], 0);
  return all_.leafOf(row->second);
}

void Region::define(State& state, const llvm::Instruction& instruction, Formula value, unsigned part) const {
  HEDDLE_CHECK(f_.widthOf(value) == partsOf(*instruction.getType())[part]);
  state.registers[{&instruction, part}] = value;
}

Formula Region::input(const State& state, unsigned width) {
  transition_.inputs.push_back({f_.variable(width), state.reached, thread_});
  return transition_.inputs.back().leaf;
}

}  // namespace heddle::symbolic
