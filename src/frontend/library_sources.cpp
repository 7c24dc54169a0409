#include "frontend/library_sources.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <map>
#include <memory>
#include <set>

#include "base/cache_directory.h"
#include "core/library.h"
#include "frontend/clang.h"
#include "frontend/library_cache.h"

namespace heddle::frontend {
namespace {

using Modules = std::map<std::string, std::unique_ptr<llvm::Module>>;  // by file

std::set<std::string> neededSources(const llvm::Module& module) {
  std::set<std::string> files;
  for (const llvm::GlobalValue& value : module.global_values()) {
    if (!value.isDeclaration() || value.use_empty()) continue;
    if (const char* const source = core::library::factsOf(value.getName()).source) files.insert(source);
  }
  return files;
}

bool isOfLibcxx(const std::string& file) { return file.starts_with("libcxx_"); }

// Those that are written against one of the two C++ libraries.
std::optional<Diagnostic> compile(const std::set<std::string>& files, bool isLibcxx, llvm::LLVMContext& context,
                                  Modules& modules) {
  std::vector<std::string> flags{"-D_GNU_SOURCE"};
  if (isLibcxx) flags.insert(flags.end(), {"-stdlib=libc++", "-w"});
  auto clang = findClang();
  if (!clang) return clang.problem();
  const LibraryCache cache(userCacheDirectory(), *clang, allFlags(Language::Cxx, flags));
  std::map<std::string, std::string> bitcode;
  std::vector<Input> inputs;
  for (const std::string& file : files) {
    if (isOfLibcxx(file) != isLibcxx) continue;
    const std::string path = includeDirectory() + "/heddle/library/" + file;
    if (auto found = cache.find(path))
      bitcode.emplace(path, std::move(*found));
    else
      inputs.push_back({.file = path,
                        .language = file.ends_with(".cpp") ? Language::Cxx : Language::C,
                        .flags = cache.flagsFor(path)});
  }
  if (!inputs.empty()) {
    auto compiled = compileToBitcode(inputs, flags, PchCache(""));
    if (!compiled) return compiled.problem();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      cache.publish(inputs[i].file, compiled->ofInput[i]);
      bitcode.emplace(inputs[i].file, std::move(compiled->ofInput[i]));
    }
  }
  for (const auto& [path, text] : bitcode) {
    llvm::SMDiagnostic problem;
    auto module = llvm::parseIR(llvm::MemoryBufferRef(text, path), problem, context);
    if (!module) return Diagnostic{fmt::format("cannot read {}: {}", path, problem.getMessage().str())};
    modules.emplace(path.substr(path.rfind('/') + 1), std::move(module));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> addLibrarySources(llvm::Module& program) {
  Modules modules;
  for (std::set<std::string> needed = neededSources(program); !needed.empty();) {
    for (const bool isLibcxx : {false, true})
      if (auto problem = compile(needed, isLibcxx, program.getContext(), modules)) return problem;
    // What they need themselves.
    std::set<std::string> more;
    for (const std::string& file : needed) more.merge(neededSources(*modules.at(file)));
    std::erase_if(more, [&](const std::string& file) { return modules.contains(file); });
    needed = std::move(more);
  }
  if (modules.empty()) return std::nullopt;
  // Together, and once: each has variables of its own.
  auto all = std::make_unique<llvm::Module>("library", program.getContext());
  all->setDataLayout(program.getDataLayout());
  all->setTargetTriple(program.getTargetTriple());
  for (auto& [file, module] : modules)
    if (llvm::Linker::linkModules(*all, std::move(module))) return Diagnostic{fmt::format("cannot link {}", file)};
  if (llvm::Linker::linkModules(program, std::move(all), llvm::Linker::Flags::LinkOnlyNeeded))
    return Diagnostic{"cannot link Heddle's own library"};
  return std::nullopt;
}

}  // namespace heddle::frontend
