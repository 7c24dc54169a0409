// Says which Mazurkiewicz traces a search must run, each by one interleaving
// that has it, so that a wrong set of the right size does not pass.
#pragma once

#include <gtest/gtest.h>

#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explore/registry.h"
#include "support/compare.h"

namespace heddle::explore {

using namespace heddle::testing;  // NOLINT: the scripts read like programs

// "1 1 2:3": thread 1 twice, then thread 2, which chooses 3.
inline std::vector<core::Step> stepsOf(std::string_view interleaving) {
  std::vector<core::Step> steps;
  const char* at = interleaving.data();
  const char* const end = at + interleaving.size();
  while (at != end) {
    core::Step step{0, 0};
    at = std::from_chars(at, end, step.thread).ptr;
    if (at != end && *at == ':') at = std::from_chars(at + 1, end, step.choice).ptr;
    steps.push_back(step);
    if (at != end) ++at;
  }
  return steps;
}

inline std::string textOf(const std::vector<core::Step>& steps) {
  std::string text;
  for (const core::Step& step : steps) {
    text += (text.empty() ? "" : " ") + std::to_string(step.thread);
    if (step.choice != 0) text += ":" + std::to_string(step.choice);
  }
  return text;
}

class Interleaving final : public core::Scheduler {
 public:
  explicit Interleaving(std::string_view text) : steps_(stepsOf(text)) {}
  core::Step next(const core::Execution&) override { return at_ < steps_.size() ? steps_[at_++] : core::Step::stop(); }
  bool isOver() const { return at_ == steps_.size(); }

 private:
  std::vector<core::Step> steps_;
  std::size_t at_ = 0;
};

// Traces by their hash, each with an interleaving that has it.
using NamedTraces = std::map<std::uint64_t, std::string>;

inline NamedTraces tracesOfAll(const Script& script, const std::vector<std::string>& interleavings) {
  NamedTraces traces;
  ScriptedProgram program(script);
  program.keepGoing(true);
  for (const std::string& text : interleavings) {
    Interleaving scheduler(text);
    EXPECT_NE(program.run(scheduler).end, core::End::Abandoned) << text << " is not all of an execution";
    EXPECT_TRUE(scheduler.isOver()) << text << " is longer than an execution";
    const auto [known, isNew] = traces.emplace(traceOf(program), text);
    EXPECT_TRUE(isNew) << text << " has the same trace as " << known->second;
  }
  return traces;
}

struct Explored {
  NamedTraces traces;
  unsigned repeated = 0;
  unsigned redundant = 0;
};

inline Explored exploreTraces(const Script& script, Search& search) {
  Explored explored;
  ScriptedProgram program(script);
  program.keepGoing(true);
  for (bool more = true; more;) {
    const core::Execution& execution = program.run(search);
    const std::string schedule = textOf(search.schedule());
    if (execution.end == core::End::Abandoned)
      ++explored.redundant;
    else if (!explored.traces.emplace(traceOf(program), schedule).second)
      ++explored.repeated;
    more = search.advance(execution);
    if (search.takeBroken()) explored = {};
    EXPECT_FALSE(search.mismatch()) << schedule;
  }
  return explored;
}

inline void expectSame(const NamedTraces& expected, const NamedTraces& found, std::string_view search) {
  for (const auto& [hash, text] : expected)
    EXPECT_TRUE(found.contains(hash)) << search << " does not run the trace of " << text;
  for (const auto& [hash, text] : found)
    EXPECT_TRUE(expected.contains(hash)) << search << " runs " << text << ", which is not expected";
}

// The searches of that kind run these traces, each once, and no others.
inline void expectTraces(const std::vector<std::string_view>& searches, const Script& script,
                         const std::vector<std::string>& interleavings) {
  const NamedTraces expected = tracesOfAll(script, interleavings);
  for (const std::string_view name : searches) {
    const SearchRow* const row = searchNamed(name);
    ASSERT_NE(row, nullptr) << name;
    const auto search = row->make({});
    const Explored explored = exploreTraces(script, *search);
    expectSame(expected, explored.traces, name);
    EXPECT_EQ(explored.repeated, 0u) << name;
    if (name.starts_with("optimal")) EXPECT_EQ(explored.redundant, 0u) << name;
  }
}

}  // namespace heddle::explore
