// Code that is formally racy and means it: its plain accesses are taken for relaxed atomic ones.
//
// A data race has no meaning in C and C++, so to ignore one would leave open what its read finds. As relaxed atomic
// accesses they have one: each read finds any value that the memory model allows, and the search explores them all.
// What stays a race is one with a plain access elsewhere, which no rule is about.
//
// A copy of constant length (a struct) becomes accesses of words as large as its alignment; other copies stay plain.
#pragma once

#include <llvm/IR/Module.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/set_aside.h"
#include "transform/source_place.h"
#include "transform/suppressions.h"

namespace heddle::transform {

// Marks the accesses that rules mean while each is still in the function in which it was written. They are relaxed
// when functions have been inlined: lengths of copies are known then, and variables that nobody points to are values.
class RacyAccesses {
 public:
  RacyAccesses(llvm::Module& module, const RacyCode& racy);

  void relax(llvm::Module& module);
  // One entry a rule, also for rules that have found nothing.
  std::vector<core::SetAside> rules() && { return std::move(rules_); }

 private:
  struct Written {
    std::string function;
    std::string file;
  };

  std::optional<unsigned> ruleFor(const llvm::Instruction& access, const Written& written) const;
  // Not where it was inlined to before Heddle got it.
  static Written writtenAt(const llvm::Instruction& access, SourcePlaces& places);

  const RacyCode& racy_;
  std::vector<core::SetAside> rules_;
  std::vector<std::string> functions_;  // by number of the access
};

}  // namespace heddle::transform
