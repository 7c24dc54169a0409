// Atomics that no instruction can do: of a size that is no power of two, or of
// more than 16 bytes. Compilers turn them into calls of libatomic, which takes a
// lock around a plain copy; here each is an atomic section. As under that lock,
// two of them on the same object are ordered, whatever order they ask for.
#include <bit>

#include "core/update.h"
#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

constexpr std::size_t kWidestInstruction = 16;

// Names for the counterexample; sections have no condition.
constexpr core::UpdateRule named(const char* name) { return {name, nullptr, false}; }
constexpr core::UpdateRule kLoad = named("load"), kStore = named("store"), kExchange = named("exchange"),
                           kCompareExchange = named("compare_exchange");

class Section {
 public:
  Section(const core::UpdateRule& operation, const void* object) {
    engine->stepper.beginSection(
        {.addr = addressOf(object), .rule = &operation, .site = here(), .kind = OpKind::Atomic});
  }
  ~Section() { engine->stepper.endSection(); }
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;
};

void readObject(std::size_t bytes, const void* object, void* result) {
  checkRead(object, bytes);
  checkWrite(result, bytes);
  std::memcpy(result, object, bytes);
}
void writeObject(std::size_t bytes, void* object, const void* value) {
  checkWrite(object, bytes);
  checkRead(value, bytes);
  std::memcpy(object, value, bytes);
}

void loadModel(std::size_t bytes, const void* object, void* result, int) {
  const Section section(kLoad, object);
  readObject(bytes, object, result);
}

void storeModel(std::size_t bytes, void* object, const void* value, int) {
  const Section section(kStore, object);
  writeObject(bytes, object, value);
}

void exchangeModel(std::size_t bytes, void* object, const void* value, void* result, int) {
  const Section section(kExchange, object);
  readObject(bytes, object, result);
  writeObject(bytes, object, value);
}

bool compareExchangeModel(std::size_t bytes, void* object, void* expected, const void* desired, int, int) {
  const Section section(kCompareExchange, object);
  checkRead(object, bytes);
  checkRead(expected, bytes);
  const bool equal = std::memcmp(object, expected, bytes) == 0;
  if (equal)
    writeObject(bytes, object, desired);
  else
    readObject(bytes, object, expected);
  return equal;
}

bool isLockFreeModel(std::size_t bytes, const void* object) {
  return std::has_single_bit(bytes) && bytes <= kWidestInstruction && addressOf(object) % bytes == 0;
}

}  // namespace

std::span<const External> wideAtomics() {
  static const External rows[] = {
      row("__atomic_load", loadModel),
      row("__atomic_store", storeModel),
      row("__atomic_exchange", exchangeModel),
      row("__atomic_compare_exchange", compareExchangeModel),
      row("__atomic_is_lock_free", isLockFreeModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
