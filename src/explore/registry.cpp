#include "explore/registry.h"

#include "explore/dpor/classic.h"
#include "explore/dpor/optimal.h"
#include "explore/dpor/source.h"
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

template <typename Dpor>
std::unique_ptr<Search> makeDpor(const SearchOptions&) {
  return std::make_unique<Dpor>(dpor::kReadsAndWrites);
}

}  // namespace

std::span<const SearchRow> searches() {
  static const std::vector<SearchRow> rows{
      {"optimal",
       "one execution a Mazurkiewicz trace",
       "Source Sets, Alg. 2, 6; Godot, Alg. 1",
       {"sc"},
       makeDpor<dpor::OptimalSearch>},
      {"source",
       "source sets; may run into sleep sets",
       "Source Sets, Alg. 1, 5",
       {"sc"},
       makeDpor<dpor::SourceSearch>},
      {"classic",
       "persistent sets; may run into sleep sets",
       "Flanagan & Godefroid, POPL 2005",
       {"sc"},
       makeDpor<dpor::ClassicSearch>},
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
