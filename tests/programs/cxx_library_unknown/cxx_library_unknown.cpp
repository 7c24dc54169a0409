#include <valarray>
int main() {
  std::valarray<int> v(12);
  std::valarray<std::size_t> n(2, 2), d(1, 2);
  v[std::gslice(0, n, d)] = 1;
}
