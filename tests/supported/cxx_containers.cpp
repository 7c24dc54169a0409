// Containers, whose nodes libstdc++.so moves.
#include <cassert>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

std::size_t fnv(const void* bytes, std::size_t count, std::size_t seed) __asm__("_ZSt15_Fnv_hash_bytesPKvmm");

int main() {
  std::list<int> list = {3, 1, 2}, other = {9};
  list.push_front(0);
  list.reverse();
  assert((list == std::list<int>{2, 1, 3, 0}));
  list.splice(list.begin(), other);
  list.remove(1);
  list.sort();
  assert((list == std::list<int>{0, 2, 3, 9}) && other.empty());
  other = {5};
  list.swap(other);
  assert(list.front() == 5 && list.size() == 1 && other.size() == 4);

  std::map<int, std::string> map;
  for (int i = 0; i < 20; ++i) map[(i * 7) % 20] = std::to_string(i);
  map.erase(7);
  int expected = 0;
  for (const auto& [key, value] : map) {
    if (expected == 7) ++expected;
    assert(key == expected++ && (std::stoi(value) * 7) % 20 == key);
  }
  auto last = map.end();
  assert((--last)->first == 19 && (++map.begin())->first == 1);
  std::set<int> set = {3, 1, 2};
  const std::set<int>& constant = set;
  auto at = constant.end();
  assert(*--at == 3 && *--at == 2 && *++at == 3);
  std::map<int, int> small = {{1, 2}, {3, 4}};
  auto from = small.begin();
  assert((++from)->second == 4 && (--from)->second == 2);
  const std::map<int, int>& constantMap = small;
  auto constantFrom = constantMap.begin();
  assert((++constantFrom)->second == 4 && (--constantFrom)->second == 2);

  const std::unordered_map<int, int> roomy(20);
  assert(roomy.bucket_count() >= 20);
  std::unordered_map<std::string, int> hashed;
  for (int i = 0; i < 50; ++i) hashed[std::to_string(i)] = i;  // rehashes several times
  for (int i = 0; i < 50; ++i) assert(hashed.at(std::to_string(i)) == i);
  assert(hashed.size() == 50 && hashed.count("50") == 0);
  assert(fnv("a", 1, 1) == fnv("a", 1, 1) && fnv("a", 1, 1) != fnv("b", 1, 1));
}
