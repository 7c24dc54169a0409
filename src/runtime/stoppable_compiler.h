// A code generator that ends early when there is no time left. It is asked before each function.
#pragma once

#include <llvm/ExecutionEngine/Orc/IRCompileLayer.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>

#include <functional>
#include <memory>

namespace heddle::runtime {

using MustStop = std::function<const char*()>;

llvm::Expected<std::unique_ptr<llvm::orc::IRCompileLayer::IRCompiler>> stoppableCompiler(
    llvm::orc::JITTargetMachineBuilder builder, const MustStop& mustStop);

}  // namespace heddle::runtime
