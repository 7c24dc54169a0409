// qsort and bsearch.
//
// The comparison is code of the program: other threads may run inside it, and
// the execution may end there. So libc's qsort, which holds memory meanwhile,
// is no good. This is a merge sort in place: stable, as glibc's is in practice.
#include <algorithm>

#include "runtime/externals/numbers.h"

namespace heddle::runtime::externals {
namespace {

using Compare = int (*)(const void*, const void*);
using CompareWith = int (*)(const void*, const void*, void*);

class Array {
 public:
  Array(void* base, std::size_t size, Compare plain, CompareWith extended, void* argument)
      : base_(static_cast<char*>(base)),
        size_(size),
        plain_(plain),
        extended_(extended),
        argument_(argument),
        site_(here()) {}

  void sort(std::size_t from, std::size_t to) {
    if (to - from < 2) return;
    const std::size_t middle = from + (to - from) / 2;
    sort(from, middle);
    sort(middle, to);
    merge(from, middle, to);
  }

  int compare(const void* a, const void* b) {
    const int result = plain_ != nullptr ? plain_(a, b) : extended_(a, b, argument_);
    hot.callSite = site_;  // the comparison may have called, or let others run
    return result;
  }

 private:
  char* at(std::size_t i) const { return base_ + i * size_; }
  bool less(std::size_t i, std::size_t j) { return compare(at(i), at(j)) < 0; }

  void swap(std::size_t i, std::size_t j) {
    const OneStep step;
    checkWrite(at(i), size_);
    checkWrite(at(j), size_);
    std::swap_ranges(at(i), at(i) + size_, at(j));
  }

  void reverse(std::size_t from, std::size_t to) {
    while (from + 1 < to) swap(from++, --to);
  }

  // Exchanges the neighbours [from, middle) and [middle, to).
  void rotate(std::size_t from, std::size_t middle, std::size_t to) {
    if (from == middle || middle == to) return;
    reverse(from, middle);
    reverse(middle, to);
    reverse(from, to);
  }

  // The first of the sorted [from, to) that does not come before element `than`.
  std::size_t firstNotBefore(std::size_t from, std::size_t to, std::size_t than) {
    while (from < to) {
      const std::size_t middle = from + (to - from) / 2;
      if (less(middle, than))
        from = middle + 1;
      else
        to = middle;
    }
    return from;
  }

  // The first of the sorted [from, to) that comes after element `than`.
  std::size_t firstAfter(std::size_t from, std::size_t to, std::size_t than) {
    while (from < to) {
      const std::size_t middle = from + (to - from) / 2;
      if (less(than, middle))
        to = middle;
      else
        from = middle + 1;
    }
    return from;
  }

  // Merges the sorted [from, middle) and [middle, to): cut both where the half
  // of the longer one ends, exchange the inner parts, merge what is left.
  void merge(std::size_t from, std::size_t middle, std::size_t to) {
    if (from == middle || middle == to) return;
    if (!less(middle, middle - 1)) return;
    if (to - from == 2) return swap(from, middle);
    std::size_t left = 0;
    std::size_t right = 0;
    if (middle - from > to - middle) {
      left = from + (middle - from) / 2;
      right = firstNotBefore(middle, to, left);
    } else {
      right = middle + (to - middle) / 2;
      left = firstAfter(from, middle, right);
    }
    rotate(left, middle, right);
    const std::size_t joint = left + (right - middle);
    merge(from, left, joint);
    merge(joint, right, to);
  }

  char* base_;
  std::size_t size_;
  Compare plain_;
  CompareWith extended_;
  void* argument_;
  SiteId site_;
};

void sortArray(void* base, std::size_t count, std::size_t size, Compare plain, CompareWith extended, void* argument) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = ~std::size_t{0};
  if (bytes == 0) return;
  {
    const OneStep step;
    checkWrite(base, bytes);
  }
  Array(base, size, plain, extended, argument).sort(0, count);
}

void qsortModel(void* base, std::size_t count, std::size_t size, Compare compare) {
  sortArray(base, count, size, compare, nullptr, nullptr);
}

void qsortWithModel(void* base, std::size_t count, std::size_t size, CompareWith compare, void* argument) {
  sortArray(base, count, size, nullptr, compare, argument);
}

void* bsearchModel(const void* key, const void* base, std::size_t count, std::size_t size, Compare compare) {
  const char* from = static_cast<const char*>(base);
  while (count != 0) {
    const char* const middle = from + count / 2 * size;
    const int order = compare(key, middle);
    if (order == 0) return const_cast<char*>(middle);
    if (order < 0) {
      count /= 2;
    } else {
      from = middle + size;
      count -= count / 2 + 1;
    }
  }
  return nullptr;
}

}  // namespace

std::span<const External> sorting() {
  static const External rows[] = {
      row("qsort", qsortModel),
      row("qsort_r", qsortWithModel),
      row("bsearch", bsearchModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
