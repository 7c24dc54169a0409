// Where an instruction stands in the source, as its author would say it.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <string>
#include <vector>

#include "core/site.h"

namespace heddle::transform {

struct SourcePlace {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
};

class SourcePlaces {
 public:
  // Code that was inlined from a system header counts as the line of user
  // code that called it: `x.store(1)`, not a line of <atomic>.
  SourcePlace of(const llvm::Instruction& instruction);
  SourcePlace of(const llvm::Function& function);
  SourcePlace of(const llvm::DebugLoc& location);  // line 0 if it is unknown

  // The function of a system header that user code calls there, and the instruction was inlined from, "std::swap<int
  // *>"; empty if there is none.
  std::string libraryFunctionOf(const llvm::Instruction& instruction);
  // The function that it is written in, inlined or not.
  std::string functionWith(const llvm::Instruction& instruction);
  // Who called the function that the place is in, as far as calls were inlined; 0: nobody is known.
  core::FrameId callerOf(const llvm::Instruction& instruction);
  std::vector<core::Frame> takeFrames() { return std::move(frames_); }

  // As the user wrote it; with the directory only if that is needed to find it.
  const std::string& pathOf(const llvm::DIFile* file);

 private:
  const llvm::DILocation* userLocation(const llvm::DILocation* location);

  core::FrameId frameOf(const llvm::DILocation* call);

  llvm::DenseMap<const llvm::DIFile*, std::string> paths_;
  llvm::DenseMap<const llvm::DILocation*, core::FrameId> frameNumbers_;  // of calls
  std::vector<core::Frame> frames_{1};
};

bool isSystemFile(const llvm::DIFile* file);

// Code of a library to people: of a system header, or an assertion function of verification programs, which says where
// it was called.
bool isLibraryCode(const llvm::DISubprogram* function);

std::string nameOf(const llvm::DISubprogram* function);

// "ns::Class::f", "ns::x", "f()::counter" (a static local of f).
std::string qualifiedName(const llvm::DIScope* scope, llvm::StringRef name);

}  // namespace heddle::transform
