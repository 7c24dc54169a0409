#include "transform/tested_inputs.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "analysis/library.h"
#include "analysis/loops/known_calls.h"
#include "analysis/program_calls.h"
#include "analysis/value_range.h"
#include "transform/loops/early_assumes.h"

namespace heddle::transform {
namespace {

using llvm::APInt;
using llvm::ConstantRange;

constexpr llvm::StringLiteral kChoose = "heddle_choose";
constexpr std::size_t kMostValues = 16;
constexpr unsigned kDeepest = 6;  // how far away an assume is looked for, in blocks

const llvm::CallBase* callOf(const llvm::User* user, const llvm::Function& function) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
  return call && call->getCalledOperand() == &function ? call : nullptr;
}

// Of the type that it is declared with.
bool returnsAnyValue(const llvm::Function& function) {
  const unsigned bits = analysis::factsOf(function).anyOfBits;
  const llvm::Type& type = *function.getReturnType();
  return bits != 0 && (type.isIntegerTy(bits) || type.isPointerTy());
}

// Whether a join may ask for the result of a thread.
bool takesResults(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    const core::library::Facts& facts = analysis::factsOf(function);
    if (facts.effect != core::library::Effect::Joins) return false;
    return llvm::any_of(function.users(), [&](const llvm::User* user) {
      const llvm::CallBase* const call = callOf(user, function);
      return !call || llvm::any_of(call->args(), [&](const llvm::Use& argument) {
        return facts.borrows.contains(call->getArgOperandNo(&argument)) &&
               !llvm::isa<llvm::ConstantPointerNull>(argument.get());
      });
    });
  });
}

enum class Extension : std::uint8_t { None, Zero, Sign };

struct Comparison {
  Extension extension;                 // of the input, before that
  llvm::CmpInst::Predicate predicate;  // with the input on the left
  APInt with;

  bool holdsFor(const APInt& input) const {
    const unsigned bits = with.getBitWidth();
    return llvm::ICmpInst::compare(extension == Extension::Sign ? input.sext(bits) : input.zext(bits), with, predicate);
  }
};

// Whether all ways from there lead to the assume and nothing happens on them, but that others may stop it.
bool comesAtOnce(const llvm::Instruction& assume, const llvm::Instruction& from, unsigned depth) {
  const llvm::Instruction* next = &from;
  for (; !next->isTerminator(); next = next->getNextNode()) {
    if (next == &assume) return true;
    if (isObserved(*next) && !analysis::isAssume(*next)) return false;
  }
  return depth > 0 && llvm::isa<llvm::BranchInst>(next) &&
         llvm::all_of(llvm::successors(next),
                      [&](const llvm::BasicBlock* block) { return comesAtOnce(assume, block->front(), depth - 1); });
}

// What is known of an input at places of the code.
class KnownValues {
 public:
  KnownValues(const llvm::Instruction& input, const llvm::DominatorTree& dominators);

  // At all executions of the instruction.
  ConstantRange at(const llvm::Instruction& place) const;
  // Where it has not stopped at once.
  ConstantRange afterAssumes() const;

 private:
  struct Assumed {
    const llvm::Instruction* where;  // holds after that
    ConstantRange range;
  };
  struct Branched {
    llvm::BasicBlockEdge edge;
    ConstantRange range;
  };

  void addBranch(const llvm::BranchInst& branch);
  ConstantRange all() const { return ConstantRange::getFull(input_.getType()->getIntegerBitWidth()); }
  std::optional<ConstantRange> rangeOf(const llvm::Value& condition) const;
  std::optional<ConstantRange> rangeIf(const llvm::Value& condition, bool holds) const;

  const llvm::Instruction& input_;
  const llvm::DominatorTree& dominators_;
  std::vector<Branched> branches_;
  std::vector<Assumed> assumes_;
};

KnownValues::KnownValues(const llvm::Instruction& input, const llvm::DominatorTree& dominators)
    : input_(input), dominators_(dominators) {
  const llvm::Function& function = *input.getFunction();
  for (const llvm::BasicBlock& block : function)
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator())) addBranch(*branch);
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block)
      if (analysis::isAssume(instruction))
        if (const auto range = rangeOf(*llvm::cast<llvm::CallInst>(instruction).getArgOperand(0)))
          assumes_.push_back({&instruction, *range});
}

void KnownValues::addBranch(const llvm::BranchInst& branch) {
  if (!branch.isConditional() || branch.getSuccessor(0) == branch.getSuccessor(1)) return;
  for (const bool holds : {true, false})
    if (const auto range = rangeIf(*branch.getCondition(), holds))
      branches_.push_back({{branch.getParent(), branch.getSuccessor(holds ? 0 : 1)}, *range});
}

// Of a comparison: for which values it may be that.
std::optional<ConstantRange> KnownValues::rangeIf(const llvm::Value& condition, bool holds) const {
  const auto known = analysis::valueRange(condition);
  if (!known) return std::nullopt;
  const ConstantRange range = holds ? known->holds : known->holds.inverse();
  if (known->of == &input_) return range;
  const auto* const wider = llvm::dyn_cast<llvm::CastInst>(known->of);
  if (!wider || wider->getOperand(0) != &input_ || !llvm::isa<llvm::ZExtInst, llvm::SExtInst>(wider))
    return std::nullopt;
  const ConstantRange there =
      llvm::isa<llvm::ZExtInst>(wider) ? all().zeroExtend(range.getBitWidth()) : all().signExtend(range.getBitWidth());
  return range.intersectWith(there).truncate(all().getBitWidth());
}

// For which values it may hold.
std::optional<ConstantRange> KnownValues::rangeOf(const llvm::Value& condition) const {
  if (&condition == &input_) return ConstantRange(APInt::getZero(all().getBitWidth())).inverse();
  if (const auto known = rangeIf(condition, true)) return known;
  if (const auto* wider = llvm::dyn_cast<llvm::ZExtInst>(&condition)) return rangeOf(*wider->getOperand(0));
  // a && b: false where it comes from the one block, and what b is where it comes from the other. In a loop around the
  // input that may be about the one before.
  const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&condition);
  if (!phi || !dominators_.dominates(&input_, phi)) return std::nullopt;
  ConstantRange range = ConstantRange::getEmpty(all().getBitWidth());
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    const llvm::Value& value = *phi->getIncomingValue(i);
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value); constant && constant->isZero()) continue;
    const ConstantRange there = at(*phi->getIncomingBlock(i)->getTerminator());
    const auto holds = llvm::isa<llvm::PHINode>(value) ? std::nullopt : rangeOf(value);
    range = range.unionWith(holds ? there.intersectWith(*holds) : there);
  }
  return range;
}

ConstantRange KnownValues::at(const llvm::Instruction& place) const {
  ConstantRange range = all();
  for (const Branched& branch : branches_)
    if (dominators_.dominates(branch.edge, place.getParent())) range = range.intersectWith(branch.range);
  for (const Assumed& assumed : assumes_)
    if (dominators_.dominates(assumed.where, &place)) range = range.intersectWith(assumed.range);
  return range;
}

ConstantRange KnownValues::afterAssumes() const {
  ConstantRange range = all();
  for (const Assumed& assumed : assumes_)
    if (comesAtOnce(*assumed.where, *input_.getNextNode(), kDeepest)) range = range.intersectWith(assumed.range);
  return range;
}

// What becomes of an input.
class Uses {
 public:
  Uses(const llvm::CallInst& input, const KnownValues* known, bool losesResults)
      : known_(known), losesResults_(losesResults) {
    if (known) seen_ = ConstantRange::getEmpty(input.getType()->getIntegerBitWidth());
    add(input, Extension::None);
  }

  // With values that are not among these it is only compared with constants. Nothing: any may be used.
  const std::optional<ConstantRange>& seen() const { return seen_; }
  bool isLost() const { return comparisons_.empty() && !isUsed_; }
  // One value for each way in which all comparisons can come out, and all that are used for something else.
  std::vector<APInt> representatives() const;

 private:
  void add(const llvm::Value& value, Extension extension);
  bool addComparison(const llvm::User& user, const llvm::Value& value, Extension extension);
  // Whether nobody finds out what it returns. What main returns is the exit status.
  bool isLost(const llvm::ReturnInst& result) const {
    const llvm::Function& function = *result.getFunction();
    return losesResults_ && !function.use_empty() &&
           llvm::all_of(function.uses(), analysis::ProgramCalls::isWhereToStart);
  }

  const KnownValues* known_;  // null: nothing is
  bool losesResults_;
  bool isUsed_ = false;
  std::vector<Comparison> comparisons_;
  std::optional<ConstantRange> seen_;
};

// Of the value, which is the input or the input with more bits.
void Uses::add(const llvm::Value& value, Extension extension) {
  for (const llvm::Use& use : value.uses()) {
    const llvm::User& user = *use.getUser();
    if (const auto* result = llvm::dyn_cast<llvm::ReturnInst>(&user); result && isLost(*result)) continue;
    if (extension == Extension::None && llvm::isa<llvm::ZExtInst>(user)) {
      add(user, Extension::Zero);
    } else if (extension == Extension::None && llvm::isa<llvm::SExtInst>(user)) {
      add(user, Extension::Sign);
    } else if (!addComparison(user, value, extension)) {
      isUsed_ = true;
      const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&user);
      const auto& place = phi ? *phi->getIncomingBlock(use)->getTerminator() : llvm::cast<llvm::Instruction>(user);
      if (seen_) seen_ = seen_->unionWith(known_->at(place));
    }
  }
}

bool Uses::addComparison(const llvm::User& user, const llvm::Value& value, Extension extension) {
  const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(&user);
  if (!compare) return false;
  const bool isLeft = compare->getOperand(0) == &value;
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(isLeft ? 1 : 0));
  if (!constant) return false;
  comparisons_.push_back(
      {extension, isLeft ? compare->getPredicate() : compare->getSwappedPredicate(), constant->getValue()});
  return true;
}

// Where answers change, going up from 0 and round, a range begins: at the constants, after them, where numbers change
// their sign, and after what is used.
std::vector<APInt> Uses::representatives() const {
  const unsigned bits = seen_->getBitWidth();
  std::vector<APInt> chosen;
  if (seen_->isSizeLargerThan(kMostValues)) return chosen;
  if (!seen_->isEmptySet())
    for (APInt value = seen_->getLower(); value != seen_->getUpper(); ++value) chosen.push_back(value);
  std::vector<APInt> begins{APInt(bits, 0), seen_->getUpper()};
  for (const Comparison& comparison : comparisons_) {
    begins.push_back(comparison.with.trunc(bits));
    begins.push_back((comparison.with + 1).trunc(bits));
  }
  begins.push_back(APInt::getSignedMinValue(bits));
  std::set<std::vector<bool>> known;
  for (const APInt& value : begins) {
    if (seen_->contains(value)) continue;
    std::vector<bool> answers;
    for (const Comparison& comparison : comparisons_) answers.push_back(comparison.holdsFor(value));
    if (known.insert(answers).second) chosen.push_back(value);
  }
  return chosen;
}

void choose(llvm::CallInst& input, const std::vector<llvm::Constant*>& values) {
  llvm::IRBuilder<> builder(&input);
  llvm::Module& module = *input.getModule();
  const auto function = module.getOrInsertFunction(kChoose, builder.getInt32Ty(), builder.getInt32Ty());
  llvm::Value* result = values.front();
  llvm::Value* const which =
      values.size() == 1 ? nullptr
                         : builder.CreateCall(function, {builder.getInt32(static_cast<unsigned>(values.size()))});
  for (unsigned i = 1; i < values.size(); ++i)
    result = builder.CreateSelect(builder.CreateICmpEQ(which, builder.getInt32(i)), values[i], result);
  input.replaceAllUsesWith(result);
  input.eraseFromParent();
}

// Those that are enough. None if there are too many.
std::vector<llvm::Constant*> valuesOf(const llvm::CallInst& input, const llvm::DominatorTree& dominators,
                                      bool losesResults) {
  llvm::Type* const type = input.getType();
  if (!type->isIntegerTy()) {
    if (!Uses(input, nullptr, losesResults).isLost()) return {};
    return {llvm::Constant::getNullValue(type)};
  }
  const KnownValues known(input, dominators);
  std::vector<APInt> values = Uses(input, &known, losesResults).representatives();
  const ConstantRange goingOn = known.afterAssumes();
  if (llvm::any_of(values, [&](const APInt& value) { return goingOn.contains(value); }))
    llvm::erase_if(values, [&](const APInt& value) { return !goingOn.contains(value); });
  std::vector<llvm::Constant*> constants;
  if (values.size() <= kMostValues)
    for (const APInt& value : values) constants.push_back(llvm::ConstantInt::get(type, value));
  return constants;
}

}  // namespace

void chooseTestedInputs(llvm::Module& module) {
  std::vector<llvm::CallInst*> inputs;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || !returnsAnyValue(function)) continue;
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && callOf(call, function) && call->arg_empty())
        inputs.push_back(call);
  }
  const bool losesResults = !takesResults(module);
  std::map<const llvm::Function*, std::unique_ptr<llvm::DominatorTree>> dominators;
  for (llvm::CallInst* input : inputs) {
    auto& tree = dominators[input->getFunction()];
    if (!tree) tree = std::make_unique<llvm::DominatorTree>(*input->getFunction());
    if (const auto values = valuesOf(*input, *tree, losesResults); !values.empty()) choose(*input, values);
  }
}

}  // namespace heddle::transform
