// A reference count, as in std::shared_ptr or Rust's Arc: copies add one,
// relaxed, since who copies has a reference already; who gives the last one back
// deletes, and must come after all uses by others. (G. E. Collins, A Method for
// Overlapping and Erasure of Lists, CACM 3(12), 1960; the orders are those of
// Boost.Atomic's manual, 2011.)
//
// The bug: the count is taken down relaxed. The object is deleted while
// another thread's last use is not over, as far as this thread can tell.
//
//   ./x check examples/arc.cpp -DBUG
#include <atomic>
#include <cassert>
#include <thread>

#ifdef BUG
constexpr auto kDrop = std::memory_order_relaxed;
#else
constexpr auto kDrop = std::memory_order_acq_rel;
#endif

template <typename T>
class Arc {
 public:
  explicit Arc(const T& value) : counted_(new Counted{value}) {}
  Arc(const Arc& other) : counted_(other.counted_) { counted_->references.fetch_add(1, std::memory_order_relaxed); }
  Arc& operator=(const Arc&) = delete;
  ~Arc() {
    if (counted_->references.fetch_sub(1, kDrop) == 1) delete counted_;
  }
  T& operator*() const { return counted_->value; }

 private:
  struct Counted {
    T value;
    std::atomic<int> references{1};
  };
  Counted* counted_;
};

struct Message {
  int text = 42, readBy[2] = {0, 0};
};

int main() {
  std::thread first, second;
  {
    Arc<Message> message{Message{}};
    first = std::thread([message] { (*message).readBy[0] = 1; });
    second = std::thread([message] { (*message).readBy[1] = 1; });
    assert((*message).text == 42);
  }
  first.join();
  second.join();
}
