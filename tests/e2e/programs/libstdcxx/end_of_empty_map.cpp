// expect: out-of-bounds
#include <map>
int main() {
  std::map<int, int> map;
  return map.rbegin()->second;
}
