// The functions that instrumented code calls (core/hooks.h).
#include "runtime/hooks.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include "core/hooks.h"
#include "core/library.h"
#include "core/update.h"
#include "runtime/engine.h"
#include "runtime/externals/jumps.h"

namespace heddle::runtime {
namespace {

Address addressOf(const void* p) { return reinterpret_cast<Address>(p); }

// Atomics outside the program's memory belong to the C++ library, which no
// other thread under test can observe: done at once. A wild pointer faults.
Value outside(const Op& op) {
  if (op.addr < kNullPages)
    engine->plain.checkRange(op.addr, op.size, op.kind == OpKind::Write, op.site);  // reports it
  hot.probeSite = op.site;
  hot.probing = true;
  asm volatile("" ::: "memory");
  Value old = 0;
  bool enabled = true;
  if (op.kind != OpKind::Read) engine->threads.self().unseenAt = engine->stepper.execution.trace.size() + 1;
  if (op.kind == OpKind::Write) {
    core::storeWord(op.addr, op.size, op.a);
  } else {
    old = core::loadWord(op.addr, op.size);
    if (op.rule != nullptr) {
      const core::UpdateResult result = core::apply(op, old);
      enabled = result.enabled;
      if (enabled && result.writes) core::storeWord(op.addr, op.size, result.value);
    }
  }
  asm volatile("" ::: "memory");
  hot.probing = false;
  if (!enabled) engine->verdicts.cut("a loop waits for memory that no thread can write", op.site, true);
  return old;
}

Op& prepare(void* p, SiteId site, Value a, Value b) {
  Op& op = engine->stepper.pending();
  op.a = a;
  op.b = b;
  op.addr = addressOf(p);
  engine->sites[site].copyTo(op);
  return op;
}

// Of any size, anywhere.
[[gnu::noinline]] Value accessAny(void* p, SiteId site, Value a, Value b) {
  Op& op = prepare(p, site, a, b);
  if ((op.size & SiteFacts::kOffSlice) != 0) [[unlikely]] {
    if (inRegion(op.addr)) return engine->offSlice.access(op);
    op.size &= static_cast<std::uint8_t>(~SiteFacts::kOffSlice);
  }
  return inRegion(op.addr) ? engine->stepper.step() : outside(op);
}

// Hooks of up to 8 bytes return a whole Value, of which instrumented code reads
// the low half: that way they end in a tail call. What lies on the stack
// between the program and a switch is one mispredicted return each.
template <Stepper::Access access>
[[gnu::always_inline]] inline Value accessWord(void* p, SiteId site, std::uint64_t a, std::uint64_t b) {
  const SiteFacts& facts = hot.facts[site];
  if (inRegion(addressOf(p))) [[likely]] {
    if (facts.size == 4) return hot.stepper->visibleWord<access, std::uint32_t>(facts, addressOf(p), a, b);
    if (facts.size == 8) return hot.stepper->visibleWord<access, std::uint64_t>(facts, addressOf(p), a, b);
  }
  return accessAny(p, site, a, b);
}

Value get16(const void* p) { return core::loadWord(addressOf(p), 16); }
void put16(void* p, Value v) { core::storeWord(addressOf(p), 16, v); }

// The stack pointer of instrumented code at the call of a hook. Holds for hooks
// that only pass their arguments on: their frame is the frame record alone.
#define HEDDLE_CALLERS_STACK (addressOf(__builtin_frame_address(0)) + 16)

[[gnu::noinline]] std::uint64_t plainLoadSlowly(void* p, SiteId site) {
  return engine->plain.load(addressOf(p), site, HEDDLE_CALLERS_STACK);
}
[[gnu::noinline]] void plainStoreSlowly(void* p, SiteId site, std::uint64_t v) {
  engine->plain.store(addressOf(p), site, v, HEDDLE_CALLERS_STACK);
}

// The quickest case, without a call: a whole word in the same epoch as the last
// access to it.
bool isRepeated4(Address addr, bool write) {
  return hot.quickPlain && inRegion(addr) && (addr & 3) == 0 && (~*maskOf(addr) >> (addr & 7) & 0xf) == 0 &&
         RaceDetector::sameEpoch4(hot.epoch, addr, write);
}
bool isRepeated8(Address addr, bool write) {
  return hot.quickPlain && inRegion(addr) && (addr & 7) == 0 && *maskOf(addr) == 0xff &&
         RaceDetector::sameEpoch8(hot.epoch, addr, write);
}

// While other threads exist, each plain access comes here.
std::uint64_t plainLoad(void* p, SiteId site) {
  const unsigned bytes = hot.facts[site].size;
  if (bytes == 4 && isRepeated4(addressOf(p), false)) [[likely]]
    return *static_cast<std::uint32_t*>(p);
  if (bytes == 8 && isRepeated8(addressOf(p), false)) [[likely]]
    return *static_cast<std::uint64_t*>(p);
  return plainLoadSlowly(p, site);
}
std::uint64_t outsideConstant(void* p, SiteId site, void* start, std::uint64_t bytes) {
  engine->memory.failOutsideConstant(addressOf(p), site, addressOf(start), bytes);
}
void plainStore(void* p, SiteId site, std::uint64_t v) {
  const unsigned bytes = hot.facts[site].size;
  if (bytes == 4 && isRepeated4(addressOf(p), true)) [[likely]] {
    *static_cast<std::uint32_t*>(p) = static_cast<std::uint32_t>(v);
    return;
  }
  if (bytes == 8 && isRepeated8(addressOf(p), true)) [[likely]] {
    *static_cast<std::uint64_t*>(p) = v;
    return;
  }
  plainStoreSlowly(p, site, v);
}
void plainReadRange(void* p, std::uint64_t bytes, SiteId site) {
  engine->plain.checkRange(addressOf(p), bytes, false, site);
}
void plainWriteRange(void* p, std::uint64_t bytes, SiteId site) {
  engine->plain.checkRange(addressOf(p), bytes, true, site);
}

Value atomicLoad(void* p, SiteId site) { return accessWord<Stepper::Access::Load>(p, site, 0, 0); }
Value atomicStore(void* p, SiteId site, std::uint64_t v) { return accessWord<Stepper::Access::Store>(p, site, v, 0); }
Value rmw(void* p, SiteId site, std::uint64_t operand) {
  return accessWord<Stepper::Access::Update>(p, site, operand, 0);
}
Value cas(void* p, SiteId site, std::uint64_t expected, std::uint64_t desired) {
  return accessWord<Stepper::Access::CompareExchange>(p, site, expected, desired);
}
void load16(void* p, SiteId site, void* result) { put16(result, accessAny(p, site, 0, 0)); }
void store16(void* p, SiteId site, const void* v) { accessAny(p, site, get16(v), 0); }
void rmw16(void* p, SiteId site, const void* operand, void* old) { put16(old, accessAny(p, site, get16(operand), 0)); }
void cas16(void* p, SiteId site, const void* expected, const void* desired, void* old) {
  put16(old, accessAny(p, site, get16(expected), get16(desired)));
}

Value await(void* p, SiteId site, std::uint64_t a0, std::uint64_t a1, std::uint64_t b0, std::uint64_t b1) {
  const Op& op = prepare(p, site, Value{a1} << 64 | a0, Value{b1} << 64 | b0);
  return inRegion(op.addr) ? engine->iterations.await() : outside(op);
}

void fence(SiteId site) {
  engine->stepper.visible({.site = site, .kind = OpKind::Fence, .order = engine->sites[site].order});
}

void stackEnter(void* object, std::uint64_t bytes, SiteId site) {
  engine->lifetimes.enterObject(addressOf(object), bytes, site);
}
void stackLeave(void* object, std::uint64_t bytes) { engine->lifetimes.leaveObject(addressOf(object), bytes); }
void* jumpPoint(void* buffer) { return externals::addJumpPoint(buffer, HEDDLE_CALLERS_STACK); }
void jumpPointsEnd() { externals::endJumpPoints(HEDDLE_CALLERS_STACK); }
void landed() { engine->lifetimes.leaveObjectsBelow(HEDDLE_CALLERS_STACK); }

void division(SiteId site) {
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::DivisionByZero, "divides by zero, or the smallest integer by -1", site);
}

void unreachable(SiteId site) {
  const InHeddle guard;
  engine->verdicts.fail(
      ViolationKind::Abort,
      "control reaches a point that must not be reached: a missing return, __builtin_unreachable, or after a "
      "function that does not return",
      site);
}

void loopLimit(SiteId site) { engine->limits.lookAtBudget(site); }

void pureIteration(std::uint32_t impure, SiteId site, std::uint32_t hides) {
  if (impure == 0) engine->iterations.endPure(site, hides != 0);
}
std::uint64_t iterationBegin() { return engine->iterations.begin(); }
void ghostAccess(void* p, SiteId site) { engine->iterations.ghostAccess(addressOf(p), site); }
void iterationEnd(std::uint32_t changed, SiteId site, std::uint64_t begin, std::uint32_t hides) {
  engine->iterations.end(site, begin, changed != 0, hides != 0);
}

void loopBound(SiteId site, std::uint32_t iterations) { engine->limits.stopAtBound(site, iterations); }

void longLoop(SiteId site, std::uint64_t look) { engine->limits.watchIterations(site, look); }

void yield(SiteId) {}

std::string whyNotToCall(const char* name) {
  const std::string shown = llvm::demangle(name);
  if (const char* const why = core::library::factsOf(name).why)
    return fmt::format("the program calls {}: {}", shown, why);
  constexpr char kTerms[] = "it must not block, and its memory accesses are not seen";
  if (dlsym(RTLD_DEFAULT, name) != nullptr)
    return fmt::format(
        "the program calls {}, which Heddle does not know; define it in the program, or run the library's own with "
        "--allow-external {} ({})",
        shown, name, kTerms);
  return fmt::format(
      "the program calls {}, which no file defines; add its source or bitcode, or, if it is harmless, run that of a "
      "library with --allow-external {} and, at the end, -- -lLIBRARY ({})",
      shown, name, kTerms);
}

void unknown(const char* name) {
  const InHeddle guard;
  engine->verdicts.refuse(whyNotToCall(name), engine->sites.here());
}

template <typename T>
HookSymbol symbol(const char* name, T* p) {
  return {name, const_cast<void*>(reinterpret_cast<const volatile void*>(p))};
}

}  // namespace

std::vector<HookSymbol> hookSymbols() {
  namespace names = core::hooks;
  return {
      symbol(names::kPlainLoad, plainLoad),
      symbol(names::kOutsideConstant, outsideConstant),
      symbol(names::kPlainStore, plainStore),
      symbol(names::kPlainReadRange, plainReadRange),
      symbol(names::kPlainWriteRange, plainWriteRange),
      symbol(names::kLoad, atomicLoad),
      symbol(names::kStore, atomicStore),
      symbol(names::kRmw, rmw),
      symbol(names::kCas, cas),
      symbol(names::kLoad16, load16),
      symbol(names::kStore16, store16),
      symbol(names::kRmw16, rmw16),
      symbol(names::kCas16, cas16),
      symbol(names::kAwait, await),
      symbol(names::kFence, fence),
      symbol(names::kStackEnter, stackEnter),
      symbol(names::kStackLeave, stackLeave),
      symbol(names::kJumpPoint, jumpPoint),
      symbol(names::kJumpPointsEnd, jumpPointsEnd),
      symbol(names::kLanded, landed),
      symbol(names::kDivision, division),
      symbol(names::kUnreachable, unreachable),
      symbol(names::kLoopLimit, loopLimit),
      symbol(names::kPureIteration, pureIteration),
      symbol(names::kIterationBegin, iterationBegin),
      symbol(names::kIterationEnd, iterationEnd),
      symbol(names::kGhostAccess, ghostAccess),
      symbol(names::kLoopBound, loopBound),
      symbol(names::kLongLoop, longLoop),
      symbol(names::kYield, yield),
      symbol(names::kNativeMemcpy, std::memcpy),
      symbol(names::kNativeMemmove, std::memmove),
      symbol(names::kNativeMemset, fill),
      symbol(names::kWatch, &hot.watch),
      symbol(names::kBudget, &hot.budget),
      symbol(names::kCallSite, &hot.callSite),
      symbol(names::kUserSite, &hot.userSite),
      symbol(names::kCalls, &hot.calls),
      symbol(names::kTls, &hot.tls),
      symbol(kUnknownExternal, unknown),
  };
}

}  // namespace heddle::runtime
