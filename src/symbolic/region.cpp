#include "symbolic/region.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include <algorithm>
#include <cerrno>

#include "base/check.h"
#include "core/lock_rules.h"
#include "symbolic/place.h"
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
  if (code.arg_size() == 1) state.registers[{code.getArg(0), 0}] = argument;
  follow(*code.getEntryBlock().getFirstNonPHIOrDbg(), std::move(state));
}

bool Region::isLocation(const llvm::Instruction& instruction) const {
  return all_.locations[thread_].pcOf(instruction).has_value();
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
  bool isShared = isStart && start_ == &from;
  for (const llvm::Instruction* at = &from; at; at = at->getNextNode()) {
    if (!all_.problem.empty() || state.reached == Formulas::kFalse) return;
    if (!(isStart && at == &from && start_) && isLocation(*at))
      return leave(state, *all_.locations[thread_].pcOf(*at), at);
    if (!execute(*at, state, isShared)) return;
    isShared = false;
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
  if (type.isPointerTy()) return f_.constant(all_.objects.addressOf(constant), width);
  if (const auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
      cast && cast->getOpcode() == llvm::Instruction::PtrToInt)
    return f_.resized(constantOf(*cast->getOperand(0), 0), width);
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

// --- instructions ---

bool Region::refuse(const llvm::Instruction& at, const std::string& why) {
  if (all_.problem.empty()) all_.problem = before(at) + why + "; use heddle check";
  return false;
}

void Region::fail(State& state, const llvm::Instruction& at, core::ViolationKind kind, Formula condition) {
  const Formula fails = f_.conjunction(state.reached, condition);
  if (fails == Formulas::kFalse) return;
  TransitionSystem& system = all_.system;
  system.failures.push_back({kind, analysis::statementOf(at), thread_});
  State failed = state;
  failed.reached = fails;
  const Formula was = cell(state, system.failure);
  const Formula number = f_.constant(system.failures.size(), f_.widthOf(was));
  failed.variables[system.failure] = f_.choose(f_.isNotZero(was), was, number);
  leave(failed, kStopped, nullptr);
  state.reached = f_.conjunction(state.reached, f_.negation(condition));
}

bool Region::execute(const llvm::Instruction& instruction, State& state, bool isShared) {
  if (llvm::isa<llvm::DbgInfoIntrinsic, llvm::AllocaInst, llvm::FenceInst>(instruction)) return true;
  if (const auto* jump = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    const llvm::BasicBlock& here = *jump->getParent();
    if (jump->isUnconditional()) {
      branch(here, *jump->getSuccessor(0), Formulas::kTrue, state);
    } else {
      const Formula condition = valueOf(state, *jump->getCondition());
      branch(here, *jump->getSuccessor(0), condition, state);
      branch(here, *jump->getSuccessor(1), f_.negation(condition), state);
    }
    return false;
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    const Formula value = valueOf(state, *choice->getCondition());
    Formula none = Formulas::kTrue;
    for (const auto& way : choice->cases()) {
      const Formula isIt = f_.equal(value, constantOf(*way.getCaseValue(), 0));
      none = f_.conjunction(none, f_.negation(isIt));
      branch(*choice->getParent(), *way.getCaseSuccessor(), isIt, state);
    }
    branch(*choice->getParent(), *choice->getDefaultDest(), none, state);
    return false;
  }
  if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    returnWith(end->getReturnValue(), thread_ == 0 ? kReturned : kEnded, state);
    return false;
  }
  if (llvm::isa<llvm::UnreachableInst>(instruction)) {
    fail(state, instruction, core::ViolationKind::Abort, Formulas::kTrue);
    return false;
  }
  if (!instruction.getType()->isVoidTy() && partsOf(*instruction.getType()).empty())
    return refuse(instruction,
                  "values of this type (floating point, vectors, large integers) are not supported by bmc");
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return this->call(*call, state);
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
    return access(instruction, state, isShared);
  return compute(instruction, state);
}

bool Region::compute(const llvm::Instruction& instruction, State& state) {
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    computeBinary(*operation, state);
    return true;
  }
  if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    if (partsOf(*comparison->getOperand(0)->getType()).empty())
      return refuse(instruction, "values of this type are not supported by bmc");
    define(state, instruction,
           compared(comparison->getPredicate(), valueOf(state, *comparison->getOperand(0)),
                    valueOf(state, *comparison->getOperand(1))));
    return true;
  }
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    if (partsOf(*cast->getSrcTy()).empty()) return refuse(instruction, "floating point is not supported by bmc");
    define(state, instruction, this->cast(*cast, state));
    return true;
  }
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    define(state, instruction, offsetBy(*gep, state));
    return true;
  }
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    for (unsigned part = 0; part < partsOf(*select->getType()).size(); ++part)
      define(state, instruction,
             f_.choose(valueOf(state, *select->getCondition()), valueOf(state, *select->getTrueValue(), part),
                       valueOf(state, *select->getFalseValue(), part)),
             part);
    return true;
  }
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction); part && part->getNumIndices() == 1) {
    define(state, instruction, valueOf(state, *part->getAggregateOperand(), part->getIndices()[0]));
    return true;
  }
  if (const auto* whole = llvm::dyn_cast<llvm::InsertValueInst>(&instruction); whole && whole->getNumIndices() == 1) {
    for (unsigned part = 0; part < partsOf(*whole->getType()).size(); ++part)
      define(state, instruction,
             part == whole->getIndices()[0] ? valueOf(state, *whole->getInsertedValueOperand())
                                            : valueOf(state, *whole->getAggregateOperand(), part),
             part);
    return true;
  }
  if (llvm::isa<llvm::FreezeInst>(instruction)) {
    for (unsigned part = 0; part < partsOf(*instruction.getType()).size(); ++part)
      define(state, instruction, valueOf(state, *instruction.getOperand(0), part), part);
    return true;
  }
  return refuse(instruction, std::string(instruction.getOpcodeName()) + " is not supported by bmc");
}

void Region::computeBinary(const llvm::BinaryOperator& operation, State& state) {
  const Formula x = valueOf(state, *operation.getOperand(0)), y = valueOf(state, *operation.getOperand(1));
  const auto divide = [&](Kind kind) {
    const unsigned width = f_.widthOf(y);
    Formula traps = f_.equal(y, f_.constant(0, width));
    if (kind == Kind::DivideSigned || kind == Kind::RemainderSigned) {
      const Formula isLeast = f_.equal(x, f_.constant(std::uint64_t{1} << (width - 1), width));
      traps = f_.disjunction(traps, f_.conjunction(isLeast, f_.equal(y, f_.constant(~std::uint64_t{0}, width))));
    }
    fail(state, operation, core::ViolationKind::DivisionByZero, traps);
    define(state, operation, f_.binary(kind, x, y));
  };
  const bool isTruth = f_.widthOf(x) == 0;
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add: return define(state, operation, f_.binary(isTruth ? Kind::Xor : Kind::Add, x, y));
    case llvm::Instruction::Sub: return define(state, operation, f_.binary(isTruth ? Kind::Xor : Kind::Subtract, x, y));
    case llvm::Instruction::Mul: return define(state, operation, f_.binary(isTruth ? Kind::And : Kind::Multiply, x, y));
    case llvm::Instruction::UDiv: return divide(Kind::DivideUnsigned);
    case llvm::Instruction::SDiv: return divide(Kind::DivideSigned);
    case llvm::Instruction::URem: return divide(Kind::RemainderUnsigned);
    case llvm::Instruction::SRem: return divide(Kind::RemainderSigned);
    case llvm::Instruction::Shl: return define(state, operation, f_.binary(Kind::ShiftLeft, x, y));
    case llvm::Instruction::LShr: return define(state, operation, f_.binary(Kind::ShiftRight, x, y));
    case llvm::Instruction::AShr: return define(state, operation, f_.binary(Kind::ShiftRightSigned, x, y));
    case llvm::Instruction::And: return define(state, operation, f_.binary(Kind::And, x, y));
    case llvm::Instruction::Or: return define(state, operation, f_.binary(Kind::Or, x, y));
    case llvm::Instruction::Xor: return define(state, operation, f_.binary(Kind::Xor, x, y));
    default: refuse(operation, "floating point is not supported by bmc");
  }
}

Formula Region::compared(llvm::CmpInst::Predicate predicate, Formula x, Formula y) const {
  using llvm::CmpInst;
  if (f_.widthOf(x) == 0) {  // as numbers of one bit
    x = f_.resized(x, 1);
    y = f_.resized(y, 1);
  }
  switch (predicate) {
    case CmpInst::ICMP_EQ: return f_.equal(x, y);
    case CmpInst::ICMP_NE: return f_.negation(f_.equal(x, y));
    case CmpInst::ICMP_ULT: return f_.binary(Kind::LessUnsigned, x, y);
    case CmpInst::ICMP_UGT: return f_.binary(Kind::LessUnsigned, y, x);
    case CmpInst::ICMP_ULE: return f_.negation(f_.binary(Kind::LessUnsigned, y, x));
    case CmpInst::ICMP_UGE: return f_.negation(f_.binary(Kind::LessUnsigned, x, y));
    case CmpInst::ICMP_SLT: return f_.binary(Kind::LessSigned, x, y);
    case CmpInst::ICMP_SGT: return f_.binary(Kind::LessSigned, y, x);
    case CmpInst::ICMP_SLE: return f_.negation(f_.binary(Kind::LessSigned, y, x));
    default: return f_.negation(f_.binary(Kind::LessSigned, x, y));
  }
}

Formula Region::cast(const llvm::CastInst& cast, const State& state) const {
  return f_.resized(valueOf(state, *cast.getOperand(0)), partsOf(*cast.getDestTy())[0],
                    cast.getOpcode() == llvm::Instruction::SExt);
}

Formula Region::offsetBy(const llvm::GetElementPtrInst& gep, const State& state) {
  Formula address = valueOf(state, *gep.getPointerOperand());
  const llvm::DataLayout& layout = gep.getDataLayout();
  for (auto index = llvm::gep_type_begin(gep); index != llvm::gep_type_end(gep); ++index) {
    Formula offset = 0;
    if (const llvm::StructType* type = index.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(index.getOperand())->getZExtValue();
      offset = f_.constant(layout.getStructLayout(const_cast<llvm::StructType*>(type))->getElementOffset(field), 64);
    } else {
      const std::uint64_t stride = index.getSequentialElementStride(layout);
      offset =
          f_.binary(Kind::Multiply, f_.resized(valueOf(state, *index.getOperand()), 64, true), f_.constant(stride, 64));
    }
    address = f_.binary(Kind::Add, address, offset);
  }
  return address;
}

// --- memory ---

Formula Region::cell(const State& state, VariableNumber variable) const {
  const auto found = state.variables.find(variable);
  return found != state.variables.end() ? found->second : all_.leafOf(variable);
}

std::vector<Target> Region::targetsOf(Formula address, const llvm::Value& pointer, unsigned bytes) const {
  if (!f_.isConstant(address)) return all_.objects.targetsOf(pointer, bytes);
  const std::uint64_t at = f_.valueOf(address);
  const Object* const object = all_.objects.at(at, bytes);
  if (!object) return {};
  return {{object, at - object->address}};
}

Formula Region::contentOf(const State& state, const Object& object, std::uint64_t offset, unsigned bytes) const {
  std::optional<Formula> value;
  for (const Cell& part : object.cells) {
    if (part.offset < offset || part.offset >= offset + bytes) continue;
    const Formula content = cell(state, all_.cells[part.number]);
    value = value ? f_.concat(content, *value) : content;
  }
  return value && f_.widthOf(*value) == bytes * 8 ? *value : f_.constant(0, bytes * 8);
}

void Region::setContent(State& state, const Object& object, std::uint64_t offset, Formula value,
                        Formula isWritten) const {
  const unsigned bytes = f_.widthOf(value) / 8;
  for (const Cell& part : object.cells) {
    if (part.offset < offset || part.offset >= offset + bytes) continue;
    const Formula own = f_.extract(value, static_cast<unsigned>(part.offset - offset) * 8, part.bytes * 8);
    const VariableNumber variable = all_.cells[part.number];
    state.variables[variable] = f_.choose(isWritten, own, cell(state, variable));
  }
}

Formula Region::load(State& state, const llvm::Instruction& at, const llvm::Value& pointer, unsigned bytes) {
  const Formula address = valueOf(state, pointer);
  Formula value = f_.constant(0, bytes * 8), isSomewhere = Formulas::kFalse;
  for (const Target& target : targetsOf(address, pointer, bytes)) {
    const Formula isHere = f_.equal(address, f_.constant(target.object->address + target.offset, 64));
    value = f_.choose(isHere, contentOf(state, *target.object, target.offset, bytes), value);
    isSomewhere = f_.disjunction(isSomewhere, isHere);
  }
  fail(state, at, core::ViolationKind::OutOfBounds, f_.negation(isSomewhere));
  return value;
}

void Region::store(State& state, const llvm::Instruction& at, const llvm::Value& pointer, Formula value,
                   Formula isWritten) {
  const Formula address = valueOf(state, pointer);
  const unsigned bytes = f_.widthOf(value) / 8;
  Formula isSomewhere = Formulas::kFalse;
  for (const Target& target : targetsOf(address, pointer, bytes)) {
    if (target.object->isConstant()) continue;
    const Formula isHere = f_.equal(address, f_.constant(target.object->address + target.offset, 64));
    setContent(state, *target.object, target.offset, value, f_.conjunction(isWritten, isHere));
    isSomewhere = f_.disjunction(isSomewhere, isHere);
  }
  fail(state, at, core::ViolationKind::OutOfBounds, f_.negation(isSomewhere));
}

void Region::noteShared(const llvm::Value& pointer, Formula address, unsigned bytes, bool reads, bool writes,
                        std::optional<Formula> value) {
  SharedAccess access{address, bytes, reads, writes, value, {}};
  for (const Target& target : targetsOf(address, pointer, bytes))
    for (const Cell& part : target.object->cells)
      if (part.offset >= target.offset && part.offset < target.offset + bytes)
        access.words.push_back(all_.cells[part.number]);
  std::ranges::sort(access.words);
  access.words.erase(std::unique(access.words.begin(), access.words.end()), access.words.end());
  transition_.access = std::move(access);
}

namespace {

// The rule of an update, as the executor has it.
const core::UpdateRule* ruleOf(llvm::AtomicRMWInst::BinOp operation) {
  using llvm::AtomicRMWInst;
  namespace rules = core::rules;
  switch (operation) {
    case AtomicRMWInst::Xchg: return &rules::kExchange;
    case AtomicRMWInst::Add: return &rules::kAdd;
    case AtomicRMWInst::Sub: return &rules::kSub;
    case AtomicRMWInst::And: return &rules::kAnd;
    case AtomicRMWInst::Nand: return &rules::kNand;
    case AtomicRMWInst::Or: return &rules::kOr;
    case AtomicRMWInst::Xor: return &rules::kXor;
    case AtomicRMWInst::Max: return &rules::kMax;
    case AtomicRMWInst::Min: return &rules::kMin;
    case AtomicRMWInst::UMax: return &rules::kUMax;
    case AtomicRMWInst::UMin: return &rules::kUMin;
    default: return nullptr;
  }
}

}  // namespace

bool Region::access(const llvm::Instruction& instruction, State& state, bool isShared) {
  const llvm::Value& pointer = *analysis::touchedWord(instruction).pointer;
  const Formula address = valueOf(state, pointer);
  const llvm::DataLayout& layout = instruction.getDataLayout();
  const auto bytesOf = [&](const llvm::Type* type) {
    return static_cast<unsigned>(layout.getTypeStoreSize(const_cast<llvm::Type*>(type)).getFixedValue());
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const auto parts = partsOf(*load->getType());
    if (parts.size() != 1) return refuse(instruction, "a load of a structure is not supported by bmc");
    const unsigned bytes = bytesOf(load->getType());
    if (isShared) noteShared(pointer, address, bytes, true, false, std::nullopt);
    define(state, instruction, f_.resized(this->load(state, instruction, pointer, bytes), parts[0]));
    return true;
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::Type& type = *store->getValueOperand()->getType();
    if (partsOf(type).size() != 1) return refuse(instruction, "a store of this type is not supported by bmc");
    const unsigned bytes = bytesOf(&type);
    const Formula value = f_.resized(valueOf(state, *store->getValueOperand()), bytes * 8);
    if (isShared) noteShared(pointer, address, bytes, false, true, value);
    this->store(state, instruction, pointer, value, Formulas::kTrue);
    return true;
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    const unsigned bytes = bytesOf(exchange->getCompareOperand()->getType());
    if (isShared) noteShared(pointer, address, bytes, true, true, std::nullopt);
    const Formula old = this->load(state, instruction, pointer, bytes);
    const Formula succeeds = f_.equal(old, valueOf(state, *exchange->getCompareOperand()));
    this->store(state, instruction, pointer, valueOf(state, *exchange->getNewValOperand()), succeeds);
    define(state, instruction, old, 0);
    define(state, instruction, succeeds, 1);
    return true;
  }
  const auto& update = llvm::cast<llvm::AtomicRMWInst>(instruction);
  const core::UpdateRule* const rule = ruleOf(update.getOperation());
  if (!rule || !rule->terms) return refuse(instruction, "this atomic update is not supported by bmc");
  const unsigned bytes = bytesOf(update.getType());
  if (isShared) noteShared(pointer, address, bytes, true, true, std::nullopt);
  const Formula old = this->load(state, instruction, pointer, bytes);
  const Formula value = termValue(*rule->terms->value, old, valueOf(state, *update.getValOperand()), old);
  this->store(state, instruction, pointer, value, Formulas::kTrue);
  define(state, instruction, old);
  return true;
}

// --- update rules (core/terms.h) ---

Formula Region::termValue(const core::terms::Node& node, Formula old, Formula a, Formula b) const {
  using core::terms::Kind;
  using symbolic::Kind::And;
  namespace s = heddle::symbolic;
  const unsigned width = f_.widthOf(old);
  const auto x = [&](unsigned i) { return termValue(*node.arguments[i], old, a, b); };
  const auto number = [&](Formula truth) { return f_.resized(truth, width); };
  switch (node.kind) {
    case Kind::Old: return old;
    case Kind::A: return f_.resized(a, width);
    case Kind::B: return f_.resized(b, width);
    case Kind::Constant: return f_.constant(node.constant, width);
    case Kind::Add: return f_.binary(s::Kind::Add, x(0), x(1));
    case Kind::Subtract: return f_.binary(s::Kind::Subtract, x(0), x(1));
    case Kind::And: return f_.binary(s::Kind::And, x(0), x(1));
    case Kind::Or: return f_.binary(s::Kind::Or, x(0), x(1));
    case Kind::Xor: return f_.binary(s::Kind::Xor, x(0), x(1));
    case Kind::Not: return f_.negation(x(0));
    case Kind::Equal: return number(f_.equal(x(0), x(1)));
    case Kind::Less: return number(f_.binary(s::Kind::LessUnsigned, x(0), x(1)));
    case Kind::SignedLess: return number(f_.binary(s::Kind::LessSigned, x(0), x(1)));
    case Kind::Choose: return f_.choose(f_.isNotZero(x(0)), x(1), x(2));
  }
  return old;
}

// --- calls ---

bool Region::call(const llvm::CallBase& call, State& state) {
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return intrinsic(*known, state);
  const LibraryAction what = actionOf(call);
  const auto answer = [&](Formula value) {
    if (!call.getType()->isVoidTy()) define(state, call, f_.resized(value, partsOf(*call.getType())[0]));
    return true;
  };
  switch (what.action) {
    case Action::Refused: break;
    case Action::Nothing: return answer(f_.constant(0, 64));
    case Action::Starts: startThread(call, state); return answer(f_.constant(0, 64));
    case Action::Joins: return answer(join(call, state));
    case Action::Ends: returnWith(call.getArgOperand(0), kEnded, state); return false;
    case Action::Self: return answer(f_.constant(thread_ + 1, 64));
    case Action::Updates: return update(call, what, state);
    case Action::Clears:
      store(state, call, *call.getArgOperand(0), f_.constant(0, what.bytes * 8U), Formulas::kTrue);
      return answer(f_.constant(0, 64));
    case Action::Fails: fail(state, call, what.failure, Formulas::kTrue); return false;
    case Action::Assumes: {
      State stopped = state;
      const Formula holds = f_.isNotZero(valueOf(state, *call.getArgOperand(0)));
      stopped.reached = f_.conjunction(state.reached, f_.negation(holds));
      if (stopped.reached != Formulas::kFalse) leave(stopped, kStopped, nullptr);
      state.reached = f_.conjunction(state.reached, holds);
      return true;
    }
    case Action::Chooses: {
      const Formula count = valueOf(state, *call.getArgOperand(0));
      const Formula value = input(state, f_.widthOf(count));
      transition_.requires_ = f_.conjunction(
          transition_.requires_, f_.implication(state.reached, f_.binary(Kind::LessUnsigned, value, count)));
      return answer(value);
    }
    case Action::AnyValue: return answer(input(state, partsOf(*call.getType())[0]));
  }
  const llvm::Function* const callee = call.getCalledFunction();
  return refuse(call, callee ? callee->getName().str() + " is not supported by bmc"
                             : "a call through a pointer is not supported by bmc");
}

bool Region::update(const llvm::CallBase& call, const LibraryAction& what, State& state) {
  const llvm::Value& pointer = *call.getArgOperand(0);
  const bool isLocation = start_ == &call;
  if (isLocation) noteShared(pointer, valueOf(state, pointer), what.bytes, true, true, std::nullopt);
  const Formula old = load(state, call, pointer, what.bytes);
  const Formula self = f_.constant(thread_ + 1, what.bytes * 8U);
  if (what.byHolder) {
    const Formula holder = f_.binary(Kind::And, old, f_.constant(0xffff'ffff, what.bytes * 8U));
    fail(state, call, core::ViolationKind::LockMisuse, f_.negation(f_.equal(holder, self)));
  }
  const auto is = [&](std::uint64_t value) { return f_.equal(old, f_.constant(value, what.bytes * 8U)); };
  if (what.whenFree) fail(state, call, core::ViolationKind::LockMisuse, f_.negation(is(core::locks::kFree)));
  if (what.bytes == 8) fail(state, call, core::ViolationKind::LockMisuse, is(core::locks::kDestroyed));
  const auto holds = [&](const core::terms::Node& node) { return f_.isNotZero(termValue(node, old, self, old)); };
  const Formula enabled = holds(*what.rule->terms->enabled), writes = holds(*what.rule->terms->writes);
  if (isLocation)
    transition_.enabled = enabled;
  else if (enabled != Formulas::kTrue)
    return refuse(call, "waits where no other thread runs");
  store(state, call, pointer, termValue(*what.rule->terms->value, old, self, old), writes);
  if (!call.getType()->isVoidTy()) {
    const unsigned width = partsOf(*call.getType())[0];
    define(state, call,
           f_.choose(writes, f_.constant(0, width), f_.constant(static_cast<std::uint64_t>(what.otherwise), width)));
  }
  return true;
}

void Region::startThread(const llvm::CallBase& call, State& state) {
  const auto started = llvm::find_if(all_.program.threads, [&](const FlatThread& t) { return t.start == &call; });
  const auto child = static_cast<unsigned>(started - all_.program.threads.begin());
  if (!llvm::isa<llvm::ConstantPointerNull>(call.getArgOperand(0)))
    store(state, call, *call.getArgOperand(0), f_.constant(child + 1, 64), Formulas::kTrue);
  const Formula argument = valueOf(state, *analysis::ProgramCalls::argumentOf(call).get());
  Region begins(all_, child, transition_);
  begins.begin(argument, state.reached, state.variables);
  state.variables = begins.result(state.variables);
  transition_.starts.push_back(child);
  for (const Pc pc : begins.next())
    if (std::vector<Pc>& all = all_.system.threads[child].begins; !llvm::is_contained(all, pc)) all.push_back(pc);
}

// What the call returns.
Formula Region::join(const llvm::CallBase& call, State& state) {
  const Formula handle = valueOf(state, *call.getArgOperand(0));
  const Formula isSelf = f_.equal(handle, f_.constant(thread_ + 1, f_.widthOf(handle)));
  Formula enabled = isSelf, result = f_.constant(0, 64);
  for (unsigned thread = 1; thread < all_.system.threads.size(); ++thread) {
    const Formula isIt = f_.equal(handle, f_.constant(thread + 1, f_.widthOf(handle)));
    if (isIt == Formulas::kFalse) continue;
    const Formula pc = all_.leafOf(all_.system.threads[thread].pc);
    enabled = f_.disjunction(enabled, f_.conjunction(isIt, f_.equal(pc, f_.constant(kEnded, f_.widthOf(pc)))));
    const Formula wasJoined = cell(state, all_.joined[thread]);
    fail(state, call, core::ViolationKind::LockMisuse, f_.conjunction(isIt, wasJoined));
    state.variables[all_.joined[thread]] = f_.disjunction(wasJoined, isIt);
    result = f_.choose(isIt, all_.leafOf(all_.results[thread]), result);
    transition_.waitsFor.push_back(thread);
  }
  transition_.enabled = enabled;
  if (!llvm::isa<llvm::ConstantPointerNull>(call.getArgOperand(1)))
    store(state, call, *call.getArgOperand(1), result, f_.negation(isSelf));
  return f_.choose(isSelf, f_.constant(EDEADLK, 64), f_.constant(0, 64));
}

void Region::returnWith(const llvm::Value* value, Pc pc, State& state) {
  if (value && thread_ != 0 && value->getType()->isPointerTy())
    state.variables[all_.results[thread_]] = valueOf(state, *value);
  leave(state, pc, nullptr);
}

bool Region::intrinsic(const llvm::IntrinsicInst& call, State& state) {
  using llvm::Intrinsic::ID;
  const auto x = [&](unsigned i) { return valueOf(state, *call.getArgOperand(i)); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
      if (!call.getType()->isVoidTy()) define(state, call, f_.constant(0, partsOf(*call.getType())[0]));
      return true;
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::threadlocal_address: define(state, call, x(0)); return true;
    case llvm::Intrinsic::smax:
      define(state, call, f_.choose(f_.binary(Kind::LessSigned, x(0), x(1)), x(1), x(0)));
      return true;
    case llvm::Intrinsic::smin:
      define(state, call, f_.choose(f_.binary(Kind::LessSigned, x(0), x(1)), x(0), x(1)));
      return true;
    case llvm::Intrinsic::umax:
      define(state, call, f_.choose(f_.binary(Kind::LessUnsigned, x(0), x(1)), x(1), x(0)));
      return true;
    case llvm::Intrinsic::umin:
      define(state, call, f_.choose(f_.binary(Kind::LessUnsigned, x(0), x(1)), x(0), x(1)));
      return true;
    case llvm::Intrinsic::abs: {
      const Formula zero = f_.constant(0, f_.widthOf(x(0)));
      define(state, call,
             f_.choose(f_.binary(Kind::LessSigned, x(0), zero), f_.binary(Kind::Subtract, zero, x(0)), x(0)));
      return true;
    }
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::ubsantrap: fail(state, call, core::ViolationKind::Abort, Formulas::kTrue); return false;
    default: break;
  }
  if (const auto* range = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    copy(*range, state);
    return all_.problem.empty();
  }
  return refuse(call, call.getCalledFunction()->getName().str() + " is not supported by bmc");
}

// Eight bytes at a time, of objects that are known.
void Region::copy(const llvm::MemIntrinsic& range, State& state) {
  const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(range.getLength());
  const Formula to = valueOf(state, *range.getRawDest());
  const auto* const transfer = llvm::dyn_cast<llvm::MemTransferInst>(&range);
  const Formula from = transfer ? valueOf(state, *transfer->getRawSource()) : to;
  if (!length || !f_.isConstant(to) || !f_.isConstant(from))
    return static_cast<void>(
        refuse(range, "copies of memory whose place or length is not known are not supported by bmc"));
  const std::uint64_t bytes = length->getZExtValue();
  const Object* const target = all_.objects.at(f_.valueOf(to), bytes);
  const Object* const source = all_.objects.at(f_.valueOf(from), bytes);
  if (!target || !source) return fail(state, range, core::ViolationKind::OutOfBounds, Formulas::kTrue);
  const State before = state;
  for (const Cell& part : target->cells) {
    const std::uint64_t offset = f_.valueOf(to) - target->address;
    if (part.offset < offset || part.offset >= offset + bytes) continue;
    Formula value = 0;
    if (transfer) {
      value = contentOf(before, *source, f_.valueOf(from) - source->address + (part.offset - offset), part.bytes);
    } else {
      const Formula one = valueOf(state, *llvm::cast<llvm::MemSetInst>(range).getValue());
      value = one;
      for (unsigned i = 1; i < part.bytes; ++i) value = f_.concat(one, value);
    }
    state.variables[all_.cells[part.number]] = value;
  }
}

}  // namespace heddle::symbolic
