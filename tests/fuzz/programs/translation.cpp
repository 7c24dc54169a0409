#include "translation.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "frontend/clang.h"
#include "transform/instrument.h"

namespace heddle::fuzz::programs {

struct Translated::Modules {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

namespace {

bool isDirective(const Line& line) { return line.text.starts_with("#"); }

// What declarations are made of besides the names that they declare.
const std::set<std::string>& reserved() {
  static const std::set<std::string> kReserved{"int",
                                               "long",
                                               "void",
                                               "static",
                                               "inline",
                                               "struct",
                                               "typedef",
                                               "std",
                                               "atomic",
                                               "atomic_int",
                                               "_Atomic",
                                               "mutex",
                                               "thread_local",
                                               "_Thread_local",
                                               "pthread_mutex_t",
                                               "pthread_t",
                                               "noinline",
                                               "__attribute__",
                                               "unsigned",
                                               "PTHREAD_MUTEX_INITIALIZER",
                                               "const",
                                               "volatile",
                                               "return",
                                               "char",
                                               "uint64_t",
                                               "heddle_channel",
                                               "shared_mutex",
                                               "bool",
                                               "pthread_rwlock_t",
                                               "PTHREAD_RWLOCK_INITIALIZER",
                                               "extern",
                                               "pthread_cond_t",
                                               "PTHREAD_COND_INITIALIZER",
                                               "sem_t",
                                               "pthread_barrier_t",
                                               "pthread_once_t",
                                               "PTHREAD_ONCE_INIT",
                                               "timespec",
                                               "union",
                                               "short"};
  return kReserved;
}

// The names that the lines at the outermost level have.
std::set<std::string> ownNames(const Source& source) {
  std::set<std::string> names;
  for (const Line& line : source.lines) {
    if (isDirective(line) || line.text.starts_with("//")) continue;
    for (const std::string& name : namesIn(line.text))
      if (!reserved().contains(name)) names.insert(name);
  }
  return names;
}

std::string mainOf(std::size_t index) { return fmt::format("main_{}", index); }

// Lines keep their numbers.
std::string section(const Source& source, std::size_t index, const std::string& directory) {
  Source body = source;
  for (Line& line : body.lines)
    if (isDirective(line)) line.text.clear();
  std::string all;
  const std::set<std::string> names = ownNames(source);
  for (const std::string& name : names) all += fmt::format("#define {0} {0}_{1}\n", name, index);
  if (source.isCxx) all += fmt::format("extern \"C\" int {}();\n", mainOf(index));
  all += fmt::format("#line 1 \"{}/program-{}{}\"\n{}", directory, index, source.isCxx ? ".cpp" : ".c", text(body));
  for (const std::string& name : names) all += fmt::format("#undef {}\n", name);
  return all;
}

std::string together(const std::vector<const Source*>& sources, const std::string& directory) {
  std::vector<std::string> headers;
  for (const Source* const source : sources)
    for (const Line& line : source->lines)
      if (isDirective(line) && std::ranges::find(headers, line.text) == headers.end()) headers.push_back(line.text);
  std::string all;
  for (const std::string& header : headers) all += header + "\n";
  for (std::size_t i = 0; i < sources.size(); ++i) all += section(*sources[i], i, directory);
  return all;
}

// The compile unit lists the variables of all programs.
void forgetOthers(llvm::Module& module) {
  std::set<const llvm::Metadata*> kept;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
    variable.getDebugInfo(expressions);
    kept.insert(expressions.begin(), expressions.end());
  }
  for (llvm::DICompileUnit* const unit : module.debug_compile_units()) {
    llvm::SmallVector<llvm::Metadata*> left;
    for (llvm::DIGlobalVariableExpression* const variable : unit->getGlobalVariables())
      if (kept.contains(variable)) left.push_back(variable);
    unit->replaceGlobalVariables(llvm::MDTuple::get(module.getContext(), left));
    unit->replaceRetainedTypes(nullptr);
  }
}

std::string preparedAs(llvm::Module& module, const transform::LoopOptions& options) {
  transform::prepare(module, options);
  forgetOthers(module);
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  return bitcode;
}

}  // namespace

Result<std::vector<Translated>> translate(const std::vector<const Source*>& sources, const std::string& directory) {
  const std::string file = (std::filesystem::path(directory) / sources.front()->fileName()).string();
  std::ofstream(file) << together(sources, directory);
  auto inputs = frontend::checkInputs({file});
  if (!inputs) return inputs.problem();
  auto bitcode = frontend::compileToBitcode(*inputs, {"-w"}, frontend::PchCache::ofUser());
  if (!bitcode) return bitcode.problem();
  const auto shared = std::make_shared<Translated::Modules>();
  llvm::SMDiagnostic problem;
  shared->module = llvm::parseIR(llvm::MemoryBufferRef(bitcode->ofInput.front(), "programs"), problem, shared->context);
  if (!shared->module) return Diagnostic{problem.getMessage().str()};
  std::vector<Translated> result;
  for (std::size_t i = 0; i < sources.size(); ++i)
    result.push_back({shared, mainOf(i), text(*sources[i]).find("std::lock(") != std::string::npos});
  return result;
}

Result<Prepared> prepared(const Translated& program) {
  llvm::Module& module = *program.modules->module;
  llvm::Function* const main = module.getFunction(program.main);
  if (main == nullptr || main->isDeclaration()) return Diagnostic{"no function `main`"};
  main->setName("main");
  Prepared result;
  if (program.takesLocksTogether) {
    transform::LoopOptions separately;
    separately.groupLocks = false;
    result.withoutGroups = preparedAs(*llvm::CloneModule(module), separately);
  }
  result.byDefault = preparedAs(module, {});
  return result;
}

}  // namespace heddle::fuzz::programs
