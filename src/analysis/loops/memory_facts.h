// What analyses of loops know about the program around them.
#pragma once

#include <llvm/IR/Value.h>

#include <functional>

namespace heddle::analysis {

class LateAccesses;
class ProgramMemory;

// What the analysis has to know about memory.
struct MemoryFacts {
  // An object on the stack that nobody but the code that names it can reach,
  // and every access to it stays inside.
  std::function<bool(const llvm::Value* pointer)> isPrivate;
  // Unordered plain accesses are reported as races, so that a plain access can
  // fail by itself. Otherwise they are interleaved like atomics.
  bool plainAccessesRace = true;
  // Words that are stored plainly in each iteration of a loop are not accessed
  // atomically; somebody has to watch that (core::Assumption::SeparateWords).
  bool wordsAreSeparate = false;
  // Whoever accesses what each iteration of a loop stores atomically to an object
  // that is not published comes after the last such store; somebody has to watch
  // that (core::Assumption::OrderedPublication).
  bool publicationIsOrdered = false;
  // Accesses of iterations that are left out do not race, where somebody can watch
  // that (hidden_races.h, core::Assumption::RacelessIterations).
  bool racesAreWatched = false;
  // Nobody reads what is in memory at the end: variables that are only written
  // and printed do not count (output.h).
  bool hasStatistics = true;
  // Null: nothing is known.
  const ProgramMemory* program = nullptr;
  // Null if all that threads learn of each other synchronises (hidden_races.h).
  const LateAccesses* lateAccesses = nullptr;
};

}  // namespace heddle::analysis
