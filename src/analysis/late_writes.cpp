#include "analysis/late_writes.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include "core/hooks.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Function;
using llvm::Instruction;

bool mayOverlap(const Pointees& x, std::uint64_t xBytes, const Pointees& y, std::uint64_t yBytes) {
  if (x.isAnything || y.isAnything) return true;
  return llvm::any_of(x.objects, [&](const auto& entry) {
    const auto other = y.objects.find(entry.first);
    return other != y.objects.end() && mayOverlap(entry.second, xBytes, other->second, yBytes);
  });
}

struct Access {
  const llvm::Value* pointer = nullptr;
  std::uint64_t bytes = 0;
};

// What a load, store, update or compare-exchange touches.
Access accessOf(const Instruction& instruction) {
  const auto access = [&](const llvm::Value* pointer, const llvm::Value* value) -> Access {
    return {pointer, instruction.getDataLayout().getTypeStoreSize(value->getType()).getKnownMinValue()};
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return access(load->getPointerOperand(), load);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return access(store->getPointerOperand(), store->getValueOperand());
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return access(update->getPointerOperand(), update);
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return access(exchange->getPointerOperand(), exchange->getNewValOperand());
  return {};
}

}  // namespace

class LateWrites::Search {
 public:
  explicit Search(const llvm::Module& module) : calls_(module), pointsTo_(module, calls_) {
    for (const Function& function : module)
      if (!function.isDeclaration() && calls_.isEnteredFromOutside(function)) entered_.insert(&function);
    for (const Function* destructor : calls_.destructors()) entered_.insert(destructor);
    do {
      isNews_ = false;
      for (const Function& function : module) follow(function, [](const Instruction&) {});
      // They run before main does.
      for (const Function* constructor : calls_.constructors())
        if (left_.contains(constructor)) markEntered(module.getFunction(core::hooks::kMain));
    } while (isNews_);
    for (const Function& function : module)
      follow(function, [&](const Instruction& instruction) { addWrites(instruction); });
  }

  bool mayConflict(const Instruction& read) const {
    const Access access = accessOf(read);
    if (!access.pointer) return true;
    const Pointees from = pointsTo_.of(*access.pointer);
    if (from.isAnything || llvm::any_of(from.objects, [&](const auto& entry) { return isOnStack(entry.first); }))
      return true;
    const auto conflicts = [&](const Write& write) {
      return !(read.isAtomic() && write.isAtomic) && mayOverlap(from, access.bytes, write.to, write.bytes);
    };
    return llvm::any_of(writes_, conflicts);
  }

 private:
  // Calls `seeLate` for each instruction of the function that may be late.
  template <typename See>
  void follow(const Function& function, See seeLate) {
    if (function.isDeclaration()) return;
    if (entered_.contains(&function)) markLate(function.getEntryBlock());
    for (const BasicBlock& block : function) {
      bool isLate = late_.contains(&block) || block.isLandingPad();  // who knows what was thrown when
      for (const Instruction& instruction : block) {
        const bool isUpdate = llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
        if (isLate || isUpdate) seeLate(instruction);
        isLate = learns(instruction, isLate);
      }
      if (!isLate) continue;
      for (const BasicBlock* next : llvm::successors(&block)) markLate(*next);
      if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) isNews_ |= left_.insert(&function).second;
    }
  }

  // Whether whatever follows is late.
  bool learns(const Instruction& instruction, bool isLate) {
    if (instruction.isAtomic()) return isLate || !llvm::isa<llvm::StoreInst, llvm::FenceInst>(instruction);
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || llvm::isa<llvm::IntrinsicInst>(call)) return isLate;
    const auto targets = calls_.targetsOf(*call);
    bool isTold = false;
    for (const Function* target : targets) {
      if (isLate) markEntered(target);
      isTold |= left_.contains(target);
    }
    if (!targets.empty() && !calls_.mayLeave(*call)) return isLate || isTold;
    const LibraryCall library = libraryCall(*call);
    if (library.kind == LibraryCall::Kind::Unknown)
      for (const Function* called : calls_.addressTaken()) markEntered(called);
    if (isLate)
      for (const Function* started : calls_.startedBy(*call)) markEntered(started);
    return isLate || library.learns;
  }

  void markEntered(const Function* function) { isNews_ |= function && entered_.insert(function).second; }
  void markLate(const BasicBlock& block) { isNews_ |= late_.insert(&block).second; }

  void addWrites(const Instruction& instruction) {
    if (llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
      const Access access = accessOf(instruction);
      writes_.push_back({pointsTo_.of(*access.pointer), access.bytes, instruction.isAtomic()});
    } else if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
      writes_.push_back({pointsTo_.of(*fill->getDest()), length ? length->getZExtValue() : kAnyBytes, false});
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
               call && !llvm::isa<llvm::IntrinsicInst>(call) &&
               (calls_.targetsOf(*call).empty() || calls_.mayLeave(*call))) {
      addWritesOf(*call, libraryCall(*call));
    }
  }

  void addWritesOf(const llvm::CallBase& call, const LibraryCall& library) {
    const auto addAllOf = [&](const llvm::Value& pointer) {
      writes_.push_back({pointsTo_.of(pointer).moved(kAllOffsets), kAnyBytes, false});
    };
    if (library.kind == LibraryCall::Kind::Frees) addAllOf(*call.getArgOperand(0));
    if (library.kind == LibraryCall::Kind::Unknown) {
      Write& anywhere = writes_.emplace_back(Write{.to = {}, .bytes = kAnyBytes, .isAtomic = false});
      anywhere.to.addAnything();
    }
    const bool onlyFirst = library.kind == LibraryCall::Kind::Starts;
    for (const llvm::Use& argument : call.args())
      if (library.writes && !(onlyFirst && argument.getOperandNo() > 0) && argument->getType()->isPointerTy() &&
          !llvm::isa<llvm::ConstantPointerNull>(argument))
        addAllOf(*argument);
  }

  // Where its scope ends is not looked for.
  bool isOnStack(ObjectNumber object) const {
    return llvm::isa<llvm::AllocaInst, llvm::Argument>(pointsTo_.object(object));
  }

  const ProgramCalls calls_;
  const PointsTo pointsTo_;
  llvm::DenseSet<const BasicBlock*> late_;          // at their beginning
  llvm::DenseSet<const Function*> entered_, left_;  // late
  std::vector<Write> writes_;
  bool isNews_ = false;
};

LateWrites::LateWrites(const llvm::Module& module) : module_(module) {}
LateWrites::~LateWrites() = default;

const LateWrites::Search& LateWrites::found() const {
  if (!found_) found_ = std::make_unique<Search>(module_);
  return *found_;
}

bool LateWrites::mayConflict(const Instruction& read) const { return found().mayConflict(read); }

}  // namespace heddle::analysis
