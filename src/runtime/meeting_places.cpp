#include "runtime/meeting_places.h"

#include <algorithm>

namespace heddle::runtime {
namespace {

using core::Address;

Address wordOf(Address addr) { return addr & ~Address{7}; }
Address wordAfter(Address addr, std::uint64_t bytes) { return wordOf(addr + bytes + 7); }

}  // namespace

void MeetingPlaces::add(Address addr, std::uint64_t bytes, ThreadId thread, bool write) {
  if (bytes == 0) return;
  borders_.push_back({wordOf(addr), true, write, thread});
  borders_.push_back({wordAfter(addr, bytes), false, write, thread});
}

// From border to border it is known who touches what is between.
void MeetingPlaces::find() {
  std::ranges::sort(borders_, {}, &Border::at);
  std::vector<std::uint32_t> ranges(kMaxThreads);  // by thread: that lie here
  unsigned threads = 0;                            // that have any
  std::uint64_t writes = 0;
  Address from = 0;
  for (const Border& border : borders_) {
    if (threads > 1 && writes != 0 && from < border.at) {
      if (!pieces_.empty() && pieces_.back().to == from)
        pieces_.back().to = border.at;
      else
        pieces_.push_back({from, border.at});
    }
    from = border.at;
    if (border.begins) {
      if (ranges[border.thread]++ == 0) ++threads;
      writes += border.write ? 1 : 0;
    } else {
      if (--ranges[border.thread] == 0) --threads;
      writes -= border.write ? 1 : 0;
    }
  }
  borders_ = {};
}

bool MeetingPlaces::isIn(Address addr, std::uint64_t bytes) const {
  if (bytes == 0) return false;
  const auto piece = std::ranges::upper_bound(pieces_, wordOf(addr), {}, &Piece::to);
  return piece != pieces_.end() && piece->from < wordAfter(addr, bytes);
}

}  // namespace heddle::runtime
