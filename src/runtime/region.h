// The fixed region of core/layout.h: reserving it, and its access mask.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "base/result.h"
#include "core/layout.h"
#include "core/op.h"

namespace heddle::runtime {

using core::Address;
namespace layout = core::layout;

// An address below is a null pointer plus an offset: no system maps memory there.
inline constexpr Address kNullPages = 65536;

inline bool inRegion(Address addr) { return addr - layout::kBase < layout::kSize; }

// Reserves memory, mask and race cells. Untouched pages cost nothing.
class Region {
 public:
  static Result<Region> reserve();
  Region(Region&& other) noexcept : mapped_(other.mapped_) { other.mapped_ = false; }
  Region& operator=(Region&&) = delete;
  ~Region();

 private:
  Region() = default;
  bool mapped_ = true;
};

inline std::uint8_t* maskOf(Address addr) { return reinterpret_cast<std::uint8_t*>(layout::maskAddress(addr)); }

// Makes [addr, addr + bytes) accessible, or not.
void openMask(Address addr, std::uint64_t bytes);
void closeMask(Address addr, std::uint64_t bytes);

// The first byte of [addr, addr + bytes) that is not accessible; the end if all are.
Address firstClosed(Address addr, std::uint64_t bytes);

inline bool isOpen(Address addr, std::uint64_t bytes) {
  if (!inRegion(addr)) return false;
  const unsigned at = addr & 7;
  if (at + bytes <= 8) {
    const unsigned need = ((1U << bytes) - 1) << at;
    return (*maskOf(addr) & need) == need;
  }
  return firstClosed(addr, bytes) == addr + bytes;
}

// Gives the pages of [from, to) back; they read as zero afterwards.
void forget(Address from, Address to);

// memset. Pages that become zero as a whole are given back.
void* fill(void* to, int value, std::size_t bytes);

}  // namespace heddle::runtime
