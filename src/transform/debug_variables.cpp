#include "transform/debug_variables.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <vector>

namespace heddle::transform {
namespace {

namespace dwarf = llvm::dwarf;
using Record = llvm::DbgVariableRecord;
using Variable = std::pair<llvm::DILocalVariable*, llvm::DILocation*>;  // with where its function was inlined

// What an expression of debug info makes of values, as code: all numbers have 64 bits, as debuggers see them.
class ExpressionCode {
 public:
  explicit ExpressionCode(llvm::IRBuilder<>& builder) : builder_(builder) {}

  // Whether `of` would succeed.
  static bool isKnown(const llvm::DIExpression& expression) {
    for (const auto& op : expression.expr_ops())
      if (!isOperator(op.getOp()) && !isOperand(op.getOp()) && !isNote(op.getOp())) return false;
    return true;
  }

  // Null: the values do not fit.
  llvm::Value* of(const Record& record) {
    const llvm::DIExpression& expression = *record.getExpression();
    const bool isPlain = llvm::all_of(expression.expr_ops(), [](const auto& op) { return isNote(op.getOp()); });
    if (isPlain && !record.hasArgList()) return record.getVariableLocationOp(0);
    stack_.clear();
    if (!record.hasArgList() && !push(record.getVariableLocationOp(0))) return nullptr;
    for (const auto& op : expression.expr_ops())
      if (!isNote(op.getOp()) && !perform(op, record)) return nullptr;
    return stack_.size() == 1 ? stack_.back() : nullptr;
  }

 private:
  static bool isNote(std::uint64_t op) { return op == dwarf::DW_OP_stack_value || op == dwarf::DW_OP_LLVM_fragment; }
  static bool isOperand(std::uint64_t op) {
    return op == dwarf::DW_OP_LLVM_arg || op == dwarf::DW_OP_constu || op == dwarf::DW_OP_consts ||
           op == dwarf::DW_OP_plus_uconst || op == dwarf::DW_OP_LLVM_convert;
  }
  static bool isOperator(std::uint64_t op) { return operatorOf(op).has_value(); }
  static std::optional<llvm::Instruction::BinaryOps> operatorOf(std::uint64_t op) {
    switch (op) {
      case dwarf::DW_OP_plus: return llvm::Instruction::Add;
      case dwarf::DW_OP_minus: return llvm::Instruction::Sub;
      case dwarf::DW_OP_mul: return llvm::Instruction::Mul;
      case dwarf::DW_OP_and: return llvm::Instruction::And;
      case dwarf::DW_OP_or: return llvm::Instruction::Or;
      case dwarf::DW_OP_xor: return llvm::Instruction::Xor;
      default: return std::nullopt;
    }
  }

  bool push(llvm::Value* value) {
    llvm::Type* const type = value->getType();
    if (type->isPointerTy()) value = builder_.CreatePtrToInt(value, builder_.getInt64Ty());
    if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64) return false;
    stack_.push_back(builder_.CreateZExt(value, builder_.getInt64Ty()));
    return true;
  }

  bool perform(const llvm::DIExpression::ExprOperand& op, const Record& record) {
    switch (op.getOp()) {
      case dwarf::DW_OP_LLVM_arg: return push(record.getVariableLocationOp(static_cast<unsigned>(op.getArg(0))));
      case dwarf::DW_OP_constu:
      case dwarf::DW_OP_consts: return push(builder_.getInt64(op.getArg(0)));
      default: break;
    }
    if (stack_.empty()) return false;
    llvm::Value*& top = stack_.back();
    if (op.getOp() == dwarf::DW_OP_plus_uconst) {
      top = builder_.CreateAdd(top, builder_.getInt64(op.getArg(0)));
      return true;
    }
    if (op.getOp() == dwarf::DW_OP_LLVM_convert) {
      if (op.getArg(0) == 0 || op.getArg(0) > 64) return false;
      llvm::Value* const narrow = builder_.CreateTrunc(top, builder_.getIntNTy(static_cast<unsigned>(op.getArg(0))));
      const bool isSigned = op.getArg(1) == dwarf::DW_ATE_signed;
      top = builder_.CreateIntCast(narrow, builder_.getInt64Ty(), isSigned);
      return true;
    }
    if (stack_.size() < 2) return false;
    llvm::Value* const right = stack_.pop_back_val();
    stack_.back() = builder_.CreateBinOp(*operatorOf(op.getOp()), stack_.back(), right);
    return true;
  }

  llvm::IRBuilder<>& builder_;
  llvm::SmallVector<llvm::Value*> stack_;
};

// Says what a variable is from that instruction on.
struct Assignment {
  Record* record;
  llvm::Instruction* before;
};
// The variables of a function that are values only, with all that is assigned to them, in order.
using Assignments = llvm::MapVector<Variable, std::vector<Assignment>>;

llvm::Instruction& firstAfterPads(llvm::Instruction& instruction) {
  const bool isPad = llvm::isa<llvm::PHINode>(instruction) || instruction.isEHPad();
  return isPad ? *instruction.getParent()->getFirstInsertionPt() : instruction;
}

Assignments valuesOf(llvm::Function& function) {
  Assignments found;
  llvm::DenseSet<Variable> others;  // that have a place, or that no slot could show
  for (llvm::Instruction& instruction : llvm::instructions(function))
    for (Record& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      const Variable variable{record.getVariable(), record.getDebugLoc().getInlinedAt()};
      const bool isValue = record.isDbgValue() && ExpressionCode::isKnown(*record.getExpression());
      if (!isValue || !record.getVariable()->getSizeInBits()) others.insert(variable);
      found[variable].push_back({&record, &firstAfterPads(instruction)});
    }
  found.remove_if([&](const auto& known) {
    return others.contains(known.first) ||
           llvm::all_of(known.second, [](const Assignment& one) { return one.record->isKillLocation(); });
  });
  return found;
}

class Slots {
 public:
  explicit Slots(llvm::Function& function)
      : entry_(function.getEntryBlock()), layout_(function.getDataLayout()), order_(function) {}

  void add(const Variable& variable, const std::vector<Assignment>& assignments) {
    llvm::IRBuilder<> builder(entry_.getContext());
    builder.SetInsertPoint(&entry_, entry_.getFirstInsertionPt());  // before any record that is there
    builder.SetCurrentDebugLocation({});
    const std::uint64_t bits = *variable.first->getSizeInBits();
    llvm::AllocaInst* const slot = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), (bits + 7) / 8));
    slot->setAlignment(llvm::Align(16));
    builder.CreateMemSet(slot, builder.getInt8(0), (bits + 7) / 8, llvm::Align(16));  // as clang has it
    for (const Assignment& assignment : assignments)
      if (!assignment.record->isKillLocation()) store(*assignment.record, *assignment.before, *slot, bits);
    const auto* const location = llvm::DILocation::get(entry_.getContext(), variable.first->getLine(), 0,
                                                       variable.first->getScope(), variable.second);
    auto* const declaration =
        Record::createDVRDeclare(slot, variable.first, llvm::DIExpression::get(entry_.getContext(), {}), location);
    entry_.insertDbgRecordBefore(declaration, std::next(slot->getIterator()));
    for (const Assignment& assignment : assignments) assignment.record->eraseFromParent();
  }

 private:
  void store(const Record& record, llvm::Instruction& before, llvm::AllocaInst& slot, std::uint64_t bits) {
    const auto isThere = [&](llvm::Value* value) {
      auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
      return instruction == nullptr || order_.dominates(instruction, &before);
    };
    for (llvm::Value* const value : record.location_ops())
      if (!isThere(value)) return;
    llvm::IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation({});  // it belongs to the line before
    llvm::Value* value = ExpressionCode(builder).of(record);
    if (value == nullptr) return;
    const auto part = record.getExpression()->getFragmentInfo();
    const std::uint64_t from = part ? part->OffsetInBits : 0;
    const std::uint64_t room = part ? part->SizeInBits : bits;
    if (from % 8 != 0) return;
    const std::uint64_t width = layout_.getTypeStoreSizeInBits(value->getType());
    if (width > room && value->getType()->isIntegerTy())
      value = builder.CreateTrunc(value, builder.getIntNTy(static_cast<unsigned>(room)));
    else if (width > room)
      return;
    builder.CreateStore(value, builder.CreateConstGEP1_64(builder.getInt8Ty(), &slot, from / 8));
  }

  llvm::BasicBlock& entry_;
  const llvm::DataLayout& layout_;
  llvm::DominatorTree order_;
};

}  // namespace

void giveVariablesSlots(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    Slots slots(function);
    for (const auto& [variable, assignments] : valuesOf(function)) slots.add(variable, assignments);
  }
}

}  // namespace heddle::transform
