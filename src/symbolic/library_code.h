// Functions of the library that are written in terms of others, as code (library/*.ll): to bounded
// checking they are functions of the program. What cannot be written so has a row in
// library_action.cpp.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace heddle::symbolic {

// Gives bodies to those that the program declares and does not define.
void addLibraryCode(llvm::Module& module);

bool isLibraryCode(const llvm::Function& function);
// What it does is settled natively at another step, which others could notice.
bool isOfMainOnly(const llvm::Function& function);

}  // namespace heddle::symbolic
