#include "transform/loops/loop_notes.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <tuple>

#include "transform/loops/condition_text.h"
#include "transform/loops/loop_place.h"

namespace heddle::transform {

using analysis::Obstacle;

std::string LoopNotes::describeObstacle(const Obstacle& obstacle) {
  const std::string line = "line " + std::to_string(places_.of(*obstacle.at).line);
  switch (obstacle.kind) {
    case Obstacle::Kind::Effect: return line + " " + effectText(*obstacle.at);
    case Obstacle::Kind::Changes: return valueText(*obstacle.at) + " may change";
    case Obstacle::Kind::TooMany: return "there are too many ways through it";
    case Obstacle::Kind::Inner: return line + " loops inside it";
  }
  return {};
}

void LoopNotes::describe(const LoopRewrite& rewrite) {
  Note& made = notes_.emplace_back();
  made.loop = rewrite.loop;
  const SourcePlace place = placeOf(*rewrite.loop, places_);
  made.note.file = place.file;
  made.note.line = place.line;
  made.note.function = place.function;
  made.isChecked = rewrite.isChecked;
  for (std::size_t i = 0; i < rewrite.purity.cases.size(); ++i) {
    const analysis::PureCase& pure = rewrite.purity.cases[i];
    made.cases.push_back({pure.isEndless, pure.mayHideRace, conditionText(pure.condition),
                          "line " + std::to_string(places_.of(*rewrite.assumes[i].front()).line)});
  }
  if (rewrite.rolledBack)
    made.rolledBack = {rewrite.rolledBack, "line " + std::to_string(places_.of(*rewrite.rolledBack).line)};
  for (const Obstacle& obstacle : rewrite.purity.obstacles) {
    std::string text = describeObstacle(obstacle);
    if (!llvm::is_contained(made.obstacles, text)) made.obstacles.push_back(std::move(text));
  }
}

void LoopNotes::markAwaits(const LoopRewrite& rewrite, const AssumeSet& replaced) {
  Note& note = *std::ranges::find(notes_, rewrite.loop, &Note::loop);
  const auto isReplaced = [&](const llvm::CallInst* assume) { return replaced.contains(assume); };
  for (std::size_t i = 0; i < note.cases.size(); ++i)
    note.cases[i].awaits = llvm::all_of(rewrite.assumes[i], isReplaced);
  note.isRolledBack = note.rolledBack.assume && isReplaced(note.rolledBack.assume);
}

std::vector<core::LoopNote> LoopNotes::take() {
  std::vector<core::LoopNote> result;
  for (Note& made : notes_) {
    core::LoopNote& note = made.note;
    if (made.isRolledBack) {
      note.findings.push_back("rolls back what it does: waits in " + made.rolledBack.line +
                              ", unless another thread could observe");
      result.push_back(std::move(note));
      continue;
    }
    for (const Case& one : made.cases) {
      const std::string when = one.isEndless && one.condition == kAlways ? "" : " if " + one.condition;
      note.findings.push_back((one.isEndless ? "never ends" : "pure") + when + ": " +
                              (one.awaits ? "waits in " + one.line : "blocked after " + one.line) +
                              (one.mayHideRace ? ", but for one iteration, which a data race could hide in" : ""));
    }
    std::string rest = made.cases.empty() ? "not pure" : "";
    for (const std::string& obstacle : made.obstacles) {
      rest += (rest.empty()                                            ? "otherwise not: "
               : made.cases.empty() && &obstacle == &made.obstacles[0] ? ": "
                                                                       : ", ") +
              obstacle;
    }
    if (!rest.empty()) note.findings.push_back(std::move(rest));
    if (made.isChecked) note.findings.push_back("blocked after an iteration that turns out to have had no effect");
    result.push_back(std::move(note));
  }
  std::ranges::sort(result, {}, [](const core::LoopNote& note) {
    return std::tie(note.file, note.line, note.function, note.findings);
  });
  return result;
}

}  // namespace heddle::transform
