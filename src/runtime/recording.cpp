#include "runtime/recording.h"

namespace heddle::runtime {
namespace {

constexpr std::ptrdiff_t kPlainKept = 20'000;
constexpr std::size_t kObjectsKept = 20'000;

}  // namespace

void Recording::restart() {
  stacks_.clear();
  recorder_.clear();
  allocations_.clear();
  plainAccesses_.clear();
  objects_.clear();
  lastObjects_.clear();
  untaken_.clear();
  output_.clear();
}

void Recording::notePlain(Address addr, std::uint64_t bytes, bool write, Value value, SiteId site) {
  const InHeddle guard;
  // A counterexample has room for the last ones only.
  if (plainAccesses_.size() == 2 * kPlainKept)
    plainAccesses_.erase(plainAccesses_.begin(), plainAccesses_.begin() + kPlainKept);
  plainAccesses_.push_back({run_.execution.trace.size(), run_.current->id, site, addr, bytes, write, value,
                            hot.userSite, stacks_.add(run_.current->calls)});
}

SiteId Recording::userSiteOf(std::size_t event, ThreadId thread) const {
  const auto& places = recorder_.places();
  auto at = std::ranges::upper_bound(places, event, {}, &RecordedPlace::position);
  while (at != places.begin())
    if ((--at)->thread == thread) return at->userSite;
  return 0;
}

StackId Recording::stackOf(std::size_t event, ThreadId thread) const {
  const auto& places = recorder_.places();
  for (auto at = std::ranges::lower_bound(places, event, {}, &RecordedPlace::position);
       at != places.end() && at->position == event; ++at)
    if (at->thread == thread) return at->stack;
  return 0;
}

// A function that is called again has its variables where they were: what they are called is known.
void Recording::noteObject(const StackObject& object) {
  const InHeddle guard;
  const std::pair what(object.site, object.bytes);
  if (objects_.size() == kObjectsKept || lastObjects_[object.start] == what) return;
  lastObjects_[object.start] = what;
  objects_.push_back({run_.execution.trace.size(), run_.current->id, object});
}

const PlainAccess* Recording::lastPlainWriter(Address addr) const {
  const auto found = std::find_if(plainAccesses_.rbegin(), plainAccesses_.rend(), [&](const PlainAccess& access) {
    return access.write && access.addr <= addr && addr < access.addr + access.bytes;
  });
  if (found == plainAccesses_.rend()) return nullptr;
  const core::Event* const event = run_.lastWriter(addr);
  const bool isLater = event == nullptr || run_.execution.trace.begin() + found->position > event;
  return isLater ? &*found : nullptr;
}

}  // namespace heddle::runtime
