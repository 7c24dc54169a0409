#include "runtime/library_image.h"

#include <link.h>

#include <algorithm>
#include <string_view>

namespace heddle::runtime {
namespace {

int findImage(dl_phdr_info* object, std::size_t, void* found) {
  LibraryImage image{~std::uint64_t{0}, 0};
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& part = object->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    image.begin = std::min(image.begin, object->dlpi_addr + part.p_vaddr);
    image.end = std::max(image.end, object->dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  const std::string_view name = object->dlpi_name;
  if (name.find("libstdc++.so") == std::string_view::npos) return 0;
  *static_cast<LibraryImage*>(found) = image;
  return 1;
}

}  // namespace

const LibraryImage& libraryImage() {
  static const LibraryImage image = [] {
    LibraryImage found;
    dl_iterate_phdr(findImage, &found);
    return found;
  }();
  return image;
}

}  // namespace heddle::runtime
