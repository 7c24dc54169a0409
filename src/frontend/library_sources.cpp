#include "frontend/library_sources.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <set>

#include "core/library.h"
#include "frontend/clang.h"

namespace heddle::frontend {
namespace {

std::set<std::string> neededSources(const llvm::Module& program) {
  std::set<std::string> files;
  for (const llvm::GlobalValue& value : program.global_values()) {
    if (!value.isDeclaration() || value.use_empty()) continue;
    if (const char* const source = core::library::factsOf(value.getName()).source) files.insert(source);
  }
  return files;
}

}  // namespace

std::optional<Diagnostic> addLibrarySources(llvm::Module& program) {
  const std::set<std::string> needed = neededSources(program);
  if (needed.empty()) return std::nullopt;
  std::vector<Input> inputs;
  for (const std::string& file : needed)
    inputs.push_back(
        {includeDirectory() + "/heddle/library/" + file, file.ends_with(".cpp") ? Language::Cxx : Language::C});
  auto bitcode = compileToBitcode(inputs, {"-D_GNU_SOURCE"}, PchCache::ofUser());
  if (!bitcode) return bitcode.problem();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    llvm::SMDiagnostic problem;
    auto module =
        llvm::parseIR(llvm::MemoryBufferRef(bitcode->ofInput[i], inputs[i].file), problem, program.getContext());
    if (!module || llvm::Linker::linkModules(program, std::move(module), llvm::Linker::Flags::LinkOnlyNeeded))
      return Diagnostic{fmt::format("cannot link {}: {}", inputs[i].file, problem.getMessage().str())};
  }
  return std::nullopt;
}

}  // namespace heddle::frontend
