// Call stacks that are kept while recording.
#include "runtime/recorded_stacks.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

// As instrumented code leaves it: the outermost call first.
core::CallStack stackOf(const std::vector<SiteId>& calls) {
  core::CallStack stack;
  for (const SiteId call : calls) stack.sites[stack.depth++ % core::CallStack::kKept] = call;
  return stack;
}

TEST(RecordedStacks, TheInnermostCallIsFirst) {
  RecordedStacks stacks;
  EXPECT_EQ(stacks.callsOf(stacks.add(stackOf({1, 2, 3}))), (std::vector<SiteId>{3, 2, 1}));
  EXPECT_EQ(stacks.callsOf(stacks.add(stackOf({}))), std::vector<SiteId>{});
}

TEST(RecordedStacks, EqualOnesAreOne) {
  RecordedStacks stacks;
  const StackId one = stacks.add(stackOf({1, 2, 3})), other = stacks.add(stackOf({1, 2}));
  EXPECT_EQ(stacks.add(stackOf({1, 2, 3})), one);
  EXPECT_EQ(stacks.add(stackOf({1, 2})), other);
  const StackId apart = stacks.add(stackOf({4, 2, 3}));
  EXPECT_NE(apart, one);
  EXPECT_EQ(stacks.callsOf(apart), (std::vector<SiteId>{3, 2, 4}));
  EXPECT_EQ(stacks.callsOf(one), (std::vector<SiteId>{3, 2, 1}));
}

TEST(RecordedStacks, OfDeepOnesTheInnermostCallsAreKept) {
  RecordedStacks stacks;
  std::vector<SiteId> calls;
  for (SiteId call = 1; call <= 1000; ++call) calls.push_back(call);
  const std::vector<SiteId> kept = stacks.callsOf(stacks.add(stackOf(calls)));
  ASSERT_GE(kept.size(), 8U);
  EXPECT_EQ(kept.front(), 1000U);
  EXPECT_EQ(kept[7], 993U);
}

}  // namespace
}  // namespace heddle::runtime
