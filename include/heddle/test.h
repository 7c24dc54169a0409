/* Tests that Heddle checks, many in a file. C11, C++17 and later.
 *
 *   #include <heddle/test.h>
 *
 *   HEDDLE_TEST(queue_is_fifo) {
 *     Queue queue;
 *     std::thread producer([&] { queue.push(1); queue.push(2); });
 *     int first = queue.pop();
 *     HEDDLE_ASSERT_EQ(first, 1);
 *     producer.join();
 *   }
 *   HEDDLE_TEST(queue_under_tso, "--model tso --time-limit 20") { ... }
 *   HEDDLE_TEST(known_bug, "--expect data-race") { ... }
 *
 * `heddle test FILE...` checks each of them by itself: as if it were the program's main. What stands beside a name are
 * options of `heddle test`, and --expect: the violation that has to be found.
 *
 *   HEDDLE_ASSERT_EQ(a, b), _NE, _LT, _LE, _GT, _GE   as heddle_assert(a == b); the message has both values
 *
 * A compiler alone makes a program of the file that runs each test in a process of its own:
 *
 *   g++ -I include queue_test.cpp -pthread && ./a.out [--filter GLOB] [--list] [--repeat N] [--timeout SECONDS]
 *
 * Its main is there unless another file has one. Where this file has, define HEDDLE_TEST_NO_MAIN before the include,
 * and call heddle_run_tests(argc, argv).
 */
#ifndef HEDDLE_TEST_H
#define HEDDLE_TEST_H

#include <heddle/heddle.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct heddle_test {
  const char *name, *options, *file;
  int line;
  void (*run)(void);
  struct heddle_test* next;
};

#define HEDDLE_TEST(...) HEDDLE_TEST_WITH(__VA_ARGS__, "", 0)
#define HEDDLE_TEST_WITH(name, options, ...) \
  static void heddle_test_##name(void);      \
  HEDDLE_TEST_ENTRY(name, "" options "")     \
  static void heddle_test_##name(void)

/* --- assertions that show their values --- */

#define HEDDLE_ASSERT_EQ(a, b) HEDDLE_ASSERT_COMPARED(a, ==, b, #a, #b)
#define HEDDLE_ASSERT_NE(a, b) HEDDLE_ASSERT_COMPARED(a, !=, b, #a, #b)
#define HEDDLE_ASSERT_LT(a, b) HEDDLE_ASSERT_COMPARED(a, <, b, #a, #b)
#define HEDDLE_ASSERT_LE(a, b) HEDDLE_ASSERT_COMPARED(a, <=, b, #a, #b)
#define HEDDLE_ASSERT_GT(a, b) HEDDLE_ASSERT_COMPARED(a, >, b, #a, #b)
#define HEDDLE_ASSERT_GE(a, b) HEDDLE_ASSERT_COMPARED(a, >=, b, #a, #b)

#define HEDDLE_ASSERT_COMPARED(a, op, b, left_name, right_name)                                          \
  do {                                                                                                   \
    HEDDLE_TEST_AUTO heddle_left = (a);                                                                  \
    HEDDLE_TEST_AUTO heddle_right = (b);                                                                 \
    if (!(heddle_left op heddle_right)) {                                                                \
      char heddle_text[320];                                                                             \
      heddle_test_compared(heddle_text, sizeof heddle_text, left_name " " #op " " right_name, left_name, \
                           HEDDLE_TEST_VALUE(heddle_left), right_name, HEDDLE_TEST_VALUE(heddle_right)); \
      HEDDLE_TEST_FAIL(heddle_text);                                                                     \
    }                                                                                                    \
  } while (0)

/* A value of any type that can be shown. */
struct heddle_value {
  char kind; /* i: signed, u: unsigned, d: floating point, p: a pointer, ?: another one */
  long long i;
  unsigned long long u;
  double d;
  const void* p;
};

static inline struct heddle_value heddle_value_made(char kind, long long i, unsigned long long u, double d,
                                                    const void* p) {
  struct heddle_value value;
  value.kind = kind;
  value.i = i;
  value.u = u;
  value.d = d;
  value.p = p;
  return value;
}
static inline struct heddle_value heddle_signed(long long i) { return heddle_value_made('i', i, 0, 0, 0); }
static inline struct heddle_value heddle_unsigned(unsigned long long u) { return heddle_value_made('u', 0, u, 0, 0); }
static inline struct heddle_value heddle_floating(double d) { return heddle_value_made('d', 0, 0, d, 0); }
static inline struct heddle_value heddle_pointer(const void* p) { return heddle_value_made('p', 0, 0, 0, p); }

static inline void heddle_value_text(char* out, size_t size, struct heddle_value value) {
  switch (value.kind) {
    case 'i': snprintf(out, size, "%lld", value.i); break;
    case 'u': snprintf(out, size, "%llu", value.u); break;
    case 'd': snprintf(out, size, "%.17g", value.d); break;
    case 'p': snprintf(out, size, "%s", value.p ? "not null" : "null"); break;
    default: *out = 0;
  }
}

/* "pop() == 3; pop() is 2": of what stands there as a number only the text. */
static inline void heddle_test_compared(char* out, size_t size, const char* condition, const char* left_name,
                                        struct heddle_value left, const char* right_name, struct heddle_value right) {
  char left_text[40], right_text[40];
  heddle_value_text(left_text, sizeof left_text, left);
  heddle_value_text(right_text, sizeof right_text, right);
  int shows_left = *left_text && strcmp(left_text, left_name) != 0;
  int shows_right = *right_text && strcmp(right_text, right_name) != 0;
  snprintf(out, size, "%.100s%s%.40s%s%s%s%.40s%s%s", condition, shows_left ? "; " : "", shows_left ? left_name : "",
           shows_left ? " is " : "", shows_left ? left_text : "", shows_right ? shows_left ? ", " : "; " : "",
           shows_right ? right_name : "", shows_right ? " is " : "", shows_right ? right_text : "");
}

#ifdef HEDDLE
#define HEDDLE_TEST_FAIL(text) heddle_assert_fail(text, __FILE__, __LINE__, __func__)
#else
#define HEDDLE_TEST_FAIL(text) \
  (fprintf(stderr, "%s:%d: %s: assertion failed: %s\n", __FILE__, __LINE__, __func__, text), abort())
#endif

#ifdef __cplusplus
#include <type_traits>

#define HEDDLE_TEST_AUTO const auto&
#define HEDDLE_TEST_VALUE(value) heddle_value_of(value)

template <typename T>
inline heddle_value heddle_value_of(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return heddle_value_of(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    return heddle_floating(static_cast<double>(value));
  } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    return heddle_signed(value);
  } else if constexpr (std::is_integral_v<T>) {
    return heddle_unsigned(value);
  } else if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>) {
    return heddle_pointer(const_cast<const void*>(static_cast<const volatile void*>(value)));
  } else {
    return heddle_value_made('?', 0, 0, 0, nullptr);
  }
}

#else

#define HEDDLE_TEST_AUTO __extension__ const __auto_type
#define HEDDLE_TEST_VALUE(value)           \
  _Generic((value),                        \
      _Bool: heddle_unsigned,              \
      char: heddle_signed,                 \
      signed char: heddle_signed,          \
      short: heddle_signed,                \
      int: heddle_signed,                  \
      long: heddle_signed,                 \
      long long: heddle_signed,            \
      unsigned char: heddle_unsigned,      \
      unsigned short: heddle_unsigned,     \
      unsigned: heddle_unsigned,           \
      unsigned long: heddle_unsigned,      \
      unsigned long long: heddle_unsigned, \
      float: heddle_floating,              \
      double: heddle_floating,             \
      long double: heddle_floating,        \
      default: heddle_pointer)(value)

#endif

/* --- where tests are found --- */

#ifdef HEDDLE

/* `heddle test` reads these from the compiled program. */
#define HEDDLE_TEST_ENTRY(name, options)                   \
  static const struct heddle_test heddle_test_entry_##name \
      __attribute__((used, section("heddle_tests"))) = {#name, options, __FILE__, __LINE__, heddle_test_##name, 0};

#else

#include <heddle/run_tests.h>

#define HEDDLE_TEST_ENTRY(name, options)                                                                            \
  static struct heddle_test heddle_test_entry_##name = {#name, options, __FILE__, __LINE__, heddle_test_##name, 0}; \
  __attribute__((constructor)) static void heddle_test_add_##name(void) { heddle_add_test(&heddle_test_entry_##name); }

#endif
#endif
