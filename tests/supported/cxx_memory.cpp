// operator new and delete, in all their forms.
#include <cassert>
#include <cstdint>
#include <new>

namespace {

bool isAligned(void* block, std::uintptr_t to) {
  return block != nullptr && reinterpret_cast<std::uintptr_t>(block) % to == 0;
}

}  // namespace

int main() {
  constexpr std::align_val_t line{64};
  void* block = ::operator new(10);
  assert(isAligned(block, 16));
  ::operator delete(block);
  ::operator delete(::operator new(10), std::size_t{10});
  ::operator delete(::operator new(10, std::nothrow), std::nothrow);
  block = ::operator new(10, line);
  assert(isAligned(block, 64));
  ::operator delete(block, line);
  ::operator delete(::operator new(64, line), std::size_t{64}, line);
  block = ::operator new(10, line, std::nothrow);
  assert(isAligned(block, 64));
  ::operator delete(block, line, std::nothrow);

  block = ::operator new[](10);
  assert(isAligned(block, 16));
  ::operator delete[](block);
  ::operator delete[](::operator new[](10), std::size_t{10});
  ::operator delete[](::operator new[](10, std::nothrow), std::nothrow);
  block = ::operator new[](10, line);
  assert(isAligned(block, 64));
  ::operator delete[](block, line);
  ::operator delete[](::operator new[](64, line), std::size_t{64}, line);
  block = ::operator new[](10, line, std::nothrow);
  assert(isAligned(block, 64));
  ::operator delete[](block, line, std::nothrow);

  assert(::operator new(SIZE_MAX / 2, std::nothrow) == nullptr);
  bool thrown = false;
  try {
    ::operator delete(::operator new(SIZE_MAX / 2));
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  assert(thrown);
  ::operator delete(nullptr);

  assert(std::set_new_handler([] { std::set_new_handler(nullptr); }) == nullptr);
  assert(std::get_new_handler() != nullptr);
  assert(::operator new(SIZE_MAX / 2, std::nothrow) == nullptr&& std::get_new_handler() == nullptr);
}
