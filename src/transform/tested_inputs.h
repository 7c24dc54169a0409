// Inputs of which the program only finds out how they compare with constants, if it finds out anything.
//
//   if (__VERIFIER_nondet_int()) …          if (__VERIFIER_nondet_uint() < 10) …
//
// Values with which all these comparisons come out alike are the same to the program. So one of each kind is chosen,
// and that is all inputs, where --nondet-range would leave some out.
//
// What the function of a thread returns is found out by nobody where no join of the program asks for results.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

void chooseTestedInputs(llvm::Module& module);

}  // namespace heddle::transform
