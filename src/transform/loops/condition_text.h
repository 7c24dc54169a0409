// Values and conditions as the source would say them, as far as debug info
// tells: "lock->owner != 0". Only for people.
#pragma once

#include <string>

#include "analysis/condition.h"

namespace heddle::transform {

std::string valueText(llvm::Value& value);
inline constexpr char kAlways[] = "always";  // the condition without literals
std::string conditionText(const analysis::Conjunction& condition);

// What the instruction does to memory others can see: "stores to x".
std::string effectText(llvm::Instruction& instruction);

}  // namespace heddle::transform
