// Two accesses conflict when one of them writes. An update that wrote nothing
// (a failed compare-exchange, a failed try-lock) only reads.
//
// Follows   Source Sets, section 3.2.
#pragma once

#include "explore/dpor/dependence/dependence.h"

namespace heddle::explore::dpor {

inline Effect readOrWrite(const core::Event& event) { return event.wrote ? Effect::Write : Effect::Read; }

class ReadWrite final : public Dependence {
 public:
  ReadWrite() : Dependence([](const Dependence&, const core::Event& event) { return readOrWrite(event); }) {}
};

}  // namespace heddle::explore::dpor
