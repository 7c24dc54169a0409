#include "explore/registry.h"

#include "explore/naive.h"
#include "explore/random.h"

namespace heddle::explore {
namespace {

std::unique_ptr<Search> makeNaive(const SearchOptions& options) {
  return std::make_unique<NaiveSearch>(options.preemptionBound);
}

std::unique_ptr<Search> makeRandom(const SearchOptions& options) {
  return std::make_unique<RandomSearch>(options.seed, options.executions);
}

}  // namespace

std::span<const SearchRow> searches() {
  static const std::vector<SearchRow> rows{
      {"naive", "every interleaving; the oracle for the others", "Godefroid, VeriSoft, POPL 1997", {"sc"}, makeNaive},
      {"random",
       "a sample of the interleavings, repeatable by its seed",
       "none: uniform over enabled threads",
       {"sc"},
       makeRandom},
  };
  return rows;
}

const SearchRow* searchNamed(std::string_view name) {
  for (const SearchRow& row : searches())
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace heddle::explore
