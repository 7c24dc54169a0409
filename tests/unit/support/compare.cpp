#include "support/compare.h"

#include <algorithm>
#include <unordered_set>

#include "explore/naive.h"
#include "explore/registry.h"

namespace heddle::testing {
namespace {

using Violations = Machine::Violations;

template <typename Predicate>
bool anyStatement(const Script& script, Predicate holds) {
  return std::any_of(script.threads.begin(), script.threads.end(),
                     [&](const Body& body) { return std::any_of(body.begin(), body.end(), holds); });
}

bool contains(const Script& script, Do what) {
  return anyStatement(script, [&](const Statement& s) { return s.what == what; });
}

bool hasParts(const Script& script) {
  return anyStatement(script, [](const Statement& s) { return s.size != 8; });
}

// Whether a tryReceive may find the channel in a state that another receiver left.
bool hasSeveralReceivers(const Script& script) {
  unsigned receivers = 0;
  for (const Body& body : script.threads)
    receivers +=
        std::ranges::any_of(body, [](const Statement& s) { return s.what == Do::Queue || s.what == Do::TryReceive; });
  return receivers > 1 && contains(script, Do::TryReceive);
}

// Threads then have the numbers of their bodies.
bool mainSpawnsAllInOrder(const Script& script) {
  unsigned next = 1;
  for (const Statement& s : script.threads[0])
    if (s.what == Do::Spawn && s.other != next++) return false;
  return next == script.threads.size();
}

StateCounts statesOf(ScriptedProgram& program, explore::Search& search) {
  StateCounts states;
  bool more = true;
  while (more) {
    const core::Execution& execution = program.run(search);
    ++states[program.finalState()];
    more = search.advance(execution);
  }
  return states;
}

StateCounts naiveStates(const Script& script, Violations violations) {
  ScriptedProgram program(script);
  program.keepGoing(violations == Violations::StopTheThread);
  explore::NaiveSearch search;
  return statesOf(program, search);
}

std::set<FinalState> keys(const StateCounts& counts) {
  std::set<FinalState> out;
  for (const auto& [state, count] : counts) out.insert(state);
  return out;
}

bool anyViolation(const std::set<FinalState>& states) { return std::any_of(states.begin(), states.end(), isViolation); }

// What a search did, execution by execution, against what it should do.
class Audit {
 public:
  Audit(const Script& script, const Traces& expected, Posts posts)
      : program_(script), expected_(expected), posts_(posts) {
    program_.keepGoing(true);
  }

  std::optional<std::string> run(explore::Search& search) {
    bool more = true;
    while (more) {
      const core::Execution& execution = program_.run(search);
      if (auto wrong = look(execution)) return wrong;
      more = search.advance(execution);
      if (search.takeBroken()) {
        seen_.clear();
        redundant_ = 0;
      }
      if (search.mismatch()) return "takes the script for nondeterministic";
      if (seen_.size() + redundant_ > 100 * expected_.count() + 1000) return "does not come to an end";
    }
    if (seen_.size() != expected_.count())
      return "runs " + std::to_string(seen_.size()) + " of " + std::to_string(expected_.count()) + " traces";
    if (const char* const gap = search.coverage().gap) return std::string("says of itself: ") + gap;
    return std::nullopt;
  }

  std::uint64_t redundant() const { return redundant_; }
  void allowRepeats() { repeats_ = true; }

 private:
  std::optional<std::string> look(const core::Execution& execution) {
    if (execution.end == core::End::Abandoned) {
      ++redundant_;
      return std::nullopt;
    }
    const std::uint64_t trace = traceOf(program_, posts_);
    const auto known = expected_.ends.find(trace);
    if (known == expected_.ends.end()) return "runs a trace that the script does not have";
    if (!seen_.insert(trace).second) {
      if (!repeats_) return "runs a trace twice";
    } else if (program_.finalState() != known->second) {
      return "ends in a state that is not the one of the trace";
    }
    return std::nullopt;
  }

  ScriptedProgram program_;
  const Traces& expected_;
  Posts posts_;
  std::unordered_set<std::uint64_t> seen_;
  std::uint64_t redundant_ = 0;
  bool repeats_ = false;
};

}  // namespace

StateCounts statesOf(const Script& script, explore::Search& search) {
  ScriptedProgram program(script);
  return statesOf(program, search);
}

std::optional<std::string> naiveDisagrees(const Script& script) {
  const StateCounts found = naiveStates(script, Violations::StopTheThread);
  const StateCounts expected = everyInterleaving(script, Violations::StopTheThread);
  if (total(found) != total(expected))
    return "naive has " + std::to_string(total(found)) + " executions, not " + std::to_string(total(expected));
  if (found != expected) return "naive's final states, or how often each is reached, are not the expected ones";
  if (countInterleavings(script, total(found)) != total(found)) return "the oracle does not agree with itself";
  // Running local ops at once must lose nothing.
  const std::set<FinalState> possible = reachableEnds(script, Violations::StopTheThread);
  if (keys(found) != possible) return "naive's final states are not all that the script can reach";

  // The first violation may end an execution and hide another one that comes
  // after it, but not that there is one.
  const StateCounts stopping = naiveStates(script, Violations::End);
  if (mainSpawnsAllInOrder(script) && stopping != everyInterleaving(script, Violations::End))
    return "naive that stops at violations has other final states, or reaches them more or less often";
  if (anyViolation(keys(stopping)) != anyViolation(possible)) return "naive misses a violation, or makes one up";

  explore::RandomSearch sample(total(found), 20);
  ScriptedProgram program(script);
  program.keepGoing(true);
  for (const auto& [state, count] : statesOf(program, sample))
    if (!possible.contains(state)) return "random ends in a state that the script cannot reach";
  return std::nullopt;
}

std::optional<std::string> searchDisagrees(const Script& script, const Traces& expected, std::string_view name,
                                           Posts posts) {
  const explore::SearchRow* const row = explore::searchNamed(name);
  if (row == nullptr) return std::string(name) + " is not there";
  Audit audit(script, expected, posts);
  // What a section touches may depend on data, and so may whether an update
  // writes words that are also accessed one by one. They then count as
  // touching more, and executions that differ only in that are told apart.
  if (row->counts == explore::Counts::Interleavings || contains(script, Do::AtomicBegin) || hasParts(script) ||
      hasSeveralReceivers(script))
    audit.allowRepeats();
  const bool commute = posts == Posts::Commute;
  const auto search = row->make({.dependence = explore::dpor::dependenceNamed(commute ? "commuting" : "read-write")});
  if (const auto wrong = audit.run(*search)) return std::string(name) + " " + *wrong;
  if (search->isOptimal() && audit.redundant() != 0)
    return std::string(name) + " abandons " + std::to_string(audit.redundant()) + " executions";
  return std::nullopt;
}

std::optional<std::string> pruningDisagrees(const Script& script) {
  const auto views = [&](const StateCounts& states) {
    std::set<FinalState> all;
    for (const auto& [end, count] : states) {
      FinalState state = end;
      state.erase(state.begin() + 2,
                  state.begin() + 2 + static_cast<std::ptrdiff_t>(script.words));  // see finalState()
      all.insert(std::move(state));
    }
    return all;
  };
  const std::set<FinalState> expected = views(naiveStates(script, Violations::StopTheThread));
  for (const explore::SearchRow& row : explore::searches()) {
    if (row.counts != explore::Counts::Traces) continue;
    ScriptedProgram program(script);
    program.keepGoing(true);
    const auto search = row.make({.pruneWrites = true});
    StateCounts states;
    bool more = true;
    while (more) {
      const core::Execution& execution = program.run(*search);
      if (execution.end != core::End::Abandoned) ++states[program.finalState()];
      more = search->advance(execution);
      if (search->takeBroken()) states.clear();
      if (search->mismatch()) return std::string(row.name) + " takes the script for nondeterministic";
    }
    const std::set<FinalState> found = views(states);
    if (found != expected)
      return std::string(row.name) + " with pruned writes: threads end in " + std::to_string(found.size()) + " of " +
             std::to_string(expected.size()) + " ways";
  }
  return std::nullopt;
}

std::optional<std::string> reductionDisagrees(const Script& script) {
  for (const Posts posts : {Posts::Conflict, Posts::Commute}) {
    if (posts == Posts::Commute && !contains(script, Do::Post)) break;
    const Traces expected = traces(script, posts);
    for (const explore::SearchRow& row : explore::searches()) {
      if (row.counts != explore::Counts::Traces && row.counts != explore::Counts::Interleavings) continue;
      if (const auto wrong = searchDisagrees(script, expected, row.name, posts))
        return *wrong + (posts == Posts::Commute ? " (posts commute)" : "");
    }
  }
  return std::nullopt;
}

}  // namespace heddle::testing
