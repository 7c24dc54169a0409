// expect: out-of-bounds
#include <vector>
int main() {
  std::vector<int> v(2);
  int i = 2;
  return v.data()[i];
}
