// Functions of the library that Heddle has in C or C++ (core/library/sources.cpp): what a program uses of them is
// compiled and linked to it.
#pragma once

#include <optional>

#include "base/result.h"

namespace llvm {
class Module;
}

namespace heddle::frontend {

std::optional<Diagnostic> addLibrarySources(llvm::Module& program);

}  // namespace heddle::frontend
