#include <map>
#include <thread>
std::map<int,int> m;
int main() {
  for (int i = 0; i < 6; ++i) m[i] = i;
  auto it = m.begin();
  std::thread a([]{ m[6] = 1; m[7] = 1; m[8]=2; });
  for (int i = 0; i < 5; ++i) ++it;
  a.join();
}
