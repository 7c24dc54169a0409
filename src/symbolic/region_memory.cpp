// Accesses to memory, and the rules of updates.
#include <algorithm>

#include "analysis/orders.h"
#include "analysis/program_memory.h"
#include "symbolic/region.h"
#include "symbolic/types.h"

namespace heddle::symbolic {
namespace {

constexpr std::size_t kFewestIndexed = 4;  // cells that an access may go to

}  // namespace

Formula Region::cell(const State& state, VariableNumber variable) const {
  const auto found = state.variables.find(variable);
  return found != state.variables.end() ? found->second : all_.leafOf(variable);
}

std::vector<Target> Region::targetsOf(Formula address, const llvm::Value& pointer, unsigned bytes) const {
  if (!f_.isConstant(address)) return all_.objects.targetsOf(pointer, bytes);
  const std::uint64_t at = f_.valueOf(address);
  const Object* const object = all_.objects.at(at, bytes);
  if (!object) return {};
  return {{object, at - object->address}};
}

Formula Region::contentOf(const State& state, const Object& object, std::uint64_t offset, unsigned bytes) const {
  std::optional<Formula> value;
  for (const Cell& part : object.cells) {
    if (part.offset < offset || part.offset >= offset + bytes) continue;
    const Formula content = cell(state, all_.cells[part.number]);
    value = value ? f_.concat(content, *value) : content;
  }
  return value && f_.widthOf(*value) == bytes * 8 ? *value : f_.constant(0, bytes * 8);
}

void Region::setContent(State& state, const Object& object, std::uint64_t offset, Formula value,
                        Formula isWritten) const {
  const unsigned bytes = f_.widthOf(value) / 8;
  for (const Cell& part : object.cells) {
    if (part.offset < offset || part.offset >= offset + bytes) continue;
    const Formula own = f_.extract(value, static_cast<unsigned>(part.offset - offset) * 8, part.bytes * 8);
    const VariableNumber variable = all_.cells[part.number];
    state.variables[variable] = f_.choose(isWritten, own, cell(state, variable));
  }
}

std::vector<std::pair<Target, Formula>> Region::resolved(State& state, const llvm::Instruction& at,
                                                         const llvm::Value& pointer, unsigned bytes, bool writes) {
  const Formula address = valueOf(state, pointer);
  std::vector<std::pair<Target, Formula>> all;
  Formula isSomewhere = Formulas::kFalse, isGone = Formulas::kFalse;
  for (const Target& target : targetsOf(address, pointer, bytes)) {
    if (writes && target.object->isConstant()) continue;
    const Formula isHere = f_.equal(address, f_.constant(target.object->address + target.offset, 64));
    if (target.object->mayEnd && !(target.object->isBlock && all_.hasOrders && all_.neverFrees)) {
      const Formula isThere = cell(state, all_.isThere[target.object->number]);
      isGone = f_.disjunction(isGone, f_.conjunction(isHere, f_.negation(isThere)));
    }
    Formula isInside = isHere;
    if (const auto size = all_.sizes.find(target.object->number); size != all_.sizes.end())
      isInside = f_.conjunction(isHere, f_.negation(f_.binary(Kind::LessUnsigned, cell(state, size->second),
                                                              f_.constant(target.offset + bytes, 64))));
    isSomewhere = f_.disjunction(isSomewhere, isInside);
    all.emplace_back(target, isHere);
  }
  fail(state, at, core::ViolationKind::OutOfBounds, f_.negation(isSomewhere));
  fail(state, at, core::ViolationKind::UseAfterFree, isGone);
  return all;
}

bool Region::isIndexed(const State& state, const llvm::Instruction& at, const llvm::Value& pointer, unsigned bytes) {
  if (start_ != &at || (llvm::isa<llvm::CallBase>(at) && !all_.hasOrders)) return false;
  const Formula address = valueOf(state, pointer);
  if (const auto& known = transition_.indexed; known && known->address == address && known->bytes == bytes) return true;
  bool isOwn = false;  // or may be
  IndexedAccess access{.address = address, .bytes = bytes, .targets = {}};
  for (const Target& target : targetsOf(access.address, pointer, bytes)) {
    const auto& cells = target.object->cells;
    const auto part = std::ranges::find(cells, target.offset, &Cell::offset);
    const bool isPart = part == cells.end() || part->bytes != bytes;
    if (isPart && all_.hasOrders && target.object->isShared)
      return refuse(
          at, "accesses of several sizes to the same memory are not supported by bmc where orders of accesses count");
    isOwn = isOwn || !target.object->isShared;  // what follows in the transition may access it
    if (isPart || !target.object->isShared) continue;
    access.targets.push_back({target.object->address + target.offset, all_.cells[part->number]});
  }
  if (all_.hasOrders && isOwn && !access.targets.empty())
    return refuse(
        at, "an access to memory that may or may not be shared is not supported by bmc where orders of accesses count");
  if (isOwn || access.targets.size() < (all_.hasOrders ? 1 : kFewestIndexed)) return false;
  if (transition_.indexed)
    return refuse(at,
                  "a call that accesses several shared words is not supported by bmc where orders of accesses count");
  const auto [loaded, isNew] = all_.system.loaded.try_emplace(bytes, 0);
  if (isNew) loaded->second = f_.variable(bytes * 8);
  transition_.indexed = std::move(access);
  return true;
}

Formula Region::load(State& state, const llvm::Instruction& at, const llvm::Value& pointer, unsigned bytes) {
  const auto targets = resolved(state, at, pointer, bytes, /*writes=*/false);
  if (isIndexed(state, at, pointer, bytes)) {
    transition_.indexed->isRead = true;
    return all_.system.loaded[bytes];
  }
  Formula value = f_.constant(0, bytes * 8);
  for (const auto& [target, isHere] : targets)
    value = f_.choose(isHere, contentOf(state, *target.object, target.offset, bytes), value);
  return value;
}

void Region::store(State& state, const llvm::Instruction& at, const llvm::Value& pointer, Formula value,
                   Formula isWritten) {
  const unsigned bytes = f_.widthOf(value) / 8;
  const auto targets = resolved(state, at, pointer, bytes, /*writes=*/true);
  if (isIndexed(state, at, pointer, bytes)) {
    transition_.indexed->isWritten = f_.conjunction(state.reached, isWritten);
    transition_.indexed->value = value;
    return;
  }
  for (const auto& [target, isHere] : targets)
    setContent(state, *target.object, target.offset, value, f_.conjunction(isWritten, isHere));
}

void Region::storeNoticed(State& state, const llvm::Instruction& at, const llvm::Value& pointer, Formula value) {
  if (isNoticed(at)) noteShared(pointer, valueOf(state, pointer), f_.widthOf(value) / 8, /*writes=*/true, std::nullopt);
  store(state, at, pointer, value, Formulas::kTrue);
}

void Region::noteShared(const llvm::Value& pointer, Formula address, unsigned bytes, bool writes,
                        std::optional<Formula> value) {
  SharedAccess access{address, bytes, writes, value, {}};
  for (const Target& target : targetsOf(address, pointer, bytes))
    for (const Cell& part : target.object->cells)
      if (part.offset >= target.offset && part.offset < target.offset + bytes)
        access.words.push_back(all_.cells[part.number]);
  std::ranges::sort(access.words);
  access.words.erase(std::unique(access.words.begin(), access.words.end()), access.words.end());
  transition_.accesses.push_back(std::move(access));
}

namespace {

// The rule of an update, as the executor has it.
const core::UpdateRule* ruleOf(llvm::AtomicRMWInst::BinOp operation) {
  using llvm::AtomicRMWInst;
  namespace rules = core::rules;
  switch (operation) {
    case AtomicRMWInst::Xchg: return &rules::kExchange;
    case AtomicRMWInst::Add: return &rules::kAdd;
    case AtomicRMWInst::Sub: return &rules::kSub;
    case AtomicRMWInst::And: return &rules::kAnd;
    case AtomicRMWInst::Nand: return &rules::kNand;
    case AtomicRMWInst::Or: return &rules::kOr;
    case AtomicRMWInst::Xor: return &rules::kXor;
    case AtomicRMWInst::Max: return &rules::kMax;
    case AtomicRMWInst::Min: return &rules::kMin;
    case AtomicRMWInst::UMax: return &rules::kUMax;
    case AtomicRMWInst::UMin: return &rules::kUMin;
    default: return nullptr;
  }
}

}  // namespace

namespace {

MemoryEffect effectOf(const llvm::Instruction& access) {
  using analysis::orderOf;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) return {.order = orderOf(load->getOrdering())};
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access))
    return {.order = orderOf(store->getOrdering()), .isStore = true};
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access))
    return {.order = orderOf(exchange->getSuccessOrdering()),
            .failOrder = orderOf(exchange->getFailureOrdering()),
            .isUpdate = true};
  const core::Order order = orderOf(llvm::cast<llvm::AtomicRMWInst>(access).getOrdering());
  return {.order = order, .failOrder = analysis::readPart(order), .isUpdate = true};
}

}  // namespace

// Natively accesses are steps as soon as there are threads, and atomic ones before; but not those to the thread's
// own stack, and those of a section are one.
void Region::noteBeside(const llvm::Instruction& instruction, const State& state) {
  const bool isCall = llvm::isa<llvm::CallBase>(instruction);
  if (start_ == &instruction || !instruction.mayReadOrWriteMemory() || all_.sections[thread_].contains(instruction))
    return;
  if (!isCall && !instruction.isAtomic() && all_.objects.isEarly(instruction)) return;
  Formula reached = state.reached;
  if (!isCall) {
    const auto [pointer, bytes] = analysis::touchedWord(instruction);
    const Formula address = valueOf(state, *pointer);
    for (const Target& target : targetsOf(address, *pointer, static_cast<unsigned>(bytes)))
      if (llvm::isa<llvm::AllocaInst>(target.object->value))
        reached = f_.conjunction(
            reached,
            f_.negation(f_.equal(address, f_.constant(target.object->address + target.offset, f_.widthOf(address)))));
  }
  if (reached != Formulas::kFalse)
    transition_.beside.push_back({reached, thread_, analysis::statementOf(instruction), analysis::isPart(instruction)});
}

bool Region::access(const llvm::Instruction& instruction, State& state) {
  const llvm::Value& pointer = *analysis::touchedWord(instruction).pointer;
  const Formula address = valueOf(state, pointer);
  const bool isShared = isNoticed(instruction);
  if (start_ == &instruction) transition_.effect = effectOf(instruction);
  const llvm::DataLayout& layout = instruction.getDataLayout();
  const auto bytesOf = [&](const llvm::Type* type) {
    return static_cast<unsigned>(layout.getTypeStoreSize(const_cast<llvm::Type*>(type)).getFixedValue());
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const auto parts = partsOf(*load->getType());
    if (parts.size() != 1) return refuse(instruction, "a load of a structure is not supported by bmc");
    const unsigned bytes = bytesOf(load->getType());
    if (isShared) noteShared(pointer, address, bytes, false, std::nullopt);
    define(state, instruction, f_.resized(this->load(state, instruction, pointer, bytes), parts[0]));
    return true;
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::Type& type = *store->getValueOperand()->getType();
    if (partsOf(type).size() != 1) return refuse(instruction, "a store of this type is not supported by bmc");
    const unsigned bytes = bytesOf(&type);
    const Formula value = f_.resized(valueOf(state, *store->getValueOperand()), bytes * 8);
    if (isShared) noteShared(pointer, address, bytes, true, value);
    this->store(state, instruction, pointer, value, Formulas::kTrue);
    return true;
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    const unsigned bytes = bytesOf(exchange->getCompareOperand()->getType());
    if (isShared) noteShared(pointer, address, bytes, true, std::nullopt);
    const Formula old = this->load(state, instruction, pointer, bytes);
    const Formula succeeds = f_.equal(old, valueOf(state, *exchange->getCompareOperand()));
    this->store(state, instruction, pointer, valueOf(state, *exchange->getNewValOperand()), succeeds);
    define(state, instruction, old, 0);
    define(state, instruction, succeeds, 1);
    return true;
  }
  const auto& update = llvm::cast<llvm::AtomicRMWInst>(instruction);
  const core::UpdateRule* const rule = ruleOf(update.getOperation());
  if (!rule || !rule->terms) return refuse(instruction, "this atomic update is not supported by bmc");
  const unsigned bytes = bytesOf(update.getType());
  if (isShared) noteShared(pointer, address, bytes, true, std::nullopt);
  const Formula old = this->load(state, instruction, pointer, bytes);
  const Formula value = termValue(*rule->terms->value, old, valueOf(state, *update.getValOperand()), old);
  this->store(state, instruction, pointer, value, Formulas::kTrue);
  define(state, instruction, old);
  return true;
}

// --- update rules (core/terms.h) ---

Formula Region::termValue(const core::terms::Node& node, Formula old, Formula a, Formula b) const {
  using core::terms::Kind;
  namespace s = heddle::symbolic;
  const unsigned width = f_.widthOf(old);
  const auto x = [&](unsigned i) { return termValue(*node.arguments[i], old, a, b); };
  const auto number = [&](Formula truth) { return f_.resized(truth, width); };
  switch (node.kind) {
    case Kind::Old: return old;
    case Kind::A: return f_.resized(a, width);
    case Kind::B: return f_.resized(b, width);
    case Kind::Constant: return f_.constant(node.constant, width);
    case Kind::Add: return f_.binary(s::Kind::Add, x(0), x(1));
    case Kind::Subtract: return f_.binary(s::Kind::Subtract, x(0), x(1));
    case Kind::And: return f_.binary(s::Kind::And, x(0), x(1));
    case Kind::Or: return f_.binary(s::Kind::Or, x(0), x(1));
    case Kind::Xor: return f_.binary(s::Kind::Xor, x(0), x(1));
    case Kind::Not: return f_.negation(x(0));
    case Kind::Equal: return number(f_.equal(x(0), x(1)));
    case Kind::Less: return number(f_.binary(s::Kind::LessUnsigned, x(0), x(1)));
    case Kind::SignedLess: return number(f_.binary(s::Kind::LessSigned, x(0), x(1)));
    case Kind::Choose: return f_.choose(f_.isNotZero(x(0)), x(1), x(2));
  }
  return old;
}

}  // namespace heddle::symbolic
