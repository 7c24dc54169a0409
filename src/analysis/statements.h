// The statements of a prepared module: its instructions, by number.
//
// A module that transform::prepare has left is the program in its simplest form:
// inlined and simplified, each access to memory as the programmer wrote it, and no
// hooks. What is about the program as a whole is made from it: slices, symbolic
// encodings. What they find is about statements, and the sites of the instrumented
// module (core::Site::statement) say which statement they came from, however often
// the instrumentation has copied it.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>

namespace heddle::analysis {

using Statement = std::uint32_t;  // 0: none

// Numbers the instructions of all functions, from 1, in the order of the module.
// How many there are.
Statement numberStatements(llvm::Module& module);

// 0 if the module is not numbered, or the instruction came later.
Statement statementOf(const llvm::Instruction& instruction);
// What is made of a statement later is a part of it.
void copyStatement(const llvm::Instruction& from, llvm::Instruction& to);
bool isPart(const llvm::Instruction& instruction);

}  // namespace heddle::analysis
