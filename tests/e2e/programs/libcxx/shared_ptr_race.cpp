// expect: data-race
#include <memory>
#include <thread>
std::shared_ptr<int> p = std::make_shared<int>(1);
int main() {
  std::thread t([] { p.reset(); });
  auto q = p;
  t.join();
}
