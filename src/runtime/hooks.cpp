// The functions that instrumented code calls (core/hooks.h).
#include "runtime/hooks.h"

#include <fmt/format.h>

#include "core/hooks.h"
#include "core/update.h"
#include "runtime/engine.h"

namespace heddle::runtime {
namespace {

Address addressOf(const void* p) { return reinterpret_cast<Address>(p); }

// Atomics outside the program's memory belong to the C++ library, which no
// other thread under test can notice: done at once. A wild pointer faults.
Value outside(const Op& op) {
  if (op.addr < 65536) engine->checkRange(op.addr, op.size, op.kind == OpKind::Write, op.site);  // reports it
  hot.probeSite = op.site;
  hot.probing = true;
  asm volatile("" ::: "memory");
  Value old = 0;
  if (op.kind == OpKind::Write) {
    core::storeWord(op.addr, op.size, op.a);
  } else {
    old = core::loadWord(op.addr, op.size);
    if (op.kind == OpKind::Update) {
      const core::UpdateResult result = core::apply(op, old);
      if (result.writes) core::storeWord(op.addr, op.size, result.value);
    }
  }
  asm volatile("" ::: "memory");
  hot.probing = false;
  return old;
}

// Hooks of up to 8 bytes return a whole Value, of which instrumented code reads
// the low half: that way they end in a tail call.
[[gnu::always_inline]] inline Value access(void* p, SiteId site, Value a, Value b) {
  Op& op = engine->pendingOp();
  op.a = a;
  op.b = b;
  op.addr = addressOf(p);
  engine->facts(site).copyTo(op);
  if (!inRegion(op.addr)) [[unlikely]] return outside(op);
  return engine->step();
}

Value get16(const void* p) { return core::loadWord(addressOf(p), 16); }
void put16(void* p, Value v) { core::storeWord(addressOf(p), 16, v); }

// The stack pointer of instrumented code at the call of a hook. Holds for hooks
// that only pass their arguments on: their frame is the frame record alone.
#define HEDDLE_CALLERS_STACK (addressOf(__builtin_frame_address(0)) + 16)

std::uint64_t plainLoad(void* p, SiteId site) { return engine->plainLoad(addressOf(p), site, HEDDLE_CALLERS_STACK); }
void plainStore(void* p, SiteId site, std::uint64_t v) {
  engine->plainStore(addressOf(p), site, v, HEDDLE_CALLERS_STACK);
}
void plainReadRange(void* p, std::uint64_t bytes, SiteId site) { engine->checkRange(addressOf(p), bytes, false, site); }
void plainWriteRange(void* p, std::uint64_t bytes, SiteId site) { engine->checkRange(addressOf(p), bytes, true, site); }

Value atomicLoad(void* p, SiteId site) { return access(p, site, 0, 0); }
Value atomicStore(void* p, SiteId site, std::uint64_t v) { return access(p, site, v, 0); }
Value rmw(void* p, SiteId site, std::uint64_t operand) { return access(p, site, operand, 0); }
Value cas(void* p, SiteId site, std::uint64_t expected, std::uint64_t desired) {
  return access(p, site, expected, desired);
}
void load16(void* p, SiteId site, void* result) { put16(result, access(p, site, 0, 0)); }
void store16(void* p, SiteId site, const void* v) { access(p, site, get16(v), 0); }
void rmw16(void* p, SiteId site, const void* operand, void* old) { put16(old, access(p, site, get16(operand), 0)); }
void cas16(void* p, SiteId site, const void* expected, const void* desired, void* old) {
  put16(old, access(p, site, get16(expected), get16(desired)));
}

void fence(SiteId site) {
  engine->visible({.site = site, .kind = OpKind::Fence, .order = engine->facts(site).order});
}

void stackEnter(void* object, std::uint64_t bytes, SiteId site) { engine->enterObject(addressOf(object), bytes, site); }
void stackLeave(void* object, std::uint64_t bytes) { engine->leaveObject(addressOf(object), bytes); }
void landed() { engine->leaveObjectsBelow(HEDDLE_CALLERS_STACK); }

void division(SiteId site) {
  const InHeddle guard;
  engine->fail(ViolationKind::DivisionByZero, "divides by zero, or the smallest integer by -1", site);
}

void unreachable(SiteId site) {
  const InHeddle guard;
  engine->fail(ViolationKind::Abort, "control reaches the end of a function that must return a value", site);
}

void loopLimit(SiteId site) {
  const InHeddle guard;
  engine->cut(fmt::format("a loop runs {} times without a visible operation (does it ever end?); --step-limit raises the limit",
                          engine->options().stepLimit),
              site);
}

void yield(SiteId) {}

void unknown(const char* name) {
  const InHeddle guard;
  const std::string_view called = name;
  if (called.find("setjmp") != std::string_view::npos || called.find("longjmp") != std::string_view::npos)
    engine->refuse(fmt::format("the program calls {}; jumping out of functions is not supported", name), engine->here());
  engine->refuse(fmt::format("the program calls {}, which Heddle does not know; define it in the program, or run the "
                             "library's own with --allow-external {} (it must not block, and its memory accesses are not seen)",
                             name, name),
                 engine->here());
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
      symbol(names::kFence, fence),
      symbol(names::kStackEnter, stackEnter),
      symbol(names::kStackLeave, stackLeave),
      symbol(names::kLanded, landed),
      symbol(names::kDivision, division),
      symbol(names::kUnreachable, unreachable),
      symbol(names::kLoopLimit, loopLimit),
      symbol(names::kYield, yield),
      symbol(names::kNativeMemcpy, std::memcpy),
      symbol(names::kNativeMemmove, std::memmove),
      symbol(names::kNativeMemset, std::memset),
      symbol(names::kWatch, &hot.watch),
      symbol(names::kBudget, &hot.budget),
      symbol(names::kCallSite, &hot.callSite),
      symbol(names::kUserSite, &hot.userSite),
      symbol(names::kTls, &hot.tls),
      symbol(kUnknownExternal, unknown),
  };
}

}  // namespace heddle::runtime
