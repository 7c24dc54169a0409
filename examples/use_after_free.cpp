// Handing a raw pointer to a thread while a std::shared_ptr keeps the object
// alive, and letting go of the last reference too early. Passing `session`
// itself instead of `session.get()` puts it right.
//
//   ./x check examples/use_after_free.cpp
#include <atomic>
#include <memory>
#include <thread>

struct Session {
  std::atomic<int> requests{0};
};

int main() {
  auto session = std::make_shared<Session>();
  std::thread worker([raw = session.get()] { raw->requests.fetch_add(1); });
  session.reset();
  worker.join();
}
