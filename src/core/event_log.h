// The events of one execution, in order: a vector whose new elements are not
// initialised first. Appending one is on the path of every step.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>

#include "core/op.h"

namespace heddle::core {

// An op that was performed.
struct Event {
  Op op;
  Value read = 0;  // Read, Write, Update, Await: the value found. Choose: the value chosen
  ThreadId thread = 0;
  bool wrote = false;  // Write; Update that did write
  bool asked = true;   // the scheduler decided on it; false: a local op, one inside an Atomic step, or an invalidation

  // The three last members, as one store.
  void setLast(ThreadId whose, bool writes, bool decided) {
    const std::uint64_t word = std::uint64_t{whose} | std::uint64_t{writes} << 32 | std::uint64_t{decided} << 40;
    std::memcpy(reinterpret_cast<char*>(this) + 80, &word, 8);
  }
};
static_assert(std::is_trivially_copyable_v<Event>);

// A plain Write of size 0: from here on the `a` bytes hold what plain code or a
// library function leaves there. The next access to them says what that is.
inline bool isInvalidation(const Event& event) { return event.op.kind == OpKind::Write && event.op.size == 0; }
inline bool accessesMemory(const Event& event) { return touchesMemory(event.op.kind) && event.op.size != 0; }

class EventLog {
 public:
  EventLog() = default;
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  // Room for one more, with arbitrary contents: the caller sets every member.
  Event& append() {
    if (end_ == limit_) [[unlikely]]
      grow();
    return *end_++;
  }
  // The same without a look, while there are less events than `reserve` said.
  Event& appendReserved() { return *end_++; }
  bool hasReserved() const { return end_ < reserved_; }
  void reserve(std::size_t count) {
    while (static_cast<std::size_t>(limit_ - begin()) < count) grow();
    reserved_ = events_.get() + count;
  }
  void push_back(const Event& event) { append() = event; }
  // Forgets the events from the `size`-th on.
  void truncate(std::size_t size) { end_ = events_.get() + size; }
  void clear() { end_ = reserved_ = events_.get(); }

  std::size_t size() const { return static_cast<std::size_t>(end_ - begin()); }
  bool empty() const { return end_ == begin(); }
  const Event& operator[](std::size_t i) const { return events_.get()[i]; }
  const Event& back() const { return end_[-1]; }
  const Event* begin() const { return events_.get(); }
  const Event* end() const { return end_; }
  auto rbegin() const { return std::reverse_iterator(end()); }
  auto rend() const { return std::reverse_iterator(begin()); }

 private:
  struct Free {
    void operator()(Event* p) const { ::operator delete(static_cast<void*>(p), std::align_val_t{alignof(Event)}); }
  };
  void grow() {
    const std::size_t larger = limit_ == nullptr ? 256 : static_cast<std::size_t>(limit_ - begin()) * 2;
    auto* const memory = ::operator new(larger * sizeof(Event), std::align_val_t{alignof(Event)});
    std::unique_ptr<Event, Free> events(static_cast<Event*>(memory));
    const std::size_t kept = size();
    if (kept != 0) std::memcpy(static_cast<void*>(events.get()), events_.get(), kept * sizeof(Event));
    reserved_ = events.get() + (reserved_ - begin());
    events_ = std::move(events);
    end_ = events_.get() + kept;
    limit_ = events_.get() + larger;
  }

  std::unique_ptr<Event, Free> events_;
  Event* end_ = nullptr;
  Event* reserved_ = nullptr;
  Event* limit_ = nullptr;
};

}  // namespace heddle::core
