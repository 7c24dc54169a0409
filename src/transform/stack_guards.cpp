// The second half of stack_objects.h: red zones around escaping stack objects.
//
// A static alloca becomes { front zone, object, back zone }. A dynamic one
// (alloca(), a variable-length array) does too, and its front zone holds a
// link to the dynamic object before it: how many there are when the function
// returns, or leaves a scope with such arrays, is known only at run time.
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>

#include "core/layout.h"
#include "transform/stack_objects.h"

namespace heddle::transform {
namespace {

using core::layout::kRedZone;
constexpr std::uint64_t kGranule = 8;  // memory one mask byte speaks for; never shared by two objects
static_assert(kRedZone >= 2 * sizeof(void*), "the link and the size of a dynamic object fit");

class StackGuards {
 public:
  StackGuards(llvm::Function& function, Context& context)
      : function_(function), context_(context), layout_(function.getDataLayout()) {}

  void guard(const EscapingObject& object) {
    dropLifetimes(*object.alloca);
    if (object.alloca->isStaticAlloca()) {
      guardStatic(object);
    } else {
      guardDynamic(object);
    }
    object.alloca->eraseFromParent();
  }

  void leave() {
    for (llvm::BasicBlock& block : function_) {
      llvm::Instruction* end = block.getTerminator();
      if (llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(end)) leaveBefore(block, *end);
      if (!head_) continue;
      for (llvm::Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        if (call && call->getIntrinsicID() == llvm::Intrinsic::stackrestore) {
          leaveDynamic(*call, call->getArgOperand(0));
        }
      }
    }
  }

 private:
  struct Placed {
    llvm::Value* object;
    llvm::Value* bytes;
  };

  static std::uint64_t frontZone(llvm::Align align) { return llvm::alignTo(kRedZone, align); }

  static void dropLifetimes(llvm::AllocaInst& alloca) {
    for (llvm::User* user : llvm::make_early_inc_range(alloca.users())) {
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user); call && call->isLifetimeStartOrEnd()) {
        call->eraseFromParent();
      }
    }
  }

  void guardStatic(const EscapingObject& object) {
    llvm::AllocaInst& old = *object.alloca;
    const std::uint64_t bytes = old.getAllocationSize(layout_)->getFixedValue();
    const llvm::Align align = std::max(old.getAlign(), llvm::Align(kGranule));
    llvm::IRBuilder<> builder(&old);
    llvm::Type* byte = builder.getInt8Ty();
    llvm::Type* type = llvm::ArrayType::get(byte, frontZone(align) + llvm::alignTo(bytes, kGranule) + kRedZone);
    llvm::AllocaInst* zoned = builder.CreateAlloca(type);
    zoned->setAlignment(align);
    enter(builder, object,
          {builder.CreateConstInBoundsGEP1_64(byte, zoned, frontZone(align)), builder.getInt64(bytes)});
  }

  void guardDynamic(const EscapingObject& object) {
    llvm::AllocaInst& old = *object.alloca;
    const llvm::Align align = std::max(old.getAlign(), llvm::Align(kGranule));
    llvm::IRBuilder<> builder(&old);
    llvm::Value* count = builder.CreateZExtOrTrunc(old.getArraySize(), builder.getInt64Ty());
    llvm::Value* bytes = builder.CreateMul(count, builder.getInt64(layout_.getTypeAllocSize(old.getAllocatedType())));
    llvm::Value* padded =
        builder.CreateAnd(builder.CreateAdd(bytes, builder.getInt64(kGranule - 1)), builder.getInt64(~(kGranule - 1)));
    llvm::Value* total = builder.CreateAdd(padded, builder.getInt64(frontZone(align) + kRedZone));
    llvm::AllocaInst* zoned = builder.CreateAlloca(builder.getInt8Ty(), total);
    zoned->setAlignment(align);
    llvm::Value* place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), zoned, frontZone(align));
    if (!head_) makeHead();
    builder.CreateStore(builder.CreateLoad(builder.getPtrTy(), head_), linkOf(builder, place));
    builder.CreateStore(bytes, sizeOf(builder, place));
    builder.CreateStore(place, head_);
    enter(builder, object, {place, bytes});
  }

  void enter(llvm::IRBuilder<>& builder, const EscapingObject& object, Placed placed) {
    builder.CreateCall(context_.symbols.stackEnter, {placed.object, placed.bytes, siteOf(object)});
    if (object.alloca->isStaticAlloca()) statics_.push_back(placed);
    placed.object->takeName(object.alloca);
    object.alloca->replaceAllUsesWith(placed.object);
  }

  // Where the variable is declared.
  llvm::ConstantInt* siteOf(const EscapingObject& object) {
    core::Site facts;
    if (object.variable) {
      facts.object = object.variable->getName().str();
      facts.base = context_.types.of(object.variable->getType());
    }
    facts.kind = core::OpKind::Write;
    llvm::ConstantInt* site = context_.site(*object.alloca, std::move(facts));
    if (object.variable) context_.sites.back().line = object.variable->getLine();
    return site;
  }

  void makeHead() {
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    head_ = builder.CreateAlloca(builder.getPtrTy());
    builder.CreateStore(llvm::ConstantPointerNull::get(builder.getPtrTy()), head_);
  }

  static llvm::Value* linkOf(llvm::IRBuilder<>& builder, llvm::Value* object) {
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), object, -16);
  }
  static llvm::Value* sizeOf(llvm::IRBuilder<>& builder, llvm::Value* object) {
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), object, -8);
  }

  void leaveBefore(llvm::BasicBlock& block, llvm::Instruction& end) {
    llvm::Instruction* before = &end;
    if (llvm::CallInst* tail = block.getTerminatingMustTailCall()) before = tail;
    llvm::IRBuilder<> builder(before);
    if (head_) leaveDynamic(*before, builder.CreateIntToPtr(builder.getInt64(~std::uint64_t{0}), builder.getPtrTy()));
    for (const Placed& placed : llvm::reverse(statics_)) {
      builder.CreateCall(context_.symbols.stackLeave, {placed.object, placed.bytes});
    }
  }

  // Leaves every dynamic object below `limit` (stacks grow downwards).
  void leaveDynamic(llvm::Instruction& before, llvm::Value* limit) {
    llvm::IRBuilder<> builder(&before);
    llvm::Value* rest = builder.CreateCall(leaver(), {builder.CreateLoad(builder.getPtrTy(), head_), limit});
    builder.CreateStore(rest, head_);
  }

  // ptr __heddle_leave_dynamic(ptr object, ptr limit):
  //   while (object && object < limit) { leave(object); object = link; } return object
  llvm::Function* leaver() {
    static constexpr char kName[] = "__heddle_leave_dynamic";
    if (llvm::Function* existing = context_.module.getFunction(kName)) return existing;
    auto& llvmContext = context_.module.getContext();
    llvm::Type* ptr = llvm::PointerType::getUnqual(llvmContext);
    auto* made = llvm::Function::Create(llvm::FunctionType::get(ptr, {ptr, ptr}, false),
                                        llvm::GlobalValue::InternalLinkage, kName, context_.module);
    auto* entry = llvm::BasicBlock::Create(llvmContext, "", made);
    auto* test = llvm::BasicBlock::Create(llvmContext, "", made);
    auto* body = llvm::BasicBlock::Create(llvmContext, "", made);
    auto* done = llvm::BasicBlock::Create(llvmContext, "", made);
    llvm::IRBuilder<> builder(entry);
    builder.CreateBr(test);
    builder.SetInsertPoint(test);
    llvm::PHINode* object = builder.CreatePHI(ptr, 2);
    object->addIncoming(made->getArg(0), entry);
    llvm::Value* goesOn =
        builder.CreateAnd(builder.CreateIsNotNull(object), builder.CreateICmpULT(object, made->getArg(1)));
    builder.CreateCondBr(goesOn, body, done);
    builder.SetInsertPoint(body);
    builder.CreateCall(context_.symbols.stackLeave,
                       {object, builder.CreateLoad(builder.getInt64Ty(), sizeOf(builder, object))});
    object->addIncoming(builder.CreateLoad(ptr, linkOf(builder, object)), body);
    builder.CreateBr(test);
    builder.SetInsertPoint(done);
    builder.CreateRet(object);
    return made;
  }

  llvm::Function& function_;
  Context& context_;
  const llvm::DataLayout& layout_;
  std::vector<Placed> statics_;
  llvm::AllocaInst* head_ = nullptr;  // the newest dynamic object, if the function has any
};

}  // namespace

void guardStackObjects(llvm::Function& function, const StackObjects& objects, Context& context) {
  if (objects.escaping.empty()) return;
  StackGuards guards(function, context);
  for (const EscapingObject& object : objects.escaping) guards.guard(object);
  guards.leave();
}

}  // namespace heddle::transform
