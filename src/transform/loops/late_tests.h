// A loop that tests at its top what its iteration has found out tests it at the
// end of the iteration instead:
//
//   done = false;                          do {
//   while (!done) {                          old = load(x);
//     old = load(x);                         done = compare_exchange(x, old, new);
//     done = compare_exchange(x, old, new);  } while (!done);
//   }                                      use(old);
//   use(old);
//
// On the left `old` looks as if one iteration gave it to the next, and the end of
// an iteration does not tell whether there will be another.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::transform {

// A test that reads memory stays where it is, as do one about what the loop computes by itself (a counter), and one
// that may keep a thread from beginning.
class LateTests : public llvm::PassInfoMixin<LateTests> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace heddle::transform
