#include <memory_resource>
#include <thread>

int main() {
  std::pmr::monotonic_buffer_resource blocks;
  std::pmr::memory_resource* resource = &blocks;
  std::thread other([&] { resource->deallocate(resource->allocate(8), 8); });
  resource->deallocate(resource->allocate(8), 8);
  other.join();
}
