// Gives every symbol that the module needs a meaning, before the JIT sees it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "runtime/options.h"

namespace llvm {
class Module;
}

namespace heddle::runtime {

struct Binding {
  std::string name;
  void* address;
};

// Models take the place of the functions they stand for; a function that
// nobody knows gets a body that refuses by name. What the module still needs
// afterwards is in the answer.
Result<std::vector<Binding>> bind(llvm::Module& module, const Options& options);

// How many arguments a call of the symbol must have at least; 0 if no model stands for it.
unsigned argumentsOf(std::string_view symbol);

// The symbols that models stand for. Each has a row in the table of the library (core/library.h).
std::vector<std::string_view> modelledSymbols();

// Functions the code generator may call without the module mentioning them;
// null if there is none of that name.
const void* compilerSupport(const std::string& name);

// Whether what the module calls and does not define keeps nothing that the
// calls of another thread would find, and tells nothing of it.
bool callsAreClosed(const llvm::Module& module);

// Whether the module prints through C++ streams.
bool usesStreams(const llvm::Module& module);

}  // namespace heddle::runtime
