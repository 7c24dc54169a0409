#include "runtime/globals.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "base/check.h"

namespace heddle::runtime {

void Globals::start(const char* image, std::uint64_t bytes) {
  image_ = image;
  bytes_ = bytes;
  byPages_ = bytes > kCopiedWhole;
  if (!byPages_) return;
  page_ = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  written_.reserve(bytes / page_ + 1);
  std::memcpy(reinterpret_cast<void*>(layout::kGlobals), image, bytes);
  HEDDLE_CHECK(mprotect(reinterpret_cast<void*>(layout::kGlobals), bytes, PROT_READ) == 0);
}

void Globals::restore() {
  if (!byPages_) {
    if (bytes_ != 0) std::memcpy(reinterpret_cast<void*>(layout::kGlobals), image_, bytes_);
    return;
  }
  for (const std::uint32_t page : written_) {
    const std::uint64_t from = page * page_;
    std::memcpy(reinterpret_cast<void*>(layout::kGlobals + from), image_ + from, std::min(page_, bytes_ - from));
  }
}

bool Globals::firstWrite(Address addr) {
  if (!byPages_ || addr < layout::kGlobals || addr >= layout::kGlobals + bytes_) return false;
  const auto page = static_cast<std::uint32_t>((addr - layout::kGlobals) / page_);
  if (std::find(written_.begin(), written_.end(), page) != written_.end()) return false;
  written_.push_back(page);
  return mprotect(reinterpret_cast<void*>(layout::kGlobals + page * page_), page_, PROT_READ | PROT_WRITE) == 0;
}

}  // namespace heddle::runtime
