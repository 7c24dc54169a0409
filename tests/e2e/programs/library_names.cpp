// Two threads change a map: the accesses that race are deep in the library.
#include <map>
#include <string>
#include <thread>
#include <vector>

template <class Key>
struct Hits {
  std::map<Key, int> counts;
  std::vector<int> order;
  void count(const Key& key) {
    ++counts[key];
    order.push_back(3);
  }
};

int main() {
  Hits<std::string> hits;
  hits.count("a");
#ifdef SIZE
  std::thread thread([&] { hits.order.pop_back(); });
  if (hits.order.size() == 1) hits.order.clear();
#else
  std::thread thread([&] { hits.count("b"); });
  hits.count("a");
#endif
  thread.join();
}
