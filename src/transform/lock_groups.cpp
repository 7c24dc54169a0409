#include "transform/lock_groups.h"

#include <llvm/Demangle/Demangle.h>

#include <array>
#include <optional>

#include "core/hooks.h"
#include "transform/new_body.h"

namespace heddle::transform {
namespace {

using llvm::StringLiteral;
using llvm::StringRef;
using llvm::Value;

constexpr std::array<StringLiteral, 3> kLock{"_ZSt4lockI", "_ZNSt3__14lockI", "_ZNSt3__14lockB"};
constexpr StringLiteral kOwner = "unique_lock<";
constexpr StringLiteral kStd = "std::", kLibcxx = "std::__1::";
constexpr std::uint64_t kOwns = 8;  // where a unique_lock has it, after the pointer to its mutex

struct Mutex {
  StringLiteral name, lockOfOwner;
};
constexpr std::array<Mutex, 6> kMutexes{
    {{"std::mutex", "_ZNSt11unique_lockISt5mutexE4lockEv"},
     {"std::timed_mutex", "_ZNSt11unique_lockISt11timed_mutexE4lockEv"},
     {"std::recursive_mutex", "_ZNSt11unique_lockISt15recursive_mutexE4lockEv"},
     {"std::recursive_timed_mutex", "_ZNSt11unique_lockISt21recursive_timed_mutexE4lockEv"},
     {"std::__1::mutex", "_ZNSt3__111unique_lockINS_5mutexEE4lockEv"},
     {"std::__1::recursive_mutex", "_ZNSt3__111unique_lockINS_15recursive_mutexEE4lockEv"}}};

// What std::lock is given: a mutex, or a unique_lock, with the function that says
// what is wrong if it has none or has locked it already.
struct Lockable {
  llvm::Function* lockOfOwner = nullptr;  // null: a mutex
};

std::optional<Lockable> lockable(StringRef type, const llvm::Module& module) {
  StringRef inOwner = type;
  if (!inOwner.consume_front(kLibcxx)) inOwner.consume_front(kStd);
  const bool isOwner = inOwner.consume_front(kOwner) && inOwner.consume_back(">");
  if (isOwner) type = inOwner;
  for (const Mutex& mutex : kMutexes) {
    if (type.trim() != mutex.name) continue;
    if (!isOwner) return Lockable{};
    llvm::Function* const lock = module.getFunction(mutex.lockOfOwner);
    return lock ? std::optional(Lockable{lock}) : std::nullopt;
  }
  return std::nullopt;
}

// Of `void std::lock<A, B, …>(A&, B&, …)`. Types that have commas are none of ours.
std::optional<llvm::SmallVector<Lockable, 4>> lockables(const llvm::Function& function) {
  const std::string name = llvm::demangle(function.getName());
  StringRef types = StringRef(name).split('<').second.split(">(").first;
  llvm::SmallVector<StringRef, 4> parts;
  types.split(parts, ", ");
  llvm::SmallVector<Lockable, 4> found;
  for (const StringRef part : parts) {
    const std::optional<Lockable> one = lockable(part, *function.getParent());
    if (!one) return std::nullopt;
    found.push_back(*one);
  }
  if (found.size() != function.arg_size() || found.size() > core::hooks::kMostLocks) return std::nullopt;
  return found;
}

class Body {
 public:
  explicit Body(llvm::Function& function) : function_(function), body_(function), builder_(body_.builder) {}

  void write(llvm::ArrayRef<Lockable> lockables) {
    llvm::Type* const pointer = builder_.getPtrTy();
    llvm::SmallVector<Value*, core::hooks::kMostLocks> mutexes;
    for (const auto& [argument, one] : llvm::zip(function_.args(), lockables))
      mutexes.push_back(one.lockOfOwner ? mutexOf(argument, *one.lockOfOwner) : &argument);
    while (mutexes.size() < core::hooks::kMostLocks)
      mutexes.push_back(llvm::ConstantPointerNull::get(builder_.getPtrTy()));
    const llvm::SmallVector<llvm::Type*, core::hooks::kMostLocks> types(mutexes.size(), pointer);
    builder_.CreateCall(function_.getParent()->getOrInsertFunction(
                            core::hooks::kLockAll, llvm::FunctionType::get(builder_.getVoidTy(), types, false)),
                        mutexes);
    for (const auto& [argument, one] : llvm::zip(function_.args(), lockables))
      if (one.lockOfOwner) builder_.CreateStore(builder_.getInt8(1), ownsOf(argument));
    builder_.CreateRetVoid();
  }

 private:
  Value* ownsOf(Value& owner) { return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), &owner, kOwns); }

  // Locking an owner without a mutex, or one that owns it, throws; nothing is locked yet.
  Value* mutexOf(llvm::Argument& owner, llvm::Function& lock) {
    Value* const mutex = builder_.CreateLoad(builder_.getPtrTy(), &owner);
    Value* const owns = builder_.CreateLoad(builder_.getInt8Ty(), ownsOf(owner));
    Value* const isWrong = builder_.CreateOr(builder_.CreateIsNull(mutex), builder_.CreateIsNotNull(owns));
    auto* const wrong = llvm::BasicBlock::Create(function_.getContext(), "", &function_);
    auto* const right = llvm::BasicBlock::Create(function_.getContext(), "", &function_);
    builder_.CreateCondBr(isWrong, wrong, right);
    builder_.SetInsertPoint(wrong);
    builder_.CreateCall(&lock, {&owner});
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(right);
    return mutex;
  }

  llvm::Function& function_;
  NewBody body_;
  llvm::IRBuilder<>& builder_;
};

}  // namespace

void groupLocks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const auto isLock = [&](StringRef prefix) { return function.getName().starts_with(prefix); };
    if (function.isDeclaration() || llvm::none_of(kLock, isLock)) continue;
    const auto types = lockables(function);
    if (!types) continue;
    Body(function).write(*types);
  }
}

}  // namespace heddle::transform
