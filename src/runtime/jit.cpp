#include "runtime/jit.h"

#include <fmt/format.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/ThreadSafeModule.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <optional>

#include "core/hooks.h"
#include "runtime/debug_objects.h"
#include "runtime/stoppable_compiler.h"

namespace heddle::runtime {
namespace {

namespace orc = llvm::orc;

Diagnostic problem(llvm::Error error) {
  return {fmt::format("cannot compile the program to native code: {}", llvm::toString(std::move(error)))};
}

// Helpers of the code generator, from this process; nothing else falls through.
class CompilerSupport : public orc::DefinitionGenerator {
 public:
  llvm::Error tryToGenerate(orc::LookupState&, orc::LookupKind, orc::JITDylib& dylib, orc::JITDylibLookupFlags,
                            const orc::SymbolLookupSet& wanted) override {
    orc::SymbolMap found;
    for (const auto& [symbol, flags] : wanted) {
      const std::string name = (*symbol).str();
      if (const void* const address = compilerSupport(name))
        found[symbol] = {orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported};
    }
    return found.empty() ? llvm::Error::success() : dylib.define(orc::absoluteSymbols(std::move(found)));
  }
};

// Found out once.
llvm::Expected<orc::JITTargetMachineBuilder> thisMachine() {
  static std::optional<orc::JITTargetMachineBuilder> known;
  if (known) return *known;
  auto machine = orc::JITTargetMachineBuilder::detectHost();
  if (machine) known = *machine;
  return machine;
}

// The fastest way to select instructions is not the default one on all machines.
llvm::Expected<std::unique_ptr<orc::IRCompileLayer::IRCompiler>> quickCompiler(orc::JITTargetMachineBuilder builder,
                                                                               llvm::ObjectCache* kept) {
  auto machine = builder.createTargetMachine();
  if (!machine) return machine.takeError();
  (*machine)->setGlobalISel(false);
  (*machine)->setFastISel(true);
  return std::make_unique<orc::TMOwningSimpleCompiler>(std::move(*machine), kept);
}

}  // namespace

Jit::Jit() = default;
Jit::Jit(Jit&&) noexcept = default;
Jit& Jit::operator=(Jit&&) noexcept = default;
Jit::~Jit() = default;

Result<Jit> Jit::compile(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
                         const std::vector<Binding>& bindings, const core::ProgramInfo& info, llvm::ObjectCache* quick,
                         bool forDebugger, const MustStop& mustStop) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();          // inline assembly
  if (!forDebugger) llvm::StripDebugInfo(*module);  // sites have what we need of it

  auto machine = thisMachine();
  if (!machine) return problem(machine.takeError());
  machine->setCodeGenOptLevel(quick || forDebugger ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Less);
  machine->setRelocationModel(llvm::Reloc::PIC_);
  orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(std::move(*machine))
      .setPlatformSetUp(orc::setUpInactivePlatform)
      .setLinkProcessSymbolsByDefault(false);
  if (quick)
    builder.setCompileFunctionCreator(
        [quick](orc::JITTargetMachineBuilder target) { return quickCompiler(std::move(target), quick); });
  else if (mustStop)
    builder.setCompileFunctionCreator(
        [&](orc::JITTargetMachineBuilder target) { return stoppableCompiler(std::move(target), mustStop); });
  auto built = builder.create();
  if (!built) return problem(built.takeError());
  Jit jit;
  jit.jit_ = std::move(*built);
  jit.jit_->getExecutionSession().setErrorReporter([mustStop](llvm::Error error) {
    if (mustStop && mustStop() != nullptr) return llvm::consumeError(std::move(error));  // that is said elsewhere
    llvm::logAllUnhandledErrors(std::move(error), llvm::errs(), "heddle: ");
  });
  if (forDebugger)
    if (auto error = keepDebugObjects(*jit.jit_)) return problem(std::move(error));
  orc::JITDylib& dylib = jit.jit_->getMainJITDylib();
  module->setDataLayout(jit.jit_->getDataLayout());

  const llvm::Function* const main = module->getFunction(core::hooks::kMain);
  jit.entry_.mainReturns = main == nullptr || !main->getReturnType()->isVoidTy();

  orc::SymbolMap symbols;
  for (const Binding& binding : bindings)
    symbols[jit.jit_->mangleAndIntern(binding.name)] = {orc::ExecutorAddr::fromPtr(binding.address),
                                                        llvm::JITSymbolFlags::Exported};
  if (auto error = dylib.define(orc::absoluteSymbols(std::move(symbols)))) return problem(std::move(error));
  dylib.addGenerator(std::make_unique<CompilerSupport>());
  if (auto error = jit.jit_->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))))
    return problem(std::move(error));

  const auto find = [&](const char* name, auto& into) -> llvm::Error {
    auto address = jit.jit_->lookup(name);
    if (!address) return address.takeError();
    into = address->toPtr<std::remove_reference_t<decltype(into)>>();
    return llvm::Error::success();
  };
  namespace names = core::hooks;
  EntryPoints& entry = jit.entry_;
  if (auto error = find(names::kMain, entry.main)) return problem(std::move(error));
  if (info.globalsSize != 0)
    if (auto error = find(names::kGlobalsImage, entry.globalsImage)) return problem(std::move(error));
  if (info.tlsSize != 0)
    if (auto error = find(names::kTlsImage, entry.tlsImage)) return problem(std::move(error));
  if (info.hasConstructors)
    if (auto error = find(names::kConstructors, entry.constructors)) return problem(std::move(error));
  return jit;
}

Result<void*> Jit::lookUp(const std::string& name) {
  auto address = jit_->lookup(name);
  if (!address) return problem(address.takeError());
  return address->toPtr<void*>();
}

}  // namespace heddle::runtime
