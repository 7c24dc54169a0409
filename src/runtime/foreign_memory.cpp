#include "runtime/foreign_memory.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>

namespace heddle::runtime {
namespace {

// Below are numbers: no address space of a process begins lower, and none ends higher.
constexpr Address kLowest = 64 * 1024, kHighest = Address{1} << 48;

Address hexadecimal(std::string_view text) {
  Address value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

}  // namespace

std::optional<std::string> ForeignMemory::nameOf(Address addr) {
  if (addr < kLowest || addr >= kHighest) return std::nullopt;
  if (mappings_.empty()) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {  // "7f01-7f02 r-xp …"
      const std::size_t dash = line.find('-'), blank = line.find(' ');
      if (dash == std::string::npos || blank == std::string::npos || line.size() < blank + 4) continue;
      const std::string_view text = line;
      mappings_.push_back({.begin = hexadecimal(text.substr(0, dash)),
                           .end = hexadecimal(text.substr(dash + 1, blank - dash - 1)),
                           .isCode = line[blank + 3] == 'x'});
    }
  }
  const auto mapping =
      std::ranges::find_if(mappings_, [addr](const Mapping& one) { return addr >= one.begin && addr < one.end; });
  if (mapping == mappings_.end()) return std::nullopt;
  Dl_info symbol{};
  if (dladdr(reinterpret_cast<const void*>(addr), &symbol) != 0 && symbol.dli_sname != nullptr) {
    const Address offset = addr - reinterpret_cast<Address>(symbol.dli_saddr);
    const std::string name = llvm::demangle(symbol.dli_sname);
    return offset == 0 ? name : fmt::format("{} + {}", name, offset);
  }
  return mapping->isCode ? "a function" : "a constant";
}

}  // namespace heddle::runtime
