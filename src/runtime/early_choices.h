// Choices inside atomic sections, which are made before the section begins.
//
// To a search a section is one step and a choice another. A choice is independent of all that
// others do, so that it can as well be made earlier; only which ones there will be must be known.
// That is learnt (core/section_choices.h): a section that makes a choice which is not known breaks
// Assumption::KnownChoices there, since it may never come to its end; the search restarts. A value
// that the section does not ask for, or that is too large for what it asks, makes no difference: with another
// one than the first, the thread stops there.
#pragma once

#include "core/section_choices.h"
#include "runtime/stepper.h"

namespace heddle::runtime {

class EarlyChoices {
 public:
  EarlyChoices(Stepper& run, Verdicts& verdicts, const Options& options)
      : run_(run), verdicts_(verdicts), options_(options) {}

  // The running thread is about to begin a section there.
  void chooseFor(SiteId section);
  // In the section: one of so many values.
  std::uint64_t take(std::uint64_t count, SiteId site);
  // It is about to end it.
  void endSection(SiteId site);

 private:
  Stepper& run_;
  Verdicts& verdicts_;
  const Options& options_;
};

}  // namespace heddle::runtime
