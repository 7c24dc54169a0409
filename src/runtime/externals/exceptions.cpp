// Exceptions: who lets go of one last destroys it, and with std::exception_ptr that may be any thread.
//
// Throwing, unwinding and catching are libstdc++'s own, on the fiber's stack, and so is the reference count. Each
// time one is let go of, a word beside it is updated first, with acquire and release as libstdc++ has it: searches
// explore in which order, and what was done with the exception before happens before its destruction. To take a further
// reference is no step: whoever does has one, so it does not change who is the last to let go.
#include "runtime/externals/exceptions.h"

#include <dlfcn.h>

#include <exception>
#include <typeinfo>

#include "core/update.h"
#include "runtime/exception_header.h"
#include "runtime/externals/guarded_words.h"

namespace heddle::runtime::externals {
namespace {

constexpr char kRelease[] = "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv";

constexpr core::UpdateRule kLetGo = core::updateRule("let go of", core::terms::old + core::terms::a);

// The result is what searches order the updates by: they do not commute.
void letGo(ExceptionHeader& header) {
  if (inRegion(addressOf(&header)))
    update(updateWith(&header.releases, kLetGo, Order::AcqRel, 1, sizeof(header.releases)));
}

[[noreturn]] void throwModel(void* object, std::type_info* type, void (*destructor)(void*)) {
  ExceptionHeader::of(object).thrownAt = here();
  abi::__cxa_throw(object, type, destructor);
}

// Exceptions that nobody keeps are of one thread only.
void endCatchModel() {
  const CaughtException caught = CaughtException::current();
  if (caught.header != nullptr && caught.isLastHandler && (caught.isThrownAgain || caught.header->isKept != 0))
    letGo(*caught.header);
  abi::__cxa_end_catch();
}

std::exception_ptr currentExceptionModel() {
  const CaughtException caught = CaughtException::current();
  if (caught.header != nullptr) caught.header->isKept = 1;
  std::exception_ptr kept = std::current_exception();
  checkWrite(&kept, sizeof(kept));  // it is made where the caller wants it
  return kept;
}

// Of a pointer that is not null: the rest is in a header.
void releaseModel(void* pointer) {
  {
    const OneStep step;
    checkWrite(pointer, sizeof(std::exception_ptr));
  }
  release(pointer);
}

}  // namespace

void release(void* pointer) {
  void* object = nullptr;
  std::memcpy(&object, pointer, sizeof(object));
  if (hot.inProgram) letGo(ExceptionHeader::of(object));
  static const auto native = reinterpret_cast<void (*)(void*)>(dlsym(RTLD_NEXT, kRelease));
  native(pointer);
}

std::span<const External> exceptions() {
  static const External rows[] = {
      row("__cxa_throw", throwModel),
      row("__cxa_end_catch", endCatchModel),
      row("_ZSt17current_exceptionv", currentExceptionModel),
      row(kRelease, releaseModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
