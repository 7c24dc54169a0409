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
  bool asked = true;   // the scheduler decided on it; false: a local op, or one inside an Atomic step
};
static_assert(std::is_trivially_copyable_v<Event>);

class EventLog {
 public:
  EventLog() = default;
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  // Room for one more, with arbitrary contents: the caller sets every member.
  Event& append() {
    if (size_ == capacity_) [[unlikely]]
      grow();
    return events_.get()[size_++];
  }
  void push_back(const Event& event) { append() = event; }
  void clear() { size_ = 0; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Event& operator[](std::size_t i) const { return events_.get()[i]; }
  const Event& back() const { return events_.get()[size_ - 1]; }
  const Event* begin() const { return events_.get(); }
  const Event* end() const { return events_.get() + size_; }
  auto rbegin() const { return std::reverse_iterator(end()); }
  auto rend() const { return std::reverse_iterator(begin()); }

 private:
  struct Free {
    void operator()(Event* p) const { ::operator delete(static_cast<void*>(p), std::align_val_t{alignof(Event)}); }
  };
  void grow() {
    const std::size_t larger = capacity_ == 0 ? 256 : capacity_ * 2;
    auto* const memory = ::operator new(larger * sizeof(Event), std::align_val_t{alignof(Event)});
    std::unique_ptr<Event, Free> events(static_cast<Event*>(memory));
    if (size_ != 0) std::memcpy(static_cast<void*>(events.get()), events_.get(), size_ * sizeof(Event));
    events_ = std::move(events);
    capacity_ = larger;
  }

  std::unique_ptr<Event, Free> events_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace heddle::core
