// Happens-before and races by the letter of C11, slowly: every event keeps the
// set of all events that happen before it. Shares nothing with the detector.
#pragma once

#include <bitset>
#include <vector>

#include "core/op.h"

namespace heddle::runtime {

class RaceOracle {
 public:
  static constexpr std::size_t kMostEvents = 256;
  struct Access {
    core::Address addr;
    unsigned bytes;
    bool reads, writes;
    core::Order order;
  };

  // Whether the access races with an earlier one.
  bool access(ThreadId t, const Access& access);
  // As if the last access had not been.
  void ascend() { events_.pop_back(); }
  void fence(ThreadId t, core::Order order);
  void spawn(ThreadId parent, ThreadId child);
  void join(ThreadId t, ThreadId child);
  // An atomic section that does nothing else.
  bool section(ThreadId t, const Access& access);

 private:
  using Past = std::bitset<kMostEvents>;
  enum class Kind : std::uint8_t { Access, Fence, Other };
  static constexpr int kNone = -1;
  struct Event {
    ThreadId thread = 0;
    Kind kind = Kind::Other;
    Access access{};             // `order` is also a fence's
    std::vector<int> readsFrom;  // for each byte, the write; kNone: the initial value
    Past past;
  };

  int add(ThreadId t, Kind kind, const Access& access);
  void after(int event, int earlier);
  int lastOf(ThreadId t) const;
  int lastWrite(int before, core::Address addr) const;
  void acquire(int event, int read);
  void acquireFromSequence(int event, core::Address addr, int write);
  bool conflict(const Event& a, const Event& b) const;

  std::vector<Event> events_;
  std::vector<int> starts_;  // by thread: its spawn
  struct Section {
    Access access;
    int leave;
  };
  std::vector<Section> sections_;
};

}  // namespace heddle::runtime
