#include "runtime/library_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <deque>

#include "runtime/library_checks.h"
#include "runtime/library_image.h"
#include "runtime/virtual_functions.h"

namespace heddle::runtime {
namespace {

void beforeCall(const LibraryCall* call, std::uint64_t* arguments) { checkBefore(*call, arguments); }
void afterCall(const LibraryCall* call, const std::uint64_t* arguments, std::uint64_t result) {
  checkAfter(*call, arguments, result);
}

void beforeVirtual(const CallShape* shape, std::uint64_t* arguments, std::uint64_t function) {
  checkBefore(virtualFunction(function, *shape, arguments), arguments);
}
void afterVirtual(const CallShape* shape, const std::uint64_t* arguments, std::uint64_t result,
                  std::uint64_t function) {
  checkAfter(virtualFunction(function, *shape, arguments), arguments, result);
}

// Of each argument what a pointer in it would be, as one word.
llvm::Value* asWord(llvm::IRBuilder<>& builder, llvm::Value* argument) {
  llvm::Type* const type = argument->getType();
  if (type->isPointerTy()) return builder.CreatePtrToInt(argument, builder.getInt64Ty());
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    return builder.CreateZExt(argument, builder.getInt64Ty());
  if (type->isArrayTy() || type->isStructTy()) return asWord(builder, builder.CreateExtractValue(argument, 0));
  return builder.getInt64(0);
}

llvm::Value* constant(llvm::IRBuilder<>& builder, const void* p) {
  return builder.CreateIntToPtr(builder.getInt64(reinterpret_cast<std::uint64_t>(p)), builder.getPtrTy());
}

// Calls a function of the runtime that returns nothing.
template <typename... Parameters>
void callRuntime(llvm::IRBuilder<>& builder, void (*function)(Parameters...), llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 4> types;
  for (const llvm::Value* const argument : arguments) types.push_back(argument->getType());
  auto* const type = llvm::FunctionType::get(builder.getVoidTy(), types, false);
  builder.CreateCall(type, constant(builder, reinterpret_cast<const void*>(function)), arguments);
}

// Room for the arguments, each as a word, and for notes.
llvm::Value* roomFor(llvm::Function& function, unsigned arguments) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  return builder.CreateAlloca(llvm::ArrayType::get(builder.getInt64Ty(), arguments + kNotes));
}

template <typename Arguments>
void storeWords(llvm::IRBuilder<>& builder, llvm::Value* words, Arguments&& arguments) {
  unsigned i = 0;
  for (llvm::Value* const argument : arguments)
    builder.CreateStore(asWord(builder, argument), builder.CreateConstGEP1_64(builder.getInt64Ty(), words, i++));
}

llvm::Value* resultWord(llvm::IRBuilder<>& builder, llvm::CallBase& call) {
  return call.getType()->isVoidTy() ? builder.getInt64(0) : asWord(builder, &call);
}

// Where the function that is called may be one of the library's.
bool mayBeVirtual(const llvm::CallBase& call) {
  return call.isIndirectCall() && !call.isMustTailCall() && !call.getFunctionType()->isVarArg() &&
         !llvm::isa<llvm::CallBrInst>(call);
}

void guardVirtualCall(llvm::CallBase& call) {
  static std::deque<CallShape> shapes;  // the code has their addresses
  const CallShape& shape =
      shapes.emplace_back(shapeOf(*call.getFunctionType(), call.getAttributes(), call.getModule()->getDataLayout()));
  if (!shape.takesPointers) return;
  llvm::Value* const words = roomFor(*call.getFunction(), call.arg_size());
  llvm::IRBuilder<> builder(&call);
  llvm::Value* const function = builder.CreatePtrToInt(call.getCalledOperand(), builder.getInt64Ty());
  const LibraryImage& image = libraryImage();
  llvm::Value* const isLibrarys = builder.CreateICmpULT(builder.CreateSub(function, builder.getInt64(image.begin)),
                                                        builder.getInt64(image.end - image.begin));
  builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(isLibrarys, call.getIterator(), /*Unreachable=*/false));
  storeWords(builder, words, call.args());
  callRuntime(builder, beforeVirtual, {constant(builder, &shape), words, function});
  if (call.doesNotReturn()) return;
  llvm::BasicBlock::iterator next = std::next(call.getIterator());
  if (auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(&call))
    next = llvm::SplitEdge(invoke->getParent(), invoke->getNormalDest())->getFirstInsertionPt();
  builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(isLibrarys, next, /*Unreachable=*/false));
  callRuntime(builder, afterVirtual, {constant(builder, &shape), words, resultWord(builder, call), function});
}

}  // namespace

bool guardLibraryCall(llvm::Function& function, const std::string& native) {
  llvm::Module& module = *function.getParent();
  const CallShape shape = shapeOf(*function.getFunctionType(), function.getAttributes(), module.getDataLayout());
  if (!shape.takesPointers || function.isVarArg()) return false;
  static std::deque<LibraryCall> calls;  // the code has their addresses
  const LibraryCall& call = calls.emplace_back(libraryCall(function.getName().str(), shape));

  llvm::Function* const own =
      llvm::Function::Create(function.getFunctionType(), llvm::Function::ExternalLinkage, native, module);
  own->copyAttributesFrom(&function);
  own->setDSOLocal(false);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", &function));
  llvm::Value* const words = roomFor(function, function.arg_size());
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : function.args()) arguments.push_back(&argument);
  storeWords(builder, words, arguments);
  callRuntime(builder, beforeCall, {constant(builder, &call), words});
  llvm::CallInst* const result = builder.CreateCall(own, arguments);
  result->setCallingConv(function.getCallingConv());
  result->setAttributes(function.getAttributes());
  if (function.doesNotReturn()) {
    builder.CreateUnreachable();
  } else {
    callRuntime(builder, afterCall, {constant(builder, &call), words, resultWord(builder, *result)});
    if (result->getType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(result);
  }
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.setVisibility(llvm::GlobalValue::DefaultVisibility);
  return true;
}

void guardVirtualCalls(llvm::Module& module) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && mayBeVirtual(*call))
        calls.push_back(call);
  for (llvm::CallBase* const call : calls) guardVirtualCall(*call);
}

}  // namespace heddle::runtime
