// What instructions compute in registers, and where paths go.
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include "analysis/orders.h"
#include "base/check.h"
#include "symbolic/place.h"
#include "symbolic/region.h"
#include "symbolic/types.h"

namespace heddle::symbolic {

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

bool Region::execute(const llvm::Instruction& instruction, State& state) {
  if (llvm::isa<llvm::DbgInfoIntrinsic, llvm::AllocaInst>(instruction)) return true;
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    if (start_ == fence) transition_.effect = {.order = analysis::orderOf(fence->getOrdering()), .isFence = true};
    return true;
  }
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
    return refuse(instruction, "values of this type (long double, vectors, large integers) are not supported by bmc");
  noteBeside(instruction, state);
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return this->call(*call, state);
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
    return access(instruction, state);
  return compute(instruction, state);
}

bool Region::compute(const llvm::Instruction& instruction, State& state) {
  if (isOfFloats(instruction)) return computeFloat(instruction, state);
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
    if (partsOf(*cast->getSrcTy()).empty()) return refuse(instruction, "values of this type are not supported by bmc");
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
    default: refuse(operation, std::string(operation.getOpcodeName()) + " is not supported by bmc");
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

}  // namespace heddle::symbolic
