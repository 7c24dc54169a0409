#include "explore/dpor/wakeup_tree.h"

#include <gtest/gtest.h>

#include <set>

namespace heddle::explore::dpor {
namespace {

WakeupStep step(ThreadId thread, std::uint64_t choice = 0) {
  return {.footprint = {{64 + 8 * thread, 8, Effect::Write}, nullptr}, .choice = choice, .thread = thread};
}

std::vector<ThreadId> threads(const WakeupNodes& nodes, NodeId list) {
  std::vector<ThreadId> out;
  for (; list != kNoNode; list = nodes.nextOf(list)) out.push_back(nodes.stepOf(list).thread);
  return out;
}
using Threads = std::vector<ThreadId>;

TEST(WakeupNodes, KeepTheOrderOfInsertion) {
  WakeupNodes nodes;
  NodeId tree = kNoNode;
  for (const ThreadId t : {3, 1, 2}) nodes.append(tree, nodes.make(step(t)));
  EXPECT_EQ(threads(nodes, tree), (Threads{3, 1, 2}));
  nodes.append(nodes.childrenOf(tree), nodes.make(step(7)));
  nodes.append(nodes.childrenOf(tree), nodes.make(step(8)));
  EXPECT_EQ(threads(nodes, nodes.childrenOf(tree)), (Threads{7, 8}));
}

TEST(WakeupNodes, TheLeftmostBranchIsTakenFirst) {
  WakeupNodes nodes;
  NodeId tree = nodes.make(step(1), nodes.make(step(2)));
  nodes.append(tree, nodes.make(step(3)));
  const auto first = nodes.takeFirst(tree);
  EXPECT_EQ(first.step.thread, 1u);
  EXPECT_EQ(threads(nodes, tree), (Threads{3}));
  EXPECT_EQ(threads(nodes, first.children), (Threads{2}));
  EXPECT_EQ(nodes.takeFirst(tree).step.thread, 3u);
  EXPECT_EQ(tree, kNoNode);
}

TEST(WakeupNodes, FreedNodesAreUsedAgain) {
  WakeupNodes nodes;
  NodeId tree = kNoNode;
  std::set<NodeId> used;
  for (ThreadId t = 0; t < 10; ++t) {
    const NodeId node = nodes.make(step(t));
    used.insert(node);
    nodes.append(tree, node);
  }
  nodes.freeAll(tree);
  for (ThreadId t = 0; t < 10; ++t) EXPECT_TRUE(used.contains(nodes.make(step(t))));
  EXPECT_FALSE(used.contains(nodes.make(step(10))));
}

TEST(WakeupNodes, FreeAllFreesEveryNodeOfATree) {
  WakeupNodes nodes;
  //        a
  //     /  |  .
  //    b   c   d       and e to the right of a
  //    |       | .
  //    f       g  h
  std::set<NodeId> used;
  const auto make = [&](ThreadId t, NodeId children = kNoNode) {
    const NodeId node = nodes.make(step(t), children);
    used.insert(node);
    return node;
  };
  NodeId below = make(1, make(5));
  nodes.append(below, make(2));
  NodeId last = make(6);
  nodes.append(last, make(7));
  nodes.append(below, make(3, last));
  NodeId tree = make(0, below);
  nodes.append(tree, make(4));
  ASSERT_EQ(used.size(), 8u);
  nodes.freeAll(tree);
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(used.erase(nodes.make(step(0))) == 1);
}

TEST(WakeupNodes, ALongBranchIsFreedWithoutRecursion) {
  WakeupNodes nodes;
  NodeId chain = kNoNode;
  for (int i = 0; i < 1'000'000; ++i) chain = nodes.make(step(1), chain);
  nodes.freeAll(chain);
  EXPECT_LT(nodes.make(step(1)), 1'000'000u);
}

TEST(WakeupNodes, StepsAreToldApart) {
  WakeupNodes nodes;
  const auto more = std::make_shared<const std::vector<Access>>(1, Access{128, 8, Effect::Read});
  WakeupStep section = step(1);
  section.footprint.more = more;
  WakeupStep reads = step(1);
  reads.footprint.first.effect = Effect::Read;
  const std::vector<WakeupStep> all{step(1), step(2), step(1, 1), section, reads};
  std::vector<NodeId> made;
  for (int iteration = 0; iteration < 2; ++iteration)
    for (const WakeupStep& s : all) made.push_back(nodes.make(s));
  for (std::size_t i = 0; i < made.size(); ++i) EXPECT_EQ(nodes.stepOf(made[i]), all[i % all.size()]);
}

}  // namespace
}  // namespace heddle::explore::dpor
