#include "explore/registry.h"

#include "explore/dpor/classic.h"
#include "explore/dpor/dependence/observed_stores.h"
#include "explore/dpor/optimal.h"
#include "explore/dpor/optimal_wut.h"
#include "explore/dpor/source.h"
#include "explore/graph/trust.h"
#include "explore/naive.h"
#include "explore/pct.h"
#include "explore/pos.h"
#include "explore/preempt.h"
#include "explore/random.h"

namespace heddle::explore {
namespace {

std::unique_ptr<Search> makeNaive(const SearchOptions& options) {
  return std::make_unique<NaiveSearch>(options.preemptionBound);
}

template <typename Sampling>
std::unique_ptr<Search> makeSampling(const SearchOptions& options) {
  return std::make_unique<Sampling>(options.seed, options.executions);
}

const models::Model& modelOf(const SearchOptions& options) {
  return options.model != nullptr ? *options.model : *models::modelNamed("sc");
}

std::vector<std::string_view> allModels() {
  std::vector<std::string_view> names;
  for (const models::Model& model : models::models()) names.push_back(model.name);
  return names;
}

std::unique_ptr<Search> makeTrust(const SearchOptions& options) {
  return std::make_unique<graph::TrustSearch>(modelOf(options));
}

std::unique_ptr<Search> makeAwamoche(const SearchOptions& options) {
  return std::make_unique<graph::TrustSearch>(
      modelOf(options),
      graph::Optimisations{
          .staleReads = options.staleReads, .inPlace = options.inPlace, .speculative = options.speculative});
}

std::unique_ptr<Search> makePct(const SearchOptions& options) {
  return std::make_unique<PctSearch>(options.seed, options.executions, options.depth);
}

std::unique_ptr<Search> makePreempt(const SearchOptions& options) {
  return std::make_unique<PreemptSearch>(options.seed, options.executions,
                                         options.preemptionBound.value_or(PreemptSearch::kUsual));
}

template <typename Dpor>
std::unique_ptr<Search> makeDpor(const SearchOptions& options) {
  return std::make_unique<Dpor>(dependenceFor(options));
}

std::unique_ptr<Search> makeGuided(const SearchOptions& options) {
  return modelOf(options).name == "sc" ? makeDpor<dpor::OptimalSearch>(options) : makeAwamoche(options);
}

}  // namespace

std::shared_ptr<dpor::Dependence> dependenceFor(const SearchOptions& options) {
  static const core::ProgramInfo nothing;
  const dpor::DependenceRow& relation =
      options.dependence != nullptr ? *options.dependence : *dpor::dependenceNamed("read-write");
  const core::ProgramInfo& program = options.program != nullptr ? *options.program : nothing;
  std::shared_ptr<dpor::Dependence> dependence = relation.make(program);
  if (options.pruneWrites)
    dependence = std::make_shared<dpor::ObservedStores>(std::move(dependence), program, options.plainAccessesRace);
  return dependence;
}

std::string_view name(Counts counts) {
  switch (counts) {
    case Counts::Interleavings: return "interleavings";
    case Counts::Traces: return "traces";
    case Counts::Graphs: return "graphs";
    case Counts::Slices: return "slices";
    case Counts::Sample: return "sample";
  }
  return {};
}

std::string_view name(Surplus surplus) {
  switch (surplus) {
    case Surplus::None: return "none";
    case Surplus::Redundant: return "redundant";
    case Surplus::Blocked: return "blocked";
  }
  return {};
}

std::span<const SearchRow> searches() {
  static const std::vector<SearchRow> rows{
      {"optimal",
       "one execution a Mazurkiewicz trace, in polynomial memory",
       "after Parsimonious Optimal DPOR, CAV 2024",
       Counts::Traces,
       Surplus::None,
       {"sc"},
       makeDpor<dpor::OptimalSearch>},
      {"optimal-wut",
       "the same with wakeup trees, as published first",
       "Source Sets, Alg. 2, 6; Godot, Alg. 1",
       Counts::Traces,
       Surplus::None,
       {"sc"},
       makeDpor<dpor::OptimalWutSearch>},
      {"source",
       "source sets; may run into sleep sets",
       "Source Sets, Alg. 1, 5",
       Counts::Traces,
       Surplus::Redundant,
       {"sc"},
       makeDpor<dpor::SourceSearch>},
      {"classic",
       "persistent sets; may run into sleep sets",
       "Flanagan & Godefroid, POPL 2005",
       Counts::Traces,
       Surplus::Redundant,
       {"sc"},
       makeDpor<dpor::ClassicSearch>},
      {"awamoche", "one execution a consistent execution graph, few of which wait in vain; under weak memory too",
       "Awamoche, CAV 2023", Counts::Graphs, Surplus::None, allModels(), makeAwamoche, /*isSample=*/false,
       /*hasDependence=*/false, /*speculates=*/true},
      {"trust", "the same, also those in which threads wait in vain", "TruSt, POPL 2022", Counts::Graphs,
       Surplus::Blocked, allModels(), makeTrust},
      {"guided", "only what can break an assertion or end in a deadlock",
       "Kusano & Wang, Assertion guided abstraction, ASE 2014", Counts::Slices, Surplus::None, allModels(), makeGuided},
      {.name = "naive",
       .description = "every interleaving; the oracle for the others",
       .paper = "Godefroid, VeriSoft, POPL 1997",
       .counts = Counts::Interleavings,
       .surplus = Surplus::None,
       .models = {"sc"},
       .make = makeNaive,
       .boundsPreemptions = true},
      {"random",
       "a sample of the interleavings, repeatable by its seed",
       "none: uniform over enabled threads",
       Counts::Sample,
       Surplus::None,
       {"sc"},
       makeSampling<RandomSearch>},
      {"pct",
       "a sample by random priorities of threads, for bugs that need few orderings",
       "Burckhardt et al., PCT, ASPLOS 2010",
       Counts::Sample,
       Surplus::None,
       {"sc"},
       makePct},
      {"pos",
       "a sample by random priorities of operations, over Mazurkiewicz traces",
       "Yuan, Yang & Gu, POS, CAV 2018",
       Counts::Sample,
       Surplus::None,
       {"sc"},
       makeSampling<PosSearch>},
      {.name = "preempt",
       .description = "a sample with few preemptions at random places, for bugs of many threads",
       .paper = "after Musuvathi & Qadeer, PLDI 2007",
       .counts = Counts::Sample,
       .surplus = Surplus::None,
       .models = {"sc"},
       .make = makePreempt,
       .boundsPreemptions = true},
  };
  return rows;
}

const SearchRow* searchNamed(std::string_view name) {
  for (const SearchRow& row : searches())
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace heddle::explore
