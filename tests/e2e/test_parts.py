"""A search that is stopped and goes on: --checkpoint and --resume."""

import json
import signal
import subprocess
import time
import zlib

from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

SAFE_PARTS = ("parts.c", "-DBUG=0")
WRONG_PARTS = ("parts.c", "-DBUG=1", "--keep-going")


class Parts(HeddleTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "left.json"

    def explore_in_parts(self, unfinished_code, final_code, bound, *arguments):
        """The reports of all parts. Each goes on from the file that the one before has written."""
        arguments = ("--checkpoint", self.file, "--bound-executions", bound, *arguments)
        reports = [self.check_json(unfinished_code, *arguments)]
        while reports[-1].get("frontier"):
            self.assertEqual(reports[-1]["frontier"], str(self.file))
            result = self.run_heddle("check", "--json", "-", "--resume", self.file, *arguments)
            self.assertIn(result.returncode, (unfinished_code, final_code), result.stderr)
            reports.append(json.loads(result.stdout))
            self.assertLess(len(reports), 50)
        self.assertEqual(result.returncode, final_code)
        self.assertFalse(self.file.exists())
        self.assertFalse((self.folder / "left.json.new").exists())
        return reports

    def test_the_parts_are_the_whole(self):
        for search in ("awamoche", "trust"):
            arguments = ("--model", "rc11", "--search", search, *SAFE_PARTS)
            whole = self.check_json(SAFE, *arguments)
            parts = self.explore_in_parts(INCONCLUSIVE, SAFE, 10, *arguments)
            self.assertEqual(parts[-1]["executions"], whole["executions"])
            self.assertGreaterEqual(len(parts), sum(whole["executions"].values()) // 10)

    # Where iterations of a loop undo what they did, threads are stopped in it; in the second program that turns out to be
    # wrong, and the search restarts (tests/programs).
    def test_rounds_that_are_left_out(self):
        programs = PROGRAMS.parent.parent / "programs"
        for code, name, options in ((SAFE, "poll_under_lock", ()),
                                    (VIOLATION, "noticed_in_between", ("--unroll", 2, "--keep-going"))):
            arguments = ("--model", "rc11", *options, programs / name / f"{name}.c")
            whole = self.check_json(code, *arguments)
            parts = self.explore_in_parts(INCONCLUSIVE, code, 1, *arguments)
            self.assertEqual(parts[-1]["executions"], whole["executions"])

    def assert_same_parts(self, arguments):
        """Parts of one execution each are the whole."""
        whole = self.check_json(SAFE, *arguments)
        parts = self.explore_in_parts(INCONCLUSIVE, SAFE, 1, *arguments)
        self.assertEqual(parts[-1]["executions"], whole["executions"])
        self.assertGreaterEqual(len(parts), sum(whole["executions"].values()))
        self.assertFalse(any("notes" in report for report in parts))
        return whole["executions"]["complete"]

    # An assumption of the search itself.
    def test_a_write_out_of_order_in_another_part(self):
        program = self.write("order.c", """
            #include <pthread.h>
            #include <stdatomic.h>
            atomic_int y, flag;
            void *waits(void *unused) {
              while (atomic_load(&y) == 0);
              atomic_store(&flag, 1);
              return unused;
            }
            void *writes(void *unused) { atomic_store(&y, 1); return unused; }
            void *may_write(void *unused) {
              if (atomic_load(&flag) == 0) atomic_store(&y, 3);
              return unused;
            }
            int main(void) {
              pthread_t t[3];
              pthread_create(&t[0], 0, waits, 0);
              pthread_create(&t[1], 0, writes, 0);
              pthread_create(&t[2], 0, may_write, 0);
              for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
            }""")
        whole = self.check_json(SAFE, program)
        parts = self.explore_in_parts(INCONCLUSIVE, SAFE, 1, program)
        self.assertEqual(parts[-1]["executions"], whole["executions"])
        self.assertEqual([report.get("notes") is not None for report in parts[:3]], [False, True, False])
        self.assertIn("all parts so far are void", parts[1]["notes"][0])
        self.assertIn("ordered-writes does not hold", parts[1]["notes"][0])
        self.assertIn("order.c:12", parts[1]["notes"][0])

    def test_rolled_back_additions(self):
        program = PROGRAMS.parents[2] / "bench" / "programs" / "godot" / "linuxrwlocks.c"
        for search in ("awamoche", "trust"):
            complete = self.assert_same_parts(("--model", "rc11", "--search", search, program, "-DN=2"))
            self.assertEqual(complete, 14)  # tests/programs/rwlock_attempts

    # What was learnt is no part of what was asked for.
    def test_what_the_runtime_learns(self):
        threads = """
            int main(void) {
              pthread_t t[2];
              for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, 0);
              atomic_fetch_add(&x, 2);
              for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
            }"""
        works = {
            "readers": """
                pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
                void *work(void *unused) {
                  pthread_rwlock_rdlock(&lock);
                  int found = atomic_load(&x);
                  pthread_rwlock_unlock(&lock);
                  pthread_rwlock_wrlock(&lock);
                  atomic_store(&x, found);
                  pthread_rwlock_unlock(&lock);
                  return unused;
                }""",
            "sections": """
                void *work(void *unused) {
                  __VERIFIER_atomic_begin();
                  atomic_store(&x, atomic_load(&x) + 1);
                  __VERIFIER_atomic_end();
                  return unused;
                }""",
            "choices": """
                void *work(void *unused) {
                  __VERIFIER_atomic_begin();
                  atomic_store(&x, heddle_choose(2));
                  __VERIFIER_atomic_end();
                  return unused;
                }""",
            "sizes": """
                void *work(void *unused) {
                  __atomic_store_n((char *)&x + 1, 1, __ATOMIC_RELAXED);
                  return unused;
                }""",
        }
        for name, work in works.items():
            with self.subTest(name):
                program = self.write(name + ".c", """
                    #include <heddle/heddle.h>
                    #include <pthread.h>
                    #include <stdatomic.h>
                    atomic_int x;""" + work + threads)
                self.assertGreater(self.assert_same_parts((program,)), 2)

    def test_groups_of_locks(self):
        three = self.write("three.cpp", """
            #include <mutex>
            #include <thread>
            std::mutex a, b;
            int counter;
            void forwards() { std::scoped_lock both(a, b); ++counter; }
            void backwards() { std::scoped_lock both(b, a); ++counter; }
            int main() {
              std::thread t(forwards), u(backwards);
              forwards();
              t.join();
              u.join();
            }""")
        self.assertEqual(self.assert_same_parts((three,)), 6)

    def assert_void_after_second_part(self, program, assumption, option, *arguments):
        """Two executions that show together, and neither alone, that an assumption does not hold. All parts are void."""
        arguments = (*arguments, program)
        whole = self.check_json(SAFE, *arguments)
        self.assertFalse(whole["options"][option])
        parts = self.explore_in_parts(INCONCLUSIVE, SAFE, 1, *arguments)
        self.assertTrue(parts[0]["options"][option])
        self.assertNotIn("notes", parts[0])
        self.assertFalse(parts[1]["options"][option])
        self.assertIn("all parts so far are void", parts[1]["notes"][0])
        self.assertIn(f"{assumption} does not hold", parts[1]["notes"][0])
        self.assertIn(program.name, parts[1]["notes"][0])
        self.assertEqual(parts[1]["executions"]["complete"] + parts[1]["executions"]["blocked"], 1)
        self.assertFalse(any("notes" in report or report["options"][option] for report in parts[2:]))
        self.assertEqual(parts[-1]["executions"], whole["executions"])

    def test_an_addition_that_is_observed_in_another_part(self):
        program = self.write("observed.c", """
            #include <pthread.h>
            #include <stdatomic.h>
            atomic_int room = 1, turn;
            void *one(void *unused) {
              if (atomic_load(&turn) == 0) {
                while (atomic_fetch_sub(&room, 1) <= 0) atomic_fetch_add(&room, 1);
                atomic_fetch_add(&room, 1);
              } else {
                atomic_load(&room);
              }
              return unused;
            }
            void *other(void *unused) { atomic_store(&turn, 1); return unused; }
            int main(void) {
              pthread_t t[2];
              pthread_create(&t[0], 0, one, 0);
              pthread_create(&t[1], 0, other, 0);
              for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
            }""")
        self.assert_void_after_second_part(program, "unobserved-rollback", "rolled-back")

    def test_a_lock_that_is_tried_in_another_part(self):
        program = self.write("tried.cpp", """
            #include <atomic>
            #include <mutex>
            #include <thread>
            std::mutex a, b;
            std::atomic<int> first;
            int main() {
              std::thread t([] {
                if (first.exchange(1) == 0) std::scoped_lock both(a, b);
              });
              std::thread u([] {
                if (first.exchange(2) == 0 && a.try_lock()) a.unlock();
              });
              t.join();
              u.join();
            }""")
        self.assert_void_after_second_part(program, "unobserved-locks", "group-locks")

    def test_a_word_that_is_loaded_in_another_part(self):
        program = self.write("loaded.c", """
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stdlib.h>
            union Cell { int plain; atomic_int word; } *cells[2];
            atomic_int first, stop;
            void *stores(void *unused) {
              if (atomic_exchange(&first, 1) == 0) {
                union Cell *cell = cells[0], *flag = cells[1];
                do cell->plain = 1; while (!atomic_load(&flag->word));
              }
              return unused;
            }
            void *loads(void *unused) {
              if (atomic_exchange(&first, 2) == 0) atomic_load(&cells[0]->word);
              atomic_store(&cells[1]->word, 1);
              return unused;
            }
            int main(void) {
              for (int i = 0; i < 2; ++i) cells[i] = calloc(1, sizeof *cells[i]);
              pthread_t t[2];
              pthread_create(&t[0], 0, stores, 0);
              pthread_create(&t[1], 0, loads, 0);
              for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
            }""")
        self.assert_void_after_second_part(program, "separate-words", "separate-words", "--unroll", 3)

    # Whether a plain access is an event depends on what was accessed atomically before, and that on the order of a run.
    def test_words_that_are_accessed_both_ways(self):
        programs = PROGRAMS.parent.parent / "programs"
        arguments = ("--model", "rc11", programs / "settled_thread_local" / "settled_thread_local.c")
        whole = self.check_json(SAFE, *arguments)
        parts = self.explore_in_parts(INCONCLUSIVE, SAFE, 1, *arguments)
        self.assertEqual(parts[-1]["executions"], whole["executions"])

    # Both get a bound, one after the other, which all parts keep and say.
    def test_loops_that_do_not_end(self):
        program = self.write("several.c", """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            atomic_int x[2];
            int looks;
            void *worker(void *unused) {
              for (int i = 0; i < 2; ++i) atomic_store(&x[i], 1);
              return unused;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, worker, 0);
              while (!atomic_load(&x[0])) ++looks;
              while (!atomic_load(&x[1])) ++looks;
              pthread_join(t, 0);
              assert(looks < 100);
            }""")
        whole = self.check_json(INCONCLUSIVE, "--keep-going", program)
        self.assertEqual(len(whole["notes"]), 2)
        parts = self.explore_in_parts(INCONCLUSIVE, INCONCLUSIVE, 5, "--keep-going", program)
        self.assertEqual([report["notes"] for report in parts], [whole["notes"]] * len(parts))
        self.assertEqual(parts[-1]["executions"], whole["executions"])
        self.check(INCONCLUSIVE, "--bound-executions", 5, "--checkpoint", self.file, program)
        result = self.check(BAD_INPUT, "--unroll-loop", f"{program}:14=3", "--resume", self.file, program)
        self.assertIn("unroll-loop", result.stderr)

    # A call of which the last part sees nothing.
    def test_values_that_were_limited_in_another_part(self):
        program = self.write("limited.c", """
            #include <pthread.h>
            #include <stdatomic.h>
            extern int __VERIFIER_nondet_int(void);
            atomic_int turn;
            void *one(void *unused) { return atomic_load(&turn) == 0 ? (char *)unused + __VERIFIER_nondet_int() : 0; }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, one, 0);
              atomic_store(&turn, 1);
              pthread_join(t, 0);
            }""")
        arguments = ("--model", "rc11", "--keep-going", program)
        whole = self.check_json(INCONCLUSIVE, *arguments)
        parts = self.explore_in_parts(INCONCLUSIVE, INCONCLUSIVE, 1, *arguments)
        self.assertEqual([parts[-1][key] for key in ("executions", "notes", "why")],
                         [whole[key] for key in ("executions", "notes", "why")])

    def test_violations_of_all_parts(self):
        arguments = ("--model", "rc11", *WRONG_PARTS)
        whole = self.check_json(VIOLATION, *arguments)
        last = self.explore_in_parts(VIOLATION, VIOLATION, 10, *arguments)[-1]
        self.assertEqual(last["executions"], whole["executions"])
        told = [[(v["kind"], v["location"], v["executions"]) for v in report["violations"]] for report in (whole, last)]
        self.assertEqual(sorted(told[0], key=str), sorted(told[1], key=str))
        self.assertEqual(len(told[0]), 2)

    # Found in a part that is void afterwards, since the search restarts: it counts once all the same.
    def test_a_violation_before_the_search_begins_anew(self):
        program = self.write("anew.c", """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            atomic_int y;
            int first, second, found;
            void *one(void *unused) { first = atomic_load(&y); atomic_store(&y, 2); return unused; }
            void *other(void *unused) {
              second = atomic_load(&y);
              found = atomic_load(&y);
              while (!atomic_compare_exchange_strong(&y, &found, found + 1));
              return unused;
            }
            int main(void) {
              pthread_t t[2];
              pthread_create(&t[0], 0, one, 0);
              pthread_create(&t[1], 0, other, 0);
              for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
              assert(first != 0 || second != 0 || found != 2);
            }""")
        whole = self.check_json(VIOLATION, "--keep-going", program)
        parts = self.explore_in_parts(INCONCLUSIVE, VIOLATION, 1, "--keep-going", program)
        self.assertEqual(parts[-1]["executions"], whole["executions"])
        self.assertEqual([v["executions"] for v in parts[-1]["violations"]],
                         [v["executions"] for v in whole["violations"]])

    # What --model and headers make of it must be the same program for both.
    def test_cpp(self):
        arguments = ("--model", "rc11", "--keep-going", "thread_cpp.cpp")
        whole = self.check_json(VIOLATION, *arguments)
        cache = {"XDG_CACHE_HOME": str(self.folder / "cache")}  # the first one has no precompiled headers
        self.check(INCONCLUSIVE, "--bound-executions", 1, "--checkpoint", self.file, *arguments, env=cache)
        for _ in range(2):
            result = self.check(VIOLATION, "--json", "-", "--resume", self.file, *arguments, env=cache)
            self.assertEqual(json.loads(result.stdout)["executions"], whole["executions"])

    def test_says_how_to_go_on(self):
        first = self.check(INCONCLUSIVE, "--model", "tso", "--bound-executions", 5, "--checkpoint", self.file,
                           *SAFE_PARTS)
        self.assertIn("  5 executions explored: ", first.stdout)
        self.assertIn(f"  Go on with what is left: --resume {self.file}\n", first.stdout)
        last = self.check(SAFE, "--model", "tso", "--resume", self.file, *SAFE_PARTS)
        self.assertIn("  Nothing is left to explore.\n", last.stdout)
        self.assertTrue(self.file.exists())  # it was not to be written

    def test_nothing_is_written_when_nothing_is_left(self):
        self.check(SAFE, "--model", "sc", "--search", "trust", "--checkpoint", self.file, *SAFE_PARTS)
        self.assertFalse(self.file.exists())
        # The answer is there, whatever else there may be.
        self.check(VIOLATION, "--model", "rc11", "--checkpoint", self.file, "parts.c", "-DBUG=1")
        self.assertFalse(self.file.exists())

    def test_time_limit_and_interrupts(self):
        arguments = ("--model", "rc11", "--checkpoint", self.file, "many_executions.c")
        before = 0
        for part in range(3):
            resume = ("--resume", self.file) if part > 0 else ()
            if part < 2:
                self.check(INCONCLUSIVE, "--time-limit", 4, *resume, *arguments)
            else:
                command = [HEDDLE, "check", *map(str, resume), *map(str, arguments)]
                with subprocess.Popen(command, cwd=PROGRAMS, stdout=subprocess.PIPE, text=True) as process:
                    time.sleep(5)  # long enough to be past compilation
                    process.send_signal(signal.SIGINT)
                    text, _ = process.communicate(timeout=60)
                self.assertIn("--resume", text)
            saved = json.loads(self.file.read_text())
            self.assertGreater(saved["executions"]["complete"], before)
            self.assertEqual(saved["executions"]["cut"], 0)
            before = saved["executions"]["complete"]
            self.assertLess(self.file.stat().st_size, 200_000)


class Refused(HeddleTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "left.json"
        self.check(INCONCLUSIVE, "--model", "rc11", "--bound-executions", 10, "--checkpoint", self.file, *SAFE_PARTS)

    def refuse(self, wanted, *arguments, file=None):
        result = self.check(BAD_INPUT, "--resume", file or self.file, *(arguments or ("--model", "rc11", *SAFE_PARTS)))
        self.assertEqual(result.stdout, "")
        self.assert_one_line(result.stderr)
        self.assertIn(wanted, result.stderr)

    def changed(self, change):
        saved = json.loads(self.file.read_text())
        change(saved)
        checksum = saved.pop("checksum", None)
        text = json.dumps(saved, indent=1)[:-2]
        if isinstance(checksum, int):
            checksum = zlib.crc32(text.encode())
        return self.write("changed.json", f'{text},\n "checksum": {json.dumps(checksum)}\n}}\n')

    def test_another_program(self):
        self.refuse("another program", "--model", "rc11", "parts.c", "-DBUG=1")
        self.refuse("another program", "--model", "rc11", "safe.c")

    def test_other_options(self):
        self.refuse("--model rc11, and this is tso", "--model", "tso", *SAFE_PARTS)
        self.refuse("--search awamoche, and this is trust", "--model", "rc11", "--search", "trust", *SAFE_PARTS)
        self.refuse("keep-going false, and this is true", "--model", "rc11", "--keep-going", *SAFE_PARTS)
        self.refuse("in-place true, and this is false", "--model", "rc11", "--without", "in-place", *SAFE_PARTS)

    def test_other_searches(self):
        for option in ("--resume", "--checkpoint"):
            result = self.check(BAD_INPUT, option, self.file, "--model", "sc", *SAFE_PARTS)
            self.assert_one_line(result.stderr)
            self.assertIn("'optimal' cannot be stopped and go on later, but 'awamoche' and 'trust' can", result.stderr)

    def test_other_files(self):
        text = self.file.read_text()
        self.refuse("No such file", file=self.folder / "missing.json")
        self.refuse("cut short", file=self.write("half.json", text[:len(text) // 2]))
        self.refuse("cut short", file=self.write("empty.json", ""))
        self.refuse("was not written by 'heddle check --checkpoint'", file=self.write("list.json", "[1]"))
        self.refuse("version 999", file=self.changed(lambda saved: saved.update(version=999)))
        for key in json.loads(text):
            wanted = {"heddle": "was not written", "checksum": '"checksum" has the wrong type'}.get(key, f'no "{key}"')
            self.refuse(wanted, file=self.changed(lambda saved, k=key: saved.pop(k)))
            self.refuse("cannot go on from here", file=self.changed(lambda saved, k=key: saved.update({k: None})))

    def test_what_makes_no_sense(self):
        self.refuse("makes no sense", file=self.changed(lambda saved: saved.update(pending=["0w1 / x"])))
        self.refuse("makes no sense", file=self.changed(lambda saved: saved["threads"].reverse()))
        self.refuse('not in "threads"', file=self.changed(lambda saved: saved.update(pending=["0s 77r"])))
        self.refuse("nothing is left", file=self.changed(lambda saved: saved.update(pending=[])))
        self.refuse("does not fit the program", file=self.changed(lambda saved: saved.update(pending=["0w1"])))

    def test_evidence_that_makes_no_sense(self):
        def with_evidence(**facts):
            return self.changed(lambda saved: saved.update(evidence={k.replace("_", "-"): v for k, v in facts.items()}))

        self.refuse("is not known", file=with_evidence(unobserved_anything=[]))
        self.refuse("has the wrong type", file=with_evidence(unobserved_locks=[7]))
        for monitor in ("unobserved_locks", "unobserved_rollback", "separate_words"):
            self.refuse("does not fit the program", file=with_evidence(**{monitor: [[9]]}))

    def test_nowhere_to_write(self):
        result = self.check(BAD_INPUT, "--model", "rc11", "--checkpoint", self.folder / "no" / "such.json", *SAFE_PARTS)
        self.assert_one_line(result.stderr)
