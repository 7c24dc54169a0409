/* What libc++.so has of <algorithm> and of hash tables: sorted numbers, and how many buckets there are. */
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <unordered_map>

namespace std {
inline namespace __1 {

template <class _Comp, class _RandomAccessIterator>
void __sort(_RandomAccessIterator first, _RandomAccessIterator last, _Comp) {
  using Less = less<typename iterator_traits<_RandomAccessIterator>::value_type>;
  Less isLess;
  __introsort<_ClassicAlgPolicy, Less&, _RandomAccessIterator, false>(first, last, isLess, 2 * __log2i(last - first));
}

#define HEDDLE_SORT(TYPE) template void __sort<__less<TYPE>&, TYPE*>(TYPE*, TYPE*, __less<TYPE>&);
HEDDLE_SORT(char)
HEDDLE_SORT(wchar_t)
HEDDLE_SORT(signed char)
HEDDLE_SORT(unsigned char)
HEDDLE_SORT(short)
HEDDLE_SORT(unsigned short)
HEDDLE_SORT(int)
HEDDLE_SORT(unsigned)
HEDDLE_SORT(long)
HEDDLE_SORT(unsigned long)
HEDDLE_SORT(long long)
HEDDLE_SORT(unsigned long long)
HEDDLE_SORT(float)
HEDDLE_SORT(double)
HEDDLE_SORT(long double)
#undef HEDDLE_SORT

/* The first prime number that is not less. */
size_t __next_prime(size_t number) {
  if (number <= 2) return number == 0 ? 0 : 2;
  const auto isPrime = [](size_t odd) {
    for (size_t divisor = 3; divisor <= odd / divisor; divisor += 2)
      if (odd % divisor == 0) return false;
    return true;
  };
  for (number |= 1; !isPrime(number); number += 2)
    if (number > static_cast<size_t>(-3)) throw overflow_error("__next_prime overflow");
  return number;
}

}  // namespace __1
}  // namespace std
