#include "parallel/message.h"

#include <gtest/gtest.h>

#include "parallel/channel.h"

namespace heddle::parallel {
namespace {

Report report() {
  Report all;
  all.outcome.found.push_back({{.kind = core::ViolationKind::Deadlock, .message = "nobody", .site = 7, .thread = 2},
                               {{1, 5}, {2, 0, true}},
                               3,
                               true});
  all.outcome.executions = {.complete = 10, .blocked = 2};
  all.outcome.limitations = {"one", ""};
  all.outcome.broken = core::Broken{core::Assumption::SeparateWords, 4, "since", 5, 6};
  all.outcome.evidence[core::Assumption::LoopsEnd] = {{1, 2}, {}};
  all.known.words.waited = {1, 2, 3};
  all.known.iterations.middles = {{8, 9, 1}};
  all.known.threads = {"main", "T1"};
  all.left = {{{{1, core::Label::Read, true, false, core::kInitial}},
               {{explore::graph::Option::Kind::Revisit, 1, 2}},
               {{1, 2, 3, 4}}}};
  return all;
}

TEST(Message, ReportsComeOutAsTheyWere) {
  for (const bool gives : {false, true}) {
    Report sent = report();
    if (gives) sent.given = {explore::graph::Pending{}};
    const auto got = reportFrom(bytesOf(sent));
    ASSERT_TRUE(got.has_value());
    EXPECT_EQ(got->known, sent.known);
    EXPECT_EQ(got->left, sent.left);
    EXPECT_EQ(got->given, sent.given);
    EXPECT_EQ(got->outcome.found[0].violation.message, "nobody");
    EXPECT_EQ(got->outcome.found[0].schedule.size(), 2u);
    EXPECT_TRUE(got->outcome.found[0].schedule[1].stops);
    EXPECT_EQ(got->outcome.executions.total(), 12u);
    EXPECT_EQ(got->outcome.limitations, sent.outcome.limitations);
    EXPECT_EQ(got->outcome.broken->why, "since");
    EXPECT_EQ(got->outcome.evidence, sent.outcome.evidence);
    EXPECT_FALSE(got->outcome.madePartsVoid.has_value());
  }
}

TEST(Message, WhatIsCutShortIsNone) {
  const std::string bytes = bytesOf(report());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(reportFrom(bytes.substr(0, size)).has_value()) << size;
  EXPECT_FALSE(reportFrom(bytes + "x").has_value());
}

TEST(Channel, MessagesComeOneByOne) {
  auto ends = Channel::make();
  ASSERT_TRUE(ends.has_value());
  EXPECT_TRUE(ends->first.receive());
  EXPECT_FALSE(ends->first.take().has_value());
  EXPECT_TRUE(ends->second.send("one"));
  EXPECT_TRUE(ends->second.send(""));
  EXPECT_TRUE(ends->second.send(std::string(1000, 'x')));
  {
    const Channel gone = std::move(ends->second);
  }
  EXPECT_FALSE(ends->first.receive());  // it has all the same come
  EXPECT_EQ(ends->first.take(), "one");
  EXPECT_EQ(ends->first.take(), "");
  EXPECT_EQ(ends->first.take(), std::string(1000, 'x'));
  EXPECT_FALSE(ends->first.take().has_value());
}

}  // namespace
}  // namespace heddle::parallel
