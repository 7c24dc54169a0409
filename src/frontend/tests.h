// The tests of a program: what <heddle/test.h> has left in its module.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace heddle::frontend {

struct Test {
  std::string name;
  std::string options;  // what stands beside the name, as it stands there
  std::string file;
  unsigned line = 0;
};

struct TestBody {
  Test test;
  llvm::Function* function = nullptr;
};

// In the order of the sources. The module has no list of them any more, so that what nobody calls is unused code.
std::vector<TestBody> takeTests(llvm::Module& module);

// Makes one of them the program's `main`, in place of the one that it may have.
void makeMain(const TestBody& test, llvm::Module& module);

// Two that have one name; nothing if all is well.
std::optional<Diagnostic> whyAmbiguous(const std::vector<Test>& tests);

}  // namespace heddle::frontend
