// Floating point: what instructions compute, by symbolic/floats.h.
#include "symbolic/floats.h"
#include "symbolic/region.h"
#include "symbolic/types.h"

namespace heddle::symbolic {
namespace {

Formula floatCompared(llvm::CmpInst::Predicate predicate, Floats& floats, Formulas& f, Formula x, Formula y) {
  // A predicate is a set of these, as its number says.
  Formula any = Formulas::kFalse;
  const auto number = static_cast<unsigned>(predicate);
  if (number & 1U) any = f.disjunction(any, floats.isEqual(x, y));
  if (number & 2U) any = f.disjunction(any, floats.isLess(y, x));
  if (number & 4U) any = f.disjunction(any, floats.isLess(x, y));
  if (number & 8U) any = f.disjunction(any, floats.isUnordered(x, y));
  return any;
}
static_assert(llvm::CmpInst::FCMP_OEQ == 1 && llvm::CmpInst::FCMP_OGT == 2 && llvm::CmpInst::FCMP_OLT == 4 &&
              llvm::CmpInst::FCMP_UNO == 8 && llvm::CmpInst::FCMP_TRUE == 15);

// Whether the machine has an instruction for a product and a sum, which rounds once.
bool mayFuse([[maybe_unused]] const llvm::Function& code) {
#ifdef __x86_64__
  const llvm::StringRef features = code.getFnAttribute("target-features").getValueAsString();
  return features.contains("+fma") || code.getFnAttribute("target-cpu").getValueAsString() != "x86-64";
#else
  return true;
#endif
}

}  // namespace

// Whether it computes with numbers, and does not only move them.
bool Region::isOfFloats(const llvm::Instruction& instruction) {
  using llvm::Instruction;
  switch (instruction.getOpcode()) {
    case Instruction::FNeg:
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::FRem:
    case Instruction::FCmp:
    case Instruction::SIToFP:
    case Instruction::UIToFP:
    case Instruction::FPToSI:
    case Instruction::FPToUI:
    case Instruction::FPExt:
    case Instruction::FPTrunc: return true;
    default: return false;
  }
}

bool Region::computeFloat(const llvm::Instruction& instruction, State& state) {
  using llvm::Instruction;
  const llvm::Type& from = *instruction.getOperand(0)->getType();
  const llvm::Type& to = *instruction.getType();
  if (partsOf(from).size() != 1 || partsOf(to).size() != 1)
    return refuse(instruction, "values of this type are not supported by bmc");
  const unsigned width = partsOf(to)[0];
  const auto x = [&](unsigned i) { return valueOf(state, *instruction.getOperand(i)); };
  Floats floats(f_, floatFormatOf(from.isFloatingPointTy() ? partsOf(from)[0] : width));
  const auto is = [&](Formula value) {
    define(state, instruction, value);
    return true;
  };
  switch (instruction.getOpcode()) {
    case Instruction::FNeg: return is(floats.negative(x(0)));
    case Instruction::FAdd: return is(floats.add(x(0), x(1)));
    case Instruction::FSub: return is(floats.subtract(x(0), x(1)));
    case Instruction::FMul: return is(floats.multiply(x(0), x(1)));
    case Instruction::FDiv: return is(floats.divide(x(0), x(1)));
    case Instruction::FCmp:
      return is(floatCompared(llvm::cast<llvm::FCmpInst>(instruction).getPredicate(), floats, f_, x(0), x(1)));
    case Instruction::SIToFP: return is(floats.fromInteger(x(0), /*isSigned=*/true));
    case Instruction::UIToFP: return is(floats.fromInteger(x(0), /*isSigned=*/false));
    case Instruction::FPToSI: return is(floats.toInteger(x(0), width, /*isSigned=*/true));
    case Instruction::FPToUI: return is(floats.toInteger(x(0), width, /*isSigned=*/false));
    case Instruction::FPExt:
    case Instruction::FPTrunc: return is(floats.converted(x(0), floatFormatOf(width)));
    default: return refuse(instruction, std::string(instruction.getOpcodeName()) + " is not supported by bmc");
  }
}

bool Region::floatIntrinsic(const llvm::IntrinsicInst& call, State& state) {
  const auto parts = partsOf(*call.getArgOperand(0)->getType());
  if (parts.size() != 1) return refuse(call, "values of this type are not supported by bmc");
  const auto x = [&](unsigned i) { return valueOf(state, *call.getArgOperand(i)); };
  Floats floats(f_, floatFormatOf(parts[0]));
  const auto is = [&](Formula value) {
    define(state, call, value);
    return true;
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::fabs: return is(floats.absolute(x(0)));
    case llvm::Intrinsic::is_fpclass:
      return is(floats.isOfClass(x(0), llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue()));
    default:
      if (mayFuse(*call.getFunction()))
        return refuse(call, "a product and a sum that may be rounded at once need -ffp-contract=off in bmc");
      return is(floats.add(floats.multiply(x(0), x(1)), x(2)));
  }
}

}  // namespace heddle::symbolic
