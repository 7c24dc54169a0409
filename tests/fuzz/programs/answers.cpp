// As check::check does it (check/restarts.h says how to go on after a pass), but
// clang and what comes before the reductions run once for all ways.
#include "answers.h"

#include <algorithm>
#include <utility>

#include "bounded.h"
#include "check/restarts.h"
#include "loaded.h"

namespace heddle::fuzz::programs {
namespace {

constexpr unsigned kMostRestarts = 8;
constexpr unsigned kFewIterations = 3;
constexpr unsigned kWatchEvery = 4;  // loops that do not end are found out after few iterations

bool sharesModule(const Way& one, const Way& other) {
  return one.interleaves == other.interleaves && one.isGuided == other.isGuided &&
         (one.search == "awamoche") == (other.search == "awamoche") && (!one.isGuided || one.model == other.model);
}

check::Plan planOf(const Way& way, std::string_view search) {
  check::Plan plan;
  plan.options.model = way.model;
  plan.options.search = search;
  plan.options.keepGoing = true;
  plan.watchEvery = kWatchEvery;
  plan.options.runtime.plain = way.interleaves ? runtime::PlainPolicy::Interleave : runtime::PlainPolicy::Race;
  return plan;
}

check::Plan referenceOf(const Way& way, unsigned bound) {
  check::Plan plan = planOf(way, way.reference);
  check::Options& options = plan.options;
  options.loops.purity = options.loops.awaits = options.loops.dynamicPurity = options.loops.rolledBack = false;
  options.loops.groupLocks = options.loops.statistics = false;
  options.loops.unroll = bound;
  options.runtime.zeroNetEffect = options.runtime.readersApart = false;
  options.tuning.staleReads = options.tuning.inPlace = options.tuning.speculative = false;
  options.dependence = "read-write";
  plan.watchEvery = 0;
  return plan;
}

bool hasSameReference(const Way& one, const Way& other) {
  return one.interleaves == other.interleaves && one.model == other.model && one.reference == other.reference;
}

// Of what cannot be explored on execution graphs, where the default explores interleavings, all of them.
Answer reference(Loaded& loaded, const Way& way, unsigned bound) {
  Answer answer = loaded.explore(referenceOf(way, bound)).answer;
  if (!answer.isRefused || way.search == "awamoche") return answer;
  Way other = way;
  other.reference = "naive";
  return loaded.explore(referenceOf(other, bound)).answer;
}

void add(Answer& to, Answer& more) {
  to.wrongs.merge(more.wrongs);
  to.memoryWrongs.merge(more.memoryWrongs);
  to.finals.merge(more.finals);
  to.waits = to.waits || more.waits;
  to.isCut = more.isCut;
  to.limited = more.limited;
  if (to.nondeterminism.empty()) to.nondeterminism = more.nondeterminism;
}

// Explores once more; false: it cannot.
bool exploreAgain(const Prepared& prepared, const check::Plan& plan, Found& found) {
  auto loaded = Loaded::make(prepared, plan);
  if (!loaded) {
    found.answer.limited = loaded.problem().message;
    return false;
  }
  Found next = loaded->explore(plan);
  add(found.answer, next.answer);
  found.pass = std::move(next.pass);
  return true;
}

void goOn(const Prepared& prepared, const Way& way, Found& found) {
  const check::Plan asked = planOf(way, way.search);
  check::Plan plan = asked;
  for (unsigned i = 0; i < kMostRestarts; ++i) {
    auto restart = check::restartAfter(plan, found.pass, asked.options, /*isInterrupted=*/false);
    if (!restart) break;
    if (!restart->note.empty()) found.answer.finals.clear();  // those of many iterations
    plan = std::move(restart->plan);
    if (!exploreAgain(prepared, plan, found)) return;
  }
  if (found.answer.limited.empty() || plan.options.loops.unroll) return;
  found.answer.finals.clear();
  plan.options.loops.unroll = kFewIterations;
  plan.watchEvery = 0;
  exploreAgain(prepared, plan, found);
}

}  // namespace

Result<Subject> Subject::make(const Translated& program) {
  Subject subject;
  auto made = prepared(program);
  if (!made) return made.problem();
  subject.prepared_ = std::move(*made);
  return subject;
}

std::vector<Answer> Subject::byDefault(const std::vector<Way>& ways) const {
  std::vector<Found> found(ways.size());
  std::vector<bool> isDone(ways.size(), false);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (ways[i].isBounded) {
      found[i].answer = boundedAnswer(prepared_, ways[i].model, ways[i].search);
      isDone[i] = true;
    }
    if (isDone[i]) continue;
    auto loaded = Loaded::make(prepared_, planOf(ways[i], ways[i].search));
    for (std::size_t k = i; k < ways.size(); ++k) {
      if (isDone[k] || !sharesModule(ways[i], ways[k])) continue;
      isDone[k] = true;
      if (loaded)
        found[k] = loaded->explore(planOf(ways[k], ways[k].search));
      else
        found[k].answer.limited = loaded.problem().message;
    }
  }
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (!ways[i].isBounded) goOn(prepared_, ways[i], found[i]);
    answers.push_back(std::move(found[i].answer));
  }
  return answers;
}

std::vector<Answer> Subject::asItIs(const std::vector<Way>& ways, unsigned bound) const {
  std::vector<Answer> answers(ways.size());
  for (const bool interleaves : {false, true}) {
    const auto first = std::ranges::find(ways, interleaves, &Way::interleaves);
    if (first == ways.end()) continue;
    auto loaded = Loaded::make(prepared_, referenceOf(*first, bound));
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (ways[i].interleaves != interleaves) continue;
      const auto isSame = [&](const Way& way) { return hasSameReference(way, ways[i]); };
      const auto same = static_cast<std::size_t>(std::ranges::find_if(ways, isSame) - ways.begin());
      if (same < i && !answers[same].isRefused)
        answers[i] = answers[same];
      else if (loaded)
        answers[i] = reference(*loaded, ways[i], bound);
      else
        answers[i].limited = loaded.problem().message;
    }
  }
  return answers;
}

}  // namespace heddle::fuzz::programs
