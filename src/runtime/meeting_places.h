// Memory that several threads touch and one of them writes.
//
// Accesses are ranges, of any size; what is found takes memory by their number.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "core/op.h"

namespace heddle::runtime {

class MeetingPlaces {
 public:
  void add(core::Address addr, std::uint64_t bytes, ThreadId thread, bool write);
  // When all are added.
  void find();
  // Whether a part of the range is such memory. Words of 8 bytes count as a whole.
  bool isIn(core::Address addr, std::uint64_t bytes) const;

 private:
  // Where a range begins (or ends).
  struct Border {
    core::Address at;
    bool begins;
    bool write;
    ThreadId thread;
  };
  struct Piece {
    core::Address from;
    core::Address to;
  };

  std::vector<Border> borders_;
  std::vector<Piece> pieces_;  // in order, without overlaps
};

}  // namespace heddle::runtime
