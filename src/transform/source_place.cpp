#include "transform/source_place.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace heddle::transform {
namespace {

// The part before the parameters; operator() keeps its own parentheses.
std::string withoutParameters(std::string name) {
  const std::size_t from = name.rfind("operator()") == std::string::npos ? 0 : name.rfind("operator()") + 10;
  const std::size_t open = name.find('(', from);
  if (open != std::string::npos && open > 0 && name[open - 1] != ' ') name.resize(open);
  return name;
}

std::string nameOf(const llvm::DISubprogram* subprogram) {
  return qualifiedName(subprogram->getScope(), subprogram->getName());
}

}  // namespace

bool isSystemFile(const llvm::DIFile* file) {
  if (!file) return false;
  // The second: functions of the library that Heddle has in C.
  return file->getFilename().starts_with("/usr/") || file->getDirectory().starts_with("/usr/") ||
         file->getFilename().contains("/heddle/library/");
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
  return result;
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
    if (at->getLine() != 0 && !isSystemFile(at->getFile())) return at;
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
  const llvm::DILocation* const location = instruction.getDebugLoc().get();
  if (!location || !isSystemFile(location->getFile()) || userLocation(location) == location) return {};
  const llvm::DISubprogram* const subprogram = location->getScope()->getSubprogram();
  return subprogram ? nameOf(subprogram) : "";
}

SourcePlace SourcePlaces::of(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (!subprogram) return {{}, 0, 0, withoutParameters(llvm::demangle(function.getName()))};
  return {pathOf(subprogram->getFile()), subprogram->getLine(), 0, nameOf(subprogram)};
}

}  // namespace heddle::transform
