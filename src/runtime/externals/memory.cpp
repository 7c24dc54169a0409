// malloc and its family, operator new and delete in all their forms.
#include <cerrno>
#include <new>
#include <utility>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

void* get(std::uint64_t bytes, std::uint64_t align, BlockKind kind) {
  return reinterpret_cast<void*>(engine->lifetimes.allocate(bytes, align, kind, here()));
}

// Memory from malloc and the like, which say why there is none.
void* outOfMemory() {
  engine->threads.self().errorNumber = ENOMEM;
  return nullptr;
}
void* getOrExplain(std::uint64_t bytes, std::uint64_t align) {
  void* const p = get(bytes, align, BlockKind::Malloc);
  return p != nullptr ? p : outOfMemory();
}

void* mallocModel(std::size_t bytes) { return getOrExplain(bytes, 16); }

void* callocModel(std::size_t count, std::size_t bytes) {
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, bytes, &total)) return outOfMemory();
  void* const p = getOrExplain(total, 16);  // fresh memory is zero
  if (p != nullptr) noteFirstWrite(p, total);
  return p;
}

void freeModel(void* p) { engine->lifetimes.release(addressOf(p), BlockKind::Malloc, here()); }

void* reallocModel(void* old, std::size_t bytes) {
  if (old == nullptr) return mallocModel(bytes);
  const Block* const block = engine->heap.startingAt(addressOf(old));
  if (block == nullptr || block->isFreed) {
    freeModel(old);  // reports what is wrong
    return nullptr;
  }
  if (bytes == 0) {  // as in glibc
    freeModel(old);
    return nullptr;
  }
  const std::uint64_t before = block->size;
  void* const fresh = mallocModel(bytes);
  if (fresh == nullptr) return nullptr;
  const std::uint64_t kept = before < bytes ? before : bytes;
  checkRead(old, kept);
  noteFirstWrite(fresh, kept);
  std::memcpy(fresh, old, kept);
  freeModel(old);
  return fresh;
}

void* reallocarrayModel(void* old, std::size_t count, std::size_t bytes) {
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, bytes, &total)) return outOfMemory();
  return reallocModel(old, total);
}

void* alignedAllocModel(std::size_t align, std::size_t bytes) { return getOrExplain(bytes, align); }

int posixMemalignModel(void** out, std::size_t align, std::size_t bytes) {
  if (align < sizeof(void*) || (align & (align - 1)) != 0) return EINVAL;
  void* const p = get(bytes, align, BlockKind::Malloc);
  if (p == nullptr) return ENOMEM;
  checkWrite(out, sizeof(*out));
  *out = p;
  return 0;
}

std::size_t usableSizeModel(void* p) {
  if (p == nullptr) return 0;
  const Block* const block = engine->heap.startingAt(addressOf(p));
  if (block == nullptr || block->size != 0) checkRead(p, 1);  // it must be there
  return block == nullptr ? 0 : block->size;
}

// To set one synchronises with who sets, gets or needs the next.
void (*&newHandler())() {
  engine->threads.changeLibrary(LibraryWord::NewHandler, Order::AcqRel, here());
  return engine->threads.newHandler;
}
void (*setNewHandlerModel(void (*handler)()))() { return std::exchange(newHandler(), handler); }
void (*getNewHandlerModel())() { return newHandler(); }

// The program's handler may make room, again and again.
void* getOrThrow(std::size_t bytes, std::size_t align, BlockKind kind) {
  while (true) {
    if (void* const p = get(bytes, align, kind)) return p;
    auto* const handler = newHandler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}
void* getOrNull(std::size_t bytes, std::size_t align, BlockKind kind) {
  while (true) {
    if (void* const p = get(bytes, align, kind)) return p;
    auto* const handler = newHandler();
    if (handler == nullptr) return nullptr;
    try {
      handler();
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }
}

void* newModel(std::size_t bytes) { return getOrThrow(bytes, 16, BlockKind::New); }
void* newArrayModel(std::size_t bytes) { return getOrThrow(bytes, 16, BlockKind::NewArray); }
void* newAlignedModel(std::size_t bytes, std::align_val_t align) {
  return getOrThrow(bytes, static_cast<std::size_t>(align), BlockKind::New);
}
void* newArrayAlignedModel(std::size_t bytes, std::align_val_t align) {
  return getOrThrow(bytes, static_cast<std::size_t>(align), BlockKind::NewArray);
}
void* newNothrowModel(std::size_t bytes, const std::nothrow_t&) { return getOrNull(bytes, 16, BlockKind::New); }
void* newArrayNothrowModel(std::size_t bytes, const std::nothrow_t&) {
  return getOrNull(bytes, 16, BlockKind::NewArray);
}
void* newAlignedNothrowModel(std::size_t bytes, std::align_val_t align, const std::nothrow_t&) {
  return getOrNull(bytes, static_cast<std::size_t>(align), BlockKind::New);
}
void* newArrayAlignedNothrowModel(std::size_t bytes, std::align_val_t align, const std::nothrow_t&) {
  return getOrNull(bytes, static_cast<std::size_t>(align), BlockKind::NewArray);
}

// The sized, aligned and nothrow forms pass more arguments, which these ignore.
void deleteModel(void* p) { engine->lifetimes.release(addressOf(p), BlockKind::New, here()); }
void deleteArrayModel(void* p) { engine->lifetimes.release(addressOf(p), BlockKind::NewArray, here()); }

}  // namespace

std::span<const External> memory() {
  static const External rows[] = {
      row("malloc", mallocModel),
      row("calloc", callocModel),
      row("realloc", reallocModel),
      row("reallocarray", reallocarrayModel),
      row("free", freeModel),
      row("cfree", freeModel),
      row("aligned_alloc", alignedAllocModel),
      row("memalign", alignedAllocModel),
      row("posix_memalign", posixMemalignModel),
      row("malloc_usable_size", usableSizeModel),
      row("_ZSt15set_new_handlerPFvvE", setNewHandlerModel),
      row("_ZSt15get_new_handlerv", getNewHandlerModel),
      row("_Znwm", newModel),
      row("_Znam", newArrayModel),
      row("_ZnwmSt11align_val_t", newAlignedModel),
      row("_ZnamSt11align_val_t", newArrayAlignedModel),
      row("_ZnwmRKSt9nothrow_t", newNothrowModel),
      row("_ZnamRKSt9nothrow_t", newArrayNothrowModel),
      row("_ZnwmSt11align_val_tRKSt9nothrow_t", newAlignedNothrowModel),
      row("_ZnamSt11align_val_tRKSt9nothrow_t", newArrayAlignedNothrowModel),
      row("_ZdlPv", deleteModel),
      row("_ZdlPvm", deleteModel),
      row("_ZdlPvSt11align_val_t", deleteModel),
      row("_ZdlPvmSt11align_val_t", deleteModel),
      row("_ZdlPvRKSt9nothrow_t", deleteModel),
      row("_ZdlPvSt11align_val_tRKSt9nothrow_t", deleteModel),
      row("_ZdaPv", deleteArrayModel),
      row("_ZdaPvm", deleteArrayModel),
      row("_ZdaPvSt11align_val_t", deleteArrayModel),
      row("_ZdaPvmSt11align_val_t", deleteArrayModel),
      row("_ZdaPvRKSt9nothrow_t", deleteArrayModel),
      row("_ZdaPvSt11align_val_tRKSt9nothrow_t", deleteArrayModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
