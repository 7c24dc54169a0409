// What libstdc++ keeps before an exception object (libsupc++/unwind-cxx.h, 64 bits), as far as Heddle needs it.
//
// Whoever lets go of an exception last destroys it. That is decided by a reference count that libstdc++.so changes by
// itself; so that searches see it, each release is an update of a word here (externals/exceptions.cpp).
#pragma once

#include <cxxabi.h>

#include <cstddef>
#include <cstdint>

#include "base/ids.h"
#include "runtime/thread.h"

namespace heddle::runtime {

struct ExceptionHeader {  // __cxa_refcounted_exception
  int references;
  // Padding to libstdc++.
  SiteId thrownAt;
  std::uint32_t isKept;    // somebody has had a std::exception_ptr to it
  std::uint32_t releases;  // a word of the program's memory, with atomic updates only
  // __cxa_exception, which the list of caught exceptions leads to. What rethrow_exception throws has the object of the
  // exception it stands for in place of the type, and nothing before that.
  void* type;
  void* destructor;
  void* handlers[2];
  void* next;
  int handlerCount;
  int switchValue;
  void* catchData[4];
  std::uint64_t exceptionClass;
  void* unwinding[3];

  static ExceptionHeader& of(void* object) { return static_cast<ExceptionHeader*>(object)[-1]; }
};
static_assert(sizeof(ExceptionHeader) == 128 && offsetof(ExceptionHeader, type) == 16);
static_assert(offsetof(ExceptionHeader, handlerCount) == 56 && offsetof(ExceptionHeader, exceptionClass) == 96);

// The exception that the running thread has caught last, and whether its handler is the last one of it.
struct CaughtException {
  ExceptionHeader* header = nullptr;  // of the object; null: there is none, or it is none of C++
  bool isThrownAgain = false;         // by rethrow_exception: others have the same object
  bool isLastHandler = false;

  static CaughtException current() {
    constexpr std::uint64_t kThrown = 0x474e5543432b2b00, kThrownAgain = kThrown + 1;  // "GNUCC++"
    const auto* const globals = reinterpret_cast<const ExceptionGlobals*>(abi::__cxa_get_globals());
    if (globals->caught == nullptr) return {};
    auto* const found =
        reinterpret_cast<ExceptionHeader*>(static_cast<char*>(globals->caught) - offsetof(ExceptionHeader, type));
    const bool isThrownAgain = found->exceptionClass == kThrownAgain;
    if (!isThrownAgain && found->exceptionClass != kThrown) return {};
    return {isThrownAgain ? &ExceptionHeader::of(found->type) : found, isThrownAgain, found->handlerCount == 1};
  }
};

}  // namespace heddle::runtime
