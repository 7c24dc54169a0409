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

std::string elementName(const core::NamedRange& array, std::uint64_t number) {
  const std::string& name = array.name;
  return fmt::format("{}[{}]", name.ends_with("[]") ? name.substr(0, name.size() - 2) : name, number);
}

// The innermost part that holds the offset: "q.slots[3].value".
std::string partName(const core::Global& global, std::uint64_t offset) {
  const core::NamedRange* best = nullptr;
  for (const core::NamedRange& part : global.parts)
    if (offset >= part.offset && offset < part.offset + part.size && (best == nullptr || part.size <= best->size))
      best = &part;
  if (best == nullptr) return withOffset(global.name, offset);
  const std::uint64_t rest = offset - best->offset;
  if (best->stride == 0) return withOffset(best->name, rest);
  return withOffset(elementName(*best, rest / best->stride), rest % best->stride);
}

// The outermost part that begins at the offset, but no array: "q.slots[3]".
std::string wholeName(const core::Global& global, std::uint64_t offset) {
  for (const core::NamedRange& part : global.parts) {
    if (offset < part.offset || offset >= part.offset + part.size) continue;
    const std::uint64_t rest = offset - part.offset;
    const bool isArray = std::ranges::any_of(global.parts, [&](const core::NamedRange& other) {
      return other.stride != 0 && other.offset == part.offset && other.size == part.size;
    });
    if (!isArray && rest == 0) return part.name;
    if (part.stride != 0 && rest % part.stride == 0) return elementName(part, rest / part.stride);
  }
  return partName(global, offset);
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

std::string Names::nameOf(Address addr) const {
  if (addr == 0) return "a null pointer";
  if (addr >= layout::kGlobals && addr < layout::kStacks) {
    if (const core::Global* const global = globalAt(addr)) return partName(*global, addr - global->address);
    static constexpr const char* kLibrary[] = {"the lock of shared pointers", "the exit handlers",
                                               "the thread-specific keys", "the named semaphores", "standard input"};
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
        return withOffset(site.object.empty() ? fmt::format("a local of {}", site.function) : site.object,
                          addr - object.start);
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
  if (const core::Global* const global = globalAt(addr)) return "&" + wholeName(*global, addr - global->address);
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
