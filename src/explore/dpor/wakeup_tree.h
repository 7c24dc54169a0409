// Wakeup trees (Source Sets, section 6): the initial fragments of executions
// that are still to be explored from some prefix.
//
// All trees share one pool of nodes. A tree is the list of its root's children,
// from left to right; nodes are freed as they are taken. Trees can have very
// many nodes (Source Sets, Table 2) but few different steps, so a node only
// names its step.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "explore/dpor/footprint.h"

namespace heddle::explore::dpor {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

// A step that is to be taken.
struct WakeupStep {
  Footprint footprint = {};
  std::uint64_t choice = 0;
  std::uint64_t fingerprint = 0;  // of its op
  ThreadId thread = 0;

  bool operator==(const WakeupStep& other) const {
    const auto same = [](const Access& x, const Access& y) {
      return x.addr == y.addr && x.size == y.size && x.effect == y.effect;
    };
    return thread == other.thread && choice == other.choice && fingerprint == other.fingerprint &&
           same(footprint.first, other.footprint.first) && footprint.more == other.footprint.more;
  }
};

class WakeupNodes {
 public:
  const WakeupStep& stepOf(NodeId id) const { return steps_[at(id).step]; }
  NodeId& childrenOf(NodeId id) { return at(id).children; }
  NodeId nextOf(NodeId id) const { return at(id).next; }

  NodeId make(const WakeupStep& step, NodeId children = kNoNode) {
    const Node node{numberOf(step), children, kNoNode};
    if (free_ == kNoNode) {
      if (nodes_ % kChunk == 0) chunks_.push_back(std::make_unique<Node[]>(kChunk));
      at(nodes_) = node;
      return nodes_++;
    }
    const NodeId id = free_;
    free_ = at(id).next;
    at(id) = node;
    return id;
  }

  // Appends `node` after the last of the list.
  void append(NodeId& list, NodeId node) {
    NodeId* end = &list;
    while (*end != kNoNode) end = &at(*end).next;
    *end = node;
  }

  // Takes the first of the list out of it; its children are the caller's.
  struct Taken {
    const WakeupStep& step;
    NodeId children;
  };
  Taken takeFirst(NodeId& list) {
    const NodeId id = list;
    const Node node = at(id);
    list = node.next;
    at(id).next = free_;
    free_ = id;
    return {steps_[node.step], node.children};
  }

  void freeAll(NodeId list) {
    while (list != kNoNode) {
      // The children come next: nothing here is recursive.
      NodeId children = takeFirst(list).children;
      if (children == kNoNode) continue;
      append(children, list);
      list = children;
    }
  }

 private:
  struct Node {
    std::uint32_t step;
    NodeId children;  // the leftmost one
    NodeId next;      // the one to the right
  };

  std::uint32_t numberOf(const WakeupStep& step) {
    const std::uint64_t key = (step.fingerprint ^ step.choice * 0xbf58476d1ce4e5b9) * 0x9e3779b97f4a7c15 +
                              step.thread * 2 + static_cast<std::uint64_t>(step.footprint.first.effect);
    const auto [first, last] = numbers_.equal_range(key);
    for (auto i = first; i != last; ++i)
      if (steps_[i->second] == step) return i->second;
    const auto number = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(step);
    numbers_.emplace(key, number);
    return number;
  }

  // In chunks: one array would be copied, and be there twice, whenever it grows.
  static constexpr NodeId kChunk = 4096;
  Node& at(NodeId id) { return chunks_[id / kChunk][id % kChunk]; }
  const Node& at(NodeId id) const { return chunks_[id / kChunk][id % kChunk]; }

  std::vector<std::unique_ptr<Node[]>> chunks_;
  NodeId nodes_ = 0;
  NodeId free_ = kNoNode;
  std::vector<WakeupStep> steps_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> numbers_;
};

}  // namespace heddle::explore::dpor
