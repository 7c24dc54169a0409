"""Makes programs that go wrong, and that are hard to report: wide ranges, many threads, long names, odd characters.

A program is the same each time for its number. It always ends with a violation, in its first executions.
"""

import random

# How it goes wrong, in a function of its own: (kind, statements, declarations). `SHARED` is what another thread writes.
WRONGS = {
    "assertion": 'assert(!"NAME \\1 \\x1b[31m \\"quoted\\" <b> ]]> \xe9\u4e2d\U0001f600");',
    "abort": "abort();",
    "data-race": "shared_plain = 7;",
    "use-after-free": "{ struct big *p = malloc(sizeof *p); shared_block = p; free(p); p->last = 1; }",
    "double-free": "{ char *p = malloc(100); free(p); free(p); }",
    "bad-free": "{ char *p = malloc(100); free(p + 4); }",
    "out-of-bounds": "{ volatile int at = 10; int *p = malloc(10 * sizeof *p); p[at] = 1; }",
    "null-dereference": "{ int *volatile p = 0; *p = 1; }",
    "wild-pointer": "{ int *volatile p = (int *)0x123456789abcULL; *p = 1; }",
    "lock-misuse": "{ static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_unlock(&m); }",
    "division-by-zero": "{ volatile int zero = 0; shared_plain = 1 / zero; }",
    "stack-overflow": "endless_recursion(1);",
    "deadlock": "{ static sem_t s; sem_init(&s, 0, 0); sem_wait(&s); }",
    "livelock": "while (!atomic_load(&never)) { }",
}
ONLY_CXX = {"uncaught-exception": 'throw std::runtime_error("NAME \\1 <&> \xe9");'}

C_HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define THREAD_LOCAL _Thread_local
"""
CXX_HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
using namespace std;
#define _Atomic(T) std::atomic<T>
#define THREAD_LOCAL thread_local
"""
COMMON = """
struct big { int first; char middle[BIG]; int last; };
enum colour { RED, GREEN = -7 };
struct couple { struct { int deep[3][4]; union { long a; float b; } either; } inner[2]; enum colour colour; };
static struct couple pairs[4];
static int shared_plain;
static _Atomic(int) shared_atomic, never;
static struct big *shared_block;
static char wide[WIDE];
static THREAD_LOCAL int own;
static int endless_recursion(int depth) { volatile char room[512]; room[depth % 512] = 1; return endless_recursion(depth + 1) + room[3]; }
static int recursion(int depth) {
  int here = depth;
  int *volatile pointer = &here;
  *pointer += atomic_fetch_add(&shared_atomic, 1);
  return depth == 0 ? 0 : recursion(depth - 1) + *pointer;
}
"""

# What a program does besides: each a statement of a thread's function. They are in order of what happens before what,
# so that they do no harm.
def touches(rng):
    """Statements that touch much memory, or make long executions."""
    return rng.choice([
        "{ size_t n = (size_t)1 << %d; char *p = (char *)malloc(n); memset(p, 1, n); sink = p[n / 2]; free(p); }" % rng.randint(10, 22),
        "{ char *p = (char *)calloc(1, (size_t)1 << %d); sink = p[5]; }" % rng.choice([20, 22, 24]),
        "for (int i = 0; i < %d; ++i) private_words[i %% 64] += i;" % rng.randint(10, 30000),
        "for (int i = 0; i < %d; ++i) atomic_fetch_add(&shared_atomic, 1);" % rng.randint(1, 800),
        "{ struct big *p = (struct big *)malloc(sizeof *p); struct big copy; memset(&copy, 3, sizeof copy); *p = copy; sink = p->last; free(p); }",
        "sink = recursion(%d);" % rng.randint(1, 300),
        'printf("%%s\\n", "\\x1b[2J\\a \\xff\\xfe caf\xe9 \u4e2d\u6587 \u202e ]]> </script> %s");' % ("x" * rng.randint(0, 5000)),
        'for (int i = 0; i < %d; ++i) printf("line %%d\\n", i);' % rng.randint(1, 3000),
        "own = own * 3 + 1;",
        "atomic_store(&shared_atomic, -1); sink = atomic_load(&shared_atomic);",
    ])


CXX_TOUCHES = [
    "{ std::vector<std::string> v; for (int i = 0; i < 40; ++i) v.push_back(std::string(i * 10, 'y')); sink = (int)v.back().size(); }",
    "{ std::map<std::string, std::deque<int>> m; for (int i = 0; i < 20; ++i) m[std::to_string(i)].push_back(i); sink = (int)m.size(); }",
    "{ auto p = std::make_shared<Wrap<Wrap<Wrap<Wrap<std::map<std::string, std::vector<std::pair<int, std::string>>>>>>>>(); p->touch(); sink = (int)p.use_count(); }",
    "{ auto f = [&](auto... all) { return [=] { return (0 + ... + all); }(); }; sink = f(1, 2, 3); }",
]


def name(rng):
    """Of a function: usual, very long, or not of this alphabet."""
    return rng.choice(["work", "f" * 300, "\u0444\u0443\u043d\u043a\u0446\u0438\u044f", "\u51fd\u6570", "e\u0301tat", "\U00020000",
                       "do_" + "_".join(rng.choice(["queue", "push", "tail", "node"]) for _ in range(40))]) + str(rng.randint(0, 9))


def source(number):
    """(its file's name, its text, the kind of its violation) of the program with this number."""
    rng = random.Random(f"violating {number}")
    is_cxx = rng.random() < 0.4
    wrongs = {**WRONGS, **(ONLY_CXX if is_cxx else {})}
    kind = sorted(wrongs)[number % len(wrongs)]
    threads = rng.choice([1, 1, 2, 3, 7, 8, 20, 60])
    functions = [f"{name(rng)}_{i}" for i in range(min(threads, 4))]
    last = name(rng) + "_goes_wrong"
    lines = [CXX_HEAD if is_cxx else C_HEAD]
    lines.append(f"enum {{ BIG = {rng.choice([8, 1000, 100000])}, WIDE = {rng.choice([1, 4096, 1 << 20, 64 << 20])} }};{COMMON}")
    if is_cxx:
        lines.append("template <typename T> struct Wrap { T inner{}; int word = 0; void touch() { word = 1; "
                     "if constexpr (requires { inner.touch(); }) inner.touch(); } };")
    wrong = wrongs[kind].replace("NAME", name(rng) * rng.choice([1, 1, 50]))
    if is_cxx:
        wrong = wrong.replace("= malloc", "= (decltype(p))malloc")
    depth = rng.randint(0, 20)
    lines.append(f"static void {last}(int depth) {{\n  if (depth > 0) {{ {last}(depth - 1); return; }}\n  {wrong}\n}}")
    for function in functions:
        body = "\n  ".join(rng.choice(CXX_TOUCHES) if is_cxx and rng.random() < 0.3 else touches(rng)
                           for _ in range(rng.randint(0, 5)))
        lines.append(f"static void *{function}(void *argument) {{\n  int private_words[64] = {{0}}; volatile int sink = 0;\n  {body}\n"
                     f"  sink = private_words[1];\n  return argument;\n}}")
    racing = "other_writer" if kind == "data-race" else ""
    if racing:
        lines.append("static void *other_writer(void *argument) { shared_plain = 3; return argument; }")
    started = [racing] if racing else []
    started += [functions[i % len(functions)] for i in range(threads)]
    # One after the other, or all at once; a thread that races is not joined.
    starts = [f"pthread_create(&t[{i}], 0, {function}, 0);" for i, function in enumerate(started)]
    joins = [f"pthread_join(t[{i}], 0);" if function != racing else "" for i, function in enumerate(started)]
    at_once = rng.random() < 0.5
    runs = "\n  ".join(starts + joins if at_once else [start + " " + join for start, join in zip(starts, joins)])
    # Blocks of a gigabyte take seconds to touch: few programs have one.
    wide_block = 30 if number % 50 == 49 else rng.choice([8, 16, 24, 26])
    touch_wide = f"{{ size_t n = (size_t)1 << {wide_block}; char *p = (char *)malloc(n); memset(p, 1, n); wide[0] = p[n / 2]; {rng.choice(['free(p);', ''])} }}\n  "
    touch_wide += "memset(wide, 1, sizeof wide); pairs[1].inner[1].deep[2][3] = wide[0]; pairs[2].colour = GREEN;"
    lines.append(f"int main(void) {{\n  pthread_t t[{len(started)}];\n  {touch_wide}\n  {runs}\n  {last}({depth});\n  return 0;\n}}\n")
    file = rng.choice(["p", "with space", "qu'o\"te", "\u4e2d\u6587", "a" * 120, "per%cent", "<tag>&amp;", "new\nline", "-dash"])
    return f"{file}{number}.{'cpp' if is_cxx else 'c'}", "\n".join(lines), kind
