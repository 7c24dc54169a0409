#include "runtime/early_choices.h"

namespace heddle::runtime {

void EarlyChoices::chooseFor(SiteId section) {
  Thread::EarlyChoices& early = run_.current->early;
  early.section = section;
  early.values.clear();
  early.counts.clear();
  for (const std::uint64_t count : options_.learnt->sectionChoices.of(section)) {
    const Value value = run_.visible({.a = count, .site = section, .kind = OpKind::Choose});
    const InHeddle guard;  // what is allocated is not the program's
    early.values.push_back(static_cast<std::uint64_t>(value));
  }
}

std::uint64_t EarlyChoices::take(std::uint64_t count, SiteId site) {
  Thread::EarlyChoices& early = run_.current->early;
  const std::size_t number = early.counts.size();
  {
    const InHeddle guard;
    early.counts.push_back(count);
    if (options_.learnt->sectionChoices.add(early.section, early.counts))
      verdicts_.breakOff({core::Assumption::KnownChoices, early.section});
  }
  if (early.values[number] >= count) run_.stopThread(site);
  return early.values[number];
}

void EarlyChoices::endSection(SiteId site) {
  Thread::EarlyChoices& early = run_.current->early;
  for (std::size_t i = early.counts.size(); i < early.values.size(); ++i)
    if (early.values[i] != 0) run_.stopThread(site);
}

}  // namespace heddle::runtime
