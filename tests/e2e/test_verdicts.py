"""Verdicts as a person reads them, and their exit codes."""

import json
import os
import re
import signal
import subprocess
import time

from heddle import HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest


class Text(HeddleTest):
    columns = 300  # what is looked for is not broken into lines

    def test_safe(self):
        lines = self.check(SAFE, "safe.c").stdout.splitlines()
        self.assertRegex(lines[0], r"^✓ no violation: all [\d,]+ executions checked$")
        self.assertRegex(lines[2], r"^  2 executions explored: 2 complete, 0 blocked · search awamoche, model rc11")

    def test_violation_is_told_as_columns(self):
        text = self.check(VIOLATION, "lost_update.c").stdout
        lines = text.splitlines()
        self.assertEqual(lines[0], "✗ assertion  lost_update.c:22 in main")
        header = next(line for line in lines if "│" in line)
        self.assertEqual([name.strip() for name in header.split("│")], ["main", "T1", "T2"])
        # Both threads load 0: each in its own column, with its line number and the value.
        self.assertRegex(text, r"(?m)^ +│ +10  load counter = 0 +│")
        self.assertRegex(text, r"(?m)^ +│ +│ +10  load counter = 0")
        self.assertIn("Keep it: --json FILE", text)

    def test_source_is_shown_where_there_is_room(self):
        text = self.check(VIOLATION, "lost_update.c", env={"COLUMNS": "160"}).stdout
        self.assertRegex(text, r"store counter = 1 .* atomic_store\(&counter, seen \+ 1\);")

    def test_fits_the_terminal(self):
        for width in (80, 120):
            text = self.check(VIOLATION, "lost_update.c", env={"COLUMNS": str(width)}).stdout
            table = [line for line in text.splitlines() if "│" in line]
            self.assertLessEqual(max(map(len, table)), width)

    def test_output_of_the_shown_execution_only(self):
        text = self.check(VIOLATION, "lost_update.c").stdout
        self.assertEqual(text.count("│ added first"), 1)
        self.assertEqual(text.count("│ added second"), 1)
        self.assertNotIn("added", self.check(SAFE, "--search", "naive", "safe.c").stdout)

    def test_few_context_switches(self):
        text = self.check(VIOLATION, "lost_update.c").stdout
        rows = [line for line in text.splitlines() if re.search(r"│.*(load|store) counter", line)]
        columns = [line.split("│").index(next(c for c in line.split("│") if "counter" in c)) for line in rows]
        switches = sum(a != b for a, b in zip(columns, columns[1:]))
        self.assertLessEqual(switches, 2, text)

    def test_data_race_marks_both_accesses(self):
        text = self.check(VIOLATION, "race.c").stdout
        self.assertRegex(text.splitlines()[0], r"^✗ data race  race\.c:(8|15) in (set|main)")
        marked = [line for line in text.splitlines() if "▶" in line]
        self.assertEqual(len(marked), 2, text)
        self.assertIn("store shared", marked[0])
        self.assertIn("store shared", marked[1])

    def test_an_atomic_store_that_races_is_shown_once(self):
        program = self.write("race.cpp", """#include <atomic>
#include <thread>
struct Node { std::atomic<int*> next{nullptr}; };
std::atomic<Node*> made;
template <class T> void make() { T* node = new T; made.store(node, std::memory_order_relaxed); }
template <class T> void link(int* to) { if (T* node = made.load(std::memory_order_relaxed)) node->next.store(to); }
int main() {
  std::thread one([] { make<Node>(); link<Node>(nullptr); });
  std::thread two([] { int number = 0; link<Node>(&number); });
  one.join(), two.join();
}
""")
        text = self.check(VIOLATION, program, "--no-sample").stdout
        self.assertIn("data race", text.splitlines()[0])
        self.assertEqual(len(re.findall(r"(?m)│.*│.* 6  store block T1-1", text)), 1, text)

    def test_of_several_accesses_in_a_line_the_one_that_races_is_marked(self):
        marked = [line for line in self.check(VIOLATION, "race_in_loop.c").stdout.splitlines() if "▶" in line]
        self.assertEqual(len(marked), 2, marked)
        self.assertIn("load a[0]", marked[0])
        self.assertIn("store a[0]", marked[1])

    def test_a_large_buffer_costs_the_report_neither_time_nor_memory(self):
        process = subprocess.Popen([HEDDLE, "check", "-DMB=512", "large_buffer.c"], cwd=PROGRAMS,
                                   stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, VIOLATION)
        self.assertLess(usage.ru_maxrss, 250 * 1024)  # KiB; the compiler needs about 100 MiB
        self.assertLess(usage.ru_utime + usage.ru_stime, 10)

    def test_plain_accesses_interleaved_are_no_race(self):
        self.check(SAFE, "--plain", "interleave", "race.c")

    def test_deadlock_says_who_waits_for_what(self):
        text = self.check(VIOLATION, "deadlock.c").stdout
        self.assertTrue(text.startswith("✗ deadlock  deadlock.c:"), text)
        self.assertRegex(text, r"(?m)^  T1 +deadlock\.c:10 +lock b .*T2.*deadlock\.c:18")
        self.assertRegex(text, r"(?m)^  T2 +deadlock\.c:19 +lock a .*T1.*deadlock\.c:9")

    def test_livelock_says_which_loop_and_what_it_looks_at(self):
        text = self.check(VIOLATION, "livelock.c").stdout
        self.assertTrue(text.startswith("✗ livelock  livelock.c:8 in waiter (T1)"), text)
        self.assertRegex(text, r"(?m)^  T1 +livelock\.c:8 +await stage +spins for ever in the loop at livelock\.c:8: "
                               r"stage is 2, written by main at livelock\.c:17$")
        self.assertRegex(text, r"(?m)^  main +livelock\.c:18 +join T1 +waits for T1 to exit$")

    def test_livelock_in_rounds_that_are_over(self):
        text = self.check(VIOLATION, "livelock_rounds.c").stdout
        self.assertRegex(text, r"(?m)^  main +livelock_rounds\.c:8 +loop +spins for ever in the loop at "
                               r"livelock_rounds\.c:8: flag\[0\] is 1, written by main at livelock_rounds\.c:7, "
                               r"flag\[1\] is 0 from the start$")

    def test_livelock_on_a_plain_variable(self):
        for search in ("optimal", "naive", "trust"):
            text = self.check(VIOLATION, "--search", search, "livelock_plain.c").stdout
            self.assertTrue(text.startswith("✗ livelock  livelock_plain.c:6 in waiter (T1)"), text)
            self.assertRegex(text, r"(?m)^  T1 +livelock_plain\.c:6 +loop +spins for ever in the loop at "
                                   r"livelock_plain\.c:6: stage is 1, written by main at livelock_plain\.c:13$")

    def test_livelock_that_looks_at_nothing(self):
        for search in ("optimal", "naive", "trust"):
            text = self.check(VIOLATION, "--search", search, "livelock_local.c").stdout
            self.assertRegex(text, r"(?m)^  main +livelock_local\.c:2 +loop +spins for ever in the loop at "
                                   r"livelock_local\.c:2$")

    def test_livelock_on_a_lock(self):
        for search in ("optimal", "trust"):
            text = self.check(VIOLATION, "--search", search, "livelock_try_lock.c").stdout
            self.assertRegex(text, r"(?m)^  T1 +livelock_try_lock\.c:6 .* spins for ever in the loop at "
                                   r"livelock_try_lock\.c:6: m is held by main since livelock_try_lock\.c:14$")

    def test_what_was_written_before_the_first_thread(self):
        program = self.write("early.c", '''
            #include <pthread.h>
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            void *worker(void *unused) { pthread_mutex_lock(&m); return unused; }
            int main(void) {
              pthread_t t;
              pthread_mutex_lock(&m);
              pthread_create(&t, 0, worker, 0);
              pthread_join(t, 0);
            }''')
        for model in ("sc", "rc11"):
            text = self.check(VIOLATION, "--model", model, program).stdout
            self.assertRegex(text, r"(?m)^  T1 .* lock m +waits: held by main since .*early\.c:7$")

    def test_livelock_is_replayed(self):
        for program in ("livelock.c", "livelock_try_lock.c", "livelock_rounds.c", "livelock_plain.c", "livelock_local.c"):
            recording = self.folder / "recording.json"
            self.check(VIOLATION, "--json", recording, program)
            again = self.run_heddle("replay", recording)
            self.assertEqual(again.returncode, VIOLATION, again.stdout + again.stderr)
            self.assertIn("✗ livelock", again.stdout)

    def test_loops_without_end_are_looked_at_with_a_bound(self):
        for model in ("sc", "rc11"):
            options = ("--model", model, "--max-events", "1000", "endless_count.c")
            text = self.check(VIOLATION, "-DLIMIT=2", *options).stdout
            self.assertIn("assertion failed: seen < LIMIT", text)
            self.assertIn("with --unroll 3, since loops do not end otherwise", text)
            text = self.check(INCONCLUSIVE, "-DLIMIT=100", *options).stdout
            self.assertIn("no violation within bound 3", text)
            self.assertIn("with --unroll 3, since loops do not end otherwise", text)

    def test_a_loop_that_counts_its_rounds_gets_a_bound(self):
        loop = PROGRAMS.parent.parent / "programs/counts_rounds/counts_rounds.c"
        note = "with --unroll-loop .*counts_rounds.c:20:3=3: this loop has not ended after 100000 visible operations"
        recording = self.folder / "recording.json"
        for model in ("sc", "rc11"):
            self.assertRegex(self.check(INCONCLUSIVE, "--model", model, loop).stdout, note)
            # What is found with the bound is shown again with it.
            text = self.check(VIOLATION, "--model", model, "-DWANTED=41", "--json", recording, loop).stdout
            self.assertRegex(text, note)
            self.assertEqual(self.run_heddle("replay", recording).returncode, VIOLATION)
        bitcode = self.folder / "loop.bc"  # without lines
        subprocess.run(["clang-19", "-emit-llvm", "-c", loop, "-o", bitcode], check=True)
        self.assertIn("with --unroll 3, at a loop of unknown place: ", self.check(INCONCLUSIVE, bitcode).stdout)
        # The user's own bound, and a sample, have none beside it.
        for options in (("--unroll-loop", "counts_rounds.c:20=5"), ("--unroll", 5), ("--search", "random")):
            text = self.check(INCONCLUSIVE, *options, loop).stdout
            self.assertNotIn("with --unroll-loop", text)

    def test_several_loops_that_count_their_rounds(self):
        program = self.write("several.c", """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            atomic_int x[4];
            int looks;
            void *worker(void *unused) {
              for (int i = 0; i < 4; ++i) atomic_store(&x[i], 1);
              return unused;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, worker, 0);
              while (!atomic_load(&x[0])) ++looks; while (!atomic_load(&x[1])) ++looks;
              while (!atomic_load(&x[2])) ++looks;
              while (!atomic_load(&x[3])) ++looks;
              pthread_join(t, 0);
              assert(looks < LIMIT);
            }""")
        for model in ("sc", "rc11"):
            text = self.check(INCONCLUSIVE, "-DLIMIT=100", "--model", model, "--time-limit", "60", program).stdout
            places = re.findall(r"with --unroll-loop .*several\.c:(\d+):(\d+)=3: this loop", text)
            self.assertEqual(sorted(line for line, _ in places), ["14", "14", "15", "16"], text)
            self.assertEqual(len(set(places)), 4)
            self.check(VIOLATION, "-DLIMIT=2", "--model", model, program)

    def test_a_bound_for_one_of_two_loops_in_a_line(self):
        program = self.write("line.c", """
            #include <stdatomic.h>
            atomic_int x;
            int main(void) {
              int n = 0;
              while (atomic_load(&x) < 5) atomic_fetch_add(&x, 1); while (atomic_load(&x) < 9) n += atomic_fetch_add(&x, 1);
              return n != 26;
            }""")
        self.check(SAFE, "--unroll-loop", f"{program}:6:15=5", program)
        self.assertIn("within bound 3", self.check(INCONCLUSIVE, "--unroll-loop", f"{program}:6:68=3", program).stdout)
        self.check(INCONCLUSIVE, "--unroll-loop", f"{program}:6=4", program)

    def test_bounded_loops_are_inconclusive(self):
        loop = ("--without", "purity", "livelock.c")
        text = self.check(INCONCLUSIVE, "--unroll", "2", *loop).stdout
        self.assertIn("no violation within bound 2", text)
        self.assertIn("livelock.c:8", text)
        text = self.check(INCONCLUSIVE, "--unroll-loop", "livelock.c:8=3", *loop).stdout
        self.assertIn("no violation within bound 3", text)

    def test_pointers_are_told_by_what_they_point_to(self):
        values = {"&pool[0]": "&pool[0]", "&pool[1]": "&pool[1]", "&pool[1].next": "&pool[1].next", "&single": "&single",
                  "&pair.second": "&pair.second", "given": "&mine", "block": "block T1-1", "block + 1": "block T1-1 + 1"}
        program = self.write("pointers.c", """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stdlib.h>
            struct { int key; void *next; } pool[3], single;
            struct { int first; struct { int value; } second; } pair;
            _Atomic(void *) top;
            void *worker(void *given) {
              char *block = malloc(8);
              %s
              assert(0);
            }
            int main(void) {
              pthread_t t;
              int mine = 0;
              pthread_create(&t, 0, worker, &mine);
              pthread_join(t, 0);
            }""" % " ".join(f"atomic_store(&top, {value});" for value in values))
        trace = self.check_json(VIOLATION, program)["violations"][0]["trace"]
        self.assertEqual([line["value"] for line in trace if line["object"] == "top"], list(values.values()))
        self.assertRegex(self.check(VIOLATION, program).stdout, r"(?m)^  block T1-1 \(malloc at .*pointers\.c:10\)$")

    def test_use_after_free(self):
        text = self.check(VIOLATION, "use_after_free.c").stdout
        self.assertTrue(text.startswith("✗ use after free  use_after_free.c:7 in main"), text)
        self.assertRegex(text, r"▶ 6  free block 1")

    def test_atomic_accesses_that_go_wrong_did_not_take_place(self):
        uses = {"load": "return atomic_load(&node->value)", "store": "atomic_store(&node->value, 5)",
                "fetch_add": "atomic_fetch_add(&node->value, 1)", "exchange": "atomic_exchange(&node->value, 5)",
                "lock": "pthread_mutex_lock(&node->lock)", "try_lock": "pthread_mutex_trylock(&node->lock)"}
        for model in ("sc", "rc11"):
            for op, use in uses.items():
                with self.subTest(model=model, op=op):
                    report = self.check_json(VIOLATION, "--model", model, f"-DUSE={use}", "freed_atomic.c")
                    violation = report["violations"][0]
                    self.assertEqual(violation["kind"], "use-after-free")
                    lines = [line for line in violation["trace"] if line["visible"] or line["culprit"]]
                    free, join, access, wrong = [line for line in lines if line["op"] != "exit"][-4:]
                    self.assertEqual((free["thread"], free["op"], free["culprit"]), ("T1", "free", True))
                    self.assertEqual((join["op"], wrong["op"]), ("join", "use-after-free"))
                    self.assertEqual((access["op"], access["value"], access["note"]), (op, "", ""))
                    self.assertEqual(access["order"], "" if "lock" in op else "seq_cst")
                    self.assertEqual(violation["events"][-1]["kind"], "join")

    def test_cplusplus(self):
        text = self.check(VIOLATION, "thread_cpp.cpp").stdout
        self.assertTrue(text.startswith("✗ assertion  thread_cpp.cpp:13 in main"), text)

    def test_cplusplus_library(self):
        self.check(SAFE, "cxx_library.cpp")

    def test_several_files_and_flags(self):
        self.check(SAFE, "-I", "include", "-DEXPECTED=42", "two_files_main.c", "two_files_other.c")
        self.check(SAFE, "two_files_main.c", "two_files_other.c", "-Iinclude", "--", "-DEXPECTED=42")
        text = self.check(VIOLATION, "-Iinclude", "-D", "EXPECTED=43", "two_files_main.c", "two_files_other.c").stdout
        self.assertTrue(text.startswith("✗ assertion  two_files_main.c:5"), text)

    def test_nondet_range(self):
        text = self.check(INCONCLUSIVE, "-DLIMIT=2", "--model", "rc11", "nondet.c").stdout
        self.assertIn("the values of the __VERIFIER_nondet call at nondet.c:7 were limited to 0 and 1", " ".join(text.split()))
        report = json.loads(self.check(INCONCLUSIVE, "-DLIMIT=2", "--model", "rc11", "--json", "-", "nondet.c").stdout)
        self.assertIn("nondet.c:7 were limited to 0 and 1", report["notes"][0])
        self.check(VIOLATION, "-DLIMIT=2", "--nondet-range", "3", "nondet.c")
        self.check(SAFE, "nondet_bool.c")
        self.check(INCONCLUSIVE, "--nondet-range", "200", "nondet_char.c")
        self.check(VIOLATION, "--nondet-range", "201", "nondet_char.c")
        self.check(SAFE, "-DSAFE", "--nondet-range", "256", "nondet_char.c")

    def test_keep_going_counts_all(self):
        text = self.check(VIOLATION, "--keep-going", "two_bugs.c").stdout
        self.assertIn("All 2 violations found:", text)
        self.assertRegex(text, r"\d+ ×  assertion  two_bugs\.c:27")
        self.assertRegex(text, r"\d+ ×  assertion  two_bugs\.c:28")

    def test_keep_going_may_miss_what_a_race_hides(self):
        text = self.check(VIOLATION, "--keep-going", "race.c").stdout
        self.assertIn("There may be more: a data race stops the thread that comes second", text)
        self.assertNotIn("There may be more", self.check(VIOLATION, "race.c").stdout)

    def test_keep_going_may_miss_what_is_behind_a_bound(self):
        arguments = ("--keep-going", "--unroll", "2", "counts_on.c")
        text = self.check(VIOLATION, *arguments).stdout
        self.assertIn("  2 violations found:\n", text)
        self.assertIn("There may be more: bound 2: the loop at counts_on.c:8 ran more than 2 times", text)
        self.assertIn("bound 2", self.check_json(VIOLATION, *arguments)["why"])

    # The first search restarts and follows the thread that polls for ever, so that what it has found before does
    # not count any more; with a bound on the iterations both show.
    def test_keep_going_looks_behind_a_loop_that_does_not_end(self):
        text = self.check(VIOLATION, "--keep-going", "poll_and_try.c").stdout
        self.assertIn("  2 violations found:\n", text)
        self.assertRegex(text, r"with --unroll-loop poll_and_try\.c:9:\d+=3: this loop")

    def test_exhaustive_searches_agree(self):
        for program in ("safe.c", "lost_update.c", "two_bugs.c", "deadlock.c", "use_after_free.c", "race.c"):
            answers = set()
            for search in ("optimal", "optimal-wut", "source", "classic", "naive"):
                result = self.run_heddle("check", "--json", "-", "--keep-going", "--search", search, program)
                found = {(v["kind"], v["location"]["line"]) for v in json.loads(result.stdout)["violations"]}
                answers.add((result.returncode, frozenset(found)))
            self.assertEqual(len(answers), 1, f"{program}: {answers}")

    def test_quiet(self):
        self.assertEqual(self.check(VIOLATION, "--quiet", "race.c").stdout.count("\n"), 1)
        self.assertEqual(self.check(SAFE, "-q", "safe.c").stdout.count("\n"), 1)

    def test_stats(self):
        text = self.check(SAFE, "--stats", "safe.c").stdout
        for phase in ("clang", "load", "explore", "total"):
            self.assertRegex(text, rf"(?m)^  {phase} +\d+\.\d\d\d s$")
        self.assertRegex(text, r"(?m)^  [\d,]+ executions/s$")


class Colour(HeddleTest):
    def test_none_in_a_pipe(self):
        self.assertNotIn("\x1b", self.check(VIOLATION, "race.c").stdout)

    def test_always_and_never(self):
        self.assertIn("\x1b[", self.check(VIOLATION, "--color", "always", "race.c").stdout)
        self.assertNotIn("\x1b", self.check(VIOLATION, "--color", "never", "race.c").stdout)

    def on_a_terminal(self, env):
        """What heddle prints when standard output is a terminal."""
        master, slave = os.openpty()
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        environment.update({"TERM": "xterm", **env})
        with subprocess.Popen([HEDDLE, "check", "race.c"], cwd=PROGRAMS, stdout=slave, stderr=slave,
                              env=environment) as process:
            os.close(slave)
            text = b""
            try:
                while chunk := os.read(master, 65536):
                    text += chunk
            except OSError:  # the other end was closed
                pass
            process.wait()
        os.close(master)
        return text.decode()

    def test_on_a_terminal(self):
        self.assertIn("\x1b[1;31m✗ data race", self.on_a_terminal({}))
        self.assertIn("✗ data race", self.on_a_terminal({"NO_COLOR": "1"}))
        self.assertNotIn("\x1b[1;31m", self.on_a_terminal({"NO_COLOR": "1"}))


class Limits(HeddleTest):
    def test_bound_on_executions(self):
        text = self.check(INCONCLUSIVE, "--bound-executions", "100", "many_executions.c").stdout
        self.assertTrue(text.startswith("? inconclusive"), text)
        self.assertIn("100 executions", text)

    def test_time_limit(self):
        start = time.monotonic()
        text = self.check(INCONCLUSIVE, "--time-limit", "0.5", "many_executions.c").stdout
        self.assertLess(time.monotonic() - start, 30)
        self.assertIn("time limit of 0.5 s", text)

    def test_preemption_bound_selects_the_search_that_understands_it(self):
        for arguments in ([], ["--search", "naive"]):
            text = self.check(INCONCLUSIVE, "--preemption-bound", "0", *arguments, "lost_update.c").stdout
            self.assertIn("more preemptions than the bound were left out", text.replace("\n", " "))
            self.assertIn("2 complete, 0 blocked · search naive", text)
        text = self.check(VIOLATION, "--preemption-bound", "1", "lost_update.c").stdout
        self.assertTrue(text.startswith("✗ assertion  lost_update.c:22 in main"), text)

    def test_a_signal_says_whom_it_wakes(self):
        """One of two, which is chosen; then the other one. A broadcast wakes both. Each is one row."""
        program = self.write("signals.c", """#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tickets, waiting;
static void *take(void *unused) {
  pthread_mutex_lock(&mutex);
  ++waiting;
  while (tickets == 0) pthread_cond_wait(&changed, &mutex);
  --tickets;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, take, 0);
  pthread_create(&b, 0, take, 0);
  pthread_mutex_lock(&mutex);
  int both = waiting == 2;
  tickets = 2;
#ifdef ALL
  pthread_cond_broadcast(&changed);
#else
  pthread_cond_signal(&changed);
  pthread_cond_signal(&changed);
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!both);
}
""")
        for arguments in (), ("--model", "sc"):
            text = self.check(VIOLATION, program, *arguments).stdout
            woken = re.findall(r"signal changed  wakes (T\d)", text)
            self.assertEqual(sorted(woken), ["T1", "T2"], text)
            self.assertNotRegex(text, r"choose|\d  wake changed")
            self.assertRegex(text, r"wake up changed\s")
            self.assertNotRegex(text, r"wake up changed =")
            self.assertRegex(self.check(VIOLATION, program, "-DALL", *arguments).stdout, "broadcast changed  wakes T1, T2")

    def test_preempt_draws_the_thread_that_does_something_else(self):
        """Among sixty that do the same: it must come between the sections of the first of them."""
        program = self.write("stages.c", """#include <assert.h>
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int begun, done;
void *stages(void *unused) {
  pthread_mutex_lock(&a); begun = 1; pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b); done = 1; pthread_mutex_unlock(&b);
  return unused;
}
void *reader(void *unused) {
  pthread_mutex_lock(&a); int first = begun; pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b); int second = done; pthread_mutex_unlock(&b);
  assert(first == second || second);
  return unused;
}
int main(void) {
  pthread_t threads[61];
  for (int i = 0; i < 61; i++) pthread_create(&threads[i], 0, i < 60 ? stages : reader, 0);
  for (int i = 0; i < 61; i++) pthread_join(threads[i], 0);
}
""")
        text = self.check(VIOLATION, program, "--search", "preempt", "--seed", "1", "--executions", "1000").stdout
        self.assertIn("assertion failed: first == second || second", text)

    def test_random_finds_the_bug_again_with_the_same_seed(self):
        arguments = ("--search", "random", "--seed", "7", "--executions", "1000", "--no-shorten", "lost_update.c")
        first, second = self.check(VIOLATION, *arguments).stdout, self.check(VIOLATION, *arguments).stdout

        def without_time(text):
            return re.sub(r"· [\d.]+ m?s\b", "", text)

        self.assertEqual(without_time(first), without_time(second))

    def test_random_without_a_finding_is_inconclusive(self):
        text = self.check(INCONCLUSIVE, "--search", "random", "--executions", "10", "safe.c").stdout
        self.assertTrue(text.startswith("? inconclusive"), text)

    def test_samples_say_what_is_proven(self):
        for search in ("pct", "pos"):
            text = self.check(INCONCLUSIVE, "--search", search, "--executions", "10", "safe.c").stdout
            self.assertIn("with a probability of at least ", text.replace("\n ", ""))

    def test_interrupt_reports_what_was_explored(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([HEDDLE, "check", "many_executions.c"], cwd=PROGRAMS, stdout=subprocess.PIPE,
                                  text=True) as process:
                time.sleep(3)  # long enough to be past compilation
                process.send_signal(number)
                text, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, INCONCLUSIVE, text)
            self.assertIn("interrupted", text)
            self.assertRegex(text, r"[\d,]+ executions explored")
