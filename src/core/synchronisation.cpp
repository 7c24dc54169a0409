#include "core/synchronisation.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace heddle::core {
namespace {

using Events = std::vector<std::size_t>;

class Synchronisations {
 public:
  Synchronisations(const EventLog& log, const GraphView& view)
      : log_(log), view_(view), published_(log.size()), with_(log.size()) {
    for (std::size_t i = 0; i < log.size(); ++i) add(i);
  }
  std::vector<Events> take() { return std::move(with_); }

 private:
  void add(std::size_t i) {
    const Event& event = log_[i];
    if (event.op.kind == OpKind::Fence) return addFence(i);
    if (!accessesMemory(event)) return;
    const Order order = event.op.kind == OpKind::Update && !event.wrote ? event.op.failOrder : event.op.order;
    if (order == Order::Plain) return;
    const auto rf = event.op.kind == OpKind::Write ? std::nullopt : view_.events[i].rf;
    if (rf && acquires(order))
      join(with_[i], published_[*rf], event.thread);
    else if (rf)
      join(unacquired_[event.thread], published_[*rf], event.thread);
    if (event.wrote) publish(i, order, rf);
  }

  // A release orders what comes after an acquire by way of it; an acquire fence does so for the reads before it.
  void addFence(std::size_t i) {
    const Event& event = log_[i];
    if (acquires(event.op.order)) with_[i] = std::move(unacquired_[event.thread]);
    if (acquires(event.op.order)) unacquired_[event.thread].clear();
    if (releases(event.op.order)) releaseFence_[event.thread] = i;
  }

  // An update continues the release sequence that it reads from.
  void publish(std::size_t i, Order order, std::optional<std::size_t> rf) {
    Events& published = published_[i];
    if (rf) published = published_[*rf];
    const auto fence = releaseFence_.find(log_[i].thread);
    if (releases(order))
      keepLast(published, i);
    else if (fence != releaseFence_.end())
      keepLast(published, fence->second);
  }

  void join(Events& events, const Events& more, ThreadId except) {
    for (const std::size_t one : more)
      if (log_[one].thread != except) keepLast(events, one);
  }
  void keepLast(Events& events, std::size_t event) {
    for (std::size_t& one : events) {
      if (log_[one].thread != log_[event].thread) continue;
      one = std::max(one, event);
      return;
    }
    events.push_back(event);
  }

  const EventLog& log_;
  const GraphView& view_;
  std::vector<Events> published_;  // by write: the releases whose sequences it belongs to
  std::vector<Events> with_;
  std::unordered_map<ThreadId, Events> unacquired_;         // by thread: what an acquire fence would acquire
  std::unordered_map<ThreadId, std::size_t> releaseFence_;  // by thread: the last one
};

}  // namespace

std::vector<std::vector<std::size_t>> synchronisations(const EventLog& log, const GraphView& view) {
  return Synchronisations(log, view).take();
}

}  // namespace heddle::core
