"""What helps where a search alone would take too long: random executions beside it, and a solver after it."""

from heddle import INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

PROGRAM = "far_from_the_first.c"
UNTESTED = PROGRAMS.parent.parent / "programs" / "cond_untested" / "cond_untested.c"
SC = ("--model", "sc", "--plain", "interleave")


class Sample(HeddleTest):
    def test_it_finds_what_depth_first_search_finds_late(self):
        report = self.check_json(VIOLATION, PROGRAM, "--search", "source", "--time-limit", "60")
        self.assertGreater(report["sampled"], 0)
        self.assertEqual(report["executions"]["violated"], 0)
        self.assertEqual(report["violations"][0]["kind"], "assertion")

    def test_the_answer_says_where_it_was_found(self):
        text = self.check(VIOLATION, PROGRAM, "--search", "source", "--time-limit", "60").stdout
        self.assertRegex(text, r"; found in a random sample of [\d,]+ beside them")

    def test_it_is_replayed_like_any_other(self):
        file = self.folder / "trace.json"
        self.check(VIOLATION, PROGRAM, "--search", "source", "--time-limit", "60", "--json", file)
        replayed = self.run_heddle("replay", file)
        self.assertEqual(replayed.returncode, VIOLATION, replayed.stdout + replayed.stderr)

    def test_it_can_be_switched_off(self):
        report = self.check_json(
            INCONCLUSIVE, PROGRAM, "--search", "source", "--no-sample", "--bound-executions", "200000")
        self.assertNotIn("sampled", report)
        self.assertFalse(report["options"]["sample"])

    def test_quick_answers_need_none(self):
        self.assertNotIn("sampled", self.check_json(VIOLATION, "statistics.c"))


class Solver(HeddleTest):
    def test_it_answers_where_a_search_does_not_end(self):
        report = self.check_json(SAFE, "many_stores.c", *SC, "--time-limit", "20")
        self.assertEqual(report["search"], "bmc")
        self.assertIn("the search did not end in its share of the time; the solver has (heddle bmc)", report["notes"])

    def test_not_if_a_search_was_asked_for(self):
        report = self.check_json(INCONCLUSIVE, "many_stores.c", *SC, "--search", "optimal", "--time-limit", "1")
        self.assertEqual(report["search"], "optimal")

    def test_all_values_are_an_answer_where_no_more_was_asked_for(self):
        report = self.check_json(SAFE, "any_input.c", *SC)
        self.assertEqual(report["search"], "bmc")
        report = self.check_json(INCONCLUSIVE, "any_input.c", "--model", "sc")  # data races are asked about
        self.assertEqual(report["search"], "optimal")


    def test_it_is_not_asked_about_another_program(self):
        program = self.folder / "status.c"
        program.write_text("""extern int __VERIFIER_nondet_int(void);
int main(void) { int i = __VERIFIER_nondet_int(); return i * i == 49; }
""")
        self.check(SAFE, program, *SC)
        self.check(INCONCLUSIVE, program, *SC, "--exit-status")
        program.write_text("""#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int i = __VERIFIER_nondet_int(); if (i * i == 49) assert(malloc(100000) != 0); }
""")
        self.check(INCONCLUSIVE, program, *SC, "--heap", "65536")
        self.check(VIOLATION, program, *SC, "--heap", "65536", "--nondet-range", "8")


class OnlyAssertions(HeddleTest):
    def test_deadlocks_are_set_aside(self):
        self.check(VIOLATION, "two_locks.c", "--only", "assertions,deadlocks")
        report = self.check_json(SAFE, "two_locks.c", "--only", "assertions")
        self.assertEqual(report["promises"], ["assertions"])
        self.assertGreater(report["executions"]["blocked"], 0)
        text = self.check(SAFE, "two_locks.c", "--only", "assertions").stdout
        self.assertIn("no assertion fails: ", text)
        self.assertNotIn("deadlock", text)

    def test_what_a_thread_computes_decides(self):
        program = self.folder / "endless.c"
        program.write_text("""#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;
void *look(void *p) {
  int n = __VERIFIER_nondet_int() + x;
  if (n > 10) n = 10;
  assert(n <= LIMIT);
  return p;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, look, 0); }
""")
        arguments = (program, *SC, "--only", "assertions")
        text = self.check(SAFE, *arguments, "-DLIMIT=10").stdout
        self.assertIn("no assertion fails: what a thread has computed excludes it, whatever the others do", text)
        self.check(VIOLATION, *arguments, "-DLIMIT=9")
        self.check(INCONCLUSIVE, program, *SC, "-DLIMIT=10")

    def test_what_may_fail_unseen_decides_nothing(self):
        program = self.folder / "endless.c"
        for included, failure in (("stdlib.h", "atexit(abort)"), ("stdlib.h", "calls[k]()"), ("stdio.h", "__VERIFIER_assert(k < 300)")):
            program.write_text(f"""#include <{included}>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assert(int);
void (*calls[])(void) = {{abort, abort}};
void *nothing(void *p) {{ return p; }}
int main(void) {{
  pthread_t t;
  for (int k = 0; k < 400; k++) {{ pthread_create(&t, 0, nothing, 0); if (k == 300) {{ {failure}; }} }}
}}
""")
            self.check(INCONCLUSIVE, program, *SC, "--only", "assertions", "--time-limit", "3")

    def test_warnings_are_told_once(self):
        program = self.folder / "warned.c"
        program.write_text("""#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int stored;
int main(void) { stored = __VERIFIER_nondet_int(); char *p = stored; assert(stored != 123456); return p == 0 && 0; }
""")
        self.assertEqual(self.check(VIOLATION, program, *SC).stderr.count("warning: "), 1)

    def test_undefined_behaviour_decides_nothing(self):
        program = self.folder / "endless.c"
        program.write_text("""#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
void *look(void *p) {
  int n = __VERIFIER_nondet_int();
  assert(n + 1 > n);
  return p;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, look, 0); }
""")
        self.check(INCONCLUSIVE, program, *SC, "--only", "assertions")


class Waits(HeddleTest):
    columns = 300

    def test_a_wait_in_no_loop_returns_without_a_signal(self):
        text = self.check(VIOLATION, UNTESTED).stdout
        self.assertIn("wake without a signal c", text)
        self.assertIn("with --spurious-wakeups 1: ", text)
        self.assertIn("this wait is in no loop that tests again", text)
        self.check(SAFE, UNTESTED, "--spurious-wakeups", "0")
