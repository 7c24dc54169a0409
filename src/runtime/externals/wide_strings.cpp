// Wide characters: what std::wstring needs, and comparisons and copies.
#include <wchar.h>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

constexpr std::uint64_t kCharacter = sizeof(wchar_t);

std::uint64_t bytesOf(std::size_t count) {
  std::uint64_t bytes = 0;
  return __builtin_mul_overflow(count, kCharacter, &bytes) ? ~std::uint64_t{0} : bytes;
}

// The length; reads the terminator too.
std::size_t checkWide(const wchar_t* s) {
  for (std::size_t n = 0;; ++n) {
    checkRead(s + n, kCharacter);
    if (s[n] == 0) return n;
  }
}

std::size_t wcslenModel(const wchar_t* s) {
  const OneStep step;
  return checkWide(s);
}

wchar_t* wmemcpyModel(wchar_t* to, const wchar_t* from, std::size_t count) {
  const OneStep step;
  checkRead(from, bytesOf(count));
  checkWrite(to, bytesOf(count));
  return count == 0 ? to : ::wmemmove(to, from, count);
}

wchar_t* wmemsetModel(wchar_t* to, wchar_t value, std::size_t count) {
  const OneStep step;
  checkWrite(to, bytesOf(count));
  return count == 0 ? to : ::wmemset(to, value, count);
}

int wmemcmpModel(const wchar_t* a, const wchar_t* b, std::size_t count) {
  const OneStep step;
  checkRead(a, bytesOf(count));
  checkRead(b, bytesOf(count));
  return count == 0 ? 0 : ::wmemcmp(a, b, count);
}

wchar_t* wmemchrModel(const wchar_t* s, wchar_t wanted, std::size_t most) {
  const OneStep step;
  for (std::size_t n = 0; n < most; ++n) {
    checkRead(s + n, kCharacter);
    if (s[n] == wanted) return const_cast<wchar_t*>(s + n);
  }
  return nullptr;
}

int wcscmpModel(const wchar_t* a, const wchar_t* b) {
  const OneStep step;
  for (std::size_t n = 0;; ++n) {
    checkRead(a + n, kCharacter);
    checkRead(b + n, kCharacter);
    if (a[n] != b[n]) return a[n] < b[n] ? -1 : 1;
    if (a[n] == 0) return 0;
  }
}

wchar_t* wcscpyModel(wchar_t* to, const wchar_t* from) {
  const OneStep step;
  const std::size_t count = checkWide(from) + 1;
  checkWrite(to, bytesOf(count));
  return ::wmemmove(to, from, count);
}

}  // namespace

std::span<const External> wideStrings() {
  static const External rows[] = {
      row("wcslen", wcslenModel),   row("wmemcpy", wmemcpyModel), row("wmemmove", wmemcpyModel),
      row("wmemset", wmemsetModel), row("wmemcmp", wmemcmpModel), row("wmemchr", wmemchrModel),
      row("wcscmp", wcscmpModel),   row("wcscpy", wcscpyModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
