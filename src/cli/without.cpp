#include "cli/without.h"

#include <algorithm>

namespace heddle::cli {

std::span<const Reduction> reductions() {
  static constexpr Reduction rows[] = {
      {kCommute, "orders of additions whose result nobody uses (as\n--dependence read-write)",
       [](CheckOptions& options) { options.dependence = "read-write"; }},
      {"stale-reads", "awamoche: threads that wait for old writes",
       [](CheckOptions& options) { options.tuning.staleReads = false; }},
      {"in-place", "awamoche: waiting although a later write lets one go on",
       [](CheckOptions& options) { options.tuning.inPlace = false; }},
      {"speculative", "awamoche: failures of a compare-exchange that is repeated",
       [](CheckOptions& options) { options.tuning.speculative = false; }},
      {"purity", "iterations of a loop that have no effect",
       [](CheckOptions& options) { options.loops.purity = false; }},
      {"await", "waits where a load decides: it stops there, as an assume does",
       [](CheckOptions& options) { options.loops.awaits = false; }},
      {"dynamic-purity", "iterations that turn out to have had no effect",
       [](CheckOptions& options) { options.loops.dynamicPurity = false; }},
      {"zero-net-effect", "among these, iterations that undo what they did",
       [](CheckOptions& options) { options.runtime.zeroNetEffect = false; }},
      {"rolled-back", "additions that are rolled back when they fail",
       [](CheckOptions& options) { options.loops.rolledBack = false; }},
      {"statistics", "writes to variables that are only written and printed",
       [](CheckOptions& options) { options.loops.statistics = false; }},
      {"group-locks", "attempts of std::lock", [](CheckOptions& options) { options.loops.groupLocks = false; }},
  };
  return rows;
}

const Reduction* reductionNamed(std::string_view name) {
  const auto found = std::ranges::find(reductions(), name, &Reduction::name);
  return found == reductions().end() ? nullptr : &*found;
}

}  // namespace heddle::cli
