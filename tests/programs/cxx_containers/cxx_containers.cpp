#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <compare>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

int work(int seed) {
  std::vector<std::string> words;
  for (int i = 0; i < 5; ++i) words.push_back("a word too long for the small buffer " + std::to_string(seed - i));
  std::sort(words.begin(), words.end());
  std::map<std::string, int> count;
  for (const std::string& word : words) ++count[word.substr(0, 10)];
  std::function<int(int)> twice = [seed](int n) { return 2 * n + seed; };
  auto owner = std::make_unique<std::vector<int>>(3, twice(4));
  return static_cast<int>(count.size()) + owner->at(2);
}

int main() {
  int result = 0;
  std::thread t([&result] { result = work(20); });
  assert(work(10) == 19);
  t.join();
  assert(result == 29);
}
