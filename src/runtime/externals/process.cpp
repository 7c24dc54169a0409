// Ending the program, failing in it, errno.
#include <cstdlib>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

void exitModel(int) { engine->exitProcess(); }

void quickExitModel(int) {
  const InHeddle guard;
  engine->exitAtOnce();
}

void abortModel() { engine->fail(ViolationKind::Abort, "abort() was called", here()); }

void trapModel() { engine->fail(ViolationKind::Abort, "__builtin_trap() was reached", here()); }

void assertFailModel(const char* expression, const char*, unsigned, const char*) {
  const InHeddle guard;
  engine->fail(ViolationKind::Assertion, std::string("assertion failed: ") + expression, here());
}

void registerHandler(Destructor handler) {
  engine->changeLibrary(LibraryWord::ExitHandlers, Order::AcqRel, here());
  const InHeddle guard;
  engine->atExit(handler);
}

int atExitModel(void (*function)()) {
  registerHandler({[](void* f) { reinterpret_cast<void (*)()>(f)(); }, reinterpret_cast<void*>(function)});
  return 0;
}

int cxaAtExitModel(void (*function)(void*), void* argument, void*) {
  registerHandler({function, argument});
  return 0;
}

int cxaThreadAtExitModel(void (*function)(void*), void* argument, void*) {
  const InHeddle guard;
  engine->self().atExit.push_back({function, argument});
  return 0;
}

int* errnoModel() { return &engine->self().errorNumber; }

}  // namespace

std::span<const External> process() {
  static const External rows[] = {
      row("exit", exitModel),
      row("_exit", quickExitModel),
      row("_Exit", quickExitModel),
      row("quick_exit", quickExitModel),
      row("abort", abortModel),
      row("__builtin_trap", trapModel),  // see transform/faults.cpp
      row("__assert_fail", assertFailModel),
      row("__assert", assertFailModel),
      row("atexit", atExitModel),
      row("__cxa_atexit", cxaAtExitModel),
      row("__cxa_thread_atexit", cxaThreadAtExitModel),
      row("__errno_location", errnoModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
