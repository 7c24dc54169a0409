#include "frontend/link.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <map>

#include "core/library.h"
#include "frontend/tests.h"

namespace heddle::frontend {
namespace {

using ModulePtr = std::unique_ptr<llvm::Module>;

// Without a handler of ours, LLVM prints an error and ends the process.
void keepErrors(const llvm::DiagnosticInfo* info, void* text) {
  if (info->getSeverity() != llvm::DS_Error) return;
  llvm::raw_string_ostream stream(*static_cast<std::string*>(text));
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info->print(printer);
}

// clang compiled for this machine; a file from elsewhere may not be.
std::optional<Diagnostic> whyUnusable(const llvm::Module& module, const Input& input) {
  const llvm::Triple theirs(module.getTargetTriple()), ours(llvm::sys::getProcessTriple());
  if (!module.getTargetTriple().empty() && theirs.getArch() != ours.getArch()) {
    return Diagnostic{fmt::format("{} was compiled for {}, but this machine is {}: compile it again here", input.file,
                                  module.getTargetTriple(), ours.str())};
  }
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(module, &stream)) {
    return Diagnostic{fmt::format("{} is not valid LLVM IR: {}", input.file, problems.substr(0, problems.find('\n')))};
  }
  return std::nullopt;
}

Result<ModulePtr> readLlvmFile(llvm::LLVMContext& context, const Input& input) {
  llvm::SMDiagnostic problem;
  ModulePtr module = llvm::parseIRFile(input.file, problem, context);
  if (!module) {
    const std::string line = problem.getLineNo() > 0 ? fmt::format(":{}", problem.getLineNo()) : std::string();
    return Diagnostic{fmt::format("{}{}: {}: Heddle reads the bitcode and assembly of LLVM 19 and older", input.file,
                                  line, problem.getMessage().str())};
  }
  if (auto reason = whyUnusable(*module, input)) return *reason;
  return module;
}

Result<ModulePtr> readBitcode(llvm::LLVMContext& context, const Input& input, const std::string& bitcode) {
  llvm::SMDiagnostic problem;
  ModulePtr module = llvm::parseIR(llvm::MemoryBufferRef(bitcode, input.file), problem, context);
  if (module && !bitcode.empty()) return module;
  return Diagnostic{
      fmt::format("clang's output for {} is not bitcode of LLVM 19 ({}): check HEDDLE_CLANG, and whether "
                  "a flag asks for other output (-E, -M)",
                  input.file, module ? "there is none" : problem.getMessage().str())};
}

// Which file defines what. The linker would complain of a second definition as
// well, but cannot say where the first one is.
class Definitions {
 public:
  std::optional<Diagnostic> add(const llvm::Module& module, const Input& input) {
    for (const llvm::GlobalValue& value : module.global_values()) {
      if (value.isDeclaration() || !value.hasExternalLinkage()) continue;
      const auto [entry, isNew] = files_.try_emplace(value.getName().str(), input.file);
      if (isNew) continue;
      return Diagnostic{fmt::format("`{}` is defined in {} and in {}: keep one of them, or make it static",
                                    llvm::demangle(value.getName().str()), entry->second, input.file)};
    }
    return std::nullopt;
  }

 private:
  std::map<std::string, std::string> files_;
};

// An inline function of C99 may be called as it is, or as another file defines it (6.7.4). The library's own
// stay the library's.
void keepInlineBodies(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.hasAvailableExternallyLinkage() && core::library::find(function.getName()) == nullptr)
      function.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
  }
}

// int main(void), int main(int, char **), and what old C makes of them.
bool canBeMain(const llvm::Function& function) {
  const llvm::Type* const result = function.getReturnType();
  return function.arg_size() <= 3 && !function.hasStructRetAttr() &&
         (result->isVoidTy() || result->isIntegerTy() || result->isPointerTy()) &&
         llvm::all_of(function.args(), [](const llvm::Argument& argument) {
           return argument.getType()->isPointerTy() || argument.getType()->isIntegerTy(32);
         });
}

std::optional<Diagnostic> whyNoMain(const llvm::Module& module, const std::vector<Input>& inputs, std::size_t tests) {
  const llvm::Function* main = module.getFunction("main");
  if (main != nullptr && !main->isDeclaration()) {
    if (canBeMain(*main)) return std::nullopt;
    const llvm::DISubprogram* const where = main->getSubprogram();
    return Diagnostic{
        fmt::format("{}the program's 'main' has another type than int main(void) or int main(int, char **)",
                    where ? fmt::format("{}:{}: ", where->getFilename().str(), where->getLine()) : "")};
  }
  std::string files;
  for (const Input& input : inputs) files += (files.empty() ? "" : ", ") + input.file;
  if (tests != 0)
    return Diagnostic{fmt::format("no function `main` in {}, but {} test{}: check {} by 'heddle test'", files, tests,
                                  tests == 1 ? "" : "s", tests == 1 ? "it" : "them")};
  return Diagnostic{
      fmt::format("no function `main` in {}: Heddle runs whole programs; add a `main` that starts the threads", files)};
}

// Of the program, or of the test that it is to be.
std::optional<Diagnostic> chooseMain(llvm::Module& module, const std::vector<Input>& inputs, const std::string& name) {
  const std::vector<TestBody> tests = takeTests(module);
  if (name.empty()) return whyNoMain(module, inputs, tests.size());
  const auto test = std::ranges::find(tests, name, [](const TestBody& body) { return body.test.name; });
  if (test == tests.end()) return Diagnostic{fmt::format("there is no test '{}' any more", name)};
  makeMain(*test, module);
  return std::nullopt;
}

// A program that declares a function of the library otherwise than the library does.
std::optional<Diagnostic> whyTooFew(const llvm::Module& module, const ArgumentsOf& argumentsOf) {
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic()) continue;
    const unsigned least = argumentsOf(function.getName());
    for (const llvm::User* const user : function.users()) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call || call->getCalledOperand() != &function || call->arg_size() >= least) continue;
      const llvm::DILocation* const at = call->getDebugLoc().get();
      const std::string place = at ? fmt::format("{}:{}: ", at->getFilename().str(), at->getLine()) : std::string();
      return Diagnostic{
          fmt::format("{}the program calls {} with {} of {} arguments: include the header that declares it", place,
                      llvm::demangle(function.getName().str()), call->arg_size(), least)};
    }
  }
  return std::nullopt;
}

}  // namespace

Result<ModulePtr> linkModules(llvm::LLVMContext& context, const std::vector<Input>& inputs,
                              const std::vector<std::string>& bitcode) {
  std::string errors;
  context.setDiagnosticHandlerCallBack(keepErrors, &errors);
  Definitions definitions;
  ModulePtr program;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool isSource = inputs[i].language == Language::C || inputs[i].language == Language::Cxx;
    Result<ModulePtr> module =
        isSource ? readBitcode(context, inputs[i], bitcode[i]) : readLlvmFile(context, inputs[i]);
    if (!module) return module.problem();
    keepInlineBodies(**module);
    if (auto twice = definitions.add(**module, inputs[i])) return *twice;
    if (!program) {
      program = std::move(*module);
    } else if (llvm::Linker::linkModules(*program, std::move(*module))) {
      return Diagnostic{fmt::format("cannot link {}: {}", inputs[i].file, errors)};
    }
  }
  context.setDiagnosticHandlerCallBack(nullptr, nullptr);
  return program;
}

Result<ModulePtr> linkProgram(llvm::LLVMContext& context, const std::vector<Input>& inputs,
                              const std::vector<std::string>& bitcode, const ArgumentsOf& argumentsOf,
                              const std::string& test) {
  auto program = linkModules(context, inputs, bitcode);
  if (!program) return program;
  if (auto reason = chooseMain(**program, inputs, test)) return *reason;
  if (argumentsOf)
    if (auto reason = whyTooFew(**program, argumentsOf)) return *reason;
  return program;
}

}  // namespace heddle::frontend
