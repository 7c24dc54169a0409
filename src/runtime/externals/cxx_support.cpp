// Termination of C++ programs, and what else compiled C++ calls.
#include "runtime/externals/cxx_support.h"

#include <cxxabi.h>

#include <exception>
#include <typeinfo>
#include <utility>

#include "runtime/exception_header.h"
#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

// Reads where the object says what it is.
void* dynamicCastModel(const void* object, const abi::__class_type_info* from, const abi::__class_type_info* to,
                       std::ptrdiff_t hint) {
  if (inRegion(addressOf(object))) {
    const OneStep step;
    checkRead(object, sizeof(void*));
  }
  return abi::__dynamic_cast(object, from, to, hint);
}

// What the program must free, as the ABI says.
char* demangleModel(const char* name, char* to, std::size_t* room, int* status) {
  const OneStep step;
  checkString(name);
  int found = 0;
  char* text = nullptr;
  std::size_t bytes = 0;
  {
    const InHeddle guard;
    text = abi::__cxa_demangle(name, nullptr, nullptr, &found);
    if (text != nullptr) bytes = std::strlen(text) + 1;
  }
  if (status != nullptr) {
    checkWrite(status, sizeof(*status));
    *status = found;
  }
  if (text == nullptr) return nullptr;
  if (to != nullptr) checkRead(room, sizeof(*room));
  if (to == nullptr || *room < bytes) {
    if (to != nullptr) engine->lifetimes.release(addressOf(to), BlockKind::Malloc, here());
    to = reinterpret_cast<char*>(engine->lifetimes.allocate(bytes, 16, BlockKind::Malloc, here()));
    if (room != nullptr) {
      checkWrite(room, sizeof(*room));
      *room = bytes;
    }
  }
  if (to != nullptr) {
    checkWrite(to, bytes);
    std::memcpy(to, text, bytes);
  }
  const InHeddle guard;
  std::free(text);
  return to;
}

std::string demangled(const char* name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

std::string describeCurrentException() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return {};
  std::string text = demangled(type->name());
  try {
    throw;
  } catch (const std::exception& e) {
    const std::string what = e.what();  // which may begin with the type
    text = what.starts_with(text + ":") ? what : text + ": " + what;
  } catch (...) {  // the type says all there is to say
    return text;
  }
  return text;
}

void terminateModel() { terminated(); }
// To set one synchronises with who sets or gets the next.
void (*&terminateHandler())() {
  engine->threads.changeLibrary(LibraryWord::TerminateHandler, Order::AcqRel, here());
  return engine->threads.terminateHandler;
}
void (*setTerminateModel(void (*handler)()))() { return std::exchange(terminateHandler(), handler); }
void (*getTerminateModel())() { return terminateHandler(); }

// The next index of iword and pword; the library has the first four.
int xallocModel() {
  engine->threads.changeLibrary(LibraryWord::StreamWords, Order::Relaxed, here());
  return 4 + engine->threads.streamWords++;
}

// What -D_GLIBCXX_ASSERTIONS calls.
void libraryAssertModel(const char*, int, const char*, const char* condition) {
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::Assertion, std::string("assertion of the C++ library failed: ") + condition,
                        here());
}

void pureVirtualModel() {
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::Abort, "a pure virtual function was called", here());
}

}  // namespace

void terminated() {
  if (auto* const handler = terminateHandler();  // the program's own
      handler != nullptr && !std::exchange(engine->threads.self().isTerminating, true))
    handler();
  const InHeddle guard;
  std::string exception = describeCurrentException();
  if (exception.empty()) engine->verdicts.fail(ViolationKind::Abort, "std::terminate was called", here());
  exception.insert(0, "nobody catches ").append("; there is no handler, or a noexcept function is in between");
  const ExceptionHeader* const header = CaughtException::current().header;
  engine->verdicts.fail(ViolationKind::UncaughtException, std::move(exception),
                        header != nullptr ? header->thrownAt : here());
}

std::span<const External> cxxSupport() {
  static const External rows[] = {
      row("__cxa_demangle", demangleModel),           row("__dynamic_cast", dynamicCastModel),
      row("_ZSt9terminatev", terminateModel),         row("_ZSt13set_terminatePFvvE", setTerminateModel),
      row("_ZSt13get_terminatev", getTerminateModel), row("_ZNSt8ios_base6xallocEv", xallocModel),
      row("__cxa_pure_virtual", pureVirtualModel),    row("_ZSt21__glibcxx_assert_failPKciS0_S0_", libraryAssertModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
