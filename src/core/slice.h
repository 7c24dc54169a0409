// A slice: which statements can matter to what is essential, and why.
//
// The set is closed: whatever an edge of the dependence graph leads to from a statement
// on the slice is on it, too, to the extent that the edge says. It only grows.
#pragma once

#include <string>
#include <vector>

#include "core/dependence_graph.h"

namespace heddle::core {

class Slice {
 public:
  using Node = DependenceGraph::Node;

  explicit Slice(const DependenceGraph& graph);

  // Adds a statement and all that it depends on. Whether that was news.
  bool add(Node statement, Extent extent, Because because = Because::Essential);
  // All that is in the innermost loop around the statement.
  bool addLoopOf(Node statement);
  bool addAllLoops();
  bool addEverything();
  // All that another one was, as of now.
  void become(const Slice& other);
  // While on, it does not grow: what was found is run again as it was found.
  void freeze(bool on) { isFrozen_ = on; }
  // While on, all is on the slice. It does not forget.
  void suspend(bool on);

  // 0 is a statement that nobody knows: it may be any.
  Extent of(Node statement) const {
    return statement == 0 || isEverything_ || isSuspended_ ? Extent::Whole : extents_[statement];
  }
  bool isEverything() const { return isEverything_; }
  // Whether the statement is on it, or what decides directly on whether it is executed.
  bool decidesOn(Node statement) const;
  // Changes whenever the slice grows.
  unsigned version() const { return version_; }

  // The statement that another was added for, nearest to it, and why; 0 if it is essential itself.
  struct Reason {
    Node statement;
    Because because;
  };
  Reason reasonOf(Node statement) const;

 private:
  struct From {
    Node node = 0;
    Because because = Because::Essential;
  };
  bool raise(Node node, Extent extent, From from);

  const DependenceGraph* graph_;
  std::vector<Extent> extents_;
  std::vector<From> from_;
  std::vector<Node> work_;
  bool isEverything_ = false;
  bool isSuspended_ = false;
  bool isFrozen_ = false;
  unsigned version_ = 1;
};

}  // namespace heddle::core
