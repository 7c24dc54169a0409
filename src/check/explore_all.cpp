#include "check/explore_all.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "check/whole_schedule.h"
#include "core/essential_slice.h"
#include "core/learnt.h"
#include "explore/estimate/branches_of.h"
#include "explore/estimate/side_estimate.h"
#include "parallel/explore.h"
#include "runtime/native_program.h"

namespace heddle::check {
namespace {

// What is left out at a time, to go back to it.
class LeftOut {
 public:
  explicit LeftOut(const runtime::Options& how) {
    if (how.slice) slice_ = *how.slice;
    if (how.peeked) peeked_ = *how.peeked;
  }
  template <typename Action>
  auto in(const runtime::Options& how, Action action) const {
    const LeftOut now(how);
    restore(how);
    if (how.slice) how.slice->freeze(true);
    const bool wasAssumed = std::exchange(*how.readsAreAtomic, false);  // nobody would be told
    auto result = action();
    *how.readsAreAtomic = wasAssumed;
    now.restore(how);
    return result;
  }

 private:
  void restore(const runtime::Options& how) const {
    if (slice_) how.slice->become(*slice_);
    if (peeked_) *how.peeked = *peeked_;
  }

  std::optional<core::Slice> slice_;
  std::optional<core::PeekedSections> peeked_;
};

// Assertions that were seen to fail, and the slice of the others.
class Settled {
 public:
  Settled(const core::ProgramInfo& info, core::SlicedFor where) : info_(info), where_(where) {}

  // What stays on the slice, whatever else does.
  void keep(core::Slice::Node statement) { kept_.push_back(statement); }

  // Whether nothing else on the slice depends on it, now that it was found, and less is on the slice without it.
  bool settles(const core::Found& found, const core::Slice& slice) {
    const bool isAssertion =
        found.violation.kind == core::ViolationKind::Assertion || found.violation.kind == core::ViolationKind::Abort;
    if (!isAssertion || found.isGraph || slice.isEverything()) return false;  // graphs are not kept over
    std::vector<core::Slice::Node> statements = assertionsAt(info_.sites[found.violation.site]);
    const std::vector<core::Slice::Node> news = statements;
    statements.insert(statements.end(), statements_.begin(), statements_.end());
    auto rest = sliceWithout(statements);
    const auto isDecided = [&](core::Slice::Node statement) { return rest->decidesOn(statement); };
    if (news.empty() || std::ranges::any_of(news, isDecided) || !isSmaller(*rest, *sliceWithout(statements_)))
      return false;
    statements_ = std::move(statements);
    rest_ = std::move(rest);
    return true;
  }
  // Null if nothing was settled since.
  std::shared_ptr<core::Slice> takeRest() { return std::exchange(rest_, nullptr); }
  bool any() const { return !statements_.empty(); }
  // All of it: the slice of all assertions.
  std::shared_ptr<core::Slice> unsettled() {
    statements_.clear();
    return sliceWithout({});
  }

 private:
  std::shared_ptr<core::Slice> sliceWithout(const std::vector<core::Slice::Node>& settled) const {
    auto slice = core::essentialSlice(info_, where_, settled);
    for (const core::Slice::Node statement : kept_) slice->add(statement, core::Extent::Whole);
    return slice;
  }
  // By accesses: then there are fewer orders.
  bool isSmaller(const core::Slice& one, const core::Slice& other) const {
    return std::ranges::any_of(info_.sites, [&](const core::Site& site) {
      return core::touchesMemory(site.kind) && one.of(site.statement) < other.of(site.statement);
    });
  }

  // Copies of one place are one assertion. None if it is settled already.
  std::vector<core::Slice::Node> assertionsAt(const core::Site& failed) const {
    const auto isCopy = [&](const core::Site& site) {
      return &site == &failed || (site.line != 0 && site.line == failed.line && site.column == failed.column &&
                                  site.file == failed.file && site.callee == failed.callee);
    };
    std::vector<core::Slice::Node> found;
    for (const core::Site& site : info_.sites)
      if (isCopy(site) && isEssential(site.statement)) found.push_back(site.statement);
    return found;
  }
  bool isEssential(core::Slice::Node assertion) const {
    return std::ranges::find(statements_, assertion) == statements_.end() &&
           std::ranges::any_of(info_.dependences.roots, [&](const core::DependenceGraph::Root& root) {
             return root.statement == assertion && root.kind == core::DependenceGraph::Kind::Assertion;
           });
  }

  const core::ProgramInfo& info_;
  core::SlicedFor where_;
  std::vector<core::Slice::Node> statements_, kept_;
  std::shared_ptr<core::Slice> rest_;
};

core::SlicedFor slicedFor(const Options& options) {
  if (options.model == "sc") return options.peeks() ? core::SlicedFor::Sections : core::SlicedFor::Interleavings;
  return options.model == "rc11" ? core::SlicedFor::Rc11 : core::SlicedFor::Nothing;
}

bool contains(const std::vector<core::Found>& all, const core::Found& found) {
  return std::ranges::any_of(all, [&](const core::Found& other) {
    return other.violation.kind == found.violation.kind && other.violation.site == found.violation.site;
  });
}

// A violation that was seen in an earlier search.
void add(core::Found found, core::Outcome& outcome) {
  if (contains(outcome.found, found)) return;
  outcome.found.push_back(std::move(found));
  outcome.verdict = core::Verdict::Violation;
}

// What was not known at the start is known by now. Parts of a search must have known it when they began.
bool isLearnt(const core::Outcome& outcome, const Options& options) {
  return !options.isInParts() && outcome.broken && core::isAboutLearnt(outcome.broken->assumption);
}

// Without a new program.
bool isMetByExploringAgain(const core::Outcome& outcome, const Options& options) {
  return isLearnt(outcome, options) || outcome.hasBroken(core::Assumption::CompleteSlice) ||
         outcome.hasBroken(core::Assumption::WholeSections) || outcome.hasBroken(core::Assumption::AtomicReads);
}

explore::SearchOptions tuningOf(const Options& options, const core::ProgramInfo& program) {
  explore::SearchOptions tuning = options.tuning;
  tuning.dependence = &dependenceOf(options);
  tuning.program = &program;
  tuning.pruneWrites = options.prunesWrites();
  tuning.plainAccessesRace = options.looksForRaces();
  tuning.model = models::modelNamed(options.model);
  return tuning;
}

// Half of the time where nothing else was asked for. Beside a check that shows how far it is as little of all of its
// time, but early: after a twentieth of the search the probes have run as long as the search.
constexpr explore::SideShare::Bounds kToEstimate{.after = 0.01, .share = 0.5, .mostSeconds = 1e9};
constexpr explore::SideShare::Bounds kToShow{.after = 0.1, .share = 0.05, .mostSeconds = 5, .early = 0.5};

// Of the tree as it is now.
explore::Estimating estimatingOf(const Options& options, const core::ProgramInfo& program,
                                 const explore::Limits& limits) {
  const bool isLimited = limits.timeLimit > 0 || limits.memoryLimit != 0 || limits.boundExecutions != 0;
  if (!(limits.progress || isLimited) || !(options.sample || options.estimates)) return {};
  auto branches = explore::branchesOf(*explore::searchNamed(options.search), tuningOf(options, program));
  if (branches == nullptr) return {};
  return explore::estimateBeside(std::move(branches), options.estimates ? kToEstimate : kToShow, limits);
}

// What is shown from here on: why the search has begun again.
explore::Limits restarted(explore::Limits limits, const core::Broken& broken) {
  if (!limits.progress) return limits;
  limits.progress = [shown = std::move(limits.progress), assumption = broken.assumption](explore::Progress progress) {
    if (!progress.restart) progress.restart = assumption;
    shown(progress);
  };
  return limits;
}

// By several processes if it can be divided.
core::Outcome exploreDivided(core::Program& program, std::unique_ptr<explore::Search>& search, const Options& options,
                             const core::ProgramInfo& info, const explore::Limits& limits, core::Outcome soFar = {}) {
  if (!options.canBeDivided()) return explore::explore(program, *search, limits, std::move(soFar));
  return parallel::explore(program, search, limits, workersFor(options, info), std::move(soFar));
}

}  // namespace

std::unique_ptr<explore::Search> makeSearch(const Options& options, const core::ProgramInfo& program) {
  return explore::searchNamed(options.search)->make(tuningOf(options, program));
}

parallel::Workers workersFor(const Options& options, const core::ProgramInfo& program) {
  return {.count = options.jobs,
          .ranks = options.ranks.get(),
          .countNow = options.jobsNow,
          .fork = runtime::forkWithProgram,
          .search = [&] { return makeSearch(options, program); },
          .leavesOutStaleReads = options.tuning.staleReads,
          .secondsAlone = options.secondsAlone};
}

void leaveOut(const Options& options, const core::ProgramInfo& program, runtime::Options& how) {
  how.slice = core::essentialSlice(program, slicedFor(options));
  how.peeked = options.peeks() ? std::make_shared<core::PeekedSections>() : nullptr;
  how.readsAreAtomic = std::make_shared<bool>(options.prunesWrites());
}

core::Outcome exploreAll(core::Program& program, std::unique_ptr<explore::Search>& search, const Options& options,
                         const core::ProgramInfo& info, const explore::Limits& limits, const runtime::Options& how,
                         core::Outcome soFar) {
  Settled settled(info, slicedFor(options));
  Options now = options;
  explore::Limits left = limits;
  if (how.slice && !limits.stopAtFirst)
    left.endsWith = [&](const core::Found& found) { return settled.settles(found, *how.slice); };
  left.estimating = estimatingOf(now, info, limits);
  LeftOut before(how);
  core::Outcome outcome = exploreDivided(program, search, options, info, left, std::move(soFar));
  std::vector<core::Found> kept;
  while (true) {
    const auto rest = settled.takeRest();
    const bool isVoid = isMetByExploringAgain(outcome, options);
    if (!rest && !isVoid && !settled.any()) break;
    if (isLearnt(outcome, options)) {
      if (!core::learn(*how.learnt, *outcome.broken)) break;
      outcome.found.clear();  // by other schedules they are found again
    }
    if (!outcome.found.empty())
      std::ranges::move(before.in(how, [&] { return keptOver(program, outcome, how); }), std::back_inserter(kept));
    const bool isShown = std::ranges::all_of(outcome.found, [&](const auto& found) { return contains(kept, found); });
    if (!rest && !isVoid) {
      if (isShown) {
        outcome.found.clear();  // they are kept
        break;
      }
      how.slice->become(*settled.unsettled());
      left.endsWith = {};
    } else if (rest) {
      if (isShown)
        how.slice->become(*rest);
      else
        left.endsWith = {};  // it would be lost
    } else if (outcome.hasBroken(core::Assumption::AtomicReads)) {
      now.neverPrunes = true;
      *how.readsAreAtomic = false;
    } else if (outcome.hasBroken(core::Assumption::WholeSections)) {
      how.peeked->split(outcome.broken->site);
      const core::Slice::Node lock = info.sites[outcome.broken->site].statement;
      settled.keep(lock);
      if (how.slice) how.slice->add(lock, core::Extent::Whole);
    }  // else the slice has grown
    if (isVoid) left = restarted(std::move(left), *outcome.broken);
    left.timeSpent += outcome.seconds;
    before = LeftOut(how);
    search = makeSearch(now, info);
    left.estimating = estimatingOf(now, info, limits);
    outcome = exploreDivided(program, search, now, info, left);
  }
  *how.readsAreAtomic = false;
  outcome.seconds += left.timeSpent - limits.timeSpent;
  for (core::Found& one : kept) add(std::move(one), outcome);
  if (!outcome.found.empty() && outcome.why.starts_with(core::kNoViolationWithin))
    outcome.why.erase(0, core::kNoViolationWithin.size());
  return outcome;
}

}  // namespace heddle::check
