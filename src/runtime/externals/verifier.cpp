// What programs say to Heddle (heddle.h), and the names of other tools.
#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

void assume(int condition) {
  if (condition == 0) engine->stopThread(here());
}

std::uint64_t choose(std::uint64_t count) {
  if (count == 0) {
    const InHeddle guard;
    engine->refuse("heddle_choose(0) has no value to choose", here());
  }
  // It would be a step of its own, in the middle of another.
  if (count > 1 && engine->self().atomicDepth != 0) {
    const InHeddle guard;
    engine->refuse("a choice inside an atomic section; choose before the section begins", here());
  }
  return static_cast<std::uint64_t>(engine->visible({.a = count, .site = here(), .kind = OpKind::Choose}));
}

unsigned chooseModel(unsigned count) { return static_cast<unsigned>(choose(count)); }

[[noreturn]] void failed(const char* message) {
  const InHeddle guard;
  engine->fail(ViolationKind::Assertion, message, here());
}

void assertFailModel(const char* expression, const char*, int, const char*) {
  const InHeddle guard;
  engine->fail(ViolationKind::Assertion, std::string("assertion failed: ") + expression, here());
}
void verifierAssert(int condition) {
  if (condition == 0) failed("__VERIFIER_assert failed");
}
void verifierError() { failed("__VERIFIER_error is reached"); }
void reachError() { failed("reach_error is reached"); }

void atomicBegin() { engine->beginSection(here()); }
void atomicEnd() { engine->endSection(); }

std::uint64_t anyInRange() { return choose(engine->options().nondetRange); }
bool anyBool() { return choose(2) != 0; }
float anyFloat() { return static_cast<float>(anyInRange()); }
double anyDouble() { return static_cast<double>(anyInRange()); }

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
      row("__VERIFIER_nondet_bool", anyBool),
      row("__VERIFIER_nondet__Bool", anyBool),
      row("__VERIFIER_nondet_char", anyInRange),
      row("__VERIFIER_nondet_schar", anyInRange),
      row("__VERIFIER_nondet_uchar", anyInRange),
      row("__VERIFIER_nondet_short", anyInRange),
      row("__VERIFIER_nondet_ushort", anyInRange),
      row("__VERIFIER_nondet_int", anyInRange),
      row("__VERIFIER_nondet_uint", anyInRange),
      row("__VERIFIER_nondet_long", anyInRange),
      row("__VERIFIER_nondet_ulong", anyInRange),
      row("__VERIFIER_nondet_longlong", anyInRange),
      row("__VERIFIER_nondet_ulonglong", anyInRange),
      row("__VERIFIER_nondet_size_t", anyInRange),
      row("__VERIFIER_nondet_pointer", anyInRange),
      row("__VERIFIER_nondet_float", anyFloat),
      row("__VERIFIER_nondet_double", anyDouble),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
