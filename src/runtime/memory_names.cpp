#include "runtime/memory_names.h"

#include <fmt/format.h>

#include "core/layout.h"

namespace heddle::runtime {

std::string MemoryNames::of(Address addr, const std::string& object) {
  const std::string name = nameOf(addr, object);
  const auto [known, isNew] = known_.emplace(name, addr);
  // A function that calls itself has its variables several times.
  return isNew || known->second == addr ? name : fmt::format("{} at {:#x}", name, addr);
}

std::string MemoryNames::nameOf(Address addr, const std::string& object) const {
  namespace layout = core::layout;
  if (addr >= layout::kHeaps) {
    const Block* const block = engine_.heap.around(addr);
    const bool isOfProgram =
        block != nullptr && block->kind != BlockKind::Internal && block->kind != BlockKind::Channel;
    return isOfProgram ? engine_.names.pointerTo(addr) : engine_.names.nameOf(addr);
  }
  if (addr < layout::kStacks) return engine_.names.nameOf(addr);
  const std::string name = engine_.names.nameOf(addr);
  const auto thread = static_cast<ThreadId>((addr - layout::kStacks) / layout::kStackSlot);
  if (thread >= threads_.count()) return name;
  return (name.starts_with("the stack of") ? object : name) + " of " + threads_.nameOf(thread);
}

}  // namespace heddle::runtime
