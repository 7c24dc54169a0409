#include "analysis/points_to.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "core/hooks.h"

namespace heddle::analysis {
namespace {

constexpr std::size_t kMostCells = 32;
constexpr unsigned kMostPasses = 64;

Pointees anything() {
  Pointees result;
  result.addAnything();
  return result;
}

// Values that are what one of their operands is.
bool isCopy(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst, llvm::BitCastInst, llvm::IntToPtrInst,
                   llvm::PtrToIntInst, llvm::AddrSpaceCastInst>(instruction);
}

}  // namespace

PointsTo::PointsTo(const llvm::Module& module, const ProgramCalls& calls)
    : layout_(module.getDataLayout()), calls_(calls) {
  for (const llvm::GlobalVariable& global : module.globals()) {
    const ObjectNumber number = numberOf(global);
    if (global.hasInitializer())
      addInitializer(*global.getInitializer(), number, 0);
    else
      storeAt(number, kAllOffsets, kAnyBytes, anything());
  }
  unsigned passes = 0;
  do {
    isNews_ = false;
    for (const llvm::Function& function : module) visit(function);
    isLost_ |= ++passes > kMostPasses;
  } while (isNews_ && !isLost_);
}

Pointees PointsTo::of(const llvm::Value& pointer) const {
  Pointees result = found(pointer);
  return result.objects.empty() ? anything() : result;
}

Pointees PointsTo::found(const llvm::Value& pointer) const {
  if (isLost_) return anything();
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&pointer)) {
    llvm::APInt offset(64, 0);
    const llvm::Value* const base = constant->stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (llvm::isa<llvm::ConstantData>(base)) return {};
    const auto known = numbers_.find(base);
    if (known == numbers_.end()) return anything();
    Pointees result;
    result.add(known->second, {offset.getSExtValue(), 0});
    return result;
  }
  return pointees_.lookup(&pointer);
}

bool PointsTo::mayBeAddress(const llvm::Value& value) const {
  if (isLost_ || value.getType()->isPointerTy()) return true;
  if (llvm::isa<llvm::Constant>(value)) return !llvm::isa<llvm::ConstantData>(value);
  const auto found = pointees_.find(&value);
  return found != pointees_.end() && (found->second.isAnything || !found->second.objects.empty());
}

ObjectNumber PointsTo::numberOf(const llvm::Value& object) {
  const auto [entry, isNew] = numbers_.try_emplace(&object, objects_.size());
  if (isNew) {
    objects_.push_back(&object);
    contents_.emplace_back();
  }
  return entry->second;
}

void PointsTo::addInitializer(const llvm::Constant& part, ObjectNumber object, std::int64_t offset) {
  if (llvm::isa<llvm::ConstantData>(part)) return;
  llvm::Type* const type = part.getType();
  const auto* const structure = llvm::dyn_cast<llvm::StructType>(type);
  if (!structure && !type->isArrayTy()) {
    storeAt(object, {offset, 0}, layout_.getTypeStoreSize(type), ofConstant(part));
    return;
  }
  for (unsigned i = 0; i < part.getNumOperands(); ++i) {
    const std::uint64_t inside =
        structure
            ? layout_.getStructLayout(const_cast<llvm::StructType*>(structure))->getElementOffset(i).getFixedValue()
            : i * layout_.getTypeAllocSize(type->getArrayElementType()).getFixedValue();
    addInitializer(*llvm::cast<llvm::Constant>(part.getOperand(i)), object, offset + static_cast<std::int64_t>(inside));
  }
}

Pointees PointsTo::ofConstant(const llvm::Constant& constant) {
  Pointees result;
  if (llvm::isa<llvm::GlobalVariable>(constant)) {
    result.add(numberOf(constant), {});
  } else if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant)) {
    return ofConstant(*alias->getAliasee());
  } else if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&constant)) {
    return ofGep(*gep);
  } else if (!llvm::isa<llvm::GlobalValue, llvm::BlockAddress>(constant)) {
    const bool isSame = llvm::isa<llvm::BitCastOperator, llvm::PtrToIntOperator>(constant) ||
                        llvm::Operator::getOpcode(&constant) == llvm::Instruction::IntToPtr;
    for (const llvm::Value* operand : constant.operand_values()) {
      const Pointees part = ofConstant(*llvm::cast<llvm::Constant>(operand));
      result.add(isSame ? part : part.moved(kAllOffsets));
    }
  }
  return result;
}

Pointees PointsTo::now(const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return ofConstant(*constant);
  return pointees_.lookup(value);
}

void PointsTo::visit(const llvm::Function& function) {
  if (function.isDeclaration()) return;
  const bool isMain = function.getName() == core::hooks::kMain;
  if (isMain || calls_.isEnteredFromOutside(function))
    for (const llvm::Argument& argument : function.args()) add(argument, anything());
  isLost_ |= function.isVarArg();  // their arguments come by way of memory that is not shown
  for (const llvm::Instruction& instruction : llvm::instructions(function)) visit(instruction);
}

void PointsTo::visit(const llvm::Instruction& instruction) {
  const auto bytesOf = [&](const llvm::Value* value) {
    return layout_.getTypeStoreSize(value->getType()).getKnownMinValue();
  };
  if (llvm::isa<llvm::AllocaInst>(instruction)) {
    Pointees own;
    own.add(numberOf(instruction), {});
    add(instruction, own);
  } else if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) {
    add(instruction, ofGep(*gep));
  } else if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    add(instruction, load(now(read->getPointerOperand()), bytesOf(read)));
  } else if (const auto* write = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    store(now(write->getPointerOperand()), bytesOf(write->getValueOperand()), now(write->getValueOperand()));
  } else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    const Pointees to = now(update->getPointerOperand());
    Pointees found = load(to, bytesOf(update));
    add(instruction, found);
    if (update->getOperation() == llvm::AtomicRMWInst::Xchg)
      return store(to, bytesOf(update), now(update->getValOperand()));
    found.add(now(update->getValOperand()));
    store(to, bytesOf(update), found.moved(kAllOffsets));
  } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    const Pointees to = now(exchange->getPointerOperand());
    add(instruction, load(to, bytesOf(exchange->getNewValOperand())));
    store(to, bytesOf(exchange->getNewValOperand()), now(exchange->getNewValOperand()));
  } else if (const auto* made = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    call(*made);
  } else if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    if (end->getReturnValue()) isNews_ |= returned_[end->getFunction()].add(now(end->getReturnValue()));
  } else if (llvm::isa<llvm::LandingPadInst, llvm::VAArgInst>(instruction)) {
    add(instruction, anything());
  } else if (!instruction.getType()->isVoidTy() && !llvm::isa<llvm::CmpInst>(instruction)) {
    const bool isSame = isCopy(instruction) || llvm::isa<llvm::ExtractValueInst, llvm::InsertValueInst>(instruction);
    for (const llvm::Value* operand : instruction.operand_values())
      if (!llvm::isa<llvm::BasicBlock>(operand))
        add(instruction, isSame ? now(operand) : now(operand).moved(kAllOffsets));
  }
}

Pointees PointsTo::ofGep(const llvm::GEPOperator& gep) {
  const unsigned bits = layout_.getIndexTypeSizeInBits(gep.getPointerOperandType()->getScalarType());
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(bits, 0);
  const Pointees base = now(gep.getPointerOperand());
  if (!gep.collectOffset(layout_, bits, variable, constant)) return base.moved(kAllOffsets);
  Offsets by{constant.getSExtValue(), 0};
  for (const auto& [index, scale] : variable) by = sum(by, {0, scale.abs().getZExtValue()});
  return base.moved(by);
}

void PointsTo::call(const llvm::CallBase& call) {
  if (llvm::isa<llvm::IntrinsicInst>(call)) return intrinsic(call);
  if (calls_.mayLeave(call)) isLost_ = true;
  const auto targets = calls_.targetsOf(call);
  for (const llvm::Function* target : targets) enter(*target, call);
  if (targets.empty()) leaveTo(call, libraryCall(call));
}

void PointsTo::enter(const llvm::Function& function, const llvm::CallBase& from) {
  for (unsigned i = 0; i < function.arg_size() && i < from.arg_size(); ++i) {
    const llvm::Argument& argument = *function.getArg(i);
    if (!argument.hasByValAttr()) {
      add(argument, now(from.getArgOperand(i)));
      continue;
    }
    Pointees own;  // a copy
    own.add(numberOf(argument), {});
    add(argument, own);
    copy(own, now(from.getArgOperand(i)));
  }
  if (!from.getType()->isVoidTy()) add(from, returned_.lookup(&function));
}

void PointsTo::leaveTo(const llvm::CallBase& call, const LibraryCall& what) {
  switch (what.kind) {
    case LibraryCall::Kind::Unknown: isLost_ = true; return;
    case LibraryCall::Kind::Allocates: {
      Pointees own;  // a new one, or the one that errno is each time
      own.add(makesNewObject(call) ? numberOf(call) : numberOf(*call.getCalledOperand()), {});
      return add(call, own);
    }
    case LibraryCall::Kind::Starts:
      for (const llvm::Function* started : calls_.startedBy(call)) {
        if (started->arg_size() > 0) add(*started->getArg(0), now(ProgramCalls::argumentOf(call).get()));
        isNews_ |= returnedByThreads_.add(returned_.lookup(started));
      }
      return;
    case LibraryCall::Kind::Frees: return;
    case LibraryCall::Kind::Known:
      // Whoever joins gets what a thread has returned.
      for (const llvm::Value* argument : call.args())
        if (what.writes && what.learns) store(now(argument).moved(kAllOffsets), kAnyBytes, returnedByThreads_);
  }
}

void PointsTo::intrinsic(const llvm::CallBase& call) {
  if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call))
    return copy(now(transfer->getDest()), now(transfer->getSource()));
  if (call.getType()->isVoidTy()) return;
  for (const llvm::Value* argument : call.args())
    if (!llvm::isa<llvm::MetadataAsValue>(argument)) add(call, now(argument).moved(kAllOffsets));
}

void PointsTo::add(const llvm::Value& value, const Pointees& pointees) { isNews_ |= pointees_[&value].add(pointees); }

void PointsTo::store(const Pointees& to, std::uint64_t bytes, const Pointees& stored) {
  if (stored.objects.empty() && !stored.isAnything) return;
  if (to.isAnything) isNews_ |= storedAnywhere_.add(stored);
  for (const auto& [object, at] : to.objects) storeAt(object, at, bytes, stored);
}

void PointsTo::storeAt(ObjectNumber object, Offsets at, std::uint64_t bytes, const Pointees& stored) {
  std::vector<Cell>& cells = contents_[object];
  const bool isOne = !cells.empty() && cells[0].at == kAllOffsets && cells[0].bytes == kAnyBytes;
  for (Cell& cell : cells) {
    if (!isOne && (cell.at != at || cell.bytes != bytes)) continue;
    isNews_ |= cell.found.add(stored);
    return;
  }
  isNews_ = true;
  if (cells.size() < kMostCells) {
    cells.push_back({at, bytes, stored});
    return;
  }
  Cell all{kAllOffsets, kAnyBytes, stored};
  for (const Cell& cell : cells) all.found.add(cell.found);
  cells.assign(1, all);
}

Pointees PointsTo::load(const Pointees& from, std::uint64_t bytes) {
  if (from.isAnything) return anything();
  Pointees result = storedAnywhere_;
  for (const auto& [object, at] : from.objects)
    for (const Cell& cell : contents_[object])
      if (mayOverlap(cell.at, cell.bytes, at, bytes)) result.add(cell.found);
  return result;
}

void PointsTo::copy(const Pointees& to, const Pointees& from) {
  if (from.isAnything) return store(to.moved(kAllOffsets), kAnyBytes, anything());
  store(to.moved(kAllOffsets), kAnyBytes, storedAnywhere_);
  for (const auto& [object, at] : from.objects) {
    const std::vector<Cell> cells = contents_[object];  // may be the one that is written
    for (const Cell& cell : cells) store(to.moved(sum(cell.at, negative(at))), cell.bytes, cell.found);
  }
}

}  // namespace heddle::analysis
