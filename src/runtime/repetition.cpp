#include "runtime/repetition.h"

#include <array>

#include "core/hooks.h"

namespace heddle::runtime {
namespace {

using core::Event;

// Different events in as many as there are rounds at least.
constexpr std::size_t kFewEvents = 16;

bool isSame(const Event& x, const Event& y) {
  return x.op.site == y.op.site && x.op.kind == y.op.kind && x.op.addr == y.op.addr;
}

}  // namespace

bool repeatsItself(const core::EventLog& trace, ThreadId thread) {
  std::array<const Event*, kFewEvents> different;
  std::size_t count = 0;
  std::size_t left = core::hooks::kManyRounds;
  for (auto event = trace.rbegin(); event != trace.rend() && left != 0; ++event) {
    if (event->thread != thread) continue;
    --left;
    const auto known = different.begin() + count;
    if (std::any_of(different.begin(), known, [&](const Event* one) { return isSame(*one, *event); })) continue;
    if (count == kFewEvents) return false;
    different[count++] = &*event;
  }
  return left == 0;
}

}  // namespace heddle::runtime
