#include "support/split_compare.h"

#include <algorithm>
#include <list>
#include <memory>
#include <vector>

#include "explore/random.h"
#include "support/graph_compare.h"

namespace heddle::testing {
namespace {

using explore::graph::Frontier;
using explore::graph::Optimisations;
using explore::graph::Pending;
using explore::graph::TrustSearch;

constexpr unsigned kMostExecutions = 300;
constexpr unsigned kMostRestarts = 20;

// A part of a search: what was explored of it, and what will be.
class Part {
 public:
  Part(ScriptedProgram& program, const models::Model& model, Optimisations optimisations)
      : program_(program), search_(model, optimisations), runs_(program, search_) {}

  void resume(const Frontier& frontier) {
    Frontier read{{}, frontier.words, frontier.iterations, frontier.isRacy};
    for (const Pending& pending : frontier.pending) {
      const auto again = explore::graph::pendingFrom(text(pending));
      if (again && *again == pending)
        read.pending.push_back(*again);
      else
        problem = "not text: " + text(pending);
    }
    if (problem.empty()) search_.resume(read);
  }

  // Runs one execution.
  void next() {
    runs_.next();
    if (!search_.isPreparation(program_.execution())) graphs.push_back(textOf(search_.explored(), program_));
    isOver = !runs_.advance();
    if (search_.mismatch() || search_.refusal()) problem = "does not fit";
    if (!search_.takeBroken()) return;
    graphs.clear();
    if (++restarts > kMostRestarts) problem = "restarts again and again";
  }
  bool goesOn() const { return !isOver && problem.empty(); }

  explore::graph::Split split(std::size_t most) { return search_.split(most); }
  // What is known at the end.
  Frontier known() { return search_.takeFrontier(); }

  std::vector<std::string> graphs;  // in the order in which they were explored
  unsigned restarts = 0;
  bool isOver = false;
  std::string problem;

 private:
  ScriptedProgram& program_;
  TrustSearch search_;
  GraphRuns runs_;
};

std::string difference(const std::vector<std::string>& whole, const std::vector<std::string>& parts) {
  const auto [one, other] = std::ranges::mismatch(whole, parts);
  if (one == whole.end() && other == parts.end()) return {};
  std::string out = "execution " + std::to_string(one - whole.begin()) + " of " + std::to_string(whole.size()) +
                    " and " + std::to_string(parts.size()) + "\n";
  if (one != whole.end()) out += "whole:\n" + *one;
  if (other != parts.end()) out += "parts:\n" + *other;
  return out;
}

class Splits {
 public:
  Splits(const Script& script, std::string_view model, Optimisations optimisations, std::uint64_t seed)
      : program_(script), model_(*models::modelNamed(model)), optimisations_(optimisations), numbers_(seed) {
    program_.keepGoing(true);
  }

  SplitComparison compare() {
    Part whole(program_, model_, optimisations_);
    if (!explore(whole)) return {.wrong = {}, .isTooLarge = true};
    Frontier start = whole.known();
    start.pending = {Pending{}};
    // What was known from the start does not restart it, and makes no difference.
    Part again(program_, model_, optimisations_);
    again.resume(start);
    explore(again);
    SplitComparison made{.wrong = {}, .executions = static_cast<unsigned>(whole.graphs.size())};
    std::string wrong = whole.problem + again.problem;
    if (again.restarts != 0) wrong += "restarts although all is known\n";
    if (wrong.empty()) wrong = difference(whole.graphs, again.graphs);
    if (wrong.empty()) wrong = difference(whole.graphs, exploreSplit(start, made.splits));
    if (!wrong.empty()) made.wrong = std::string(model_.name) + ": " + wrong;
    return made;
  }

 private:
  static bool explore(Part& part) {
    while (part.goesOn() && part.graphs.size() <= kMostExecutions) part.next();
    return part.graphs.size() <= kMostExecutions;
  }

  std::vector<std::string> exploreSplit(const Frontier& start, unsigned& splits) {
    std::list<std::unique_ptr<Part>> parts;  // in the order of the whole
    parts.push_back(std::make_unique<Part>(program_, model_, optimisations_));
    parts.back()->resume(start);
    std::size_t live = 1;
    while (live != 0) {
      auto part = parts.begin();
      for (auto skip = numbers_.below(live); skip > 0 || !(*part)->goesOn(); ++part) skip -= (*part)->goesOn() ? 1 : 0;
      for (auto runs = numbers_.below(4); runs > 0 && (*part)->goesOn(); --runs) (*part)->next();
      if ((*part)->goesOn() && numbers_.below(2) == 0) {
        explore::graph::Split split = (*part)->split(1 + numbers_.below(3));
        if (!split.given.empty()) {
          ++splits;
          const auto next = parts.insert(std::next(part), std::make_unique<Part>(program_, model_, optimisations_));
          (*next)->resume({std::move(split.given), split.left.words, split.left.iterations, split.left.isRacy});
        }
        // As if its process had died, and another one went on where it was.
        if (numbers_.below(4) == 0) {
          std::vector<std::string> graphs = std::move((*part)->graphs);
          *part = std::make_unique<Part>(program_, model_, optimisations_);
          (*part)->resume(split.left);
          (*part)->graphs = std::move(graphs);
        }
      }
      live = static_cast<std::size_t>(std::ranges::count_if(parts, [](const auto& one) { return one->goesOn(); }));
    }
    std::vector<std::string> graphs;
    for (const auto& one : parts) {
      graphs.insert(graphs.end(), one->graphs.begin(), one->graphs.end());
      if (!one->problem.empty()) graphs.push_back(one->problem);
      if (one->restarts != 0) graphs.emplace_back("restarts although all is known");
    }
    return graphs;
  }

  ScriptedProgram program_;
  const models::Model& model_;
  Optimisations optimisations_;
  explore::RandomNumbers numbers_;
};

}  // namespace

SplitComparison compareSplits(const Script& script, std::string_view model, Optimisations optimisations,
                              std::uint64_t seed) {
  return Splits(script, model, optimisations, seed).compare();
}

}  // namespace heddle::testing
