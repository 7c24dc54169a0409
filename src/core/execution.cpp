#include "core/execution.h"

#include <algorithm>
#include <cstring>

namespace heddle::core {

Value loadWord(Address addr, unsigned size) {
  const auto* const p = reinterpret_cast<const void*>(addr);
  switch (size) {
    case 1: return *static_cast<const std::uint8_t*>(p);
    case 2: { std::uint16_t v; std::memcpy(&v, p, 2); return v; }
    case 4: { std::uint32_t v; std::memcpy(&v, p, 4); return v; }
    case 8: { std::uint64_t v; std::memcpy(&v, p, 8); return v; }
    default: { Value v; std::memcpy(&v, p, 16); return v; }
  }
}

void storeWord(Address addr, unsigned size, Value value) {
  // Little endian on both supported processors: the low bytes come first.
  auto* const p = reinterpret_cast<void*>(addr);
  switch (size) {
    case 1: std::memcpy(p, &value, 1); break;
    case 2: std::memcpy(p, &value, 2); break;
    case 4: std::memcpy(p, &value, 4); break;
    case 8: std::memcpy(p, &value, 8); break;
    default: std::memcpy(p, &value, 16); break;
  }
}

End classifyStuck(const Execution& execution) {
  const auto any = [&](ThreadStatus status) {
    return std::any_of(execution.threads.begin(), execution.threads.end(),
                       [&](const ThreadState& t) { return t.status == status; });
  };
  if (any(ThreadStatus::Stopped)) return End::Blocked;
  // A process that exits takes its waiting threads with it.
  if (execution.exiting || !any(ThreadStatus::Ready)) return End::Complete;
  return End::Deadlock;
}

}  // namespace heddle::core
