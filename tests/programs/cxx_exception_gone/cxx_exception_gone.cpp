// A thread hands out a pointer to the exception that it handles.
#include <atomic>
#include <thread>

struct Failure {
  std::atomic<int> code{1};
  Failure() = default;
  Failure(const Failure &) {}
};

static std::atomic<Failure *> last;

int main() {
  std::thread failing([] {
    try {
      throw Failure();
    } catch (Failure &failure) {
      last = &failure;
    }
  });
  if (Failure *found = last) found->code.load();
  failing.join();
}
