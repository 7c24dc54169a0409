#include "runtime/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "runtime/externals/channel_layout.h"
#include "runtime/foreign_memory.h"

namespace heddle::runtime {
namespace {

std::string withOffset(std::string name, std::uint64_t offset) {
  return offset == 0 ? name : fmt::format("{} + {}", name, offset);
}

}  // namespace

const core::Global* Names::globalAt(Address addr) const {
  const auto found = std::ranges::find_if(sites_.info().globals, [addr](const core::Global& global) {
    return addr >= global.address && addr < global.address + std::max<std::uint64_t>(global.size, 1);
  });
  return found == sites_.info().globals.end() ? nullptr : &*found;
}

// "block T1-2": the second that T1 has allocated.
std::string Names::nameOf(const Block& block) const {
  return fmt::format("block {}{}", block.owner == 0 ? "" : run_.table.nameOf(block.owner) + "-",
                     &block - heap_.blocksOf(block.owner).data() + 1);
}

std::string Names::nameOf(Address addr, std::uint64_t bytes) const {
  const core::TypeTable& types = sites_.info().types;
  if (addr == 0) return "a null pointer";
  if (addr >= layout::kGlobals && addr < layout::kStacks) {
    if (const core::Global* const global = globalAt(addr))
      return global->name + core::innermostPart(types, global->type, addr - global->address, bytes);
    static constexpr const char* kLibrary[] = {"the lock of shared pointers",
                                               "the exit handlers",
                                               "the thread-specific keys",
                                               "the named semaphores",
                                               "standard input",
                                               "the handler of std::terminate",
                                               "the new-handler",
                                               "what std::ios_base::xalloc counts"};
    static_assert(std::size(kLibrary) == kLibraryWordCount);
    if (addr >= kLibraryWords && addr < kLibraryWords + 8 * kLibraryWordCount)
      return kLibrary[(addr - kLibraryWords) / 8];
    if (addr >= kFutexQueues && addr < kSectionLocks) return "who waits at futexes";
    if (addr >= kSleepWords && addr < kFutexQueues)
      return fmt::format("what {} sleeps at", run_.table.nameOf(static_cast<ThreadId>((addr - kSleepWords) / 8)));
  } else if (addr >= layout::kStacks && addr < layout::kHeaps) {
    const auto t = static_cast<ThreadId>((addr - layout::kStacks) / layout::kStackSlot);
    if (t < kMaxThreads) {
      for (const StackObject& object : run_.threads[t].objects) {
        if (addr < object.start || addr >= object.start + object.bytes) continue;
        const core::Site& site = sites_.info().sites[object.site];
        return (site.object.empty() ? fmt::format("a local of {}", site.function) : site.object) +
               core::innermostPart(types, site.base, addr - object.start, bytes);
      }
      return fmt::format("the stack of {}", t < run_.table.count() ? run_.table.nameOf(t) : "a thread");
    }
  } else if (const Block* block = heap_.around(addr)) {
    if (block->kind == BlockKind::Internal) {
      const Thread& owner = run_.threads[block->owner];
      const bool isTls = block->start == reinterpret_cast<Address>(owner.tls);
      return withOffset(
          fmt::format("{} of {}", isTls ? "thread_local memory" : "an exception", run_.table.nameOf(owner.id)),
          addr - block->start);
    }
    static constexpr const char* kGot[] = {"malloc", "new", "new[]"};
    const auto& blocks = heap_.blocksOf(block->owner);
    if (block->kind == BlockKind::Channel) {
      const auto channels =
          std::count_if(blocks.data(), block + 1, [](const Block& b) { return b.kind == BlockKind::Channel; });
      const std::string owner = block->owner == 0 ? "" : run_.table.nameOf(block->owner) + "-";
      return externals::nameInChannel(fmt::format("channel {}{}", owner, channels), addr - block->start);
    }
    return withOffset(fmt::format("{} ({} at {})", nameOf(*block), kGot[static_cast<int>(block->kind)],
                                  sites_.placeOf(block->allocated)),
                      addr - block->start);
  }
  return ForeignMemory().nameOf(addr).value_or(fmt::format("{:#x}", addr));
}

std::string Names::pointerTo(Address addr) const {
  if (const core::Global* const global = globalAt(addr))
    return "&" + global->name + core::outermostPart(sites_.info().types, global->type, addr - global->address);
  if (addr >= layout::kHeaps) {
    const Block* const block = heap_.around(addr);
    const bool isInside = block != nullptr && addr >= block->start && addr <= block->start + block->size;
    const bool isOfProgram = isInside && block->kind != BlockKind::Internal && block->kind != BlockKind::Channel;
    if (isOfProgram) return withOffset(nameOf(*block), addr - block->start);
  } else if (addr >= layout::kStacks) {
    const std::string name = nameOf(addr);
    if (!name.starts_with("the stack of")) return name.starts_with("a local of") ? name : "&" + name;
  }
  return ForeignMemory().nameOf(addr).value_or(fmt::format("{:#x}", addr));
}

}  // namespace heddle::runtime
