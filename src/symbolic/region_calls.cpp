// Calls: of the library, and of intrinsics.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "symbolic/accesses.h"
#include "symbolic/region.h"
#include "symbolic/types.h"

namespace heddle::symbolic {

bool Region::call(const llvm::CallBase& call, State& state) {
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return intrinsic(*known, state);
  const LibraryAction what = actionOf(call);
  const auto answer = [&](Formula value) {
    if (!call.getType()->isVoidTy()) define(state, call, f_.resized(value, partsOf(*call.getType())[0]));
    return true;
  };
  const bool isGiven = what.action == Action::Chooses || what.action == Action::AnyValue;
  if (isGiven && all_.sections[thread_].contains(call)) return refuse(call, "chooses inside an atomic section");
  if (what.isPrinted && !call.use_empty())
    return refuse(call, "the result of " + call.getCalledFunction()->getName().str() + " is not supported by bmc");
  switch (what.action) {
    case Action::Refused: break;
    case Action::BeginsSection:
    case Action::EndsSection:
      if (all_.hasOrders)
        return refuse(call, "an atomic section is not supported by bmc where orders of accesses count");
      [[fallthrough]];
    case Action::Nothing: return answer(f_.constant(0, 64));
    case Action::Starts: startThread(call, state); return answer(f_.constant(0, 64));
    case Action::Joins: return answer(join(call, state));
    case Action::Detaches: detach(call, state); return answer(f_.constant(0, 64));
    case Action::Ends: returnWith(call.getArgOperand(0), kEnded, state); return false;
    case Action::Exits:
      if (all_.sections[thread_].contains(call)) return refuse(call, "exits inside an atomic section");
      leave(state, kReturned, nullptr);
      return false;
    case Action::Allocates: return answer(allocate(call, what, state));
    case Action::Frees: free(call, what, state); return true;
    case Action::Measures: return answer(measure(call, what, state));
    case Action::Self: return answer(f_.constant(thread_ + 1, 64));
    case Action::Updates: return update(call, what, state);
    case Action::Clears: clear(call, what, state); return answer(f_.constant(0, 64));
    case Action::Fails: fail(state, call, what.failure, Formulas::kTrue); return false;
    case Action::Exceeds: stop(state, call, Formulas::kTrue, Why::Bound); return false;
    case Action::Assumes:
      stop(state, call, f_.negation(f_.isNotZero(valueOf(state, *call.getArgOperand(0)))), Why::Assume);
      return true;
    case Action::Chooses: {
      const Formula count = valueOf(state, *call.getArgOperand(0));
      fail(state, call, core::ViolationKind::Assertion, f_.negation(f_.isNotZero(count)));  // natively: refused
      const Formula value = input(state, f_.widthOf(count));
      transition_.requires_ = f_.conjunction(
          transition_.requires_, f_.implication(state.reached, f_.binary(Kind::LessUnsigned, value, count)));
      return answer(value);
    }
    case Action::AnyValue: return answer(input(state, partsOf(*call.getType())[0]));
  }
  const llvm::Function* const callee = call.getCalledFunction();
  return refuse(call, callee ? callee->getName().str() + " is not supported by bmc"
                             : "a call through a pointer is not supported by bmc");
}

// The thread goes no further than that, if the condition holds.
void Region::stop(State& state, const llvm::CallBase& call, Formula condition, Why why) {
  State stopped = state;
  stopped.reached = f_.conjunction(state.reached, condition);
  state.reached = f_.conjunction(state.reached, f_.negation(condition));
  if (stopped.reached == Formulas::kFalse) return;
  if (all_.sections[thread_].contains(call)) stopped.variables.clear();  // nobody sees what it did: it has no end
  if (why == Why::Bound) stopped.variables[all_.system.exceeded] = Formulas::kTrue;
  leave(stopped, kStopped, nullptr);
}

// How many bytes it allocates. If that is no constant of the code, neither it nor a factor is larger than what there
// is.
Formula Region::sizeOf(const llvm::CallBase& call, const LibraryAction& what, State& state) {
  Formula bytes = f_.constant(1, 64);
  const auto factors = llvm::make_range(call.arg_begin(), call.arg_begin() + what.factors);
  const bool isKnown = llvm::all_of(factors, [](const llvm::Use& one) { return llvm::isa<llvm::ConstantInt>(one); });
  const auto limit = [&](Formula number) {
    if (isKnown) return;
    stop(state, call, f_.binary(Kind::LessUnsigned, f_.constant(all_.objects.blockBytes(), 64), number), Why::Bound);
  };
  for (const llvm::Use& one : factors) {
    const Formula factor = f_.resized(valueOf(state, *one), 64);
    limit(factor);
    bytes = f_.binary(Kind::Multiply, bytes, factor);
  }
  limit(bytes);
  return bytes;
}

Formula Region::allocate(const llvm::CallBase& call, const LibraryAction& what, State& state) {
  if (all_.hasOrders && what.factors == 2 && !all_.objects.isEarly(call))  // others may race with that
    refuse(call, "an allocation that fills memory is not supported by bmc where orders of accesses count");
  const auto blocks = all_.objects.blocksOf(call);
  const VariableNumber counter = all_.allocations.at(&call);
  const Formula count = cell(state, counter);
  const unsigned width = f_.widthOf(count);
  const Formula isFull = f_.equal(count, f_.constant(blocks.size(), width));
  stop(state, call, isFull, Why::Bound);
  const Formula bytes = sizeOf(call, what, state);
  Formula address = f_.constant(0, 64);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Formula isIt = f_.equal(count, f_.constant(i, width));
    address = f_.choose(isIt, f_.constant(blocks[i]->address, 64), address);
    const VariableNumber isThere = all_.isThere[blocks[i]->number];
    state.variables[isThere] = f_.disjunction(cell(state, isThere), isIt);
    if (const auto size = all_.sizes.find(blocks[i]->number); size != all_.sizes.end())
      state.variables[size->second] = f_.choose(isIt, bytes, cell(state, size->second));
  }
  state.variables[counter] = f_.binary(Kind::Add, count, f_.constant(1, width));
  return address;
}

// To others it writes all of the block.
void Region::free(const llvm::CallBase& call, const LibraryAction& what, State& state) {
  const llvm::Value& pointer = *call.getArgOperand(0);
  const Formula address = valueOf(state, pointer);
  Formula isBad = f_.isNotZero(address), isTwice = Formulas::kFalse;
  SharedAccess all{address, 1, true, std::nullopt, {}};
  for (const Target& target : all_.objects.targetsOf(pointer, 0)) {
    if (!target.object->isBlock || target.offset != 0) continue;
    const Formula isIt = f_.equal(address, f_.constant(target.object->address, 64));
    const VariableNumber isThere = all_.isThere[target.object->number];
    const bool belongs = actionOf(*llvm::cast<llvm::CallBase>(target.object->value)).family == what.family;
    if (belongs) isBad = f_.conjunction(isBad, f_.negation(isIt));
    isTwice = f_.disjunction(isTwice, f_.conjunction(isIt, f_.negation(cell(state, isThere))));
    state.variables[isThere] = f_.conjunction(cell(state, isThere), f_.negation(isIt));
    all.bytes = std::max(all.bytes, static_cast<unsigned>(target.object->bytes));
    for (const Cell& part : target.object->cells) all.words.push_back(all_.cells[part.number]);
  }
  if (isNoticed(call)) {
    std::ranges::sort(all.words);
    transition_.accesses.push_back(std::move(all));
  }
  fail(state, call, core::ViolationKind::DoubleFree, isTwice);
  fail(state, call, core::ViolationKind::BadFree, isBad);
}

// A variable begins, or ends: to others that writes all of it.
void Region::mark(const llvm::IntrinsicInst& marker, Formula isThere, State& state) {
  const llvm::Value& pointer = *marker.getArgOperand(1);
  const Object& object = *all_.objects.at(all_.objects.addressOf(pointer), 0);
  state.variables[all_.isThere[object.number]] = isThere;
  if (isNoticed(marker))
    noteShared(pointer, f_.constant(object.address, 64), static_cast<unsigned>(object.bytes), /*writes=*/true,
               std::nullopt);
}

// 0 of what is no block.
Formula Region::measure(const llvm::CallBase& call, const LibraryAction& what, const State& state) const {
  const llvm::Value& pointer = *call.getArgOperand(0);
  Formula bytes = f_.constant(0, 64);
  for (const Target& target : all_.objects.targetsOf(pointer, 0)) {
    if (!target.object->isBlock || target.offset != 0) continue;
    const Family family = actionOf(*llvm::cast<llvm::CallBase>(target.object->value)).family;
    if ((family == Family::Channel) != (what.family == Family::Channel)) continue;
    const Formula isIt = f_.equal(valueOf(state, pointer), f_.constant(target.object->address, 64));
    const auto size = all_.sizes.find(target.object->number);
    const Formula own = size != all_.sizes.end() ? cell(state, size->second) : f_.constant(target.object->bytes, 64);
    bytes = f_.choose(isIt, own, bytes);
  }
  return bytes;
}

void Region::startThread(const llvm::CallBase& call, State& state) {
  const auto started = llvm::find_if(all_.program.threads, [&](const FlatThread& t) { return t.start == &call; });
  const auto child = static_cast<unsigned>(started - all_.program.threads.begin());
  if (!llvm::isa<llvm::ConstantPointerNull>(call.getArgOperand(0)))
    storeNoticed(state, call, *call.getArgOperand(0), f_.constant(child + 1, 64));
  const Formula isDetached = f_.isNotZero(loadIfGiven(state, call, *call.getArgOperand(1), kAttributeBytes));
  state.variables[all_.joined[child]] = isDetached;
  const Formula argument = valueOf(state, *analysis::ProgramCalls::argumentOf(call).get());
  transition_.starts.push_back(child);  // before those that it starts itself
  Region begins(all_, child, transition_);
  begins.begin(argument, state.reached, state.variables);
  state.variables = begins.result(state.variables);
  for (const Pc pc : begins.next())
    if (std::vector<Pc>& all = all_.system.threads[child].begins; !llvm::is_contained(all, pc)) all.push_back(pc);
}

// What the call returns.
Formula Region::join(const llvm::CallBase& call, State& state) {
  const Formula handle = valueOf(state, *call.getArgOperand(0));
  const Formula isSelf = f_.equal(handle, f_.constant(thread_ + 1, f_.widthOf(handle)));
  fail(state, call, core::ViolationKind::LockMisuse, isSelf);
  Formula enabled = isSelf, result = f_.constant(0, 64);
  for (unsigned thread = 0; thread < all_.system.threads.size(); ++thread) {
    if (thread == thread_) continue;
    const Formula isIt = f_.equal(handle, f_.constant(thread + 1, f_.widthOf(handle)));
    if (isIt == Formulas::kFalse) continue;
    transition_.joins.push_back({thread, isIt});
    const Formula pc = all_.leafOf(all_.system.threads[thread].pc);
    enabled = f_.disjunction(enabled, f_.conjunction(isIt, f_.equal(pc, f_.constant(kEnded, f_.widthOf(pc)))));
    const Formula wasJoined = cell(state, all_.joined[thread]);
    fail(state, call, core::ViolationKind::LockMisuse, f_.conjunction(isIt, wasJoined));
    state.variables[all_.joined[thread]] = f_.disjunction(wasJoined, isIt);
    result = f_.choose(isIt, all_.leafOf(all_.results[thread]), result);
  }
  transition_.enabled = enabled;
  const Formula where = valueOf(state, *call.getArgOperand(1));
  if (const Formula isGiven = f_.isNotZero(where); isGiven != Formulas::kFalse) {
    State given = state;
    given.reached = f_.conjunction(state.reached, isGiven);
    storeNoticed(given, call, *call.getArgOperand(1), result);
    state.reached = f_.choose(isGiven, given.reached, state.reached);
    for (const auto& [variable, value] : given.variables)
      state.variables[variable] = f_.choose(isGiven, value, cell(state, variable));
  }
  return f_.constant(0, 64);
}

void Region::detach(const llvm::CallBase& call, State& state) {
  const Formula handle = valueOf(state, *call.getArgOperand(0));
  Formula isKnown = Formulas::kFalse;
  for (unsigned thread = 0; thread < all_.system.threads.size(); ++thread) {
    const Formula isIt = f_.equal(handle, f_.constant(thread + 1, f_.widthOf(handle)));
    const Formula wasJoined = cell(state, all_.joined[thread]);
    fail(state, call, core::ViolationKind::LockMisuse, f_.conjunction(isIt, wasJoined));
    state.variables[all_.joined[thread]] = f_.disjunction(wasJoined, isIt);
    isKnown = f_.disjunction(isKnown, isIt);
  }
  fail(state, call, core::ViolationKind::LockMisuse, f_.negation(isKnown));
}

void Region::returnWith(const llvm::Value* value, Pc pc, State& state) {
  if (value && thread_ != 0 && value->getType()->isPointerTy())
    state.variables[all_.results[thread_]] = valueOf(state, *value);
  leave(state, pc, nullptr);
}

bool Region::intrinsic(const llvm::IntrinsicInst& call, State& state) {
  const auto x = [&](unsigned i) { return valueOf(state, *call.getArgOperand(i)); };
  const auto isLess = [&](Kind kind, Formula one, Formula other) {  // then it is that
    define(state, call, f_.choose(f_.binary(kind, one, other), x(0), x(1)));
    return true;
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::lifetime_start: mark(call, Formulas::kTrue, state); return true;
    case llvm::Intrinsic::lifetime_end: mark(call, Formulas::kFalse, state); return true;
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
      if (!call.getType()->isVoidTy()) define(state, call, f_.constant(0, partsOf(*call.getType())[0]));
      return true;
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::threadlocal_address: define(state, call, x(0)); return true;
    case llvm::Intrinsic::smax: return isLess(Kind::LessSigned, x(1), x(0));
    case llvm::Intrinsic::smin: return isLess(Kind::LessSigned, x(0), x(1));
    case llvm::Intrinsic::umax: return isLess(Kind::LessUnsigned, x(1), x(0));
    case llvm::Intrinsic::umin: return isLess(Kind::LessUnsigned, x(0), x(1));
    case llvm::Intrinsic::abs: {
      const Formula zero = f_.constant(0, f_.widthOf(x(0)));
      define(state, call,
             f_.choose(f_.binary(Kind::LessSigned, x(0), zero), f_.binary(Kind::Subtract, zero, x(0)), x(0)));
      return true;
    }
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::is_fpclass: return floatIntrinsic(call, state);
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::ubsantrap: fail(state, call, core::ViolationKind::Abort, Formulas::kTrue); return false;
    default: break;
  }
  if (const auto* range = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    copy(*range, state);
    return all_.problem.empty();
  }
  return refuse(call, call.getCalledFunction()->getName().str() + " is not supported by bmc");
}

// Eight bytes at a time, of objects that are known.
void Region::copy(const llvm::MemIntrinsic& range, State& state) {
  const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(range.getLength());
  const Formula to = valueOf(state, *range.getRawDest());
  const auto* const transfer = llvm::dyn_cast<llvm::MemTransferInst>(&range);
  const Formula from = transfer ? valueOf(state, *transfer->getRawSource()) : to;
  if (isNoticed(range))
    return static_cast<void>(refuse(range, "a large copy of memory that others access is not supported by bmc"));
  if (!length || !f_.isConstant(to) || !f_.isConstant(from))
    return static_cast<void>(
        refuse(range, "copies of memory whose place or length is not known are not supported by bmc"));
  const std::uint64_t bytes = length->getZExtValue();
  resolved(state, range, *range.getRawDest(), static_cast<unsigned>(bytes), /*writes=*/true);
  if (transfer) resolved(state, range, *transfer->getRawSource(), static_cast<unsigned>(bytes), /*writes=*/false);
  const Object* const target = all_.objects.at(f_.valueOf(to), bytes);
  const Object* const source = all_.objects.at(f_.valueOf(from), bytes);
  if (!target || !source) return;  // it has failed
  const State before = state;
  for (const Cell& part : target->cells) {
    const std::uint64_t offset = f_.valueOf(to) - target->address;
    if (part.offset < offset || part.offset >= offset + bytes) continue;
    Formula value = 0;
    if (transfer) {
      const auto isPart = [&](const Cell& cell) {
        return cell.offset == f_.valueOf(from) - source->address + (part.offset - offset) && cell.bytes == part.bytes;
      };
      if (std::ranges::none_of(source->cells, isPart))
        return static_cast<void>(refuse(range, "a copy between different types is not supported by bmc"));
      value = contentOf(before, *source, f_.valueOf(from) - source->address + (part.offset - offset), part.bytes);
    } else {
      const Formula one = valueOf(state, *llvm::cast<llvm::MemSetInst>(range).getValue());
      value = one;
      for (unsigned i = 1; i < part.bytes; ++i) value = f_.concat(one, value);
    }
    state.variables[all_.cells[part.number]] = value;
  }
}

}  // namespace heddle::symbolic
