// What programs say to Heddle (heddle.h), and the names of other tools.
#include <bit>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

void assume(int condition) {
  if (condition == 0) engine->stepper.stopThread(here());
}

std::uint64_t choose(std::uint64_t count) {
  if (count == 0) {
    const InHeddle guard;
    engine->verdicts.refuse("heddle_choose(0) has no value to choose", here());
  }
  if (count > 1 && engine->threads.self().atomicDepth != 0) {
    engine->stepper.interruptSection();
    return engine->choices.take(count, here());
  }
  return static_cast<std::uint64_t>(engine->stepper.visible({.a = count, .site = here(), .kind = OpKind::Choose}));
}

unsigned chooseModel(unsigned count) { return static_cast<unsigned>(choose(count)); }

[[noreturn]] void failed(const char* message) {
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::Assertion, message, here());
}

void assertFailModel(const char* expression, const char*, int, const char*) {
  checkString(expression);
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::Assertion, std::string("assertion failed: ") + expression, here());
}
void verifierAssert(int condition) {
  if (condition == 0) failed("__VERIFIER_assert failed");
}
void verifierError() { failed("__VERIFIER_error is reached"); }
void reachError() { failed("reach_error is reached"); }

void atomicBegin() {
  // On execution graphs a section is many steps.
  if (engine->threads.self().atomicDepth == 0 && !engine->stepper.adoptsOrder) engine->choices.chooseFor(here());
  engine->stepper.beginSection(here());
}
void atomicEnd() {
  if (engine->threads.self().atomicDepth == 1) engine->choices.endSection(here());
  engine->stepper.endSection();
}

// Hints for tools that unroll loops, or are told which ones wait. Heddle finds that out, and explores no less without.
void hint() {}

// Of a type with so many values. Floating-point numbers count as having any number.
constexpr std::uint64_t kAny = ~std::uint64_t{0};
template <std::uint64_t values>
std::uint64_t anyInRange() {
  if (engine->options.nondetRange < values) engine->verdicts.noteFewValues(here());
  return choose(engine->options.nondetRange);
}
constexpr auto any8 = anyInRange<1 << 8>;
constexpr auto any16 = anyInRange<1 << 16>;
constexpr auto anyWide = anyInRange<kAny>;
bool anyBool() { return choose(2) != 0; }
// Where any value may be chosen it is the bits of a number; few of them stand for small numbers.
template <typename Number, typename Bits>
Number anyNumber() {
  const std::uint64_t value = anyWide();
  return engine->options.nondetRange == kAny ? std::bit_cast<Number>(static_cast<Bits>(value))
                                             : static_cast<Number>(value);
}
float anyFloat() { return anyNumber<float, std::uint32_t>(); }
double anyDouble() { return anyNumber<double, std::uint64_t>(); }

}  // namespace

std::span<const External> verifier() {
  static const External rows[] = {
      row("heddle_assume", assume),
      row("heddle_choose", chooseModel),
      row("heddle_assert_fail", assertFailModel),
      row("__VERIFIER_assume", assume),
      row("__VERIFIER_assert", verifierAssert),
      row("__VERIFIER_error", verifierError),
      row("reach_error", reachError),
      row("__VERIFIER_atomic_begin", atomicBegin),
      row("__VERIFIER_atomic_end", atomicEnd),
      row("__VERIFIER_loop_bound", hint),
      row("__VERIFIER_loop_begin", hint),
      row("__VERIFIER_spin_start", hint),
      row("__VERIFIER_spin_end", hint),
      row("__VERIFIER_nondet_bool", anyBool),
      row("__VERIFIER_nondet__Bool", anyBool),
      row("__VERIFIER_nondet_char", any8),
      row("__VERIFIER_nondet_schar", any8),
      row("__VERIFIER_nondet_uchar", any8),
      row("__VERIFIER_nondet_short", any16),
      row("__VERIFIER_nondet_ushort", any16),
      row("__VERIFIER_nondet_int", anyWide),
      row("__VERIFIER_nondet_uint", anyWide),
      row("__VERIFIER_nondet_long", anyWide),
      row("__VERIFIER_nondet_ulong", anyWide),
      row("__VERIFIER_nondet_longlong", anyWide),
      row("__VERIFIER_nondet_ulonglong", anyWide),
      row("__VERIFIER_nondet_size_t", anyWide),
      row("__VERIFIER_nondet_pointer", anyWide),
      row("__VERIFIER_nondet_float", anyFloat),
      row("__VERIFIER_nondet_double", anyDouble),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
