#include "runtime/object_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/externals/barrier.h"
#include "runtime/externals/condition.h"
#include "runtime/externals/locks.h"

namespace heddle::runtime {
namespace {

bool isInHeap(Address addr) { return inRegion(addr) && addr >= layout::kHeaps; }
bool isInStacks(Address addr) { return addr >= layout::kStacks && addr < layout::kHeaps; }

ThreadId ownerOf(const StackObject& object) {
  return static_cast<ThreadId>((object.start - layout::kStacks) / layout::kStackSlot);
}

std::string withOffset(const std::string& name, std::uint64_t offset) {
  return offset == 0 ? name : fmt::format("{} + {}", name, offset);
}

}  // namespace

ObjectNames::ObjectNames(const Engine& program) : engine_(program) {
  for (const PlainAccess& access : program.recording.plainAccesses()) learn(access.addr, access.site);
  for (const core::Event& event : program.stepper.execution.trace)
    if (core::touchesMemory(event.op.kind)) learn(event.op.addr, event.op.site);
  std::map<std::string, ThreadId> owners;
  for (const RecordedObject& recorded : program.recording.objects()) {
    const std::string& name = program.sites.at(recorded.object.site).object;
    const ThreadId owner = ownerOf(recorded.object);
    if (owners.try_emplace(name, owner).first->second != owner) ofSeveralThreads_.insert(name);
  }
}

void ObjectNames::learn(Address addr, SiteId site) {
  const core::Site& at = engine_.sites.at(site);
  if (at.base == 0 || !isInHeap(addr) || type(at.base).size == 0) return;
  const Block* const block = blockAt(addr);
  if (block == nullptr || addr - block->start < at.offset) return;
  const Address start = addr - at.offset;
  if (start + type(at.base).size > block->start + block->size) return;
  core::TypeId& known = regions_[block][start];
  // A base class begins where the derived one does.
  if (type(at.base).size > type(known).size) known = at.base;
}

std::string ObjectNames::of(Address addr, std::uint64_t bytes, SiteId site) const {
  addr = externals::lockOf(addr);
  const core::Site& at = engine_.sites.at(site);
  if (at.size == 0 && !at.object.empty()) return at.object;  // a range
  if (isInStacks(addr)) {
    if (std::string name = inStack(addr, bytes); !name.empty()) return name;
  } else if (isInHeap(addr)) {
    if (const Block* const block = blockAt(addr)) {
      if (regionAt(*block, addr) != nullptr || at.object.empty()) return inBlock(*block, addr, bytes);
    }
  } else if (inRegion(addr)) {
    return engine_.names.nameOf(addr, bytes);
  }
  return at.object.empty() ? engine_.names.nameOf(addr, bytes) : at.object;
}

std::string ObjectNames::of(const core::Op& op) const {
  if (const Address condition = externals::conditionOf(op); condition != 0) return of(condition, 0, op.site);
  if (const Address barrier = externals::barrierOf(op); barrier != 0) return of(barrier, 0, op.site);
  return of(op.addr, op.size, op.site);
}

core::TypeId ObjectNames::valueAt(Address addr, std::uint64_t bytes, SiteId site) const {
  const core::TypeTable& types = engine_.sites.info().types;
  core::TypeId found = 0;
  if (isInStacks(addr)) {
    if (const StackObject* const object = stackObjectAt(addr))
      found = core::valueAt(types, engine_.sites.at(object->site).base, addr - object->start, bytes);
  } else if (isInHeap(addr)) {
    const Block* const block = blockAt(addr);
    if (const auto* const region = block == nullptr ? nullptr : regionAt(*block, addr))
      found = core::valueAt(types, region->second, addr - region->first, bytes);
  } else if (const core::Global* const global = engine_.names.globalAt(addr)) {
    found = core::valueAt(types, global->type, addr - global->address, bytes);
  }
  return found != 0 ? found : engine_.sites.at(site).value;
}

std::string ObjectNames::pointerTo(Address addr) const {
  if (isInStacks(addr)) {
    const StackObject* const object = stackObjectAt(addr);
    if (object == nullptr) return engine_.names.pointerTo(addr);
    const core::Site& site = engine_.sites.at(object->site);
    const std::string part = core::outermostPart(engine_.sites.info().types, site.base, addr - object->start);
    return (site.object.empty() ? "" : "&") + stackName(*object) + part;
  }
  if (isInHeap(addr)) {
    const Block* const block = blockAt(addr);
    if (block == nullptr) return engine_.names.pointerTo(addr);
    mentioned_.insert({block->owner, block});
    const auto* const region = regionAt(*block, addr);
    if (region == nullptr || addr == block->start) return withOffset(engine_.names.nameOf(*block), addr - block->start);
    const std::string part = core::outermostPart(engine_.sites.info().types, region->second, addr - region->first);
    return "&" + nameOfRegion(*block, *region) + part;
  }
  return engine_.names.pointerTo(addr);
}

std::vector<std::string> ObjectNames::blocks() const {
  std::vector<std::string> result;
  for (const auto& [owner, block] : mentioned_) {
    std::string text = engine_.names.nameOf(block->start);
    const auto known = regions_.find(block);
    if (known != regions_.end() && known->second.contains(block->start)) {
      const core::DataType& what = type(known->second.at(block->start));
      const std::size_t open = text.find('(');
      if (!what.name.empty() && open != std::string::npos) text.insert(open + 1, what.name + ", ");
    }
    result.push_back(std::move(text));
  }
  return result;
}

// The last one that has begun there.
const StackObject* ObjectNames::stackObjectAt(Address addr) const {
  const StackObject* last = nullptr;
  for (const RecordedObject& recorded : engine_.recording.objects()) {
    if (recorded.position > now_) break;
    if (recorded.object.start <= addr && addr < recorded.object.start + recorded.object.bytes) last = &recorded.object;
  }
  return last;
}

std::string ObjectNames::stackName(const StackObject& object) const {
  const core::Site& site = engine_.sites.at(object.site);
  if (site.object.empty()) return fmt::format("a local of {}", site.function);
  const ThreadId owner = ownerOf(object);
  if (!ofSeveralThreads_.contains(site.object)) return site.object;
  return fmt::format("{}@{}", site.object, engine_.names.nameOfThread(owner));
}

std::string ObjectNames::inStack(Address addr, std::uint64_t bytes) const {
  const StackObject* const object = stackObjectAt(addr);
  if (object == nullptr || engine_.sites.at(object->site).object.empty()) return "";
  return stackName(*object) + core::innermostPart(engine_.sites.info().types, engine_.sites.at(object->site).base,
                                                  addr - object->start, bytes);
}

const Block* ObjectNames::blockAt(Address addr) const {
  const Block* const block = engine_.heap.around(addr);
  const bool isInside = block != nullptr && addr >= block->start && addr <= block->start + block->size;
  return isInside && block->kind < BlockKind::Internal ? block : nullptr;
}

const ObjectNames::Regions::value_type* ObjectNames::regionAt(const Block& block, Address addr) const {
  const auto known = regions_.find(&block);
  if (known == regions_.end()) return nullptr;
  const Regions::value_type* best = nullptr;
  for (const auto& region : known->second) {
    const bool holds = region.first <= addr && addr < region.first + type(region.second).size;
    if (holds && (best == nullptr || type(best->second).size < type(region.second).size)) best = &region;
  }
  return best;
}

// "block 2", or one of its elements; an object beside others by its offset.
std::string ObjectNames::nameOfRegion(const Block& block, const Regions::value_type& region) const {
  const std::string name = engine_.names.nameOf(block);
  const std::uint64_t offset = region.first - block.start, size = type(region.second).size;
  const bool isAlone = regions_.at(&block).size() == 1;
  if (block.size >= 2 * size && block.size % size == 0 && offset % size == 0 && (!isAlone || offset == 0))
    return fmt::format("{}[{}]", name, offset / size);
  return offset == 0 || isAlone ? name : fmt::format("({} + {})", name, offset);
}

std::string ObjectNames::inBlock(const Block& block, Address addr, std::uint64_t bytes) const {
  mentioned_.insert({block.owner, &block});
  const auto* const region = regionAt(block, addr);
  if (region == nullptr) return withOffset(engine_.names.nameOf(block), addr - block.start);
  return nameOfRegion(block, *region) +
         core::innermostPart(engine_.sites.info().types, region->second, addr - region->first, bytes);
}

}  // namespace heddle::runtime
