// Where in which objects of a program a pointer may lead.
#pragma once

#include <cstdint>
#include <map>

namespace heddle::analysis {

// The offsets first + k * step for all whole numbers k. A step of 0: only `first`.
struct Offsets {
  std::int64_t first = 0;
  std::uint64_t step = 0;

  bool operator==(const Offsets&) const = default;
};

inline constexpr Offsets kAllOffsets{0, 1};
inline constexpr std::uint64_t kAnyBytes = std::uint64_t{1} << 40;  // to the end of the object

Offsets joined(Offsets x, Offsets y);
Offsets sum(Offsets x, Offsets y);
Offsets negative(Offsets x);
// Whether an access of some bytes at one of the offsets may touch a byte that
// another does at one of others.
bool mayOverlap(Offsets x, std::uint64_t xBytes, Offsets y, std::uint64_t yBytes);

using ObjectNumber = unsigned;

// In each object one set of offsets. A number that was computed from an address
// counts as that address.
struct Pointees {
  bool isAnything = false;
  std::map<ObjectNumber, Offsets> objects;

  // Whether that was news.
  bool add(ObjectNumber object, Offsets offsets);
  bool add(const Pointees& others);
  bool addAnything();

  Pointees moved(Offsets by) const;
};

}  // namespace heddle::analysis
