// expect: data-race
#include <thread>
#include <vector>
std::vector<int> v;
int main() {
  std::thread t([] { v.push_back(1); });
  v.push_back(2);
  t.join();
}
