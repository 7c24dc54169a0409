#include "transform/source_place.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include "core/function_names.h"
#include "core/system_files.h"

namespace heddle::transform {
namespace {

// The part before the parameters; operator() keeps its own parentheses.
std::string withoutParameters(std::string name) {
  const std::size_t from = name.rfind("operator()") == std::string::npos ? 0 : name.rfind("operator()") + 10;
  const std::size_t open = name.find('(', from);
  if (open != std::string::npos && open > 0 && name[open - 1] != ' ') name.resize(open);
  return name;
}

bool isOfLibrary(const llvm::DILocation& location) {
  return isSystemFile(location.getFile()) || isLibraryCode(location.getScope()->getSubprogram());
}

}  // namespace

std::string nameOf(const llvm::DISubprogram* function) {
  return qualifiedName(function->getScope(), function->getName());
}

bool isLibraryCode(const llvm::DISubprogram* function) {
  return function && (isSystemFile(function->getFile()) || function->getName() == "__VERIFIER_assert");
}

bool isSystemFile(const llvm::DIFile* file) {
  if (!file) return false;
  llvm::SmallString<256> path(file->getFilename());
  if (!llvm::sys::path::is_absolute(path)) {
    path = file->getDirectory();
    llvm::sys::path::append(path, file->getFilename());
  }
  return core::isSystemFile(llvm::StringRef(path));
}

std::string qualifiedName(const llvm::DIScope* scope, llvm::StringRef name) {
  std::string result = name.empty() ? "{unnamed}" : name.str();
  for (; scope && !llvm::isa<llvm::DIFile, llvm::DICompileUnit>(scope); scope = scope->getScope()) {
    std::string part = scope->getName().str();
    if (llvm::isa<llvm::DISubprogram>(scope)) {
      part += "()";
    } else if (llvm::isa<llvm::DICompositeType>(scope) && part.empty()) {
      part = "{lambda}";
    }
    if (!part.empty()) result = part + "::" + result;
  }
  return core::asWritten(result);
}

const std::string& SourcePlaces::pathOf(const llvm::DIFile* file) {
  auto [entry, isNew] = paths_.try_emplace(file);
  if (isNew && file) {
    entry->second = file->getFilename().str();
    if (!llvm::sys::path::is_absolute(entry->second) && !llvm::sys::fs::exists(entry->second)) {
      llvm::SmallString<256> joined(file->getDirectory());
      llvm::sys::path::append(joined, entry->second);
      if (llvm::sys::fs::exists(joined)) entry->second = joined.str().str();
    }
  }
  return entry->second;
}

const llvm::DILocation* SourcePlaces::userLocation(const llvm::DILocation* location) {
  for (const llvm::DILocation* at = location; at; at = at->getInlinedAt()) {
    if (at->getLine() != 0 && !isOfLibrary(*at)) return at;
  }
  return location;
}

SourcePlace SourcePlaces::of(const llvm::Instruction& instruction) {
  return instruction.getDebugLoc() ? of(instruction.getDebugLoc()) : of(*instruction.getFunction());
}

SourcePlace SourcePlaces::of(const llvm::DebugLoc& where) {
  const llvm::DILocation* location = userLocation(where.get());
  if (!location) return {};
  SourcePlace place{pathOf(location->getFile()), location->getLine(), location->getColumn(), {}};
  if (const llvm::DISubprogram* subprogram = location->getScope()->getSubprogram()) place.function = nameOf(subprogram);
  return place;
}

std::string SourcePlaces::libraryFunctionOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* const user = userLocation(instruction.getDebugLoc().get());
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at && at != user; at = at->getInlinedAt())
    if (at->getInlinedAt() == user)
      if (const llvm::DISubprogram* const subprogram = at->getScope()->getSubprogram()) return nameOf(subprogram);
  return {};
}

std::string SourcePlaces::functionWith(const llvm::Instruction& instruction) {
  const llvm::DILocation* const at = instruction.getDebugLoc().get();
  const llvm::DISubprogram* const subprogram = at ? at->getScope()->getSubprogram() : nullptr;
  return subprogram ? nameOf(subprogram) : "";
}

core::FrameId SourcePlaces::callerOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* const user = userLocation(instruction.getDebugLoc().get());
  return user ? frameOf(user->getInlinedAt()) : 0;
}

core::FrameId SourcePlaces::frameOf(const llvm::DILocation* call) {
  std::string library;
  for (; call && isOfLibrary(*call); call = call->getInlinedAt())
    if (const llvm::DISubprogram* const passed = call->getScope()->getSubprogram()) library = nameOf(passed);
  if (!call) return 0;
  if (const auto known = frameNumbers_.find(call); known != frameNumbers_.end()) return known->second;
  const core::FrameId caller = frameOf(call->getInlinedAt());
  const llvm::DISubprogram* const function = call->getScope()->getSubprogram();
  frames_.push_back({pathOf(call->getFile()), call->getLine(), call->getColumn(), function ? nameOf(function) : "",
                     std::move(library), caller});
  return frameNumbers_[call] = static_cast<core::FrameId>(frames_.size() - 1);
}

SourcePlace SourcePlaces::of(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (!subprogram) return {{}, 0, 0, withoutParameters(llvm::demangle(function.getName()))};
  return {pathOf(subprogram->getFile()), subprogram->getLine(), 0, nameOf(subprogram)};
}

}  // namespace heddle::transform
