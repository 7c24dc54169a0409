#include "transform/tested_inputs.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <set>
#include <vector>

namespace heddle::transform {
namespace {

constexpr llvm::StringLiteral kInput = "__VERIFIER_nondet_", kChoose = "heddle_choose";
constexpr std::size_t kMostValues = 8;

// Which argument is the function of the new thread, and which one says where its result goes.
struct Role {
  llvm::StringLiteral function;
  unsigned argument;
};
constexpr std::array kStarts{Role{"pthread_create", 2}, Role{"thrd_create", 1}};
constexpr std::array kJoins{Role{"pthread_join", 1}, Role{"pthread_tryjoin_np", 1}, Role{"pthread_timedjoin_np", 1},
                            Role{"pthread_clockjoin_np", 1}, Role{"thrd_join", 1}};

const llvm::CallBase* callOf(const llvm::User* user, const llvm::Function& function) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
  return call && call->getCalledOperand() == &function ? call : nullptr;
}

bool isStart(const llvm::Use& use) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
  return callee && llvm::any_of(kStarts, [&](const Role& start) {
           return callee->getName() == start.function && call->isArgOperand(&use) &&
                  call->getArgOperandNo(&use) == start.argument;
         });
}

// Whether a join may ask for the result of a thread.
bool takesResults(const llvm::Module& module) {
  return llvm::any_of(kJoins, [&](const Role& join) {
    const llvm::Function* const function = module.getFunction(join.function);
    return function && llvm::any_of(function->users(), [&](const llvm::User* user) {
             const llvm::CallBase* const call = callOf(user, *function);
             return !call || call->arg_size() <= join.argument ||
                    !llvm::isa<llvm::ConstantPointerNull>(call->getArgOperand(join.argument));
           });
  });
}

enum class Extension : std::uint8_t { None, Zero, Sign };

struct Comparison {
  Extension extension;                 // of the input, before that
  llvm::CmpInst::Predicate predicate;  // with the input on the left
  llvm::APInt with;

  bool holdsFor(const llvm::APInt& input) const {
    const unsigned bits = with.getBitWidth();
    return llvm::ICmpInst::compare(extension == Extension::Sign ? input.sext(bits) : input.zext(bits), with, predicate);
  }
};

// What becomes of inputs.
class Uses {
 public:
  explicit Uses(const llvm::Module& module) : losesResults_(!takesResults(module)) {}

  // The comparisons of the value, which is the input or the input with more bits. False if it is used for anything
  // else.
  bool addComparisons(const llvm::Value& value, Extension extension, std::vector<Comparison>& found) const;

 private:
  // Whether nobody finds out what it returns.
  bool isLost(const llvm::ReturnInst& result) const {
    return losesResults_ && llvm::all_of(result.getFunction()->uses(), isStart);
  }

  bool losesResults_;
};

bool Uses::addComparisons(const llvm::Value& value, Extension extension, std::vector<Comparison>& found) const {
  return llvm::all_of(value.users(), [&](const llvm::User* user) {
    if (const auto* result = llvm::dyn_cast<llvm::ReturnInst>(user)) return isLost(*result);
    if (extension == Extension::None && llvm::isa<llvm::ZExtInst>(user))
      return addComparisons(*user, Extension::Zero, found);
    if (extension == Extension::None && llvm::isa<llvm::SExtInst>(user))
      return addComparisons(*user, Extension::Sign, found);
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(user);
    if (!compare) return false;
    const bool isLeft = compare->getOperand(0) == &value;
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(isLeft ? 1 : 0));
    if (!constant) return false;
    found.push_back(
        {extension, isLeft ? compare->getPredicate() : compare->getSwappedPredicate(), constant->getValue()});
    return true;
  });
}

// One value for each way in which all comparisons can come out. Where that changes, going up from 0 and round, a range
// begins: at the constants, after them, and where numbers change their sign.
std::vector<llvm::APInt> representatives(const std::vector<Comparison>& comparisons, unsigned bits) {
  std::vector<llvm::APInt> begins{llvm::APInt(bits, 0), llvm::APInt::getSignedMinValue(bits)};
  for (const Comparison& comparison : comparisons) {
    begins.push_back(comparison.with.trunc(bits));
    begins.push_back((comparison.with + 1).trunc(bits));
  }
  std::set<std::vector<bool>> seen;
  std::vector<llvm::APInt> chosen;
  for (const llvm::APInt& value : begins) {
    std::vector<bool> answers;
    for (const Comparison& comparison : comparisons) answers.push_back(comparison.holdsFor(value));
    if (seen.insert(answers).second) chosen.push_back(value);
  }
  return chosen;
}

void choose(llvm::CallInst& input, const std::vector<llvm::APInt>& values) {
  llvm::IRBuilder<> builder(&input);
  llvm::Module& module = *input.getModule();
  const auto function = module.getOrInsertFunction(kChoose, builder.getInt32Ty(), builder.getInt32Ty());
  llvm::Value* result = llvm::ConstantInt::get(input.getType(), values.front());
  llvm::Value* const which =
      values.size() == 1 ? nullptr
                         : builder.CreateCall(function, {builder.getInt32(static_cast<unsigned>(values.size()))});
  for (unsigned i = 1; i < values.size(); ++i) {
    result = builder.CreateSelect(builder.CreateICmpEQ(which, builder.getInt32(i)),
                                  llvm::ConstantInt::get(input.getType(), values[i]), result);
  }
  input.replaceAllUsesWith(result);
  input.eraseFromParent();
}

}  // namespace

void chooseTestedInputs(llvm::Module& module) {
  std::vector<llvm::CallInst*> inputs;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with(kInput)) continue;
    const llvm::Type& type = *function.getReturnType();
    if (!type.isPointerTy() && (!type.isIntegerTy() || type.isIntegerTy(1))) continue;
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && callOf(call, function)) inputs.push_back(call);
  }
  const Uses uses(module);
  for (llvm::CallInst* input : inputs) {
    std::vector<Comparison> comparisons;
    if (!uses.addComparisons(*input, Extension::None, comparisons)) continue;
    if (input->getType()->isPointerTy()) {  // there are none
      input->replaceAllUsesWith(llvm::Constant::getNullValue(input->getType()));
      input->eraseFromParent();
      continue;
    }
    const std::vector<llvm::APInt> values = representatives(comparisons, input->getType()->getIntegerBitWidth());
    if (values.size() <= kMostValues) choose(*input, values);
  }
}

}  // namespace heddle::transform
