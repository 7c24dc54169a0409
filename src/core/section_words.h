// Which words atomic sections access, as far as that is known.
#pragma once

#include <bitset>

#include "core/op.h"

namespace heddle::core {

// Shared by the executor, which guards them (runtime/section_locks.h), and whoever starts a search again. It grows.
// Words share a slot if they are far apart.
class SectionWords {
 public:
  static constexpr unsigned kSlots = 128;
  using Slots = std::bitset<kSlots>;

  static unsigned slotOf(Address addr) { return static_cast<unsigned>(addr >> 3) % kSlots; }

  bool areThere() const { return areThere_; }
  void expect() { areThere_ = true; }
  // A section accesses it, or somebody else does so as an event. Whether it is guarded only from now on.
  bool noteInSection(unsigned slot, bool writes) { return note(slot, true, writes); }
  bool noteOutside(unsigned slot, bool writes) { return note(slot, false, writes); }
  // Somebody writes what sections access.
  bool isGuarded(unsigned slot) const { return inSections_[slot] && written_[slot]; }

  const Slots& inSections() const { return inSections_; }
  const Slots& written() const { return written_; }

 private:
  bool note(unsigned slot, bool isInSection, bool writes) {
    const bool before = isGuarded(slot);
    if (isInSection) inSections_.set(slot);
    if (writes) written_.set(slot);
    return isGuarded(slot) != before;
  }

  Slots inSections_, written_;
  bool areThere_ = false;  // sections
};

}  // namespace heddle::core
