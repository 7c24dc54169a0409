// Calls into libstdc++.so that hand over memory of the program.
//
// The library runs as it is, so Heddle does not see what it reads and writes. What
// it touches through its arguments follows from the function's name, which has
// their types: a `const char*` is a text, a `std::string&` is an object with
// characters, a stream changes as a whole. A function whose arguments are not
// understood is refused when it is called with memory of the program.
#pragma once

#include <string>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace heddle::runtime {

// Gives the declared function a body that checks what the arguments lead to and
// then calls the library's own, which is `native` (its name for the linker).
// False: no argument can lead to memory of the program; nothing is changed.
bool guardLibraryCall(llvm::Function& function, const std::string& native);

// The same for calls through pointers, where what is called turns out to be a function of the library.
void guardVirtualCalls(llvm::Module& module);

}  // namespace heddle::runtime
