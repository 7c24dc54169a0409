// Where libstdc++.so is in this process.
#pragma once

#include <cstdint>

namespace heddle::runtime {

struct LibraryImage {
  std::uint64_t begin = 0, end = 0;

  bool has(std::uint64_t address) const { return address - begin < end - begin; }
};

const LibraryImage& libraryImage();

}  // namespace heddle::runtime
