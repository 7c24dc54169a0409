#include "analysis/program_memory.h"

namespace heddle::analysis {

TouchedWord touchedWord(const llvm::Instruction& instruction) {
  const auto word = [&](const llvm::Value* pointer, const llvm::Value* value) -> TouchedWord {
    return {pointer, instruction.getDataLayout().getTypeStoreSize(value->getType()).getKnownMinValue()};
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return word(load->getPointerOperand(), load);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return word(store->getPointerOperand(), store->getValueOperand());
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return word(update->getPointerOperand(), update);
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return word(exchange->getPointerOperand(), exchange->getNewValOperand());
  return {};
}

bool mayOverlap(const Pointees& x, std::uint64_t xBytes, const Pointees& y, std::uint64_t yBytes) {
  if (x.isAnything || y.isAnything) return true;
  return llvm::any_of(x.objects, [&](const auto& entry) {
    const auto other = y.objects.find(entry.first);
    return other != y.objects.end() && mayOverlap(entry.second, xBytes, other->second, yBytes);
  });
}

const ProgramCalls& ProgramMemory::calls() const {
  if (!calls_) calls_ = std::make_unique<ProgramCalls>(module_);
  return *calls_;
}

const PointsTo& ProgramMemory::pointsTo() const {
  if (!pointsTo_) pointsTo_ = std::make_unique<PointsTo>(module_, calls());
  return *pointsTo_;
}

bool ProgramMemory::mayOverlap(const llvm::Instruction& x, const llvm::Instruction& y) const {
  const TouchedWord first = touchedWord(x);
  const TouchedWord second = touchedWord(y);
  if (!first.pointer || !second.pointer) return true;
  return analysis::mayOverlap(pointsTo().of(*first.pointer), first.bytes, pointsTo().of(*second.pointer), second.bytes);
}

}  // namespace heddle::analysis
