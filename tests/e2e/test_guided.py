"""The guided search: what it promises, what it leaves out and how it says so."""

from heddle import BAD_INPUT, SAFE, VIOLATION, HeddleTest

PROGRAM = "statistics.c"
ONLY = ("--only", "assertions,deadlocks")


class Guided(HeddleTest):
    def test_only_selects_it(self):
        report = self.check_json(SAFE, PROGRAM, "-DSAFE", *ONLY)
        self.assertEqual((report["search"], report["model"]), ("guided", "sc"))
        self.assertEqual(report["promises"], ["assertions", "deadlocks"])
        full = self.check_json(SAFE, PROGRAM, "-DSAFE", "--model", "sc", "--bound-executions", "0")
        self.assertIn("data-races", full["promises"])
        self.assertLess(report["executions"]["complete"] * 50, full["executions"]["complete"])

    def test_only_with_a_model_or_a_search(self):
        report = self.check_json(SAFE, PROGRAM, "-DSAFE", "--model", "rc11", *ONLY)
        self.assertEqual((report["search"], report["model"]), ("guided", "rc11"))
        report = self.check_json(SAFE, PROGRAM, "-DSAFE", "--search", "source", *ONLY)
        self.assertEqual((report["search"], report["options"]["dependence"]), ("source", "predicate"))

    def test_the_answer_says_what_it_promises(self):
        text = self.check(SAFE, PROGRAM, "-DSAFE", *ONLY).stdout
        self.assertIn("no assertion fails, no deadlock", text)
        self.assertIn("data races and memory errors may be missed", text)
        self.assertNotIn("no violation", text)

    def test_the_story_is_of_the_whole_program(self):
        text = self.check(VIOLATION, PROGRAM, *ONLY).stdout
        self.assertRegex(text, r"⋯ \d+ lines that cannot matter left out")
        self.assertNotIn("counts", text)
        self.assertIn("load sum", text)
        full = self.check(VIOLATION, PROGRAM, *ONLY, "--full").stdout
        self.assertIn("counts", full)
        self.assertIn("unlock lock", full)

    def test_it_can_be_replayed_without_slices(self):
        file = self.folder / "trace.json"
        self.check(VIOLATION, PROGRAM, *ONLY, "--json", file)
        replayed = self.run_heddle("replay", file)
        self.assertEqual(replayed.returncode, VIOLATION, replayed.stdout + replayed.stderr)
        self.assertIn("assertion failed", replayed.stdout)

    def test_a_graph_is_shown_as_it_was_found(self):
        text = self.check(VIOLATION, PROGRAM, "--model", "rc11", *ONLY, "--no-shorten").stdout
        self.assertIn("assertion failed", text)
        self.assertIn("load sum", text)

    def test_assertions_that_have_failed_are_left_out(self):
        arguments = ("../../programs/guided_settled/guided_settled.c", "--keep-going", "--model", "sc")
        guided, full = self.check_json(VIOLATION, *arguments, *ONLY), self.check_json(VIOLATION, *arguments)
        self.assertEqual(len(guided["violations"]), 2)
        self.assertEqual(len(full["violations"]), 2)
        self.assertEqual(sum(guided["executions"].values()), 1)

    def test_lines_of_the_trace_say_whether_they_matter(self):
        trace = self.check_json(VIOLATION, PROGRAM, *ONLY)["violations"][0]["trace"]
        matters = {line["object"].split("[")[0]: line["on-slice"] for line in trace if line["op"] in ("load", "store")}
        self.assertEqual((matters["sum"], matters["entries"]), (True, False))

    def test_explain_slice(self):
        text = self.check(SAFE, PROGRAM, "-DSAFE", *ONLY, "--explain-slice").stdout
        self.assertRegex(text, r"statistics.c: \d+ of \d+ lines with code are on the slice")
        self.assertRegex(text, r"assert\(atomic_load\(&sum\) > 0\); +may fail")
        self.assertRegex(text, r"atomic_store\(&sum.* +may write what is read by line")
        self.assertNotIn("entries += i", text)

    def test_each_part_alone(self):
        least = self.check_json(SAFE, PROGRAM, "-DSAFE", *ONLY)["executions"]["complete"]
        for option in (["--dependence", "predicate"], ["--peek"], ["--prune-ww"]):
            report = self.check_json(SAFE, PROGRAM, "-DSAFE", "--search", "optimal", *option)
            self.assertGreater(report["executions"]["complete"], least, option)

    def test_what_does_not_fit(self):
        for arguments, words in (
                (("--only", "races"), "'races' is none of assertions, deadlocks"),
                (("--only", "assertions", "--search", "naive"), "the search 'naive' finds what it finds"),
                (("--peek",), "the search 'awamoche' does not understand it"),
                (("--prune-ww", "--search", "naive"), "the search 'naive' does not understand it"),
                (("--search", "guided", "--dependence", "read-write"), "the search 'guided' does not understand it"),
                (("--model", "rc11", *ONLY, "--checkpoint", "f"), "not with slices"),
        ):
            result = self.check(BAD_INPUT, PROGRAM, *arguments)
            self.assert_one_line(result.stderr)
            self.assertIn(words, result.stderr)
