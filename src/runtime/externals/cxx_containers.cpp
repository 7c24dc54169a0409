// The parts of std::map, std::set and std::list that libstdc++ keeps in its
// library: rebalancing trees and linking nodes. They run as they are; what they
// touch is declared here, so that races on a container are seen.
//
// Which nodes a rebalancing rotates is its own affair. Each one counts as a
// write of the container's header and of the node itself: whoever uses the
// container at the same time reads the header first.
#include <list>
#include <map>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

using TreeNode = std::_Rb_tree_node_base;
using ListNode = std::__detail::_List_node_base;

void insertAndRebalance(bool left, TreeNode* node, TreeNode* parent, TreeNode& header) {
  const OneStep step;
  checkWrite(&header, sizeof(header));
  checkWrite(parent, sizeof(*parent));
  checkWrite(node, sizeof(*node));
  std::_Rb_tree_insert_and_rebalance(left, node, parent, header);
}

TreeNode* rebalanceForErase(TreeNode* node, TreeNode& header) {
  const OneStep step;
  checkWrite(&header, sizeof(header));
  checkWrite(node, sizeof(*node));
  return std::_Rb_tree_rebalance_for_erase(node, header);
}

TreeNode* increment(TreeNode* node) {
  checkRead(node, sizeof(*node));
  return std::_Rb_tree_increment(node);
}
TreeNode* decrement(TreeNode* node) {
  checkRead(node, sizeof(*node));
  return std::_Rb_tree_decrement(node);
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
  };
  return rows;
}

}  // namespace heddle::runtime::externals
