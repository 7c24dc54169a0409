#include "core/learnt.h"

namespace heddle::core {

bool isAboutLearnt(Assumption assumption) {
  return assumption == Assumption::SectionWords || assumption == Assumption::KnownChoices ||
         assumption == Assumption::KnownReaders || assumption == Assumption::OneSize;
}

bool learn(Learnt& learnt, const Broken& broken) {
  if (broken.assumption == Assumption::OneSize) return learnt.mixedWords.add({broken.addr, broken.bytes});
  return true;  // the executor notes the others as it sees them
}

}  // namespace heddle::core
