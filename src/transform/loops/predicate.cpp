#include "transform/loops/predicate.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "analysis/instructions.h"
#include "transform/word_values.h"

namespace heddle::transform {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned kDeepest = 16;

// Which words are free, in the order in which they are used: a
// read-modify-write has its operand in the first, a compare-exchange the
// wanted value in the third too (core/op.h).
llvm::ArrayRef<unsigned> freeWords(const Instruction& access) {
  static constexpr unsigned kAll[] = {0, 1, 2, 3}, kUpdate[] = {1, 2, 3}, kExchange[] = {1, 3};
  if (llvm::isa<llvm::AtomicCmpXchgInst>(access)) return kExchange;
  if (llvm::isa<llvm::AtomicRMWInst>(access)) return kUpdate;
  return kAll;
}

bool isPart(const Value* value, const Instruction& access, unsigned part) {
  const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(value);
  return extract && extract->getAggregateOperand() == &access && extract->getIndices()[0] == part;
}

bool refersToThreadLocal(const llvm::Constant& constant) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&constant)) return global->isThreadLocal();
  return llvm::any_of(constant.operands(), [](const llvm::Use& use) {
    const auto* part = llvm::dyn_cast<llvm::Constant>(use);
    return part && refersToThreadLocal(*part);
  });
}

// Turns the condition's expression into the body of the function.
class Outliner {
 public:
  Outliner(llvm::Function& function, Instruction& access, const std::array<Value*, kOpWords>& words)
      : access_(access), builder_(llvm::BasicBlock::Create(function.getContext(), "", &function)) {
    const llvm::DataLayout& layout = access.getDataLayout();
    for (unsigned i = 0; i < kOpWords; ++i) {
      if (words[i]) made_[words[i]] = fromWord(builder_, function.getArg(i + 1), words[i]->getType(), layout);
    }
    auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access);
    llvm::Type* type = exchange ? exchange->getNewValOperand()->getType() : access.getType();
    found_ = fromWord(builder_, function.getArg(0), type, layout);
    if (!exchange) made_[&access] = found_;
  }

  void finish(llvm::ArrayRef<std::pair<Value*, bool>> conditions) {
    llvm::SmallVector<Value*, 2> hold;
    for (const auto& [condition, holds] : conditions)
      hold.push_back(holds ? builder_.CreateIsNotNull(emit(condition)) : builder_.CreateIsNull(emit(condition)));
    builder_.CreateRet(builder_.CreateZExt(builder_.CreateAnd(hold), builder_.getInt32Ty()));
  }

 private:
  Value* emit(Value* value) {
    if (llvm::isa<llvm::Constant>(value)) return value;
    if (Value* made = made_.lookup(value)) return made;
    Value* result;
    if (isPart(value, access_, 0)) {
      result = found_;
    } else if (isPart(value, access_, 1)) {
      result = builder_.CreateICmpEQ(found_, emit(llvm::cast<llvm::AtomicCmpXchgInst>(access_).getCompareOperand()));
    } else {
      Instruction* copy = llvm::cast<Instruction>(value)->clone();
      for (llvm::Use& operand : copy->operands()) operand = emit(operand);
      copy->setDebugLoc({});
      result = builder_.Insert(copy);
    }
    return made_[value] = result;
  }

  Instruction& access_;
  llvm::IRBuilder<> builder_;
  Value* found_;
  llvm::DenseMap<Value*, Value*> made_;
};

}  // namespace

Predicate::Predicate(Instruction& access, const llvm::DominatorTree& dominators)
    : access_(access), dominators_(dominators) {
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) words_[0] = update->getValOperand();
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) {
    words_[0] = exchange->getCompareOperand();
    words_[2] = exchange->getNewValOperand();
  }
}

Predicate::Origin Predicate::originOf(Value* value) const {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    return llvm::isa<llvm::UndefValue>(constant) || refersToThreadLocal(*constant) ? Origin::Foreign : Origin::Constant;
  }
  auto* instruction = llvm::dyn_cast<Instruction>(value);
  if (value == &access_ || isPart(value, access_, 0) || isPart(value, access_, 1)) {
    return value == &access_ && access_.getType()->isStructTy() ? Origin::Foreign : Origin::Result;
  }
  if (!instruction) return Origin::Word;
  const bool isPure = llvm::isa<llvm::BinaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst, llvm::FreezeInst,
                                llvm::UnaryOperator>(instruction) &&
                      !analysis::divisionMayFail(*instruction);
  if (!dominators_.dominates(instruction, &access_)) return isPure ? Origin::Computed : Origin::Foreign;
  return isPure && isMadeOfWords(*instruction) ? Origin::Computed : Origin::Word;
}

// Words are scarce.
bool Predicate::isMadeOfWords(Instruction& known) const {
  return !llvm::is_contained(words_, &known) && llvm::all_of(known.operand_values(), [&](Value* operand) {
    return llvm::is_contained(words_, operand) ||
           (llvm::isa<llvm::Constant>(operand) && originOf(operand) == Origin::Constant);
  });
}

bool Predicate::capture(Value* value) {
  if (llvm::is_contained(words_, value)) return true;
  if (!fitsWord(value->getType(), access_.getDataLayout())) return false;
  for (const unsigned word : freeWords(access_)) {
    if (words_[word]) continue;
    words_[word] = value;
    return true;
  }
  return false;
}

bool Predicate::collect(Value* value, unsigned depth, bool& usesAccess) {
  switch (originOf(value)) {
    case Origin::Foreign: return false;
    case Origin::Constant: return true;
    case Origin::Result: usesAccess = true; return true;
    case Origin::Word: return capture(value);
    case Origin::Computed: break;
  }
  return depth < kDeepest && llvm::all_of(
                                 llvm::cast<Instruction>(value)->operand_values(),
                                 [&](Value* operand) { return collect(operand, depth + 1, usesAccess); });
}

bool Predicate::require(Value* condition, bool holds) {
  const auto before = words_;
  bool usesAccess = false;
  if (collect(condition, 0, usesAccess) && usesAccess) {
    conditions_.emplace_back(condition, holds);
    return true;
  }
  words_ = before;
  return false;
}

llvm::Function* Predicate::outline(llvm::StringRef name) const {
  llvm::Module& module = *access_.getModule();
  llvm::Type* word = llvm::Type::getInt64Ty(module.getContext());
  auto* type =
      llvm::FunctionType::get(llvm::Type::getInt32Ty(module.getContext()), {word, word, word, word, word}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  function->setDoesNotThrow();
  Outliner(*function, access_, words_).finish(conditions_);
  return function;
}

}  // namespace heddle::transform
