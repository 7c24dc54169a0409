#include "analysis/slice/memory_parts.h"

namespace heddle::analysis {

using core::Because;
using core::Extent;

MemoryParts::Node MemoryParts::anythingOf(Parts& parts) {
  if (parts.anything == 0) parts.anything = graph_.newNode();
  return parts.anything;
}

template <typename Visit>
void MemoryParts::forEachPart(Parts& parts, const llvm::Value& pointer, std::uint64_t bytes, Visit visit) {
  const Pointees pointees = pointsTo_.of(pointer);
  if (pointees.isAnything) return visit(anythingOf(parts));
  for (const auto& [object, offsets] : pointees.objects) {
    const auto [row, isNew] = parts.known.try_emplace({object, offsets.first, offsets.step, bytes});
    if (isNew) {
      row->second = graph_.newNode();
      parts.all.push_back({object, offsets, bytes, row->second});
    }
    visit(row->second);
  }
}

void MemoryParts::addRead(Node reader, const llvm::Value& pointer, std::uint64_t bytes, bool isAtomic) {
  const Extent extent = isAtomic ? Extent::Whether : Extent::Whole;
  forEachPart(read_, pointer, bytes,
              [&](Node part) { graph_.add(reader, {part, Because::Writes, Extent::Whole, extent, extent}); });
}

void MemoryParts::addWrite(Node writer, const llvm::Value& pointer, std::uint64_t bytes, bool isAtomic) {
  const Extent least = isAtomic ? Extent::Whether : Extent::Whole;
  forEachPart(written_, pointer, bytes,
              [&](Node part) { graph_.add(part, {writer, Because::Writes, Extent::Whether, least, Extent::Whole}); });
}

void MemoryParts::addReadOfAnything(Node reader) {
  graph_.add(reader, {anythingOf(read_), Because::Writes, Extent::Whole, Extent::Whole, Extent::Whole});
}

void MemoryParts::addWriteOfAnything(Node writer) {
  graph_.add(anythingOf(written_), {writer, Because::Writes, Extent::Whether, Extent::Whole, Extent::Whole});
}

void MemoryParts::connect() {
  const auto connect = [&](Node read, Node written) {
    graph_.add(read, {written, Because::Writes, Extent::Whether, Extent::Whether, Extent::Whole});
  };
  std::map<ObjectNumber, std::vector<const Part*>> ofObject;
  for (const Part& part : written_.all) ofObject[part.object].push_back(&part);
  for (const Part& part : read_.all) {
    if (written_.anything != 0) connect(part.node, written_.anything);
    for (const Part* other : ofObject[part.object])
      if (mayOverlap(part.offsets, part.bytes, other->offsets, other->bytes)) connect(part.node, other->node);
  }
  if (read_.anything == 0) return;
  for (const Part& part : written_.all) connect(read_.anything, part.node);
  if (written_.anything != 0) connect(read_.anything, written_.anything);
}

}  // namespace heddle::analysis
