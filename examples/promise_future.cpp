// A result that is handed over once: the promise's side sets it, the future's
// side waits for it. (H. Baker, C. Hewitt, The
// Incremental Garbage Collection of Processes, 1977; D. Friedman, D. Wise, 1976;
// std::promise is C++11's.) heddle_choose makes both outcomes of the work part
// of the exploration.
//
// The bug: the path on which the work fails returns without setting anything.
// The future's side gets an exception that nobody expects (broken promise).
//
//   ./x check examples/promise_future.cpp -DBUG
#include <heddle/heddle.h>

#include <cassert>
#include <future>
#include <optional>
#include <thread>
#include <utility>

// The work: it may fail.
std::optional<int> parse() {
  if (heddle_choose(2) == 1) return std::nullopt;
  return 42;
}

void work(std::promise<std::optional<int>> result) {
  const std::optional<int> number = parse();
#ifdef BUG
  if (!number) return;
#endif
  result.set_value(number);
}

int main() {
  std::promise<std::optional<int>> promise;
  std::future<std::optional<int>> result = promise.get_future();
  std::thread worker(work, std::move(promise));
  assert(result.get().value_or(42) == 42);
  worker.join();
}
