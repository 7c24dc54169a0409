// Wakeup trees (Source Sets, section 6): the initial fragments of executions
// that are still to be explored from some prefix.
//
// All trees share one pool of nodes. A tree is the list of its root's children,
// from left to right; nodes are freed as they are taken.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/dpor/dependence.h"

namespace heddle::explore::dpor {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

struct WakeupNode {
  Footprint footprint = {};
  std::uint64_t choice = 0;
  std::uint64_t fingerprint = 0;
  ThreadId thread = 0;
  NodeId children = kNoNode;  // the leftmost one
  NodeId next = kNoNode;      // the one to the right
};

class WakeupNodes {
 public:
  WakeupNode& operator[](NodeId id) { return nodes_[id]; }
  const WakeupNode& operator[](NodeId id) const { return nodes_[id]; }

  NodeId make(WakeupNode node) {
    if (free_ == kNoNode) {
      nodes_.push_back(std::move(node));
      return static_cast<NodeId>(nodes_.size() - 1);
    }
    const NodeId id = free_;
    free_ = nodes_[id].next;
    nodes_[id] = std::move(node);
    return id;
  }

  // Appends `node` behind the last of the list.
  void append(NodeId& list, NodeId node) {
    NodeId* end = &list;
    while (*end != kNoNode) end = &nodes_[*end].next;
    *end = node;
  }

  // Takes the first of the list out of it. Its children are the caller's.
  WakeupNode takeFirst(NodeId& list) {
    const NodeId id = list;
    WakeupNode node = std::move(nodes_[id]);
    list = node.next;
    nodes_[id].footprint = {};
    nodes_[id].next = free_;
    free_ = id;
    return node;
  }

  void freeAll(NodeId list) {
    while (list != kNoNode) {
      const WakeupNode node = takeFirst(list);
      // The children come next: nothing here is recursive.
      NodeId children = node.children;
      if (children == kNoNode) continue;
      append(children, list);
      list = children;
    }
  }

 private:
  std::vector<WakeupNode> nodes_;
  NodeId free_ = kNoNode;
};

}  // namespace heddle::explore::dpor
