// The parts of the containers that libstdc++ keeps in its library: trees (map,
// set), linked nodes (list), and hashing (the unordered ones). What they touch is
// declared here, so that races on a container are seen.
//
// Walks over a tree are done here, each pointer a checked read. Rebalancing is the
// library's own: the words of nodes that it turns out to have changed are its
// writes, besides the header and the node itself.
#include <list>
#include <map>
#include <unordered_map>
#include <vector>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

using TreeNode = std::_Rb_tree_node_base;
using ListNode = std::__detail::_List_node_base;

// --- trees ---

TreeNode* follow(TreeNode* const& pointer) {
  checkRead(&pointer, sizeof(pointer));
  return pointer;
}

// An empty tree has a header that is its own first and last node; the library's code never comes back from there.
void refuseEmpty(TreeNode* node) {
  if (follow(node->_M_right) != node || follow(node->_M_parent) != nullptr) return;
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::OutOfBounds, "an iterator leaves the end of an empty std::map or std::set",
                        here());
}

TreeNode* increment(TreeNode* node) {
  const OneStep step;
  refuseEmpty(node);
  if (TreeNode* next = follow(node->_M_right)) {
    while (TreeNode* const left = follow(next->_M_left)) next = left;
    return next;
  }
  TreeNode* above = follow(node->_M_parent);
  while (node == follow(above->_M_right)) {
    node = above;
    above = follow(above->_M_parent);
  }
  // At the root, the header is above it and its right is the last node.
  return follow(node->_M_right) != above ? above : node;
}

// Whether it is the header: the only red node that is its parent's parent.
bool isHeader(TreeNode* node) {
  checkRead(&node->_M_color, sizeof(node->_M_color));
  if (node->_M_color != std::_S_red) return false;
  TreeNode* const root = follow(node->_M_parent);
  return root != nullptr && follow(root->_M_parent) == node;
}

TreeNode* decrement(TreeNode* node) {
  const OneStep step;
  refuseEmpty(node);
  if (isHeader(node)) return follow(node->_M_right);
  if (TreeNode* next = follow(node->_M_left)) {
    while (TreeNode* const right = follow(next->_M_right)) next = right;
    return next;
  }
  TreeNode* above = follow(node->_M_parent);
  while (node == follow(above->_M_left)) {
    node = above;
    above = follow(above->_M_parent);
  }
  return above;
}

// What rebalancing can change: the way up from where it starts, and what hangs
// there three levels deep (a sibling, its children, and theirs).
class Rebalancing {
 public:
  Rebalancing(TreeNode* start, const TreeNode& header) {
    const InHeddle guard;
    for (TreeNode* at = start; at != nullptr && at != &header; at = at->_M_parent) keep(at, 3);
  }

  void checkChanges() const {
    for (const Kept& kept : kept_) {
      const auto* const before = reinterpret_cast<const std::uint64_t*>(&kept.before);
      auto* const now = reinterpret_cast<std::uint64_t*>(kept.node);
      for (unsigned word = 0; word < sizeof(TreeNode) / sizeof(*now); ++word)
        if (before[word] != now[word]) checkWrite(now + word, sizeof(*now));
    }
  }

  ~Rebalancing() {
    const InHeddle guard;
    kept_ = {};
  }
  Rebalancing(const Rebalancing&) = delete;
  Rebalancing& operator=(const Rebalancing&) = delete;

 private:
  struct Kept {
    TreeNode* node;
    TreeNode before;
  };
  static_assert(sizeof(TreeNode) == 4 * sizeof(std::uint64_t));

  void keep(TreeNode* node, unsigned depth) {
    if (node == nullptr) return;
    kept_.push_back({node, *node});
    if (depth == 0) return;
    keep(node->_M_left, depth - 1);
    keep(node->_M_right, depth - 1);
  }

  std::vector<Kept> kept_;
};

void insertAndRebalance(bool left, TreeNode* node, TreeNode* parent, TreeNode& header) {
  const OneStep step;
  checkWrite(&header, sizeof(header));
  checkWrite(left ? &parent->_M_left : &parent->_M_right, sizeof(TreeNode*));
  checkWrite(node, sizeof(*node));
  const Rebalancing rebalancing(parent, header);
  std::_Rb_tree_insert_and_rebalance(left, node, parent, header);
  rebalancing.checkChanges();
}

TreeNode* rebalanceForErase(TreeNode* node, TreeNode& header) {
  const OneStep step;
  checkWrite(&header, sizeof(header));
  checkWrite(node, sizeof(*node));
  TreeNode* lowest = node;  // of those that change places
  if (node->_M_left != nullptr && node->_M_right != nullptr)
    for (lowest = node->_M_right; lowest->_M_left != nullptr;) lowest = lowest->_M_left;
  const Rebalancing rebalancing(lowest, header);
  TreeNode* const erased = std::_Rb_tree_rebalance_for_erase(node, header);
  rebalancing.checkChanges();
  return erased;
}

// --- lists ---

void checkLinks(ListNode* node) {
  checkWrite(node, sizeof(*node));
  checkWrite(node->_M_prev, sizeof(*node));
  checkWrite(node->_M_next, sizeof(*node));
}

void hook(ListNode* node, ListNode* position) {
  const OneStep step;
  checkWrite(position, sizeof(*position));
  checkWrite(position->_M_prev, sizeof(*position));
  checkWrite(node, sizeof(*node));
  node->_M_hook(position);
}

void unhook(ListNode* node) {
  const OneStep step;
  checkRead(node, sizeof(*node));
  checkWrite(node->_M_prev, sizeof(*node));
  checkWrite(node->_M_next, sizeof(*node));
  node->_M_unhook();
}

// The nodes from `first` to before `last` come to stand before `position`.
void transfer(ListNode* position, ListNode* first, ListNode* last) {
  const OneStep step;
  for (ListNode* const node : {position, first, last}) {
    checkWrite(node, sizeof(*node));
    checkWrite(node->_M_prev, sizeof(*node));
  }
  position->_M_transfer(first, last);
}

void swapLists(ListNode& a, ListNode& b) {
  const OneStep step;
  checkLinks(&a);
  checkLinks(&b);
  ListNode::swap(a, b);
}

void reverse(ListNode* header) {
  const OneStep step;
  ListNode* node = header;
  do {
    checkWrite(node, sizeof(*node));
    node = node->_M_next;
  } while (node != header);
  header->_M_reverse();
}

// --- hashes ---

using RehashPolicy = std::__detail::_Prime_rehash_policy;

template <std::size_t (*hash)(const void*, std::size_t, std::size_t)>
std::size_t hashModel(const void* from, std::size_t bytes, std::size_t seed) {
  const OneStep step;
  checkRead(from, bytes);
  return hash(from, bytes, seed);
}

std::size_t nextBucketCount(RehashPolicy* policy, std::size_t count) {
  const OneStep step;
  checkWrite(policy, sizeof(*policy));  // const, but it keeps something
  return policy->_M_next_bkt(count);
}

std::pair<bool, std::size_t> needsRehash(RehashPolicy* policy, std::size_t buckets, std::size_t elements,
                                         std::size_t more) {
  const OneStep step;
  checkWrite(policy, sizeof(*policy));
  return policy->_M_need_rehash(buckets, elements, more);
}

}  // namespace

std::span<const External> cxxContainers() {
  static const External rows[] = {
      row("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", insertAndRebalance),
      row("_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", rebalanceForErase),
      row("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", increment),
      row("_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base", increment),
      row("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", decrement),
      row("_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base", decrement),
      row("_ZNSt8__detail15_List_node_base7_M_hookEPS0_", hook),
      row("_ZNSt8__detail15_List_node_base9_M_unhookEv", unhook),
      row("_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", transfer),
      row("_ZNSt8__detail15_List_node_base4swapERS0_S1_", swapLists),
      row("_ZNSt8__detail15_List_node_base10_M_reverseEv", reverse),
      row("_ZSt11_Hash_bytesPKvmm", hashModel<std::_Hash_bytes>),
      row("_ZSt15_Fnv_hash_bytesPKvmm", hashModel<std::_Fnv_hash_bytes>),
      row("_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm", nextBucketCount),
      row("_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm", needsRehash),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
