"""Bounded checking: what it says, and how it is run again."""

import json
import signal
import subprocess
import time

import bmc_fragment
from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

PROGRAM = "inputs.c"


HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <heddle/heddle.h>
"""

INDEXER = "../../../bench/programs/peephole/indexer.c"

# What was answered wrongly once, and why; with the exit code.
ONCE_WRONG = {
    "how many values there are depends on what is read": (VIOLATION, """
int x = 2;
void *choose(void *p) { int n = x; assert(heddle_choose(n) != 2); return p; }
void *write(void *p) { x = 3; return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, choose, 0); pthread_create(&b, 0, write, 0); }"""),
    "accesses that overlap in part": (VIOLATION, """
_Alignas(8) char buffer[16];
void *write(void *p) { *(volatile int *)(buffer + 2) = 0x01010101; return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, write, 0);
  int one = *(volatile int *)buffer, two = *(volatile int *)buffer; assert(one == two); }"""),
    "an access by index to what only this thread has": (VIOLATION, """
int shared[4]; static int own[4];
void *write(void *p) { shared[1] = 3; return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, write, 0);
  int which = heddle_choose(2), i = heddle_choose(4); int *p = which ? &shared[i] : &own[i];
  *p = 5; assert(!(which == 0 && own[i] == 5)); }"""),
    "a large copy": (SAFE, """
int main(void) { int a[80] = {1, 2, 3, [79] = 9}; assert(a[1] == 2 && a[79] == 9); }"""),
    "a copy between types": (VIOLATION, """
int main(void) { long a[2] = {1, 2}; union { long l[2]; int i[4]; } u; memmove(&u, a, sizeof u); assert(u.i[2] != 2); }"""),
    "a pointer in parts": (VIOLATION, """
int x; int *p = &x;
int main(void) { unsigned *parts = (unsigned *)&p; assert(parts[0] == 0 && parts[1] == 0); }"""),
    "constants of addresses": (VIOLATION, """
int a[2];
int main(void) { assert((unsigned)(unsigned long)&a[1] - (unsigned)(unsigned long)&a[0] != 4); }"""),
    "arguments of main": (VIOLATION, "int main(int argc) { assert(argc != 1); }"),
    "a thread with an integer argument": (VIOLATION, """
void *run(int i) { assert(i != 3); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, (void *(*)(void *))run, (void *)3L); }"""),
    "a thread that starts another one first": (VIOLATION, """
int x, y;
void *inner(void *p) { x = 1; return p; }
void *outer(void *p) { pthread_t a; pthread_create(&a, 0, inner, 0); y = 1; return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, outer, 0); int one = x, two = y; assert(!(one == 1 && two == 0)); }"""),
    "a bound inside an atomic section": (INCONCLUSIVE, """
int x, n; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
void *run(void *p) { __VERIFIER_atomic_begin(); x = 1; p = malloc(n ? 5000 : 8); x = 0; __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_t a; n = heddle_choose(2); pthread_create(&a, 0, run, 0); assert(x == 0); }"""),
    "detached twice": (VIOLATION, """
void *run(void *p) { return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, run, 0); pthread_detach(a); pthread_join(a, 0); }"""),
    "the last of all values": (VIOLATION, """
long __VERIFIER_nondet_long(void);
int main(void) { long x = __VERIFIER_nondet_long(); assert(x != -1); }"""),
    "how much is printed": (BAD_INPUT, 'int main(void) { int n = printf("abc"); assert(n == 3); }'),
    "what a format writes": (BAD_INPUT, 'int main(void) { int n = 0; printf("abc%n", &n); assert(n == 0); }'),
    "a size that overflows": (BAD_INPUT, """
int main(void) { int *p = calloc(1UL << 62, 4); assert(p); }"""),
    "main is joined": (SAFE, """
pthread_t first;
void *run(void *p) { pthread_join(first, 0); return p; }
int main(void) { pthread_t a; first = pthread_self(); pthread_create(&a, 0, run, 0); pthread_exit(0); }"""),
    "nothing is allocated, and freed": (SAFE, "int main(void) { free(malloc(0)); }"),
    "a function of another type": (INCONCLUSIVE, """
void *run(void *p) { return p; }
void (*call)(void *) = (void (*)(void *))run;
int main(void) { call(0); }"""),
}


# Programs whose threads cannot be told apart, each with the exit code: who begins first has the smaller number, unless
# somebody could notice.
TWINS = {
    "all are joined": (SAFE, """
int x; void *run(void *p) { int t = x; x = t + 1; return p; }
int main(void) { pthread_t t[6]; for (int i = 0; i < 6; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 6; i++) pthread_join(t[i], 0); assert(x >= 1 && x <= 6); }"""),
    "only one of them is joined": (VIOLATION, """
atomic_int c; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *p) { if (atomic_fetch_add(&c, 1) == 0) for (;;) pthread_mutex_lock(&m); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0);
  pthread_join(a, 0); assert(0); }"""),
    "what they return": (VIOLATION, """
atomic_int c; void *run(void *p) { return (void *)(long)atomic_fetch_add(&c, 1); }
int main(void) { pthread_t a, b; void *x, *y; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0);
  pthread_join(a, &x); pthread_join(b, &y); assert(x < y); }"""),
    "who they are": (VIOLATION, """
atomic_long first; void *run(void *p) { long none = 0; atomic_compare_exchange_strong(&first, &none, pthread_self()); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0);
  pthread_join(a, 0); pthread_join(b, 0); assert(pthread_equal(first, a)); }"""),
    "sections of a lock": (SAFE, """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *run(void *p) { pthread_mutex_lock(&m); int t = x; if (heddle_choose(2)) x = t + 1; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t[5]; for (int i = 0; i < 5; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 5; i++) pthread_join(t[i], 0); assert(x <= 5); }"""),
    "the word of a lock": (VIOLATION, """
pthread_spinlock_t s; int c, last;
void *run(void *p) { pthread_spin_lock(&s); c++; if (c == 2) assert(last < s); last = s; pthread_spin_unlock(&s); return p; }
int main(void) { pthread_t a, b; pthread_spin_init(&s, 0); pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0);
  pthread_join(a, 0); pthread_join(b, 0); }"""),
    "something is read between two joins": (VIOLATION, """
atomic_int x, done; void *run(void *p) { if (atomic_fetch_add(&x, 1) == 0) while (!done) {} return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0);
  pthread_join(a, 0); assert(x != 2 || done); done = 1; pthread_join(b, 0); }"""),
}

# Threads that only what is done between their starts tells apart, with options, all violations.
STARTED_APART = {
    ("--model", "rc11"): """
atomic_int x, y;
void *run(void *p) { int r = atomic_fetch_add_explicit(&y, 1, memory_order_relaxed), s = atomic_load_explicit(&x, memory_order_relaxed);
  assert(!(r == 1 && s == 0)); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); atomic_store_explicit(&x, 1, memory_order_relaxed); pthread_create(&b, 0, run, 0); }""",
    ("--races",): """
int z; atomic_int y;
void *run(void *p) { if (atomic_fetch_add_explicit(&y, 1, memory_order_relaxed) == 1) { int v = z; z = v; } return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); z = 1; pthread_create(&b, 0, run, 0); }""",
    ("--model", "tso", "--races"): """
atomic_int x, y, a0, a1;
void *run(void *p) { int v = 1 + heddle_choose(2); atomic_store_explicit(&y, v, memory_order_relaxed);
  if (atomic_load_explicit(&x, memory_order_relaxed)) atomic_store_explicit(&a1, v, memory_order_relaxed);
  else atomic_store_explicit(&a0, v, memory_order_relaxed); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); atomic_store_explicit(&x, 1, memory_order_relaxed); pthread_create(&b, 0, run, 0);
  pthread_join(a, 0); pthread_join(b, 0); assert(!(a0 && a1 && a0 != a1 && y == a0)); }""",
}

# A thread whose last access is no step natively, since it is plain.
ENDS_PLAINLY = """
atomic_int x, y; int o;
void *t1(void *p) { atomic_store(&x, 2); return p; }
void *t2(void *p) { atomic_store(&y, 1); o = 1; return p; }
void *t3(void *p) { atomic_store(&x, 3); return p; }
int main(void) { pthread_t a, b, c; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_join(b, 0);
  pthread_create(&c, 0, t3, 0); pthread_join(c, 0); pthread_join(a, 0); assert(x + o != 3); }"""

# One step may be one update of a lock or another: each has its own read and write.
# A mutex that only main uses is no step to the solver, and comes before the thread is there.
OWN_LOCK_FIRST = """
atomic_int c; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *add(void *p) { atomic_fetch_add(&c, 1); return p; }
int main(void) { pthread_t a; if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
  pthread_create(&a, 0, add, 0); assert(atomic_load(&c) != 1); }"""

# What nobody writes has no part in the store that comes before its load.
ONLY_LOADED = """
atomic_int x, never, places[2];
void *store(void *p) { atomic_store_explicit(&x, 2, memory_order_relaxed); atomic_store_explicit(&x, 1, memory_order_release);
  int a = atomic_load_explicit(&never, memory_order_acquire); atomic_store(&places[a & 1], 1); return p; }
void *load(void *p) { atomic_load(&places[1]); atomic_load(&never); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, store, 0); pthread_create(&b, 0, load, 0);
  pthread_join(a, 0); pthread_join(b, 0); assert(atomic_load(&x) == 1); }"""

# That calloc fills memory races with whoever finds the block without synchronising: main's too, once there are threads.
FILLED_LATE = """
_Atomic(int *) shared;
void *use(void *p) { int *found = atomic_load_explicit(&shared, memory_order_relaxed); if (found) *found = 1; return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, use, 0);
  atomic_store_explicit(&shared, (int *)calloc(1, sizeof(int)), memory_order_relaxed); pthread_join(a, 0); }"""

# What main has set before there are threads, and everybody only reads.
SET_BEFORE = """
atomic_int b;
void *look(void *p) { assert(atomic_load(&b) == 1); return p; }
int main(void) { pthread_t a, c; b = 1; pthread_create(&a, 0, look, 0); pthread_create(&c, 0, look, 0); }"""

EITHER_UPDATE = """
atomic_int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *first(void *p) { pthread_mutex_lock(&m); if (atomic_load_explicit(&x, memory_order_relaxed)) { pthread_mutex_lock(&n); pthread_mutex_unlock(&n); }
  pthread_mutex_unlock(&m); atomic_store_explicit(&x, 0, memory_order_relaxed); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
void *second(void *p) { pthread_mutex_lock(&m); if (atomic_load_explicit(&x, memory_order_relaxed)) pthread_mutex_lock(&n);
  pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, first, 0); pthread_create(&b, 0, second, 0); pthread_join(a, 0); pthread_join(b, 0); }"""

# A message, with an order of the store and one of the load.
MESSAGE = """
atomic_int flag; int data;
void *send(void *p) { data = 42; atomic_store_explicit(&flag, 1, memory_order_%s); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, send, 0);
  if (atomic_load_explicit(&flag, memory_order_%s)) assert(data == 42); }"""


class Bmc(HeddleTest):
    def bmc(self, expected_code, *arguments):
        result = self.run_heddle("bmc", *arguments)
        self.assertEqual(result.returncode, expected_code, result.stdout + result.stderr)
        return result

    def test_inputs_are_found_and_shown(self):
        text = self.bmc(VIOLATION, PROGRAM).stdout
        self.assertIn("choose = 123456", text)
        self.assertIn("choose = 1241", text)
        self.assertIn("assertion failed", text)
        self.assertRegex(text, r"\d+ steps( a thread)?, [\d,]+ conflicts? · search bmc, model sc")

    def test_safe_for_all_inputs(self):
        for por in ("none", "static", "simple", "full"):
            text = self.bmc(SAFE, PROGRAM, "-DSAFE", "--por", por).stdout
            self.assertIn("no assertion fails, no deadlock: all inputs and interleavings end within", text)

    def test_up_to_a_depth(self):
        text = self.bmc(INCONCLUSIVE, PROGRAM, "--max-depth", "2").stdout
        self.assertIn("no violation within 2 steps", text)
        self.bmc(VIOLATION, PROGRAM, "--depth", "12", "--constraints", "pairs")

    def test_json_and_replay(self):
        file = self.folder / "found.json"
        self.bmc(VIOLATION, PROGRAM, "--json", file)
        report = json.loads(file.read_text())
        self.assertEqual((report["search"], report["verdict"]), ("bmc", "violation"))
        self.assertEqual(report["promises"], ["assertions", "deadlocks"])
        replayed = self.run_heddle("replay", file)
        self.assertEqual(replayed.returncode, VIOLATION, replayed.stdout + replayed.stderr)
        self.assertIn("choose = 123456", replayed.stdout)

    def test_a_time_limit(self):
        text = self.bmc(INCONCLUSIVE, INDEXER, "-DN=5", "--depth", "25", "--por", "none", "--time-limit", "1").stdout
        self.assertIn("a limit has stopped the solver", text)

    def test_memory_limits_and_interrupts_say_how_deep_it_got(self):
        for solver in ("cadical", "z3"):
            arguments = (INDEXER, "-DN=5", "--por", "none", "--solver", solver)
            text = self.bmc(INCONCLUSIVE, *arguments, "--memory-limit", "30", "--time-limit", "60").stdout
            self.assertRegex(text, r"no violation within \d+ steps.*; a limit has\s+stopped the solver")
        with subprocess.Popen([HEDDLE, "bmc", INDEXER, "-DN=5", "--por", "none"], cwd=PROGRAMS, stdout=subprocess.PIPE,
                              text=True) as process:
            time.sleep(3)  # long enough to be past compilation
            process.send_signal(signal.SIGINT)
            text, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INCONCLUSIVE)
        self.assertRegex(text, r"no violation within \d+ steps; interrupted")

    def test_formulas_of_300_steps_stay_under_2_gigabytes(self):
        self.bmc(VIOLATION, INDEXER, "-DN=4", "--depth", "300", "--encoding", "interleavings", "--memory-limit", "2000")

    def test_statistics(self):
        for solver, decisions in (("cadical", r"-"), ("z3", r"\d+")):
            text = self.bmc(VIOLATION, PROGRAM, "--encoding", "interleavings", "--solver", solver, "--stats").stdout
            self.assertRegex(text, rf"By depth, with {solver}\n +steps +threads +seconds +conflicts +decisions +nodes +MB\n"
                                   rf" +0 +3 +[\d.]+ +\d+ +{decisions} +\d+ +\d+\n")

    def test_calls_through_pointers(self):
        self.bmc(VIOLATION, "pointers.c")
        self.bmc(SAFE, "pointers.c", "-DSAFE")

    def test_who_reads_from_whom(self):
        self.bmc(VIOLATION, PROGRAM, "--encoding", "order")
        self.bmc(SAFE, PROGRAM, "-DSAFE", "--encoding", "order", "--solver", "z3")
        self.bmc(VIOLATION, "pointers.c", "--encoding", "order")
        self.bmc(SAFE, "pointers.c", "-DSAFE", "--encoding", "order")
        self.bmc(VIOLATION, "bounds.c", "-DTHREADS=5", "--encoding", "order")
        self.bmc(VIOLATION, "../../programs/abba/abba.c", "--encoding", "order")
        self.bmc(INCONCLUSIVE, PROGRAM, "--encoding", "order", "--max-depth", "1")

    def test_once_wrong(self):
        program = self.folder / "program.c"
        for name, (code, text) in ONCE_WRONG.items():
            program.write_text("#define _GNU_SOURCE\n" + HEADER + text + "\n")
            for arguments in ((), ("--encoding", "order"), ("--por", "simple", "--solver", "z3")):
                with self.subTest(name, arguments=arguments):
                    result = self.bmc(code, program, *arguments, "--", "-w")
                    self.assertNotIn("nondeterminism", result.stdout)

    def test_threads_that_cannot_be_told_apart(self):
        program = self.folder / "program.c"
        for name, (code, text) in TWINS.items():
            program.write_text("#define _GNU_SOURCE\n" + HEADER + text + "\n")
            with self.subTest(name):
                self.bmc(code, program, "--encoding", "order", "--", "-w")

    def test_races_and_models(self):
        program, report = self.folder / "program.c", self.folder / "report.json"
        for orders, race in ((("relaxed", "relaxed"), True), (("release", "acquire"), False), (("release", "relaxed"), True)):
            program.write_text(HEADER + MESSAGE % orders + "\n")
            for arguments in (("--races",), ("--model", "tso", "--races"), ("--model", "rc11")):
                with self.subTest(orders=orders, arguments=arguments):
                    result = self.bmc(VIOLATION if race else SAFE, program, *arguments, "--json", report)
                    if race:
                        self.assertEqual(json.loads(report.read_text())["violations"][0]["kind"], "data-race")
                        again = self.run_heddle("replay", report, cwd=self.folder)
                        self.assertEqual(again.returncode, VIOLATION, again.stdout + again.stderr)
                        self.assertIn("data race", result.stdout)
            self.bmc(SAFE, program)
        for arguments, text in (*STARTED_APART.items(), (("--races",), ENDS_PLAINLY)):
            program.write_text(HEADER + text + "\n")
            with self.subTest(arguments=arguments):
                self.assertNotIn("nondeterminism", self.bmc(VIOLATION, program, *arguments).stdout)
        for code, text in ((VIOLATION, OWN_LOCK_FIRST), (SAFE, SET_BEFORE), (SAFE, ONLY_LOADED),
                           (BAD_INPUT, FILLED_LATE)):
            program.write_text(HEADER + text + "\n")
            for model in ("tso", "rc11"):
                with self.subTest(text, model=model):
                    self.assertNotIn("nondeterminism", self.bmc(code, program, "--model", model).stdout)
        for name, (code, text) in bmc_fragment.ORDERED.items():
            program.write_text(bmc_fragment.HEADER + text + "\n")
            for model in ("sc", "tso", "rc11"):
                with self.subTest(name, model=model):
                    self.assertNotIn("nondeterminism", self.bmc(code, program, "--model", model, "--", "-w").stdout)
                    self.check(code, "--model", model, program, "--", "-w")
        program.write_text(bmc_fragment.HEADER + bmc_fragment.FILLED_FOR_LONG + "\n")
        for model, code in (("sc", VIOLATION), ("tso", VIOLATION), ("rc11", BAD_INPUT)):
            self.bmc(code, program, "--model", model)
        program.write_text(HEADER + EITHER_UPDATE + "\n")
        for model in ("sc", "tso", "rc11"):
            self.bmc(SAFE, program, "--model", model, "--races")

    def fragment(self, programs, natively=True, header=bmc_fragment.HEADER, suffix=".c"):
        program = self.folder / ("program" + suffix)
        for name, (code, text) in programs.items():
            program.write_text(header + text + "\n")
            for arguments in ((), ("--encoding", "order")):
                with self.subTest(name, arguments=arguments):
                    self.assertNotIn("nondeterminism", self.bmc(code, program, *arguments, "--", "-w", "-ffp-contract=off").stdout)
            if code == BAD_INPUT or not natively:
                continue
            with self.subTest(name, arguments="check"):
                self.check(code, "--model", "sc", "--plain", "interleave", program, "--", "-w")

    def test_mutexes(self):
        self.fragment(bmc_fragment.MUTEXES)

    def test_library(self):
        self.fragment(bmc_fragment.LIBRARY)

    def test_around_main(self):
        self.fragment(bmc_fragment.AROUND_MAIN)

    def test_lifetimes(self):
        self.fragment(bmc_fragment.LIFETIMES)
        self.fragment(bmc_fragment.FOLLOWED)

    def test_floats(self):
        self.fragment(bmc_fragment.FLOATS)
        self.fragment(bmc_fragment.FLOAT_INPUTS | bmc_fragment.ALL_INPUTS, natively=False)

    def test_cxx(self):
        self.fragment(bmc_fragment.CXX, header=bmc_fragment.CXX_HEADER, suffix=".cpp")

    def test_a_label_that_must_not_be_reached(self):
        program = self.folder / "program.c"
        program.write_text(bmc_fragment.HEADER + """
int x;
void *run(void *p) { if (x == 1) { ERROR: goto ERROR; } return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, run, 0); x = heddle_choose(VALUES); pthread_join(a, 0); }
""")
        file = self.folder / "found.json"
        for encoding in ("interleavings", "order"):
            with self.subTest(encoding):
                arguments = (program, "--encoding", encoding, "--label", "ERROR")
                text = self.bmc(VIOLATION, *arguments, "-DVALUES=2", "--json", file).stdout
                self.assertIn("label ERROR is not reached", text)
                self.assertIn("label ERROR is not reached", self.run_heddle("replay", file).stdout)
                self.bmc(SAFE, *arguments, "-DVALUES=1")
        self.assertIn("no code of the program has a label 'EROR'",
                      self.bmc(BAD_INPUT, program, "--label", "EROR", "-DVALUES=2").stderr)

    def test_bounds_grow(self):
        text = self.bmc(VIOLATION, "bounds.c", "-DTHREADS=5").stdout
        self.assertIn("choose = 5", text)
        self.bmc(VIOLATION, "bounds.c", "-DDEPTH=11")
        self.bmc(SAFE, "bounds.c", "-DDEPTH=11", "-DSAFE")

    def test_threads_without_end(self):
        program, file = self.folder / "endless.c", self.folder / "found.json"
        program.write_text(HEADER + """
volatile int x;
void *look(void *p) { unsigned n = __VERIFIER_nondet_uint(); assert(x + n != 1000007); return p; }
int main(void) { pthread_t t; x = 3; pthread_create(&t, 0, look, 0); pthread_create(&t, 0, look, 0); x = 7;
  while (1) pthread_create(&t, 0, look, 0); }""")
        for encoding in ("interleavings", "order"):
            with self.subTest(encoding=encoding):
                text = self.bmc(VIOLATION, program, "--encoding", encoding, "--json", file).stdout
                self.assertIn("look (T", text)
                self.assertIn("look (T", self.run_heddle("replay", file).stdout)

    def test_check_asks_about_all_inputs(self):
        text = self.check(VIOLATION, PROGRAM).stdout
        self.assertIn("choose = 123456", text)
        self.assertIn("these are the solver's (heddle bmc)", " ".join(text.split()))
        text = self.check(INCONCLUSIVE, PROGRAM, "-DSAFE").stdout
        self.assertIn("were limited to 0 and 1", " ".join(text.split()))
        self.assertIn("with all values, no assertion fails and nothing deadlocks under sc", " ".join(text.split()))
        self.check(INCONCLUSIVE, "--model", "sc", PROGRAM)

    def test_bad_input(self):
        unsupported = self.folder / "program.c"
        unsupported.write_text("#include <stdio.h>\nint main(void) {\n  return getchar() > 3;\n}\n")
        nothing = self.folder / "nothing.c"
        nothing.write_text("#include <heddle/heddle.h>\nint main(void) {\n  heddle_choose(heddle_choose(3));\n}\n")
        for arguments, words in (
                ((), "no source file given"),
                (("missing.c",), "missing.c"),
                ((PROGRAM, "--por", "most"), "most"),
                ((PROGRAM, "--depth", "0"), "'0' is no number from 1 to 100000"),
                ((unsupported,), "program.c:3: getchar is not supported by bmc; use heddle check"),
                ((nothing,), "nothing.c:3:3: heddle_choose(0) has no value to choose"),
        ):
            result = self.bmc(BAD_INPUT, *arguments)
            self.assert_one_line(result.stderr)
            self.assertIn(words, result.stderr)
