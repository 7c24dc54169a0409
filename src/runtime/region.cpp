#include "runtime/region.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace heddle::runtime {
namespace {

struct Part {
  std::uint64_t address;
  std::uint64_t bytes;
};

constexpr std::array<Part, 3> kParts{{
    {layout::kBase, layout::kSize},
    {layout::kMask, layout::kSize / 8},
    {layout::kRaceCells, layout::kSize * 2},
}};

std::string whyNot(int error) {
  std::uint64_t bytes = 0;
  for (const Part& part : kParts) bytes += part.bytes;
#ifdef HEDDLE_SMALL_LAYOUT
  const char* const orElse = "";
#else
  const char* const orElse =
      "; or build Heddle with -DHEDDLE_SMALL_LAYOUT=ON, which needs 12.5 GiB (docs/platforms.md)";
#endif
  return fmt::format(
      "cannot reserve address space for the program under test: {}. It takes {} GiB of virtual (not real) memory: "
      "raise "
      "`ulimit -v`; /proc/sys/vm/overcommit_memory must be 0 or 1{}",
      std::strerror(error), static_cast<double>(bytes) / layout::kGiB, orElse);
}

}  // namespace

Result<Region> Region::reserve() {
  for (const Part& part : kParts) {
    void* const wanted = reinterpret_cast<void*>(part.address);
    void* const got = mmap(wanted, part.bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != wanted) {
      const int why = errno;
      for (const Part& reserved : kParts) {
        if (reserved.address == part.address) break;
        munmap(reinterpret_cast<void*>(reserved.address), reserved.bytes);
      }
      return Diagnostic{whyNot(why)};
    }
    // Huge pages would turn a touched shadow byte into 2 MiB of real memory.
    madvise(got, part.bytes, MADV_NOHUGEPAGE);
    madvise(got, part.bytes, MADV_DONTDUMP);
  }
  return Region{};
}

Region::~Region() {
  if (!mapped_) return;
  for (const Part& part : kParts) munmap(reinterpret_cast<void*>(part.address), part.bytes);
}

namespace {

// Applies `change(maskByte, bits)` to every granule of the range.
template <typename Partial, typename Whole>
void forGranules(Address addr, std::uint64_t bytes, Partial partial, Whole whole) {
  Address end = addr + bytes;
  if (const unsigned at = addr & 7; at != 0) {
    const std::uint64_t n = std::min<std::uint64_t>(8 - at, bytes);
    partial(*maskOf(addr), static_cast<std::uint8_t>(((1U << n) - 1) << at));
    addr += n;
  }
  if (addr >= end) return;
  if (const std::uint64_t granules = (end - addr) / 8; granules != 0) {
    whole(maskOf(addr), granules);
    addr += granules * 8;
  }
  if (addr < end) partial(*maskOf(addr), static_cast<std::uint8_t>((1U << (end - addr)) - 1));
}

}  // namespace

void openMask(Address addr, std::uint64_t bytes) {
  forGranules(
      addr, bytes, [](std::uint8_t& m, std::uint8_t bits) { m |= bits; },
      [](std::uint8_t* m, std::uint64_t n) { std::memset(m, 0xff, n); });
}

void closeMask(Address addr, std::uint64_t bytes) {
  forGranules(
      addr, bytes, [](std::uint8_t& m, std::uint8_t bits) { m &= static_cast<std::uint8_t>(~bits); },
      [](std::uint8_t* m, std::uint64_t n) { std::memset(m, 0, n); });
}

Address firstClosed(Address addr, std::uint64_t bytes) {
  const Address end = addr + bytes;
  while (addr < end) {
    if (!inRegion(addr)) return addr;
    if ((addr & 63) == 0 && end - addr >= 64) {  // eight bytes of the mask at once
      std::uint64_t many = 0;
      std::memcpy(&many, maskOf(addr), sizeof(many));
      if (many == ~std::uint64_t{0}) {
        addr += 64;
        continue;
      }
    }
    const std::uint8_t m = *maskOf(addr);
    if (m == 0xff) {
      addr = (addr | 7) + 1;
      continue;
    }
    if ((m >> (addr & 7) & 1) == 0) return addr;
    ++addr;
  }
  return end;
}

void* fill(void* to, int value, std::size_t bytes) {
  constexpr std::size_t kMany = layout::kMiB;
  constexpr Address kPage = 65536;  // no page is larger
  const auto from = reinterpret_cast<Address>(to);
  if (value != 0 || bytes < kMany || !inRegion(from)) return bytes == 0 ? to : std::memset(to, value, bytes);
  const Address firstPage = (from + kPage - 1) & ~(kPage - 1);
  const Address end = from + bytes;
  const Address lastPage = end & ~(kPage - 1);
  std::memset(to, 0, firstPage - from);
  forget(firstPage, lastPage);
  std::memset(reinterpret_cast<void*>(lastPage), 0, end - lastPage);
  return to;
}

void forget(Address from, Address to) {
  constexpr Address kPage = 4096;  // larger pages only make the rounded range smaller
  from = (from + kPage - 1) & ~(kPage - 1);
  to &= ~(kPage - 1);
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
}

}  // namespace heddle::runtime
