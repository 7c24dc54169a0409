// The program's global variables: back to their initial values between
// executions.
//
// A small block is copied as a whole. Of a large one only the pages that some
// execution has ever written: it starts read-only, the first write to a page
// faults, and from then on that page is writable and copied each time. After a
// few executions nothing faults any more.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/region.h"

namespace heddle::runtime {

class Globals {
 public:
  // `image`: the initial bytes.
  void start(const char* image, std::uint64_t bytes);
  void restore();

  // Called for a fault at `addr`: true if it was the first write to a page,
  // which can be repeated now. Async-signal-safe.
  bool firstWrite(Address addr);

 private:
  static constexpr std::uint64_t kCopiedWhole = 16 * layout::kKiB;

  const char* image_ = nullptr;
  std::uint64_t bytes_ = 0;
  std::uint64_t page_ = 4096;
  bool byPages_ = false;
  std::vector<std::uint32_t> written_;  // pages; room for all is reserved
};

}  // namespace heddle::runtime
