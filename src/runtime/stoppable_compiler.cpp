#include "runtime/stoppable_compiler.h"

#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Pass.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

namespace heddle::runtime {
namespace {

namespace orc = llvm::orc;

// A pass cannot end those after it, but leave nothing to them.
class EmptyIfLate final : public llvm::FunctionPass {
 public:
  explicit EmptyIfLate(const MustStop& mustStop) : FunctionPass(kId), mustStop_(mustStop) {}

  bool runOnFunction(llvm::Function& function) override {
    if (mustStop_() == nullptr) return false;
    function.dropAllReferences();
    new llvm::UnreachableInst(function.getContext(), llvm::BasicBlock::Create(function.getContext(), "", &function));
    return true;
  }

 private:
  static inline char kId = 0;

  const MustStop& mustStop_;
};

class StoppableCompiler final : public orc::IRCompileLayer::IRCompiler {
 public:
  StoppableCompiler(std::unique_ptr<llvm::TargetMachine> machine, const MustStop& mustStop)
      : IRCompiler(orc::irManglingOptionsFromTargetOptions(machine->Options)),
        machine_(std::move(machine)),
        mustStop_(mustStop) {}

  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> operator()(llvm::Module& module) override {
    llvm::SmallVector<char, 0> code;
    {
      llvm::raw_svector_ostream stream(code);
      llvm::legacy::PassManager passes;
      passes.add(new EmptyIfLate(mustStop_));
      llvm::MCContext* context = nullptr;
      if (machine_->addPassesToEmitMC(passes, context, stream))
        return llvm::createStringError("there is no code generator for this machine");
      passes.run(module);
    }
    if (mustStop_() != nullptr) return llvm::createStringError(mustStop_());
    return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(code), module.getModuleIdentifier(),
                                                           /*RequiresNullTerminator=*/false);
  }

 private:
  std::unique_ptr<llvm::TargetMachine> machine_;
  MustStop mustStop_;
};

}  // namespace

llvm::Expected<std::unique_ptr<orc::IRCompileLayer::IRCompiler>> stoppableCompiler(orc::JITTargetMachineBuilder builder,
                                                                                   const MustStop& mustStop) {
  auto machine = builder.createTargetMachine();
  if (!machine) return machine.takeError();
  return std::make_unique<StoppableCompiler>(std::move(*machine), mustStop);
}

}  // namespace heddle::runtime
