// A small C++ program that needs the headers such programs need.
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct Account {
  std::mutex mutex;
  std::vector<int> deposits;
};

}  // namespace

int main() {
  const auto account = std::make_shared<Account>();
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 1; i <= 2; ++i)
    threads.emplace_back([account, &sum, i] {
      const std::lock_guard<std::mutex> lock(account->mutex);
      account->deposits.push_back(i);
      sum += i;
    });
  for (std::thread& thread : threads) thread.join();
  return sum == 3 && account->deposits.size() == 2 ? 0 : 1;
}
