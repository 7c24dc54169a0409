// Which statements may write what others read, in few edges: by parts of memory.
//
// A part is what one pointer may lead to: offsets of an object, or anything. A read
// depends on its part, that on all parts of writes that overlap it, and those on the
// writes.
//
// Whether one atomic access meets another is seen while the program runs
// (runtime/slice_monitor.h), as long as it is known where and whether each of them is
// executed. Plain accesses are not watched: there what may meet counts as meeting.
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>
#include <tuple>
#include <vector>

#include "analysis/points_to.h"
#include "analysis/slice/graph_builder.h"

namespace heddle::analysis {

class MemoryParts {
 public:
  MemoryParts(const PointsTo& pointsTo, GraphBuilder& graph) : pointsTo_(pointsTo), graph_(graph) {}

  void addRead(core::DependenceGraph::Node reader, const llvm::Value& pointer, std::uint64_t bytes, bool isAtomic);
  void addWrite(core::DependenceGraph::Node writer, const llvm::Value& pointer, std::uint64_t bytes, bool isAtomic);
  // Of code that is not seen.
  void addReadOfAnything(core::DependenceGraph::Node reader);
  void addWriteOfAnything(core::DependenceGraph::Node writer);

  // Once all are there.
  void connect();

 private:
  using Node = core::DependenceGraph::Node;
  struct Part {
    ObjectNumber object;
    Offsets offsets;
    std::uint64_t bytes;
    Node node;
  };
  struct Parts {
    std::map<std::tuple<ObjectNumber, std::int64_t, std::uint64_t, std::uint64_t>, Node> known;
    std::vector<Part> all;
    Node anything = 0;
  };

  template <typename Visit>
  void forEachPart(Parts& parts, const llvm::Value& pointer, std::uint64_t bytes, Visit visit);
  Node anythingOf(Parts& parts);

  const PointsTo& pointsTo_;
  GraphBuilder& graph_;
  Parts read_, written_;
};

}  // namespace heddle::analysis
