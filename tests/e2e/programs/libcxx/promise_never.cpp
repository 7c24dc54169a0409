// expect: deadlock
#include <future>
int main() {
  std::promise<int> p;
  p.get_future().wait();
}
