"""What heddle says while it runs, on a terminal and in a file, and `heddle estimate`."""

import json
import os
import re
import signal
import subprocess
import threading

from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

UNTESTED = PROGRAMS.parent.parent / "programs" / "cond_untested" / "cond_untested.c"

# (3 * TIMES)! / (TIMES!)^3 orders.
STORES = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *stores(void *id) {
  for (int i = 0; i < TIMES; ++i) atomic_store(&x, (int)(long)id);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; ++i) pthread_create(&t[i], 0, stores, (void *)i);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
"""

# Somebody waits for a word that two threads write in any order; and many stores.
UNORDERED = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, flag;
static void *stores(void *id) {
  atomic_store(&flag, 1 + (int)(long)id);
  for (int i = 0; i < 9; ++i) atomic_store(&x, (int)(long)id);
  return 0;
}
static void *waits(void *unused) {
  while (atomic_load(&flag) == 0) {}
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[2], 0, waits, 0);
  for (long i = 0; i < 2; ++i) pthread_create(&t[i], 0, stores, (void *)i);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
"""

NUMBER = r"[\d,.]+(?: × 10[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"

class ProgressTest(HeddleTest):
    def stores(self):
        return self.write("stores.c", STORES)

    def slow_clang(self, seconds):
        """The environment in which clang takes some time more."""
        clang = self.write("clang", f"#!/bin/sh\nsleep {seconds}\nexec clang-19 \"$@\"\n")
        clang.chmod(0o755)
        return {"HEDDLE_CLANG": str(clang)}

    def on_terminal(self, *arguments, env=None, until=None):
        """Runs heddle check, interrupted when it has written `until`; what it writes to a terminal on
        standard error, and its exit code."""
        master, slave = os.openpty()
        process = subprocess.Popen([HEDDLE, "check", *map(str, arguments)], cwd=PROGRAMS, stdout=subprocess.DEVNULL, stderr=slave,
                                   env={**os.environ, **(env or {})})
        os.close(slave)
        seen = bytearray()

        def read():
            left = until
            try:
                while chunk := os.read(master, 4096):
                    seen.extend(chunk)
                    if left and left in seen.decode(errors="ignore"):
                        process.send_signal(signal.SIGINT)
                        left = None
            except OSError:  # nobody has the other end any more
                pass

        reader = threading.Thread(target=read)
        reader.start()
        code = process.wait(timeout=120)
        reader.join()
        os.close(master)
        return seen.decode(), code


class OnTerminal(ProgressTest):
    def test_a_line_that_changes_and_is_gone_in_the_end(self):
        seen, code = self.on_terminal(self.stores(), "-DTIMES=12", "--search", "optimal", until=" left · 1 s")
        self.assertEqual(code, INCONCLUSIVE)
        lines = re.findall(r"\r  ([^\r]*executions, [\d,]+/s[^\r]*)\x1b\[K", seen)
        self.assertGreater(len(lines), 1, seen)
        told = next(line for line in reversed(lines) if " left · " in line)  # unless the estimate was passed
        self.assertRegex(told, rf" · (less than|about) [\d.]+ % of about {NUMBER}, {NUMBER} \w+ left · \d+ s$")
        self.assertTrue(seen.endswith("\r\x1b[K"), repr(seen[-200:]))
        self.assertNotIn("\n", seen)

    def test_quick_answers_need_none(self):
        seen, code = self.on_terminal("statistics.c", "--search", "optimal")
        self.assertEqual(code, VIOLATION)
        self.assertNotIn("executions", seen)

    def test_not_with_quiet(self):
        seen, _ = self.on_terminal(self.stores(), "-DTIMES=12", "--quiet", "--time-limit", "3")
        self.assertEqual(seen, "")

    def test_clang_runs(self):
        seen, code = self.on_terminal(self.write("one.c", "int main(void) {}\n"), env=self.slow_clang(1))
        self.assertEqual(code, SAFE)
        self.assertRegex(seen, r"\r  compiling [^\r]*one\.c with clang · \d+ s\x1b\[K")
        self.assertTrue(seen.endswith("\r\x1b[K"), repr(seen))

    def test_warnings_of_clang_have_their_own_lines(self):
        program = self.write("warned.c", "int main(void) { int unused; }\n")
        seen, _ = self.on_terminal(program, "-Wall", env=self.slow_clang(1))
        self.assertRegex(seen, r"with clang · \d+ s\x1b\[K\r\x1b\[K\S*warned\.c:1:\d+: .*warning: ")

    def test_a_restart_is_told(self):
        restarted = ", restarted since ordered-writes does not hold"
        seen, _ = self.on_terminal(self.write("unordered.c", UNORDERED), "--time-limit", "60", until=restarted)
        self.assertIn(restarted, seen)


class Elsewhere(ProgressTest):
    def test_a_line_every_ten_seconds(self):
        program = self.stores()
        arguments = [HEDDLE, "check", str(program), "-DTIMES=12", "--time-limit", "12"]
        runs = [subprocess.Popen([*arguments, *more], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                for more in ([], ["--quiet"])]
        usual, quiet = (run.communicate(timeout=120)[1] for run in runs)
        self.assertRegex(usual, r"^heddle: ([\d,]+ executions, [\d,]+/s.*|compiling .*) · 1\d s\n$")
        self.assertEqual(quiet, "")

    def test_nothing_in_the_first_ten(self):
        self.assertEqual(self.check(INCONCLUSIVE, self.stores(), "-DTIMES=12", "--time-limit", "2").stderr, "")


class Passes(ProgressTest):
    def test_warnings_of_clang_appear_once(self):
        program = self.write("warned.c", UNTESTED.read_text() + "static void unused(void) {}\n")
        result = self.check(VIOLATION, program, "-Wall")
        self.assertIn("with --spurious-wakeups 1: ", result.stdout)  # it was compiled again
        self.assertEqual(result.stderr.count("warning: "), 1, result.stderr)

    def test_their_times_are_together(self):
        report = self.check_json(VIOLATION, UNTESTED, env=self.slow_clang(0.5))
        self.assertGreaterEqual(report["seconds"]["clang"], 1)


class Estimate(ProgressTest):
    def estimate(self, expected_code, *arguments, **keywords):
        result = self.run_heddle("estimate", *arguments, **keywords)
        self.assertEqual(result.returncode, expected_code, f"{arguments}\n{result.stdout}\n{result.stderr}")
        return result

    def estimate_json(self, *arguments):
        return json.loads(self.estimate(SAFE, "--json", "-", *arguments).stdout)

    def test_it_is_near(self):
        count = 17_153_136  # 18! / 6!^3
        for options in (["--search", "naive"], ["--search", "optimal"], ["--search", "trust"], []):
            found = self.estimate_json(self.stores(), "-DTIMES=6", "--time-limit", "60", *options)
            self.assertFalse(found["explored"])
            self.assertLess(max(found["executions"] / count, count / found["executions"]), 3, options)
            low, high = found["executions-range"]
            self.assertLessEqual(low, found["executions"])
            self.assertGreaterEqual(high, found["executions"])
            rate = found["executions-per-second"]
            self.assertGreater(rate, 0)
            self.assertAlmostEqual(found["seconds"] / (found["executions"] / rate), 1, delta=0.1)

    def test_it_is_one_line(self):
        text = self.estimate(SAFE, self.stores(), "-DTIMES=8", "--search", "naive", "--time-limit", "60").stdout
        self.assertRegex(text, rf"^about {NUMBER} executions \({NUMBER} to {NUMBER}\) · {NUMBER}/s · {NUMBER} \S+ "
                               rf"\({NUMBER} \S+ to {NUMBER} \S+\) · search naive, model sc\n$")

    def test_all_may_be_explored_on_the_way(self):
        found = self.estimate_json(self.stores(), "-DTIMES=2", "--search", "optimal")
        self.assertTrue(found["explored"])
        self.assertEqual(found["executions"], 90)
        text = self.estimate(SAFE, self.stores(), "-DTIMES=2", "--search", "optimal").stdout
        self.assertRegex(text, r"^90 executions, all explored on the way without a violation · .* · search optimal")

    def test_a_violation_is_the_answer(self):
        result = self.estimate(VIOLATION, "statistics.c")
        self.assertIn("assertion", result.stdout)
        report = json.loads(self.estimate(VIOLATION, "statistics.c", "--json", "-").stdout)
        self.assertEqual(report["heddle"], "report")

    def test_of_a_sample_and_with_a_bound_it_is_known(self):
        found = self.estimate_json(self.stores(), "-DTIMES=8", "--search", "pct", "--executions", "123456789",
                                   "--time-limit", "60")
        self.assertEqual(found["executions"], 123456789)
        found = self.estimate_json(self.stores(), "-DTIMES=8", "--bound-executions", "1000000", "--time-limit", "60")
        self.assertEqual(found["executions"], 1000000)

    def test_without_time_nothing_is_known(self):
        text = self.estimate(INCONCLUSIVE, self.stores(), "-DTIMES=8", "--time-limit", "0.001").stdout
        self.assertRegex(text, r"^more than 0 executions, .*: give it more time by --time-limit")

    def test_bad_input(self):
        self.assert_one_line(self.estimate(BAD_INPUT).stderr)
        self.assert_one_line(self.estimate(BAD_INPUT, self.folder / "none.c").stderr)
        self.assert_one_line(self.estimate(BAD_INPUT, self.stores(), "--checkpoint", self.folder / "left").stderr)
        self.assert_one_line(self.estimate(BAD_INPUT, self.stores(), "--unknown").stderr)
