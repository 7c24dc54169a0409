// What `--explain-loops` says about each loop, in the words of the source.
#pragma once

#include <vector>

#include "core/program_info.h"
#include "transform/loops/loop_rewrite.h"
#include "transform/source_place.h"

namespace heddle::transform {

class LoopNotes {
 public:
  explicit LoopNotes(SourcePlaces& places) : places_(places) {}

  // Before the function changes any further: values still have their names.
  void describe(const LoopRewrite& rewrite);
  // These assumes have become awaits; where those of the loop stand may have changed since.
  void markAwaits(const LoopRewrite& rewrite, const AssumeSet& replaced);
  // In the order of the source.
  std::vector<core::LoopNote> take();

 private:
  struct Case {
    bool isEndless;
    bool mayHideRace;
    std::string condition;
    std::string line;
    bool awaits = false;
  };
  struct Note {
    const llvm::Loop* loop = nullptr;
    core::LoopNote note;
    std::vector<Case> cases;
    std::vector<std::string> obstacles;
    bool isChecked = false;
    struct Assume {
      const llvm::CallInst* assume = nullptr;
      std::string line = {};
    } rolledBack = {};
    bool isRolledBack = false;  // and waits
  };
  std::string describeObstacle(const analysis::Obstacle& obstacle);

  SourcePlaces& places_;
  std::vector<Note> notes_;
};

}  // namespace heddle::transform
