// Memory blocks and C strings: memcpy, strlen, strcmp and their families.
//
// Each model touches exactly the bytes that the C standard lets the function
// touch, and no byte before it is known to be accessible.
#include <fmt/format.h>
#include <strings.h>

#include <cctype>
#include <cerrno>
#include <limits>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Walks over memory of unknown length. A byte that may not be read is reported
// when the walk gets there.
class Cursor {
 public:
  explicit Cursor(const void* start) : at_(addressOf(start)), checkedTo_(at_) {}

  unsigned char next() {
    if (at_ == checkedTo_) check();
    return *reinterpret_cast<const unsigned char*>(at_++);
  }

 private:
  void check() {
    constexpr Address kChunk = 64;  // divides a page: outside of the region one probe a chunk is enough
    const Address chunkEnd = (at_ | (kChunk - 1)) + 1;
    checkedTo_ = firstClosed(at_, chunkEnd - at_);
    if (checkedTo_ != at_) return;
    checkRead(reinterpret_cast<const void*>(at_), 1);
    checkedTo_ = inRegion(at_) ? at_ + 1 : chunkEnd;
  }

  Address at_;
  Address checkedTo_;
};

// --- blocks ---

// memmove also for memcpy: what an overlapping memcpy does would depend on libc.
void* memcpyModel(void* to, const void* from, std::size_t n) {
  const OneStep step;
  checkRead(from, n);
  checkWrite(to, n);
  return n == 0 ? to : std::memmove(to, from, n);
}

void* mempcpyModel(void* to, const void* from, std::size_t n) {
  return static_cast<char*>(memcpyModel(to, from, n)) + n;
}

void bcopyModel(const void* from, void* to, std::size_t n) { memcpyModel(to, from, n); }

void* memsetModel(void* to, int value, std::size_t n) {
  const OneStep step;
  checkWrite(to, n);
  return fill(to, value, n);
}

void bzeroModel(void* to, std::size_t n) { memsetModel(to, 0, n); }

int memcmpModel(const void* a, const void* b, std::size_t n) {
  const OneStep step;
  checkRead(a, n);
  checkRead(b, n);
  return n == 0 ? 0 : std::memcmp(a, b, n);
}

void* memchrModel(const void* s, int wanted, std::size_t most) {
  const OneStep step;
  Cursor cursor(s);
  std::size_t n = 0;
  bool found = false;
  while (n < most && !found) {
    found = cursor.next() == static_cast<unsigned char>(wanted);
    ++n;
  }
  checkRead(s, n);
  return found ? const_cast<char*>(static_cast<const char*>(s)) + n - 1 : nullptr;
}

void* memrchrModel(const void* s, int wanted, std::size_t n) {
  const OneStep step;
  checkRead(s, n);
  return n == 0 ? nullptr : const_cast<void*>(memrchr(s, wanted, n));
}

// --- lengths and comparisons ---

std::size_t strlenModel(const char* s) {
  const OneStep step;
  return checkString(s);
}

std::size_t strnlenModel(const char* s, std::size_t most) {
  const OneStep step;
  return checkString(s, most);
}

int asIs(unsigned char c) { return c; }
int inLowerCase(unsigned char c) { return std::tolower(c); }

// Reads up to the byte that decides, or the end, or `most` bytes.
template <int (*fold)(unsigned char)>
int compare(const char* a, const char* b, std::size_t most) {
  const OneStep step;
  Cursor left(a);
  Cursor right(b);
  int difference = 0;
  std::size_t n = 0;
  while (n < most) {
    const unsigned char x = left.next();
    const unsigned char y = right.next();
    ++n;
    difference = fold(x) - fold(y);
    if (difference != 0 || x == 0) break;
  }
  checkRead(a, n);
  checkRead(b, n);
  return difference;
}

int strcmpModel(const char* a, const char* b) { return compare<asIs>(a, b, kNoLimit); }
int strncmpModel(const char* a, const char* b, std::size_t n) { return compare<asIs>(a, b, n); }
int strcasecmpModel(const char* a, const char* b) { return compare<inLowerCase>(a, b, kNoLimit); }
int strncasecmpModel(const char* a, const char* b, std::size_t n) { return compare<inLowerCase>(a, b, n); }

// --- searches ---

// The first `wanted`, or the end of the string.
char* strchrnulModel(const char* s, int wanted) {
  const OneStep step;
  Cursor cursor(s);
  std::size_t n = 0;
  for (;;) {
    const unsigned char c = cursor.next();
    ++n;
    if (c == static_cast<unsigned char>(wanted) || c == 0) break;
  }
  checkRead(s, n);
  return const_cast<char*>(s) + n - 1;
}

char* strchrModel(const char* s, int wanted) {
  char* const at = strchrnulModel(s, wanted);
  return *at == static_cast<char>(wanted) ? at : nullptr;
}

char* strrchrModel(const char* s, int wanted) {
  const OneStep step;
  checkString(s);
  return const_cast<char*>(std::strrchr(s, wanted));
}

char* strstrModel(const char* s, const char* wanted) {
  const OneStep step;
  lengthOf(s);
  const std::uint64_t size = checkString(wanted);
  const char* const at = std::strstr(s, wanted);
  if (at == nullptr)
    checkString(s);
  else
    checkRead(s, static_cast<std::uint64_t>(at - s) + size);
  return const_cast<char*>(at);
}

std::size_t strspnModel(const char* s, const char* accepted) {
  const OneStep step;
  lengthOf(s);
  checkString(accepted);
  const std::size_t n = std::strspn(s, accepted);
  checkRead(s, n + 1);
  return n;
}

std::size_t strcspnModel(const char* s, const char* rejected) {
  const OneStep step;
  lengthOf(s);
  checkString(rejected);
  const std::size_t n = std::strcspn(s, rejected);
  checkRead(s, n + 1);
  return n;
}

char* strpbrkModel(const char* s, const char* wanted) {
  char* const at = const_cast<char*>(s) + strcspnModel(s, wanted);
  return *at == 0 ? nullptr : at;
}

// Cuts the token at `s` off, as strsep does; the rest, or null if there is none.
char* cutToken(char* s, const char* delimiters) {
  char* const end = s + strcspnModel(s, delimiters);
  if (*end == 0) return nullptr;
  checkWrite(end, 1);
  *end = 0;
  return end + 1;
}

char* strtokModel(char* s, const char* delimiters, char** rest) {
  const OneStep step;
  if (s == nullptr) {
    checkRead(rest, sizeof(*rest));
    s = *rest;
    if (s == nullptr) return nullptr;
  }
  s += strspnModel(s, delimiters);
  char* const token = *s == 0 ? nullptr : s;
  char* const next = token == nullptr ? nullptr : cutToken(s, delimiters);
  checkWrite(rest, sizeof(*rest));
  *rest = next;
  return token;
}

char* strsepModel(char** rest, const char* delimiters) {
  const OneStep step;
  checkRead(rest, sizeof(*rest));
  char* const token = *rest;
  if (token == nullptr) return nullptr;
  char* const next = cutToken(token, delimiters);
  checkWrite(rest, sizeof(*rest));
  *rest = next;
  return token;
}

// --- copies ---

char* stpcpyModel(char* to, const char* from) {
  const OneStep step;
  const std::uint64_t n = checkString(from);
  checkWrite(to, n + 1);
  std::memmove(to, from, n + 1);
  return to + n;
}

char* strcpyModel(char* to, const char* from) {
  stpcpyModel(to, from);
  return to;
}

char* strncpyModel(char* to, const char* from, std::size_t n) {
  const OneStep step;
  const std::uint64_t kept = checkString(from, n);
  checkWrite(to, n);
  if (n != 0) {
    std::memmove(to, from, kept);
    std::memset(to + kept, 0, n - kept);
  }
  return to;
}

char* strncatModel(char* to, const char* from, std::size_t most) {
  const OneStep step;
  char* const end = to + checkString(to);
  const std::uint64_t n = checkString(from, most);
  checkWrite(end, n + 1);
  std::memmove(end, from, n);
  end[n] = 0;
  return to;
}

char* strcatModel(char* to, const char* from) { return strncatModel(to, from, kNoLimit); }

char* strndupModel(const char* s, std::size_t most) {
  const OneStep step;
  const std::uint64_t n = checkString(s, most);
  const Address fresh = engine->lifetimes.allocate(n + 1, 16, BlockKind::Malloc, here());
  if (fresh == 0) {
    engine->threads.self().errorNumber = ENOMEM;
    return nullptr;
  }
  auto* const copy = reinterpret_cast<char*>(fresh);
  noteFirstWrite(copy, n + 1);
  std::memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

char* strdupModel(const char* s) { return strndupModel(s, kNoLimit); }

// --- fortified variants: the compiler knew how much room there is ---

void checkRoom(std::uint64_t bytes, std::size_t room) {
  if (bytes <= room) return;
  const InHeddle guard;
  engine->verdicts.fail(ViolationKind::OutOfBounds,
                        fmt::format("writes {} bytes to an object of {} bytes", bytes, room), here());
}

void* memcpyChk(void* to, const void* from, std::size_t n, std::size_t room) {
  checkRoom(n, room);
  return memcpyModel(to, from, n);
}
void* mempcpyChk(void* to, const void* from, std::size_t n, std::size_t room) {
  checkRoom(n, room);
  return mempcpyModel(to, from, n);
}
void* memsetChk(void* to, int value, std::size_t n, std::size_t room) {
  checkRoom(n, room);
  return memsetModel(to, value, n);
}
char* stpcpyChk(char* to, const char* from, std::size_t room) {
  checkRoom(lengthOf(from) + 1, room);
  return stpcpyModel(to, from);
}
char* strcpyChk(char* to, const char* from, std::size_t room) {
  checkRoom(lengthOf(from) + 1, room);
  return strcpyModel(to, from);
}
char* strncpyChk(char* to, const char* from, std::size_t n, std::size_t room) {
  checkRoom(n, room);
  return strncpyModel(to, from, n);
}
char* strncatChk(char* to, const char* from, std::size_t most, std::size_t room) {
  checkRoom(lengthOf(to) + lengthOf(from, most) + 1, room);
  return strncatModel(to, from, most);
}
char* strcatChk(char* to, const char* from, std::size_t room) { return strncatChk(to, from, kNoLimit, room); }

}  // namespace

std::uint64_t lengthOf(const char* s) { return lengthOf(s, kNoLimit); }

std::uint64_t lengthOf(const char* s, std::uint64_t most) {
  Cursor cursor(s);
  std::uint64_t n = 0;
  while (n < most && cursor.next() != 0) ++n;
  return n;
}

std::uint64_t checkString(const char* s) { return checkString(s, kNoLimit); }

std::uint64_t checkString(const char* s, std::uint64_t most) {
  const std::uint64_t n = lengthOf(s, most);
  checkRead(s, n < most ? n + 1 : n);
  return n;
}

std::span<const External> strings() {
  static const External rows[] = {
      row("memcpy", memcpyModel),
      row("memmove", memcpyModel),
      row("mempcpy", mempcpyModel),
      row("bcopy", bcopyModel),
      row("memset", memsetModel),
      row("bzero", bzeroModel),
      row("explicit_bzero", bzeroModel),
      row("memcmp", memcmpModel),
      row("bcmp", memcmpModel),
      row("memchr", memchrModel),
      row("memrchr", memrchrModel),
      row("strlen", strlenModel),
      row("strnlen", strnlenModel),
      row("strcmp", strcmpModel),
      row("strcoll", strcmpModel),  // the program runs in the "C" locale
      row("strncmp", strncmpModel),
      row("strcasecmp", strcasecmpModel),
      row("strncasecmp", strncasecmpModel),
      row("strchr", strchrModel),
      row("index", strchrModel),
      row("strchrnul", strchrnulModel),
      row("strrchr", strrchrModel),
      row("rindex", strrchrModel),
      row("strstr", strstrModel),
      row("strpbrk", strpbrkModel),
      row("strspn", strspnModel),
      row("strcspn", strcspnModel),
      row("strtok_r", strtokModel),
      row("__strtok_r", strtokModel),
      row("strsep", strsepModel),
      row("strcpy", strcpyModel),
      row("stpcpy", stpcpyModel),
      row("strncpy", strncpyModel),
      row("strcat", strcatModel),
      row("strncat", strncatModel),
      row("strdup", strdupModel),
      row("__strdup", strdupModel),
      row("strndup", strndupModel),
      row("strerror", ::strerror),  // texts of the library, never the program's memory
      row("__memcpy_chk", memcpyChk),
      row("__memmove_chk", memcpyChk),
      row("__mempcpy_chk", mempcpyChk),
      row("__memset_chk", memsetChk),
      row("__strcpy_chk", strcpyChk),
      row("__stpcpy_chk", stpcpyChk),
      row("__strncpy_chk", strncpyChk),
      row("__strcat_chk", strcatChk),
      row("__strncat_chk", strncatChk),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
