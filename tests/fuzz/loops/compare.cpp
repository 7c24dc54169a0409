#include "compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pipeline.h"
#include "random_program.h"
#include "states.h"

namespace heddle::fuzz {
namespace {

constexpr std::size_t kMostStates = 20'000;
constexpr std::uint64_t kMostExecutions = 3000, kMostInterleavings = 1000;
constexpr unsigned kBound = 2;

std::string text(const FinalState& state) { return fmt::format("state {}", fmt::join(state, " ")); }
std::string text(const Wrong& wrong) { return fmt::format("{} at line {}", core::name(wrong.first), wrong.second); }

template <typename T>
std::optional<std::string> notWithin(const std::set<T>& few, const std::set<T>& all) {
  for (const T& one : few)
    if (!all.contains(one)) return text(one);
  return std::nullopt;
}

// What `few` has and `all` has not.
template <typename Few, typename All>
std::optional<std::string> surplus(const Few& few, const All& all) {
  if (auto state = notWithin(few.finals, all.finals)) return state;
  return notWithin(few.wrongs, all.wrongs);
}

struct Mode {
  const char* name;
  bool purity;
  bool awaits;
  bool rolledBack = false;
};
constexpr Mode kAsItIs{"the program as it is", false, false};
constexpr Mode kTransformed[] = {{"awaits", false, true},
                                 {"purity", true, false},
                                 {"purity and awaits", true, true},
                                 {"rolled-back additions", true, true, true}};

class Comparing {
 public:
  explicit Comparing(const Program& program) : program_(program), code_(codeOf(program)) {}

  Comparison run() {
    auto ends = endsOf(program_, code_, kMostStates);
    if (!ends) {
      result_.isTooLarge = true;
      return std::move(result_);
    }
    oracle_ = std::move(*ends);
    oneMode(kAsItIs);
    for (const Mode& mode : kTransformed) {
      if (result_.wrong || result_.isTooLarge) break;
      if (mode.purity || has(What::Assume)) oneMode(mode);
    }
    return std::move(result_);
  }

 private:
  bool has(What what) const {
    Program copy = program_;
    return std::ranges::any_of(positionsOf(copy), [&](const Position& at) { return (*at).what == what; });
  }
  bool mayCommute() const {
    Program copy = program_;
    return std::ranges::any_of(positionsOf(copy), [&](const Position& at) {
      return (*at).what == What::Update && (*at).dest < 0 && (*at).update != Update::Exchange;
    });
  }

  void say(std::string wrong) {
    if (!result_.wrong) result_.wrong = std::move(wrong);
  }

  void oneMode(const Mode& mode) {
    transform::LoopOptions options;
    options.purity = mode.purity;
    options.awaits = mode.awaits;
    options.rolledBack = mode.rolledBack;
    options.unroll = kBound;
    auto loaded = Loaded::make(program_, code_, options);
    if (!loaded) return say(fmt::format("{}: {}", mode.name, loaded.problem().message));
    if (mode.rolledBack && !loaded->hasRolledBack()) return;
    for (const bool commute : {false, true}) {
      if (result_.wrong || result_.isTooLarge || (commute && !mayCommute())) return;
      const std::string name = fmt::format("{}{}", mode.name, commute ? ", commuting" : "");
      const Found found = loaded->explore("optimal", commute, kMostExecutions);
      if (found.isLimited) {
        result_.isTooLarge = mode.purity;
        return;
      }
      if (mode.rolledBack) result_.hasRolledBack = !found.isObserved;
      withOracle(name + ", optimal", found);
      withOtherModes(mode, name + ", optimal", found);
      if (found.isObserved) return;  // then it is the mode before
      otherSearches(name, *loaded, commute, found);
      if (!commute && program_.plain != Plain::Steps && !found.races) onGraphs(name, *loaded, found);
      if (!commute && program_.plain != Plain::Steps && program_.isRelaxed) underRc11(mode, *loaded);
    }
  }

  void madeUp(const std::string& name, const Found& found) {
    if (!found.problem.empty()) return say(fmt::format("{}: {}", name, found.problem));
    if (const auto more = surplus(found, oracle_)) return say(fmt::format("{} makes up {}", name, *more));
    if (found.waits && !oracle_.canWaitForEver) say(name + " makes up a livelock or deadlock");
  }

  void withOracle(const std::string& name, const Found& found) {
    madeUp(name, found);
    if (found.isCut || found.isLimited || found.races) return;
    if (oracle_.mustWaitForEver && !found.waits) return say(name + " misses a livelock");
    if (const auto missing = surplus(oracle_, found)) return say(fmt::format("{} misses {}", name, *missing));
  }

  void withOtherModes(const Mode& mode, const std::string& name, const Found& found) {
    if (asItIs_ && asItIs_->races && !found.races) return say(name + " misses a race");
    if (asItIs_ && !asItIs_->isCut && found.races && !asItIs_->races) return say(name + " makes up a race");
    if (mode.rolledBack) return withoutRolledBack(name, found);
    if (mode.purity && pure_ && pure_->races != found.races) return say(name + " does not agree on races");
    if (asItIs_ && !found.races) {
      if (const auto missing = surplus(*asItIs_, found))
        return say(fmt::format("{} misses {}, which the program as it is has", name, *missing));
    }
    std::optional<Found>& like = mode.purity ? pure_ : asItIs_;
    if (like && !found.races) {
      if (const auto missing = surplus(*like, found))
        return say(fmt::format("{} misses {}, which other modes have", name, *missing));
      if (const auto more = surplus(found, *like))
        return say(fmt::format("{} has {}, which other modes have not", name, *more));
    }
    like = found;
    if (mode.purity) result_.isExact = !found.isCut;
  }

  // There was a bound on attempts that fail, which there is not now.
  void withoutRolledBack(const std::string& name, const Found& found) {
    if (!pure_) return;
    if (pure_->races && !found.races) return say(name + " misses a race, which other modes have");
    if (!pure_->isCut && found.races && !pure_->races) return say(name + " has a race, which other modes have not");
    if (found.races) return;
    if (const auto missing = surplus(*pure_, found))
      return say(fmt::format("{} misses {}, which other modes have", name, *missing));
    if (pure_->isCut) return;
    if (pure_->waits != found.waits) return say(name + " does not agree on livelocks and deadlocks");
    if (const auto more = surplus(found, *pure_))
      return say(fmt::format("{} has {}, which other modes have not", name, *more));
  }

  void otherSearches(const std::string& mode, Loaded& loaded, bool commute, const Found& optimal) {
    for (const char* search : {"optimal", "optimal-wut", "source", "classic", "naive"}) {
      if (result_.wrong) return;
      const bool isNaive = std::string_view(search) == "naive";
      const std::string name = fmt::format("{}, {}", mode, search);
      if (isNaive && commute) continue;
      const Found found = std::string_view(search) == "optimal"
                              ? optimal
                              : loaded.explore(search, commute, isNaive ? kMostInterleavings : 10 * kMostExecutions);
      withOracle(name, found);
      if (found.isObserved) continue;
      if (found.races != optimal.races && (found.races || !found.isLimited))
        return say(name + " does not agree with optimal on races");
      if (found.races) continue;
      if (const auto more = surplus(found, optimal))
        return say(fmt::format("{} has {}, which optimal has not", name, *more));
      if (found.isLimited) continue;
      if (const auto missing = surplus(optimal, found)) return say(fmt::format("{} misses {}", name, *missing));
      if (found.waits != optimal.waits) return say(name + " does not agree with optimal on livelocks and deadlocks");
      if (!isNaive) counts(name, found, optimal, commute);
    }
  }

  void onGraphs(const std::string& mode, Loaded& loaded, const Found& optimal) {
    if (result_.wrong) return;
    const std::string name = mode + ", trust";
    const Found found = loaded.explore("trust", false, kMostExecutions);
    withOracle(name, found);
    if (found.isObserved || found.isCut || found.isLimited || optimal.isCut) return;
    if (found.races) return say(name + " makes up a race");
    if (found.waits != optimal.waits) return say(name + " does not agree with optimal on livelocks and deadlocks");
    if (const auto more = surplus(found, optimal))
      return say(fmt::format("{} has {}, which optimal has not", name, *more));
  }

  void underRc11(const Mode& mode, Loaded& loaded) {
    if (result_.wrong) return;
    const std::string name = std::string(mode.name) + ", awamoche under rc11";
    const Found found = loaded.explore("awamoche", false, kMostExecutions, "rc11");
    // What follows a race on an atomic word depends on the order of the run.
    if (!found.problem.empty() && !found.races) return say(fmt::format("{}: {}", name, found.problem));
    if (found.isLimited || found.isObserved) return;
    if (!asItIsRc11_) {
      if (!mode.purity && !mode.awaits) asItIsRc11_ = found;
      return;
    }
    if (asItIsRc11_->races && !found.races) return say(name + " misses a race");
    if (!asItIsRc11_->isCut && found.races && !asItIsRc11_->races) return say(name + " makes up a race");
    if (found.races) return;
    if (const auto missing = surplus(*asItIsRc11_, found)) return say(fmt::format("{} misses {}", name, *missing));
    if (asItIsRc11_->isCut) return;
    if (const auto more = surplus(found, *asItIsRc11_)) return say(fmt::format("{} makes up {}", name, *more));
  }

  void counts(const std::string& name, const Found& found, const Found& optimal, bool commute) {
    const auto text = [](const core::ExecutionCounts& c) {
      return fmt::format("{} complete, {} blocked, {} violated, {} cut", c.complete, c.blocked, c.violated, c.cut);
    };
    if (text(found.counts) != text(optimal.counts))
      return say(fmt::format("{} runs {}; optimal runs {}", name, text(found.counts), text(optimal.counts)));
    const bool mayAbandon = !name.ends_with("optimal-wut") && (commute || !name.ends_with("optimal"));
    if (found.counts.redundant != 0 && !mayAbandon)
      say(fmt::format("{} abandons {} executions", name, found.counts.redundant));
  }

  const Program& program_;
  std::vector<Code> code_;
  Ends oracle_;
  std::optional<Found> asItIs_;  // without purity; with awaits it is the same
  std::optional<Found> pure_;    // with purity
  std::optional<Found> asItIsRc11_;
  Comparison result_;
};

}  // namespace

Comparison compare(const Program& program) { return Comparing(program).run(); }

}  // namespace heddle::fuzz
