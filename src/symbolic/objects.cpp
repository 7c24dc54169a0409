#include "symbolic/objects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "analysis/library.h"
#include "symbolic/accesses.h"
#include "symbolic/library_action.h"
#include "symbolic/mutex_kind.h"
#include "symbolic/place.h"

namespace heddle::symbolic {
namespace {

constexpr std::uint64_t kMostCells = 4096;                       // of one object
constexpr std::uint64_t kLargestBlock = std::uint64_t{1} << 30;  // bytes

bool startsThread(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && actionOf(*call).action == Action::Starts;
}

// What main does before it has started a thread.
llvm::SmallPtrSet<const llvm::Instruction*, 32> earlyIn(const llvm::Function& main) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> late;
  llvm::SmallVector<const llvm::BasicBlock*, 16> work;
  for (const llvm::Instruction& instruction : llvm::instructions(main))
    if (startsThread(instruction)) llvm::append_range(work, llvm::successors(instruction.getParent()));
  while (!work.empty()) {
    const llvm::BasicBlock* const block = work.pop_back_val();
    if (late.insert(block).second) llvm::append_range(work, llvm::successors(block));
  }
  llvm::SmallPtrSet<const llvm::Instruction*, 32> early;
  for (const llvm::BasicBlock& block : main)
    if (!late.contains(&block))
      for (const llvm::Instruction& instruction : block) {
        if (startsThread(instruction)) break;
        early.insert(&instruction);
      }
  return early;
}

bool hasMarker(const llvm::Value& variable) {
  return llvm::any_of(variable.users(), [](const llvm::User* user) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return call && call->isLifetimeStartOrEnd();
  });
}

// Where in an object of some bytes the accesses begin.
std::vector<std::uint64_t> offsetsIn(std::uint64_t size, analysis::Offsets offsets, std::uint64_t bytes) {
  if (bytes > size) return {};
  if (offsets.step == 0) {
    if (offsets.first < 0 || static_cast<std::uint64_t>(offsets.first) + bytes > size) return {};
    return {static_cast<std::uint64_t>(offsets.first)};
  }
  const auto step = static_cast<std::int64_t>(offsets.step);
  std::vector<std::uint64_t> found;
  for (auto at = static_cast<std::uint64_t>((offsets.first % step + step) % step); at + bytes <= size;
       at += offsets.step)
    found.push_back(at);
  return found;
}

}  // namespace

Objects::Objects(const llvm::Module& module, const FlatProgram& program, const Bounds& bounds, bool readsCount)
    : program_(program),
      bounds_(bounds),
      memory_(std::make_shared<analysis::ProgramMemory>(module)),
      layout_(module.getDataLayout()) {
  assignAddresses(module, program);
  early_ = earlyIn(*program.threads.front().code);
  for (unsigned thread = 0; thread < program.threads.size(); ++thread)
    for (const llvm::Instruction& instruction : llvm::instructions(*program.threads[thread].code))
      gather(instruction, thread);
  if (!problem_.empty()) return;
  gatherKinds();
  shareBoundaries();
  makeCells();
  for (Object& object : objects_) {
    const Gathered& found = gathered_[object.number];
    object.isShared = (found.writers != 0 && std::popcount(found.readers | found.writers) > 1) ||
                      (readsCount && found.isAtomic && !llvm::isa<llvm::AllocaInst>(object.value));
  }
  const auto isSharedObject = [&](Number object) { return objects_[object].isShared; };
  for (const FlatThread& thread : program.threads)
    for (const llvm::Instruction& instruction : llvm::instructions(*thread.code)) {
      if (isEarly(instruction)) continue;
      for (const AccessedWord& word : accessesOf(instruction))
        for (const auto& [number, offsets] : memory_->pointsTo().found(*word.pointer).objects)
          if (llvm::any_of(numbers_.lookup(&memory_->pointsTo().object(number)), isSharedObject))
            shared_.insert(&instruction);
    }
}

void Objects::refuse(const llvm::Instruction& at, const std::string& why) {
  if (problem_.empty()) problem_ = before(at) + why + "; use heddle check";
}

// A call of something that is not known is the reason, most often.
void Objects::refuseAnything(const llvm::Instruction& access) {
  for (const FlatThread& thread : program_.threads)
    for (const llvm::Instruction& instruction : llvm::instructions(*thread.code)) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || llvm::isa<llvm::IntrinsicInst>(call) || actionOf(*call).action != Action::Refused) continue;
      const llvm::Function* const callee = call->getCalledFunction();
      return refuse(*call,
                    (callee ? callee->getName().str() : "a call through a pointer") + " is not supported by bmc");
    }
  refuse(access, "accesses memory through a pointer that may lead anywhere");
}

void Objects::addObject(const llvm::Value& value, std::uint64_t bytes, bool isBlock) {
  const std::uint64_t alignment = std::max<std::uint64_t>(64, value.getPointerAlignment(layout_).value());
  next_ = (next_ + alignment - 1) / alignment * alignment;
  const auto number = static_cast<Number>(objects_.size());
  numbers_[&value].push_back(number);
  addresses_[&value] = next_;
  objects_.push_back({&value, next_, bytes, {}, isBlock, isBlock || hasMarker(value), number});
  next_ += bytes + 1;  // one after its end is no other object
}

void Objects::addBlocks(const llvm::CallBase& call, bool isInLoop) {
  std::uint64_t bytes = 1;
  bool isKnown = true;
  for (unsigned i = 0; i < actionOf(call).factors; ++i) {
    const auto* const factor = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
    isKnown = isKnown && factor;
    if (factor && factor->getZExtValue() > kLargestBlock) return refuse(call, "allocates more than bmc knows of");
    bytes *= factor ? factor->getZExtValue() : 1;
  }
  if (isKnown && bytes > kLargestBlock) return refuse(call, "allocates more than bmc knows of");
  for (unsigned i = 0; i < (isInLoop ? bounds_.blocksInLoop : 1); ++i) {
    addObject(call, isKnown ? bytes : bounds_.blockBytes, /*isBlock=*/true);
    objects_.back().hasAnySize = !isKnown;
  }
}

std::vector<const Object*> Objects::blocksOf(const llvm::CallBase& call) const {
  std::vector<const Object*> blocks;
  if (const auto known = numbers_.find(&call); known != numbers_.end())
    for (const Number number : known->second) blocks.push_back(&objects_[number]);
  return blocks;
}

void Objects::assignAddresses(const llvm::Module& module, const FlatProgram& program) {
  for (const llvm::GlobalVariable& variable : module.globals())
    if (!variable.isDeclaration()) addObject(variable, layout_.getTypeAllocSize(variable.getValueType()));
  for (const llvm::Function& function : module) {
    next_ = (next_ + 63) / 64 * 64;
    addresses_[&function] = next_++;
  }
  for (const FlatThread& thread : program.threads) {
    const llvm::DominatorTree dominators(*thread.code);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Instruction& instruction : llvm::instructions(*thread.code)) {
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call && actionOf(*call).action == Action::Allocates)
        addBlocks(*call, loops.getLoopFor(instruction.getParent()) != nullptr);
      const auto* const slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (!slot) continue;
      const auto bytes = slot->getAllocationSize(layout_);
      if (!bytes || bytes->isScalable() || !slot->isStaticAlloca())
        refuse(*slot,
               "memory of the stack that is not a variable's (alloca, or of variable length) is not supported by bmc");
      else
        addObject(*slot, bytes->getFixedValue());
    }
  }
  gathered_.resize(objects_.size());
}

void Objects::gather(const llvm::Instruction& instruction, unsigned thread) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const LibraryAction what = call ? actionOf(*call) : LibraryAction{};
  const bool setsKind =
      what.action == Action::Clears && what.hasKind && !llvm::isa<llvm::ConstantPointerNull>(call->getArgOperand(1));
  for (const AccessedWord& word : accessesOf(instruction)) {
    const analysis::Pointees pointees = memory_->pointsTo().found(*word.pointer);
    if (pointees.isAnything) return refuseAnything(instruction);
    for (const auto& [number, offsets] : pointees.objects) {
      const llvm::Value& value = memory_->pointsTo().object(number);
      const auto known = numbers_.find(&value);
      if (known == numbers_.end()) return refuse(instruction, "accesses memory that bmc does not know of");
      for (const Number one : known->second) {
        Gathered& found = gathered_[one];
        const auto begins =
            word.bytes == 0 ? std::vector<std::uint64_t>() : offsetsIn(objects_[one].bytes, offsets, word.bytes);
        if (begins.size() > kMostCells) return refuse(instruction, "accesses an object that is too large for bmc");
        for (const std::uint64_t offset : begins) {
          found.boundaries.insert(offset);
          found.boundaries.insert(offset + word.bytes);
          if (word.writes) found.written.emplace(offset, offset + word.bytes);
          if (what.hasKind && word.writes) found.mutexes.insert(offset);
          if (setsKind && word.writes)
            found.written.emplace(offset + mutex_kind::kOffset, offset + mutex_kind::kOffset + mutex_kind::kBytes);
        }
        if (isEarly(instruction)) continue;
        (word.writes ? found.writers : found.readers) |= std::uint64_t{1} << thread;
        found.isAtomic = found.isAtomic || instruction.isAtomic();
      }
    }
  }
}

// Where a mutex may be of another kind than the usual one, cells say which.
void Objects::gatherKinds() {
  for (Number number = 0; number < objects_.size(); ++number) {
    Gathered& found = gathered_[number];
    for (const std::uint64_t mutex : found.mutexes) {
      const std::uint64_t kind = mutex + mutex_kind::kOffset, end = kind + mutex_kind::kBytes;
      const auto mayChange = [&](const auto& range) { return range.first < end && range.second > kind; };
      if (end > objects_[number].bytes) continue;
      if (initialOf(objects_[number], kind, mutex_kind::kBytes) == 0 && llvm::none_of(found.written, mayChange))
        continue;
      objects_[number].kinds.insert(mutex);
      found.boundaries.insert(kind);
      found.boundaries.insert(end);
    }
  }
}

// What is copied as a whole falls into the same cells on both sides.
void Objects::shareBoundaries() {
  struct Copy {
    Number to, from;
    std::uint64_t at, source, bytes;
  };
  std::vector<Copy> copies;
  const auto only = [&](const llvm::Value& pointer) -> std::optional<std::pair<Number, std::uint64_t>> {
    const analysis::Pointees pointees = memory_->pointsTo().found(pointer);
    if (pointees.objects.size() != 1) return std::nullopt;
    const auto& [number, offsets] = *pointees.objects.begin();
    const auto known = numbers_.lookup(&memory_->pointsTo().object(number));
    if (known.size() != 1 || offsets.step != 0 || offsets.first < 0) return std::nullopt;
    return std::pair(known.front(), static_cast<std::uint64_t>(offsets.first));
  };
  for (const FlatThread& thread : program_.threads)
    for (const llvm::Instruction& instruction : llvm::instructions(*thread.code)) {
      const auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
      const auto* const length = copy ? llvm::dyn_cast<llvm::ConstantInt>(copy->getLength()) : nullptr;
      if (!length) continue;
      const auto to = only(*copy->getRawDest()), from = only(*copy->getRawSource());
      if (to && from) copies.push_back({to->first, from->first, to->second, from->second, length->getZExtValue()});
    }
  const auto share = [&](Number from, std::uint64_t source, Number to, std::uint64_t at, std::uint64_t bytes) {
    bool isNews = false;
    const std::set<std::uint64_t> boundaries = gathered_[from].boundaries;
    for (auto one = boundaries.lower_bound(source); one != boundaries.end() && *one <= source + bytes; ++one)
      isNews = gathered_[to].boundaries.insert(*one - source + at).second || isNews;
    return isNews;
  };
  for (bool isNews = true; isNews;) {
    isNews = false;
    for (const Copy& copy : copies) {
      isNews = share(copy.from, copy.source, copy.to, copy.at, copy.bytes) || isNews;
      isNews = share(copy.to, copy.at, copy.from, copy.source, copy.bytes) || isNews;
    }
  }
}

void Objects::makeCells() {
  for (Number number = 0; number < objects_.size(); ++number) {
    Object& object = objects_[number];
    std::set<std::uint64_t>& boundaries = gathered_[number].boundaries;
    if (boundaries.empty()) continue;
    for (auto from = boundaries.begin(), to = std::next(from); to != boundaries.end(); ++from, ++to)
      for (std::uint64_t at = *from; at < *to;) {  // no cell has more than 8 bytes
        const auto bytes = static_cast<unsigned>(std::min<std::uint64_t>(*to - at, 8));
        object.cells.push_back({at, bytes, cells_++, initialOf(object, at, bytes)});
        at += bytes;
      }
  }
}

std::uint64_t Objects::initialOf(const Object& object, std::uint64_t offset, unsigned bytes) const {
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(object.value);
  if (!variable || !variable->hasInitializer()) return 0;
  auto* const initializer = const_cast<llvm::Constant*>(variable->getInitializer());
  llvm::LLVMContext& context = variable->getContext();
  const llvm::APInt at(64, offset);
  if (const auto* value = llvm::dyn_cast_or_null<llvm::ConstantInt>(
          llvm::ConstantFoldLoadFromConst(initializer, llvm::Type::getIntNTy(context, bytes * 8), at, layout_)))
    return value->getZExtValue();
  const std::uint64_t inside = offset % 8;  // of a pointer, perhaps a part
  const llvm::Constant* const pointer = llvm::ConstantFoldLoadFromConst(initializer, llvm::PointerType::get(context, 0),
                                                                        llvm::APInt(64, offset - inside), layout_);
  if (!pointer) return 0;
  const std::uint64_t value = addressOf(*pointer) >> (inside * 8);
  return bytes == 8 ? value : value & ((std::uint64_t{1} << (bytes * 8)) - 1);
}

std::uint64_t Objects::addressOf(const llvm::Constant& pointer) const {
  llvm::APInt offset(64, 0);
  const llvm::Value* const base = pointer.stripAndAccumulateConstantOffsets(layout_, offset, true);
  if (const auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(base);
      cast && cast->getOpcode() == llvm::Instruction::IntToPtr)
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(cast->getOperand(0)))
      return number->getZExtValue() + offset.getZExtValue();
  return addresses_.lookup(base) + offset.getZExtValue();
}

std::vector<Target> Objects::targetsOf(const llvm::Value& pointer, std::uint64_t bytes) const {
  std::vector<Target> found;
  for (const auto& [number, offsets] : memory_->pointsTo().found(pointer).objects) {
    for (const Number one : numbers_.lookup(&memory_->pointsTo().object(number)))
      for (const std::uint64_t offset : offsetsIn(objects_[one].bytes, offsets, bytes))
        found.push_back({&objects_[one], offset});
  }
  return found;
}

const Object* Objects::at(std::uint64_t address, std::uint64_t bytes) const {
  const auto after = std::ranges::upper_bound(objects_, address, {}, &Object::address);
  if (after == objects_.begin()) return nullptr;
  const Object& object = *std::prev(after);
  return address + bytes <= object.address + object.bytes ? &object : nullptr;
}

}  // namespace heddle::symbolic
