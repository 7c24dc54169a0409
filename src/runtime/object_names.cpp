#include "runtime/object_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

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

// Of what libstdc++ allocates: what people call it.
std::string spokenType(const std::string& name) {
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"__future_base::_State_base", "state of a future"},
      {"__future_base::_Result", "result of a future"},
      {"thread::_State_impl", "function of a thread"},
      {"thread::_State", "function of a thread"},
      {"std::_Sp_counted", "shared object"},
      {"std::_Rb_tree_node", "node of a map or set"},
      {"_Hash_node", "node of an unordered map or set"},
      {"std::_List_node", "node of a list"},
      {"std::_Fwd_list_node", "node of a list"}};
  for (const auto& [part, words] : kNames)
    if (name.find(part) != std::string::npos) return std::string(words);
  return name;
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
  if (isBetter(at.base, known)) known = at.base;
  largest_ = std::max(largest_, type(at.base).size);
}

// What the program has says more than what a library has around it. A base class begins where the derived one does.
bool ObjectNames::isBetter(core::TypeId one, core::TypeId other) const {
  if (other == 0 || type(one).isOpaque != type(other).isOpaque) return other == 0 || !type(one).isOpaque;
  return type(one).size > type(other).size;
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
      const std::string what = spokenType(type(known->second.at(block->start)).name);
      const std::size_t open = text.find('(');
      if (!what.empty() && open != std::string::npos) text.insert(open + 1, what + ", ");
    }
    result.push_back(std::move(text));
  }
  return result;
}

void ObjectNames::moveTo(std::size_t events) {
  const auto& recorded = engine_.recording.objects();
  for (; nextObject_ < recorded.size() && recorded[nextObject_].position <= events; ++nextObject_) {
    const StackObject& object = recorded[nextObject_].object;
    // What was there before has ended.
    auto at = stackObjects_.lower_bound(object.start);
    if (at != stackObjects_.begin() && std::prev(at)->first + std::prev(at)->second->bytes > object.start) --at;
    while (at != stackObjects_.end() && at->first < object.start + object.bytes) at = stackObjects_.erase(at);
    stackObjects_[object.start] = &object;
  }
}

const StackObject* ObjectNames::stackObjectAt(Address addr) const {
  const auto after = stackObjects_.upper_bound(addr);
  if (after == stackObjects_.begin()) return nullptr;
  const StackObject& object = *std::prev(after)->second;
  return addr < object.start + object.bytes ? &object : nullptr;
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
  for (auto region = known->second.upper_bound(addr); region != known->second.begin();) {
    --region;
    if (addr - region->first >= largest_) break;
    const bool holds = addr < region->first + type(region->second).size;
    if (holds && (best == nullptr || isBetter(region->second, best->second))) best = &*region;
  }
  return best;
}

// "block 2", or one of its elements; an object beside others by its offset.
std::string ObjectNames::nameOfRegion(const Block& block, const Regions::value_type& region) const {
  const std::string name = engine_.names.nameOf(block);
  const std::uint64_t offset = region.first - block.start, size = type(region.second).size;
  if (type(region.second).isOpaque) return name;  // of which part the library makes use says nothing
  const auto isOfProgram = [&](const auto& one) { return !type(one.second).isOpaque; };
  const bool isAlone = std::ranges::count_if(regions_.at(&block), isOfProgram) == 1;
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
