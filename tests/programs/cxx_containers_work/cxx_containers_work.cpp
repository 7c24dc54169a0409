#include <map>
#include <set>
#include <list>
#include <unordered_map>
#include <string>
#include <cassert>
#include <thread>
int main() {
  std::thread a([]{});
  std::set<int> s; 
  for (int i = 0; i < 60; ++i) s.insert((i * 37) % 61);
  int n = 0, prev = -1; for (int x : s) { assert(x > prev); prev = x; ++n; } assert(n == 60);
  auto it = s.end(); for (int i = 0; i < 60; ++i) { --it; } assert(it == s.begin());
  for (int i = 0; i < 60; i += 2) s.erase((i * 37) % 61);
  assert(s.size() == 30); prev = -1; for (int x : s) { assert(x > prev); prev = x; }
  std::list<int> l{3,1,2}, k{9,8}; l.sort(); l.splice(l.begin(), k); l.reverse(); assert(l.front()==3); l.swap(k); assert(l.empty() && k.size()==5);
  std::unordered_map<std::string,int> u; for (int i = 0; i < 30; ++i) u[std::to_string(i)] = i; assert(u["17"]==17 && u.size()==30);
  a.join();
}
