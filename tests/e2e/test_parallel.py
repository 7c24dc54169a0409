"""A search by several processes: -j."""

import json
import os
import pathlib
import signal
import subprocess
import time

from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

SPECS = PROGRAMS.parent.parent / "programs"
BENCH = PROGRAMS.parent.parent.parent / "bench" / "programs"
# It is divided at once, however small it is.
AT_ONCE = ("--alone", 0, "--no-sample")


def children(process):
    """The processes that it has made and that are still there."""
    found = []
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        found += (task / "children").read_text().split()
    return [int(child) for child in found]


def is_running(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Parallel(HeddleTest):
    def report(self, code, jobs, *arguments):
        report = self.check_json(code, "-j", jobs, *AT_ONCE, *arguments)
        return {key: report.get(key) for key in ("verdict", "why", "executions", "violations", "notes", "model", "search")}

    def assert_same(self, code, *arguments, jobs=(2, 3, 8)):
        alone = self.report(code, 1, *arguments)
        for many in jobs:
            self.assertEqual(self.report(code, many, *arguments), alone, (many, arguments))
        return alone

    def test_safe_programs(self):
        for program, *options in (
                ("graphs/lastzero.c", "-DN=9"), ("graphs/casrot.c", "-DN=7"), ("graphs/fib_bench.c", "-DN=3"),
                ("godot/ttaslock.c", "-DN=4"), ("godot/mutex.c", "-DN=2"), ("godot/treiber_stack.c", "-DN=2"),
                ("godot/mpmc_queue.c", "-DN=4", "-DTAKERS=2"), ("godot/linuxrwlocks.c", "-DN=3")):
            with self.subTest(program):
                for search in ("awamoche", "trust"):
                    self.assert_same(SAFE, "--search", search, BENCH / program, *options, jobs=(3,))

    def test_violations(self):
        for name, *options in (("livelock_two_words",), ("abba",), ("noticed_in_between", "--unroll", 2),
                               ("sleep_errno_in_format", "--unroll", 2)):
            with self.subTest(name):
                program = SPECS / name / f"{name}.c"
                alone = self.assert_same(VIOLATION, *options, program)
                self.assertEqual(len(alone["violations"]), 1)
                self.assert_same(VIOLATION, "--keep-going", *options, program)

    # The execution that one search alone would show first, though the last pieces show others.
    def test_a_late_violation(self):
        program = self.write("late.c", """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            static atomic_int x[4], y;
            void *adds(void *id) {
              for (int i = 0; i < 4; ++i) atomic_fetch_add(&x[i], 1 + (int)(long)id);
              return 0;
            }
            void *reads(void *unused) {
              int seen = 0;
              for (int i = 0; i < 4; ++i) seen = 4 * seen + atomic_load(&x[i]);
              assert(seen != 0 + 4 * 3 + 16 * 1);
              return unused;
            }
            int main(void) {
              pthread_t t[3];
              for (long i = 0; i < 2; ++i) pthread_create(&t[i], 0, adds, (void *)i);
              pthread_create(&t[2], 0, reads, 0);
              for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
            }""")
        alone = self.assert_same(VIOLATION, program)
        self.assertGreater(alone["executions"]["complete"], 5)
        self.assert_same(VIOLATION, "--keep-going", program)

    def test_restarts(self):
        for name in ("noticed_in_between", "poll_under_lock", "cond_untested"):
            with self.subTest(name):
                program = SPECS / name / f"{name}.c"
                code = self.run_heddle("check", "-j", 1, program).returncode
                self.assert_same(code, program, jobs=(3,))

    def test_what_cannot_be_divided(self):
        report = self.check_json(SAFE, "-j", 2, "--search", "optimal", BENCH / "graphs" / "lastzero.c", "-DN=5")
        self.assertIn("with one process, not 2: the search 'optimal' cannot be divided", report["notes"])
        report = self.check_json(SAFE, "--search", "optimal", BENCH / "graphs" / "lastzero.c", "-DN=5")
        self.assertNotIn("notes", report)
        for jobs in ("0", "x", "-1", "99999"):
            self.assert_one_line(self.check(BAD_INPUT, "-j", jobs, "safe.c").stderr)

    def test_the_sandbox_holds_in_workers(self):
        victim = self.write("victim", "as it was\n")
        program = self.write("sometimes.c", """
            #include <pthread.h>
            #include <stdatomic.h>
            #include <unistd.h>
            static atomic_int x[3];
            void *stores(void *unused) {
              for (int i = 0; i < 3; ++i) atomic_store(&x[i], 1);
              return unused;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, stores, 0);
              if (atomic_load(&x[2]) && atomic_load(&x[1])) unlink("victim");
              pthread_join(t, 0);
            }""")
        for jobs in (1, 2):
            report = self.check_json(VIOLATION, "-j", jobs, *AT_ONCE, "--keep-going", "--allow-external", "unlink",
                                     program, cwd=self.folder)
            self.assertEqual([v["kind"] for v in report["violations"]], ["system-call"])
            self.assertEqual(victim.read_text(), "as it was\n")

    def test_parts(self):
        left = self.folder / "left.json"
        arguments = (*AT_ONCE, BENCH / "graphs" / "lastzero.c", "-DN=9")
        whole = self.check_json(SAFE, *arguments)
        save = ("--checkpoint", left, "--bound-executions", 500)
        report = self.check_json(INCONCLUSIVE, "-j", 3, *save, *arguments)
        parts = 1
        while report.get("frontier"):
            self.assertEqual(sum(report["executions"].values()), 500 * parts)
            result = self.run_heddle("check", "--json", "-", "-j", 1 + parts % 4, "--resume", left, *save, *arguments)
            report = json.loads(result.stdout)
            parts += 1
            self.assertLess(parts, 50)
        self.assertEqual(report["executions"], whole["executions"])
        self.assertGreater(parts, 3)

    # --- long ones ---

    def start(self, *arguments):
        process = subprocess.Popen([HEDDLE, "check", "--json", "-", "-j", "2", "--no-sample", *map(str, arguments)], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        self.workers = []
        while process.poll() is None and len(self.workers) < 2:
            time.sleep(0.01)
            try:
                # clang is a child, too.
                self.workers = [c for c in children(process.pid)
                                if os.readlink(f"/proc/{c}/exe") == os.path.realpath(HEDDLE)]
            except FileNotFoundError:
                continue
        return process

    def assert_no_workers(self):
        deadline = time.monotonic() + 10
        while any(map(is_running, self.workers)) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual([w for w in self.workers if is_running(w)], [])

    def test_a_lost_worker(self):
        n = 16
        process = self.start("--alone", 0, BENCH / "graphs" / "lastzero.c", f"-DN={n}")
        self.assertGreaterEqual(len(self.workers), 2)
        os.kill(self.workers[0], signal.SIGKILL)
        output, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, SAFE, errors)
        self.assertEqual(json.loads(output)["executions"]["complete"], (n + 3) << (n - 2))
        self.assert_no_workers()

    def test_interrupted(self):
        process = self.start(BENCH / "source_sets" / "lastzero.c", "--", "-DN=20")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INCONCLUSIVE, errors)
        report = json.loads(output)
        self.assertIn("interrupted", report["why"])
        self.assertGreater(report["executions"]["complete"], 0)
        self.assert_no_workers()

    def test_a_time_limit(self):
        process = self.start("--time-limit", 2, BENCH / "source_sets" / "lastzero.c", "--", "-DN=20")
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INCONCLUSIVE, errors)
        self.assertIn("time limit of 2 s", json.loads(output)["why"])
        self.assert_no_workers()

    def test_workers_do_not_outlive_it(self):
        process = self.start(BENCH / "source_sets" / "lastzero.c", "--", "-DN=20")
        process.kill()
        process.wait()
        self.assert_no_workers()
