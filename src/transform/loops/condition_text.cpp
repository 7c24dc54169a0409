#include "transform/loops/condition_text.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>

#include "transform/object_names.h"
#include "transform/source_place.h"

namespace heddle::transform {
namespace {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned kDeepest = 5;

std::string text(Value& value, unsigned depth);

llvm::Value* pointerOf(Value& access) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) return load->getPointerOperand();
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) return store->getPointerOperand();
  if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) return rmw->getPointerOperand();
  if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) return cas->getPointerOperand();
  if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&access)) return memory->getDest();
  return nullptr;
}

llvm::Type* typeOf(Value& access) {
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) return store->getValueOperand()->getType();
  if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) return cas->getNewValOperand()->getType();
  return access.getType();
}

std::string lineOf(const Value& value) {
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || !instruction->getDebugLoc()) return {};
  SourcePlaces places;
  return " in line " + std::to_string(places.of(*instruction).line);
}

std::string objectText(Value& access) {
  auto* instruction = llvm::cast<Instruction>(&access);
  std::uint64_t bytes = kAnyLength;
  if (!llvm::isa<llvm::MemIntrinsic>(instruction))
    bytes = instruction->getDataLayout().getTypeStoreSize(typeOf(access)).getKnownMinValue();
  const std::string name = sourceObject(pointerOf(access), bytes).name;
  return name.empty() ? "the memory accessed" + lineOf(access) : name;
}

// The user's variable that has this value.
std::string variableName(Value& value) {
  llvm::SmallVector<llvm::DbgValueInst*, 1> ignored;
  llvm::SmallVector<llvm::DbgVariableRecord*, 4> records;
  llvm::findDbgValues(ignored, &value, &records);
  for (const llvm::DbgVariableRecord* record : records) {
    const llvm::DILocalVariable* variable = record->getVariable();
    const bool isUsers = !variable->isArtificial() && !isSystemFile(variable->getScope()->getFile());
    if (isUsers && record->getExpression()->getNumElements() == 0) return variable->getName().str();
  }
  return {};
}

const char* symbolOf(CmpInst::Predicate predicate) {
  switch (predicate) {
    case CmpInst::ICMP_EQ: return " == ";
    case CmpInst::ICMP_NE: return " != ";
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_SLT: return " < ";
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SLE: return " <= ";
    case CmpInst::ICMP_UGT:
    case CmpInst::ICMP_SGT: return " > ";
    default: return " >= ";
  }
}

const char* symbolOf(Instruction::BinaryOps operation) {
  switch (operation) {
    case Instruction::Add: return " + ";
    case Instruction::Sub: return " - ";
    case Instruction::Mul: return " * ";
    case Instruction::SDiv:
    case Instruction::UDiv: return " / ";
    case Instruction::SRem:
    case Instruction::URem: return " % ";
    case Instruction::And: return " & ";
    case Instruction::Or: return " | ";
    case Instruction::Xor: return " ^ ";
    case Instruction::Shl: return " << ";
    case Instruction::LShr:
    case Instruction::AShr: return " >> ";
    default: return nullptr;
  }
}

std::string constantText(const llvm::Constant& constant) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (number->getType()->isIntegerTy(1)) return number->isOne() ? "true" : "false";
    llvm::SmallString<24> digits;
    number->getValue().toStringSigned(digits);
    return digits.str().str();
  }
  if (constant.isNullValue()) return "NULL";
  return constant.hasName() ? "&" + llvm::demangle(constant.getName()) : "a constant";
}

std::string operationText(Instruction& instruction, unsigned depth) {
  const auto operand = [&](unsigned i) { return text(*instruction.getOperand(i), depth + 1); };
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    if (const char* symbol = symbolOf(operation->getOpcode())) return "(" + operand(0) + symbol + operand(1) + ")";
  }
  if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    return "(" + operand(0) + symbolOf(comparison->getPredicate()) + operand(1) + ")";
  }
  if (llvm::isa<llvm::CastInst, llvm::FreezeInst>(instruction)) return operand(0);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(extract->getAggregateOperand());
    if (exchange && extract->getIndices()[0] == 0) return objectText(*exchange);
  }
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->getCalledFunction()) {
    return "what " + llvm::demangle(call->getCalledFunction()->getName()) + " returns";
  }
  return "a value" + lineOf(instruction);
}

std::string text(Value& value, unsigned depth) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return constantText(*constant);
  if (std::string name = variableName(value); !name.empty()) return name;
  if (pointerOf(value)) return objectText(value);
  auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction) return value.hasName() ? value.getName().str() : "an argument";
  return depth < kDeepest ? operationText(*instruction, depth) : "a value" + lineOf(value);
}

std::string literalText(const analysis::Literal& literal) {
  if (literal.isAboutAccess()) {
    const std::string object = objectText(*literal.left);
    if (!llvm::isa<llvm::AtomicCmpXchgInst>(literal.left)) return "the update leaves " + object + " as it is";
    return "the compare-exchange of " + object + (literal.predicate == CmpInst::ICMP_EQ ? " succeeds" : " fails");
  }
  if (literal.right->getType()->isIntegerTy(1) && literal.predicate == CmpInst::ICMP_EQ) {
    if (auto* value = llvm::dyn_cast<llvm::ConstantInt>(literal.right))
      return (value->isOne() ? "" : "!") + text(*literal.left, 0);
  }
  const std::string left = text(*literal.left, 0);
  const std::string right = text(*literal.right, 0);
  // A variable in this iteration and in the next one.
  if (left == right && literal.predicate == CmpInst::ICMP_EQ) return left + " stays as it is";
  return left + symbolOf(literal.predicate) + right;
}

}  // namespace

std::string valueText(Value& value) { return text(value, 0); }

std::string conditionText(const analysis::Conjunction& condition) {
  std::string all;
  std::map<std::string, const Value*> seen;  // objects, and the accesses by which they were seen
  for (const analysis::Literal& literal : condition.literals()) {
    all += (all.empty() ? "" : " and ") + literalText(literal);
    Value* access = literal.left;
    while (auto* cast = llvm::dyn_cast<llvm::CastInst>(access)) access = cast->getOperand(0);
    if (!pointerOf(*access)) continue;
    const auto [entry, isNew] = seen.try_emplace(objectText(*access), access);
    if (!isNew && entry->second != access) all += " at another look";
  }
  return all.empty() ? kAlways : all;
}

std::string effectText(Instruction& instruction) {
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && !llvm::isa<llvm::MemIntrinsic>(call)) {
    const llvm::Function* callee = call->getCalledFunction();
    return callee ? "calls " + llvm::demangle(callee->getName()) : "calls a function through a pointer";
  }
  if (pointerOf(instruction)) return "writes " + objectText(instruction);
  return "does what others may observe";
}

}  // namespace heddle::transform
