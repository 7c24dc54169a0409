#include "core/relations.h"

#include <algorithm>
#include <unordered_map>

#include "core/mixed_sizes.h"

namespace heddle::core {
namespace {

using Place = std::optional<std::size_t>;

bool writesMemory(const Event& event) { return event.wrote && touchesMemory(event.op.kind); }
bool readsMemory(const Event& event) { return touchesMemory(event.op.kind) && event.op.kind != OpKind::Write; }

class Viewer {
 public:
  Viewer(const EventLog& log, std::span<const Step> schedule, bool isGraph, const MixedWords& mixed)
      : log_(log), schedule_(schedule), isGraph_(isGraph), mixed_(mixed) {
    view_.events.resize(log.size());
    for (std::size_t i = 0; i < log.size(); ++i) add(i);
    for (const GraphView::Location& location : view_.locations)
      for (std::size_t at = 0; at < location.co.size(); ++at)
        view_.events[location.co[at]].co = static_cast<std::uint32_t>(at + 1);
  }
  GraphView take() { return std::move(view_); }

 private:
  void add(std::size_t i) {
    const Event& event = log_[i];
    const std::size_t step = byStep_.size();
    if (event.asked) byStep_.push_back(i);
    if (!touchesMemory(event.op.kind)) return;
    if (isInvalidation(event)) return endLocations(event);
    const std::size_t l = locate(event);
    std::vector<std::size_t>& co = view_.locations[l].co;
    Relations& relations = view_.events[i];
    relations.location = l;
    const Place source = isGraph_ ? named(step) : found(event, l);
    auto place = co.end();
    if (isGraph_) place = after(co, source);
    if (readsMemory(event)) relations.rf = isGraph_ ? lastOverlapping(event, co.begin(), place) : source;
    relations.later = lastOverlapping(event, place, co.end());
    if (writesMemory(event)) co.insert(place, i);
  }

  // What the schedule says of a step.
  Place named(std::size_t step) const {
    if (step >= schedule_.size() || schedule_[step].choice == 0 || schedule_[step].choice > step) return std::nullopt;
    return byStep_[schedule_[step].choice - 1];
  }

  // What an interleaving says: the last write. Memory may have been written by
  // other means since, which shows in its value.
  Place found(const Event& event, std::size_t l) const {
    Place last;
    forOverlapping(event.op, [&](const GraphView::Location& other) {
      if (!other.co.empty() && (!last || other.co.back() > *last)) last = other.co.back();
    });
    const std::vector<std::size_t>& co = view_.locations[l].co;
    const bool isWhole = last && !co.empty() && co.back() == *last;
    return isWhole && written(log_[*last]) != event.read ? std::nullopt : last;
  }
  static Value written(const Event& event) {
    const Value value = event.op.kind == OpKind::Write ? event.op.a : apply(event.op, event.read).value;
    return value & maskOf(event.op.size);
  }

  static std::vector<std::size_t>::iterator after(std::vector<std::size_t>& co, Place write) {
    if (!write) return co.begin();
    const auto at = std::find(co.begin(), co.end(), *write);
    return at == co.end() ? at : at + 1;
  }

  // Others write other parts of a word.
  template <typename Writes>
  Place lastOverlapping(const Event& event, Writes begin, Writes end) const {
    while (end != begin)
      if (const Op& other = log_[*--end].op;
          other.addr < event.op.addr + event.op.size && event.op.addr < other.addr + other.size)
        return *end;
    return std::nullopt;
  }

  // Locations are found by the granules that they lie in: one or two.
  static constexpr Address kGranule = 16;
  template <typename Visit>
  void forOverlapping(const Op& op, Visit visit) const {
    for (Address granule = op.addr / kGranule; granule <= (op.addr + op.size - 1) / kGranule; ++granule) {
      const auto there = byGranule_.find(granule);
      if (there == byGranule_.end()) continue;
      for (const std::size_t l : there->second) {
        const GraphView::Location& location = view_.locations[l];
        if (location.addr < op.addr + op.size && op.addr < location.addr + location.size) visit(location);
      }
    }
  }
  std::size_t locate(const Event& event) {
    const Op& op = event.op;
    const Word* const whole = mixed_.around(op.addr, op.size);
    const Word word = whole != nullptr ? *whole : Word{op.addr, op.size};
    const GraphView::Location* known = nullptr;
    forOverlapping(op, [&](const GraphView::Location& location) {
      const bool isSame = location.addr == word.addr && location.size == word.bytes;
      if (isSame && (!location.hasEnded || goesOn(location, event))) known = &location;
    });
    if (known != nullptr) {
      const auto l = static_cast<std::size_t>(known - view_.locations.data());
      view_.locations[l].hasEnded = false;
      return l;
    }
    const std::size_t l = view_.locations.size();
    view_.locations.push_back({word.addr, word.bytes, {}});
    for (Address granule = word.addr / kGranule; granule <= (word.addr + word.bytes - 1) / kGranule; ++granule)
      byGranule_[granule].push_back(l);
    return l;
  }

  // In interleavings the first spawn ends every location, since plain code may
  // have written there before it. Whether it has shows in the value.
  bool goesOn(const GraphView::Location& location, const Event& event) const {
    return !isGraph_ && !location.co.empty() && written(log_[location.co.back()]) == event.read;
  }

  // The memory holds something else from here on.
  void endLocations(const Event& event) {
    const auto end = event.op.addr + static_cast<Address>(event.op.a);
    for (GraphView::Location& location : view_.locations)
      if (location.addr < end && event.op.addr < location.addr + location.size) location.hasEnded = true;
  }

  const EventLog& log_;
  std::span<const Step> schedule_;
  bool isGraph_;
  const MixedWords& mixed_;
  GraphView view_;
  std::unordered_map<Address, std::vector<std::size_t>> byGranule_;
  std::vector<std::size_t> byStep_;  // the events that the scheduler decided on
};

}  // namespace

std::optional<std::size_t> GraphView::lastWrite(Address addr) const {
  std::optional<std::size_t> last;  // of several sizes, as interleavings may have them: the last in the log
  for (const Location& location : locations)
    if (!location.hasEnded && location.addr <= addr && addr < location.addr + location.size && !location.co.empty())
      last = std::max(last.value_or(0), location.co.back());
  return last;
}

GraphView viewOf(const EventLog& log, std::span<const Step> schedule, bool isGraph, const MixedWords& mixed) {
  return Viewer(log, schedule, isGraph, mixed).take();
}

}  // namespace heddle::core
