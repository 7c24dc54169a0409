"""How far a search is, kept in a file: --checkpoint, and what is left when its process is killed. With
HEDDLE_KILLS=200 so many are."""

import json
import os
import random
import signal
import subprocess
import time

from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

BENCH = PROGRAMS.parent.parent.parent / "bench" / "programs"
KILLS = int(os.environ.get("HEDDLE_KILLS", "6"))
# Each takes some seconds.
LONG = (("graphs/lastzero.c", "-DN=16"), ("graphs/casrot.c", "-DN=9"), ("graphs/fib_bench.c", "-DN=5"))


class Checkpoints(HeddleTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "left.json"

    def start(self, *arguments):
        process = subprocess.Popen([HEDDLE, "check", "--json", "-", "--quiet", "--checkpoint", self.file, *map(str, arguments)],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def saved(self):
        return json.loads(self.file.read_text())

    def wait_for_file(self, process):
        deadline = time.monotonic() + 60
        while not self.file.exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertTrue(self.file.exists())

    def test_killed_again_and_again(self):
        chosen = random.Random(KILLS)
        kills = 0
        while kills < KILLS:
            name, flags = chosen.choice(LONG)
            program = (BENCH / name, flags)
            whole = self.check_json(SAFE, *program)["executions"]
            resumed, before = (), 0
            while True:
                # The first process may be killed before there is a file.
                process = self.start("--checkpoint-every", "0.1", "-j", chosen.choice((1, 2, 3)), *resumed, *program)
                try:
                    output, errors = process.communicate(timeout=chosen.uniform(0.2, 1.5) if kills < KILLS else 300)
                    break
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    process.communicate()
                    kills += 1
                if not self.file.exists():
                    continue
                now = sum(self.saved()["executions"].values())
                self.assertGreaterEqual(now, before, "nothing that was kept is lost")
                self.assertLess(now, sum(whole.values()))
                resumed, before = ("--resume", self.file), now
            self.assertEqual(process.returncode, SAFE, errors)
            self.assertEqual(json.loads(output)["executions"], whole, program)
            self.assertFalse(self.file.exists())
            self.assertLessEqual(set(os.listdir(self.folder)), {"left.json.new"})

    def test_what_is_kept_while_it_runs(self):
        process = self.start("--checkpoint-every", "0.1", PROGRAMS / "many_executions.c")
        self.wait_for_file(process)
        first = self.saved()
        second = self.saved_after(first)
        self.assertGreater(second["seconds"], first["seconds"])
        process.terminate()
        output, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INCONCLUSIVE)
        self.assertGreaterEqual(self.saved()["executions"]["complete"], second["executions"]["complete"])
        self.assertEqual(self.saved()["executions"], json.loads(output)["executions"])

    def saved_after(self, first):
        until = time.monotonic() + 30
        while (now := self.saved())["executions"]["complete"] <= first["executions"]["complete"]:
            self.assertLess(time.monotonic(), until, "nothing more is kept")
            time.sleep(0.1)
        return now

    # It can be gone back to.
    def test_a_violation_leaves_the_last_one(self):
        program = self.write("late.c", """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            static atomic_int x;
            static int order[12];
            void *adds(void *id) {
              for (int i = 0; i < 4; ++i) order[atomic_fetch_add(&x, 1)] = (int)(long)id;
              return 0;
            }
            int main(void) {
              pthread_t t[3];
              for (long i = 0; i < 3; ++i) pthread_create(&t[i], 0, adds, (void *)i);
              for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
              int backwards = 1;
              for (int i = 0; i < 12; ++i) backwards &= order[i] == 2 - i / 4;
              assert(!backwards);
            }""")
        arguments = ("--no-sample", "-j", 1, "--checkpoint", self.file, "--checkpoint-every", 0, program)
        whole = self.check_json(VIOLATION, *arguments)
        self.assertLess(self.saved()["executions"]["complete"], whole["executions"]["complete"])
        again = self.check_json(VIOLATION, "--resume", self.file, *arguments)
        self.assertEqual(again["executions"], whole["executions"])

    def test_a_damaged_file(self):
        self.check(INCONCLUSIVE, "--bound-executions", 50, "--checkpoint", self.file, "many_executions.c")
        text = self.file.read_bytes()
        chosen = random.Random(7)
        for _ in range(20):
            at = chosen.randrange(len(text))
            damaged = text[:at] + bytes([text[at] ^ 1 << chosen.randrange(7)]) + text[at + 1:]
            (self.folder / "damaged.json").write_bytes(damaged)
            result = self.check(BAD_INPUT, "--resume", self.folder / "damaged.json", "many_executions.c")
            self.assert_one_line(result.stderr)
            self.assertIn("damaged.json: ", result.stderr)
        (self.folder / "damaged.json").write_text(text.decode().replace('"complete": 50', '"complete": 51'))
        result = self.check(BAD_INPUT, "--resume", self.folder / "damaged.json", "many_executions.c")
        self.assertIn("damaged.json: cannot go on from here: it is damaged: its checksum", result.stderr)

    def test_something_else_is_not_written_over(self):
        mine = self.write("mine.c", "int main(void) { return 0; }\n")
        result = self.check(BAD_INPUT, "--checkpoint", mine, "many_executions.c")
        self.assert_one_line(result.stderr)
        self.assertIn("mine.c: there is something else than a checkpoint", result.stderr)
        self.assertEqual(mine.read_text(), "int main(void) { return 0; }\n")

    # It is said, and the search goes on.
    def test_a_checkpoint_that_cannot_be_written(self):
        (self.folder / "left.json.new").mkdir()
        result = self.check(SAFE, "--checkpoint", self.file, "--checkpoint-every", "0.05", BENCH / "graphs" / "lastzero.c",
                            "-DN=14")
        self.assertIn("the last checkpoint could not be written: ", result.stdout)

    def test_how_often_makes_sense(self):
        for wrong in ("-1", "soon"):
            self.assert_one_line(self.check(BAD_INPUT, "--checkpoint", self.file, "--checkpoint-every", wrong, "safe.c").stderr)


class Limits(HeddleTest):
    # Three threads that add so often.
    def adds(self, times):
        return self.write("adds.c", """
            #include <pthread.h>
            #include <stdatomic.h>
            static atomic_int x;
            void *adds(void *unused) {
              for (int i = 0; i < TIMES; ++i) atomic_fetch_add(&x, 1);
              return unused;
            }
            int main(void) {
              pthread_t t[3];
              for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, adds, 0);
              for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
            }"""), f"-DTIMES={times}"

    def test_the_share_that_was_covered(self):
        program = self.adds(6)
        for jobs in (1, 2):
            report = self.check_json(INCONCLUSIVE, "--quiet", "-j", jobs, "--time-limit", 5, *program)
            estimate = report["estimate"]
            self.assertAlmostEqual(estimate["share"], sum(report["executions"].values()) / estimate["executions"], 4)
            self.assertGreater(estimate["executions"], 17_153_136 / 10)
            self.assertLess(estimate["executions"], 17_153_136 * 10)
        text = self.check(INCONCLUSIVE, "--time-limit", 6, *self.adds(9)).stdout
        self.assertRegex(text, r"executions explored: [^·]* % of\s+about [0-9,]+\s+· search")
        self.assertNotIn("estimate", self.check_json(SAFE, "safe.c"))

    def test_memory_of_the_program(self):
        program = self.write("large.c", """
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stdlib.h>
            #include <string.h>
            static atomic_int x;
            void *adds(void *unused) {
              for (int i = 0; i < 12; ++i) atomic_fetch_add(&x, 1);
              return unused;
            }
            int main(void) {
              pthread_t t[3];
              for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, adds, 0);
              for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
              char *block = malloc(SIZE);
              memset(block, 1, SIZE);
              free(block);
            }""")
        for jobs in (1, 2):
            arguments = ("-j", jobs, "--alone", 0, "--memory-limit", 500, program)
            report = self.check_json(INCONCLUSIVE, *arguments, "-DSIZE=700000000", "--heap", 1 << 30)
            self.assertIn("the memory limit", report["why"])
        report = self.check_json(INCONCLUSIVE, "--memory-limit", 4000, "--bound-executions", 100, "-DSIZE=700", program)
        self.assertIn("the bound of 100 executions", report["why"])
