// operator new and delete of this whole process.
//
// libstdc++.so allocates on behalf of the program under test (a std::string
// that grows inside the library). Those bytes must come from the program's own
// heap, which is reset between executions; Heddle's own must not.
#include <cxxabi.h>

#include <cstdlib>
#include <new>

#include "runtime/engine.h"
#include "runtime/exception_header.h"
#include "runtime/externals/exceptions.h"

namespace {

using heddle::runtime::BlockKind;
using heddle::runtime::engine;
using heddle::runtime::ExceptionHeader;
using heddle::runtime::hot;

void* get(std::size_t bytes, std::size_t align, BlockKind kind) {
  void* p = nullptr;
  if (hot.inProgram) {
    p = reinterpret_cast<void*>(engine->lifetimes.allocate(bytes, align, kind, engine->sites.here()));
  } else if (align <= 16) {
    p = std::malloc(bytes != 0 ? bytes : 1);
  } else {
    p = std::aligned_alloc(align, (bytes + align - 1) / align * align);
  }
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

// All forms go the same way: what one allocates another may free.
void* getOrNull(std::size_t bytes, std::size_t align, BlockKind kind) noexcept {
  try {
    return get(bytes, align, kind);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void put(void* p, BlockKind kind) {
  const auto addr = reinterpret_cast<heddle::core::Address>(p);
  if (!heddle::runtime::inRegion(addr)) {
    std::free(p);
  } else if (hot.inProgram) {
    engine->lifetimes.release(addr, kind, engine->sites.here());
  }
  // Else: Heddle drops something of an execution that is over; its heap is reset as a whole.
}

}  // namespace

void* operator new(std::size_t n) { return get(n, 16, BlockKind::New); }
void* operator new[](std::size_t n) { return get(n, 16, BlockKind::NewArray); }
void* operator new(std::size_t n, std::align_val_t a) { return get(n, static_cast<std::size_t>(a), BlockKind::New); }
void* operator new[](std::size_t n, std::align_val_t a) {
  return get(n, static_cast<std::size_t>(a), BlockKind::NewArray);
}
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return getOrNull(n, 16, BlockKind::New); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return getOrNull(n, 16, BlockKind::NewArray); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return getOrNull(n, static_cast<std::size_t>(a), BlockKind::New);
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return getOrNull(n, static_cast<std::size_t>(a), BlockKind::NewArray);
}
void operator delete(void* p) noexcept { put(p, BlockKind::New); }
void operator delete[](void* p) noexcept { put(p, BlockKind::NewArray); }
void operator delete(void* p, std::size_t) noexcept { put(p, BlockKind::New); }
void operator delete[](void* p, std::size_t) noexcept { put(p, BlockKind::NewArray); }
void operator delete(void* p, std::align_val_t) noexcept { put(p, BlockKind::New); }
void operator delete[](void* p, std::align_val_t) noexcept { put(p, BlockKind::NewArray); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { put(p, BlockKind::New); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { put(p, BlockKind::NewArray); }
void operator delete(void* p, const std::nothrow_t&) noexcept { put(p, BlockKind::New); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { put(p, BlockKind::NewArray); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { put(p, BlockKind::New); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { put(p, BlockKind::NewArray); }

// Exception objects: a program that is dropped while it handles an exception
// must not leak it. libstdc++ puts its own header before the object.
extern "C" {

void* __cxa_allocate_exception(std::size_t bytes) noexcept {
  const std::size_t total = bytes + sizeof(ExceptionHeader);
  void* const p =
      hot.inProgram
          ? reinterpret_cast<void*>(engine->lifetimes.allocate(total, 16, BlockKind::Internal, engine->sites.here()))
          : std::calloc(1, total);
  if (p == nullptr) std::abort();
  auto* const header = new (p) ExceptionHeader{};
  // Also by the library itself, which throws on behalf of who has called it.
  if (hot.inProgram) header->thrownAt = engine->sites.here();
  return header + 1;
}

// What std::rethrow_exception throws in place of an exception that others may have, too.
abi::__cxa_dependent_exception* __cxa_allocate_dependent_exception() noexcept {
  constexpr std::size_t kBytes = 128;  // no fewer than a __cxa_dependent_exception has
  void* const p =
      hot.inProgram
          ? reinterpret_cast<void*>(engine->lifetimes.allocate(kBytes, 16, BlockKind::Internal, engine->sites.here()))
          : std::calloc(1, kBytes);
  if (p == nullptr) std::abort();
  return static_cast<abi::__cxa_dependent_exception*>(p);
}

void __cxa_free_dependent_exception(abi::__cxa_dependent_exception* p) noexcept {
  if (!heddle::runtime::inRegion(reinterpret_cast<heddle::core::Address>(p))) std::free(p);
}

// Of exception_ptr.
void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void* pointer) noexcept {
  heddle::runtime::externals::release(pointer);
}

// References to the object end with it.
void __cxa_free_exception(void* object) noexcept {
  void* const p = &ExceptionHeader::of(object);
  const auto addr = reinterpret_cast<heddle::core::Address>(p);
  if (!heddle::runtime::inRegion(addr))
    std::free(p);
  else if (hot.inProgram)
    engine->lifetimes.releaseInternal(addr, engine->sites.here());
}

}  // extern "C"
