// The steps are those of src/cli/check.cpp: compile, transform, load, explore,
// and explore once more where the search asks for it. They are repeated here so
// that clang runs once for all of them.
#include "answers.h"

#include <algorithm>
#include <utility>

#include "frontend/clang.h"
#include "loaded.h"

namespace heddle::fuzz::programs {
namespace {

constexpr unsigned kMostRestarts = 6;

bool sharesModule(const Way& one, const Way& other) {
  return one.interleaves == other.interleaves && (one.search == "awamoche") == (other.search == "awamoche");
}

Setting defaultSetting(const Way& way) {
  Setting setting;
  setting.loops.undone = true;
  setting.loops.claims = way.search == "awamoche";
  setting.loops.watchEvery = 64;
  setting.tuning.commute = way.interleaves ? explore::Commute::All : explore::Commute::Unsynchronised;
  return setting;
}

Setting referenceSetting(unsigned bound) {
  Setting setting;
  setting.loops.purity = setting.loops.awaits = setting.loops.dynamicPurity = false;
  setting.loops.unroll = bound;
  setting.zeroNetEffect = false;
  setting.tuning.staleReads = setting.tuning.inPlace = setting.tuning.speculative = false;
  return setting;
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
bool exploreAgain(const SourceCode& code, const Way& way, const Setting& setting, Found& found) {
  auto loaded = Loaded::make(code, setting, way.interleaves);
  if (!loaded) {
    found.answer.limited = loaded.problem().message;
    return false;
  }
  Found next = loaded->explore(way.model, way.search, setting.tuning);
  add(found.answer, next.answer);
  found.isObserved = next.isObserved;
  found.repeats = next.repeats;
  return true;
}

// As src/cli/check.cpp goes on after an attempt that asks for another one, or
// that was too long.
void restart(const SourceCode& code, const Way& way, Found& found) {
  Setting setting = defaultSetting(way);
  for (unsigned i = 0; (found.isObserved || found.repeats) && i < kMostRestarts; ++i) {
    if (found.isObserved) {
      setting.loops.undone = false;
    } else {
      found.answer.finals.clear();  // those of many iterations
      setting.loops.watchEvery = std::max(setting.loops.watchEvery / 4, 4U);
      setting.loops.unrollLoops.push_back(*found.repeats);
    }
    if (!exploreAgain(code, way, setting, found)) return;
  }
  if (found.answer.limited.empty()) return;
  found.answer.finals.clear();
  setting.loops.unroll = kFewIterations;
  setting.loops.watchEvery = 0;
  if (!exploreAgain(code, way, setting, found) || !found.isObserved) return;
  setting.loops.undone = false;
  exploreAgain(code, way, setting, found);
}

}  // namespace

Result<Subject> Subject::compile(const std::string& file) {
  Subject subject;
  auto inputs = frontend::checkInputs({file});
  if (!inputs) return inputs.problem();
  subject.code_.inputs = std::move(*inputs);
  auto bitcode = frontend::compileToBitcode(subject.code_.inputs, {}, frontend::PchCache::ofUser());
  if (!bitcode) return bitcode.problem();
  subject.code_.bitcode = std::move(bitcode->ofInput);
  return subject;
}

std::vector<Answer> Subject::byDefault(const std::vector<Way>& ways) const {
  std::vector<Found> found(ways.size());
  std::vector<bool> isDone(ways.size(), false);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (isDone[i]) continue;
    const Setting setting = defaultSetting(ways[i]);
    auto loaded = Loaded::make(code_, setting, ways[i].interleaves);
    for (std::size_t k = i; k < ways.size(); ++k) {
      if (isDone[k] || !sharesModule(ways[i], ways[k])) continue;
      isDone[k] = true;
      if (loaded)
        found[k] = loaded->explore(ways[k].model, ways[k].search, setting.tuning);
      else
        found[k].answer.limited = loaded.problem().message;
    }
  }
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    restart(code_, ways[i], found[i]);
    answers.push_back(std::move(found[i].answer));
  }
  return answers;
}

std::vector<Answer> Subject::asItIs(const std::vector<Way>& ways, unsigned bound) const {
  std::vector<Answer> answers(ways.size());
  const Setting setting = referenceSetting(bound);
  for (const bool interleaves : {false, true}) {
    if (std::ranges::none_of(ways, [&](const Way& way) { return way.interleaves == interleaves; })) continue;
    auto loaded = Loaded::make(code_, setting, interleaves);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (ways[i].interleaves != interleaves) continue;
      if (loaded)
        answers[i] = loaded->explore(ways[i].model, ways[i].reference, setting.tuning).answer;
      else
        answers[i].limited = loaded.problem().message;
    }
  }
  return answers;
}

}  // namespace heddle::fuzz::programs
