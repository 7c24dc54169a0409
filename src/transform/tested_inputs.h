// Inputs of which few values matter to the program, all of which are chosen.
//
//   if (__VERIFIER_nondet_int()) …          if (__VERIFIER_nondet_uint() < 10) …
//
// Values with which all comparisons with constants come out alike are the same to the program, unless it uses them for
// something else:
//
//   i = __VERIFIER_nondet_int();
//   assume(0 <= i && i < 4);
//   return &cells[i];
//
// Such a use is executed with few values only. So one value of each kind is chosen, and all that such a use may see;
// that is all inputs, where --nondet-range would leave some out. Those with which a thread would stop at once, in an
// assume, are none: what others do then they do as well before it comes there.
//
// What the function of a thread returns is found out by nobody where no join of the program asks for results.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

void chooseTestedInputs(llvm::Module& module);

}  // namespace heddle::transform
