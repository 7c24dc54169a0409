#include "core/assumption.h"

namespace heddle::core {

const char* name(Assumption assumption) {
  switch (assumption) {
    case Assumption::PrivateSpeculation: return "private-speculation";
    case Assumption::UnobservedRollback: return "unobserved-rollback";
    case Assumption::SeparateWords: return "separate-words";
    case Assumption::OrderedPublication: return "ordered-publication";
    case Assumption::RacelessIterations: return "raceless-iterations";
    case Assumption::UnobservedLocks: return "unobserved-locks";
    case Assumption::UntriedLocks: return "untried-locks";
    case Assumption::LoopsEnd: return "loops-end";
    case Assumption::TestedWaits: return "tested-waits";
    case Assumption::FewThreads: return "few-threads";
    case Assumption::ShortExecutions: return "short-executions";
    case Assumption::CompleteSlice: return "complete-slice";
    case Assumption::WholeSections: return "whole-sections";
    case Assumption::AtomicReads: return "atomic-reads";
    case Assumption::KnownChoices: return "known-choices";
    case Assumption::SectionWords: return "section-words";
    case Assumption::KnownReaders: return "known-readers";
    case Assumption::OneSize: return "one-size";
    case Assumption::SettledWords: return "settled-words";
    case Assumption::GraphOperations: return "graph-operations";
    case Assumption::OrderedWrites: return "ordered-writes";
    case Assumption::DistinctValues: return "distinct-values";
    case Assumption::UnobservedIterations: return "unobserved-iterations";
    case Assumption::KnownFootprints: return "known-footprints";
  }
  return "?";
}

std::optional<Assumption> assumptionNamed(std::string_view wanted) {
  for (int i = 0; i <= static_cast<int>(kLastAssumption); ++i)
    if (wanted == name(static_cast<Assumption>(i))) return static_cast<Assumption>(i);
  return std::nullopt;
}

}  // namespace heddle::core
