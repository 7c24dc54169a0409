#include "analysis/loops/late_accesses.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include <utility>

#include "core/hooks.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Function;
using llvm::Instruction;

struct Access {
  Pointees to;
  std::uint64_t bytes;
  bool writes;
  bool isAtomic;
};

}  // namespace

class LateAccesses::Search {
 public:
  explicit Search(const ProgramMemory& memory) : calls_(memory.calls()), pointsTo_(memory.pointsTo()) {
    const llvm::Module& module = memory.module();
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
      follow(function, [&](const Instruction& instruction) { addAccesses(instruction); });
  }

  bool mayConflict(const Instruction& instruction, bool writes) const {
    const TouchedWord word = touchedWord(instruction);
    if (!word.pointer) return true;
    const Pointees touched = pointsTo_.of(*word.pointer);
    if (touched.isAnything || llvm::any_of(touched.objects, [&](const auto& entry) { return mayEnd(entry.first); }))
      return true;
    return llvm::any_of(accesses_, [&](const Access& late) {
      return (late.writes || writes) && !(late.isAtomic && instruction.isAtomic()) &&
             mayOverlap(touched, word.bytes, late.to, late.bytes);
    });
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
        // All but a load make accesses after they have learned something themselves.
        const bool wasLate = std::exchange(isLate, learns(instruction, isLate));
        if (wasLate || (isLate && !llvm::isa<llvm::LoadInst>(instruction))) seeLate(instruction);
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

  void addAccesses(const Instruction& instruction) {
    if (const TouchedWord word = touchedWord(instruction); word.pointer) {
      accesses_.push_back({pointsTo_.of(*word.pointer), word.bytes, mayWrite(instruction), instruction.isAtomic()});
    } else if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
      const std::uint64_t bytes = length ? length->getZExtValue() : kAnyBytes;
      accesses_.push_back({pointsTo_.of(*fill->getDest()), bytes, /*writes=*/true, /*isAtomic=*/false});
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(fill))
        accesses_.push_back({pointsTo_.of(*copy->getSource()), bytes, /*writes=*/false, /*isAtomic=*/false});
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
               call && !llvm::isa<llvm::IntrinsicInst>(call) &&
               (calls_.targetsOf(*call).empty() || calls_.mayLeave(*call))) {
      addAccessesOf(*call, libraryCall(*call));
    }
  }

  // A library function may read all that its arguments point to.
  void addAccessesOf(const llvm::CallBase& call, const LibraryCall& library) {
    if (library.kind == LibraryCall::Kind::Unknown) {
      Access& anywhere = accesses_.emplace_back(Access{{}, kAnyBytes, /*writes=*/true, /*isAtomic=*/false});
      anywhere.to.addAnything();
    }
    const bool starts = library.kind == LibraryCall::Kind::Starts;
    const bool frees = library.kind == LibraryCall::Kind::Frees;
    for (const llvm::Use& argument : call.args()) {
      if (!pointsTo_.mayBeAddress(*argument) || llvm::isa<llvm::ConstantPointerNull, llvm::Function>(argument))
        continue;
      if (starts && &argument == &ProgramCalls::argumentOf(call)) continue;
      const unsigned number = argument.getOperandNo();
      const bool writes = frees ? number == 0 : library.writes && !(starts && number > 0);
      accesses_.push_back({pointsTo_.of(*argument).moved(kAllOffsets), kAnyBytes, writes, /*isAtomic=*/false});
    }
  }

  // With its scope or its thread, which is not looked for.
  bool mayEnd(ObjectNumber object) const {
    const llvm::Value& named = pointsTo_.object(object);
    const auto* const global = llvm::dyn_cast<llvm::GlobalVariable>(&named);
    return llvm::isa<llvm::AllocaInst, llvm::Argument>(named) || (global && global->isThreadLocal());
  }

  const ProgramCalls& calls_;
  const PointsTo& pointsTo_;
  llvm::DenseSet<const BasicBlock*> late_;          // at their beginning
  llvm::DenseSet<const Function*> entered_, left_;  // late
  std::vector<Access> accesses_;
  bool isNews_ = false;
};

LateAccesses::LateAccesses(const ProgramMemory& memory) : memory_(memory) {}
LateAccesses::~LateAccesses() = default;

const LateAccesses::Search& LateAccesses::found() const {
  if (!found_) found_ = std::make_unique<Search>(memory_);
  return *found_;
}

bool LateAccesses::mayConflict(const Instruction& instruction, bool writes) const {
  return found().mayConflict(instruction, writes);
}

}  // namespace heddle::analysis
