// Ending the program, failing in it, errno.
#include <cstdlib>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

void exitModel(int status) { engine->threads.exitProcess(status); }

void quickExitModel(int status) {
  const InHeddle guard;
  engine->threads.exitAtOnce(status);
}

void abortModel() { engine->verdicts.fail(ViolationKind::Abort, "abort() was called", here()); }

void trapModel() { engine->verdicts.fail(ViolationKind::Abort, "__builtin_trap() was reached", here()); }

void oldAssertModel(const char* expression, const char*, int) {
  checkString(expression);
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::Assertion, std::string("assertion failed: ") + expression, here());
}

void assertFailModel(const char* expression, const char* file, unsigned line, const char*) {
  oldAssertModel(expression, file, static_cast<int>(line));
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
      row("__assert", oldAssertModel),
      row("atexit", atExitModel),
      row("__cxa_atexit", cxaAtExitModel),
      row("__cxa_thread_atexit", cxaThreadAtExitModel),
      row("__errno_location", errnoModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
