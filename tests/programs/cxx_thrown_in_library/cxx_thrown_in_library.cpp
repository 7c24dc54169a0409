#include <vector>

int get(const std::vector<int>& values, unsigned i) {
  return values.at(i);
}

int main() {
  const std::vector<int> values(3);
  try {
    throw 1;
  } catch (int) {
  }
  return get(values, 5);
}
