#include "runtime/debug_objects.h"

#include <llvm/ExecutionEngine/Orc/DebugObjectManagerPlugin.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/Shared/SimplePackedSerialization.h>
#include <llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderGDB.h>

#include <memory>
#include <utility>
#include <vector>

namespace heddle::runtime {
namespace {

namespace orc = llvm::orc;

std::vector<orc::ExecutorAddrRange> kept;

class Keeper final : public orc::DebugObjectRegistrar {
 public:
  llvm::Error registerDebugObject(orc::ExecutorAddrRange where, bool) override {
    kept.push_back(where);
    return llvm::Error::success();
  }
};

// Called as it is: LLVM would look it up by name, and a program that is linked statically may not export it.
llvm::Error announce(orc::ExecutorAddrRange where) {
  using Call = orc::shared::WrapperFunction<orc::shared::SPSError(orc::shared::SPSExecutorAddrRange, bool)>;
  const auto call = [](const char* arguments, std::size_t bytes) {
    return orc::shared::WrapperFunctionResult(llvm_orc_registerJITLoaderGDBAllocAction(arguments, bytes));
  };
  llvm::Error result = llvm::Error::success();
  if (auto error = Call::call(call, result, where, /*AutoRegisterCode=*/true))
    return llvm::joinErrors(std::move(error), std::move(result));
  return result;
}

}  // namespace

llvm::Error keepDebugObjects(orc::LLJIT& jit) {
  auto* const layer = llvm::dyn_cast<orc::ObjectLinkingLayer>(&jit.getObjLinkingLayer());
  if (layer == nullptr)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "no debugger can be told of code on this machine");
  layer->addPlugin(std::make_shared<orc::DebugObjectManagerPlugin>(jit.getExecutionSession(),
                                                                   std::make_unique<Keeper>(),
                                                                   /*RequireDebugSections=*/true,
                                                                   /*AutoRegisterCode=*/true));
  return llvm::Error::success();
}

llvm::Error announceDebugObjects() {
  for (const orc::ExecutorAddrRange where : std::exchange(kept, {}))
    if (auto error = announce(where)) return error;
  return llvm::Error::success();
}

}  // namespace heddle::runtime
