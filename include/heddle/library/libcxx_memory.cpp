/* What libc++.so has of <memory>: the counters of std::shared_ptr. */
#include <cstddef>
#include <cstdint>
#include <memory>

namespace std {
inline namespace __1 {

__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}

/* Counters are one less than the number of those who count. */
void __shared_weak_count::__release_weak() noexcept {
  if (__atomic_add_fetch(&__shared_weak_owners_, -1, __ATOMIC_ACQ_REL) == -1) __on_zero_shared_weak();
}

/* Of a weak pointer, if the object is still there. */
__shared_weak_count* __shared_weak_count::lock() noexcept {
  long owners = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST);
  while (owners != -1)
    if (__atomic_compare_exchange_n(&__shared_owners_, &owners, owners + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return this;
  return nullptr;
}

const void* __shared_weak_count::__get_deleter(const type_info&) const noexcept { return nullptr; }

bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

void* align(size_t alignment, size_t size, void*& at, size_t& space) {
  const auto from = reinterpret_cast<uintptr_t>(at);
  const size_t skipped = -from & (alignment - 1);
  if (size > space || skipped > space - size) return nullptr;
  space -= skipped;
  return at = static_cast<char*>(at) + skipped;
}

}  // namespace __1
}  // namespace std
