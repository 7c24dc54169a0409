// Ending the program, failing in it, errno.
#include <cstdlib>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

void exitModel(int) { engine->threads.exitProcess(); }

void quickExitModel(int) {
  const InHeddle guard;
  engine->threads.exitAtOnce();
}

void abortModel() { engine->verdicts.fail(ViolationKind::Abort, "abort() was called", here()); }

void trapModel() { engine->verdicts.fail(ViolationKind::Abort, "__builtin_trap() was reached", here()); }

void assertFailModel(const char* expression, const char*, unsigned, const char*) {
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::Assertion, std::string("assertion failed: ") + expression, here());
}

void registerHandler(Destructor handler) {
  engine->threads.changeLibrary(LibraryWord::ExitHandlers, Order::AcqRel, here());
  const InHeddle guard;
  engine->threads.atExit(handler);
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
  engine->threads.self().atExit.push_back({function, argument});
  return 0;
}

int* errnoModel() { return &engine->threads.self().errorNumber; }

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
