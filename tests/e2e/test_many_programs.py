"""heddle check --each and heddle test --each: many programs, one report; and the cache of answers."""

import json
import os
import pathlib
import re
import unittest
import xml.etree.ElementTree as ElementTree

from heddle import BAD_INPUT, INCONCLUSIVE, SAFE, VIOLATION, HeddleTest

HEAD = "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n"
TWO = """static atomic_int x;
static void *add(void *unused) { %s; return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&x) == 2);
}
"""
GOOD = HEAD + TWO % "atomic_fetch_add(&x, 1)"
BAD = HEAD + TWO % "atomic_store(&x, atomic_load(&x) + 1)"
TESTS = "#include <heddle/test.h>\n#include <assert.h>\nHEDDLE_TEST(fine) {}\nHEDDLE_TEST(wrong, \"--model sc\") { assert(0); }\n"


class Many(HeddleTest):
    def setUp(self):
        super().setUp()
        for name, text in (("good.c", GOOD), ("bad.c", BAD), ("tests.c", TESTS)):
            self.write(name, text)

    def each(self, code, *arguments, **keywords):
        return self.check(code, "--each", *arguments, cwd=self.folder, **keywords)

    def each_json(self, code, *arguments, **keywords):
        return json.loads(self.each(code, "--json", "-", *arguments, **keywords).stdout)


class Each(Many):
    def test_one_table_then_counterexamples_then_a_summary(self):
        text = self.each(VIOLATION, "good.c", "bad.c", "tests.c").stdout
        head, details = text.split("\n── bad.c ─", 1)
        self.assertEqual([line.split()[:2] for line in head.splitlines()],
                         [["✓", "good.c"], ["✗", "bad.c"], ["✓", "tests.c:fine"], ["✗", "tests.c:wrong"]])
        self.assertRegex(head, r"✗ bad.c .* assertion  bad.c:12\n")
        self.assertIn("heddle replay FILE --test bad.c\n", details)
        self.assertIn("\n── tests.c:wrong ─", details)
        self.assertRegex(details, r"\n2 of 4 programs passed, 2 failed · [\d.]+ m?s\n$")

    def test_without_it_files_are_one_program(self):
        result = self.check(BAD_INPUT, "good.c", "bad.c", cwd=self.folder)
        self.assertIn("is defined in good.c and in bad.c", result.stderr)

    def test_exit_code_is_the_worst(self):
        self.write("none.c", "int f(void) { return 1; }\n")
        self.each(SAFE, "good.c")
        self.each(INCONCLUSIVE, "good.c", "--bound-executions", 1)
        text = self.each(BAD_INPUT, "good.c", "none.c").stdout
        self.assertRegex(text, r"! none.c +no function `main` in none.c")
        self.assertIn("1 of 2 programs passed, 1 not supported", text)
        self.each(VIOLATION, "good.c", "none.c", "bad.c")

    def test_what_does_not_compile_disturbs_nobody(self):
        self.write("broken.c", "int main(void) { nonsense; }\n")
        result = self.each(VIOLATION, "broken.c", "bad.c", "missing.c", "good.c")
        self.assertEqual(result.stderr.count("broken.c:1:"), 1, result.stderr)  # clang's message, once
        self.assertRegex(result.stdout, r"! broken.c +broken.c does not compile\n✗ bad.c .*\n! missing.c +cannot open missing.c.*\n✓ good.c")

    def test_a_file_that_is_there_twice_is_one_program(self):
        report = self.each_json(SAFE, "good.c", "good.c")
        self.assertEqual([test["test"]["name"] for test in report["tests"]], ["good.c"])

    def test_nothing_depends_on_how_many_run_at_once(self):
        def plain(text):
            return re.sub(r"\d+(\.\d+)? m?s\b *", "T ", text)
        one, four = (plain(self.each(VIOLATION, "good.c", "bad.c", "tests.c", "-j", jobs).stdout) for jobs in (1, 4))
        self.assertEqual(one, four)

    def test_searches_that_are_divided_while_others_run_answer_the_same(self):
        self.write("main.c", GOOD.replace("== 2", "== 2 || 1"))
        first, second = (self.each_json(SAFE, "good.c", "main.c", "--alone", 0, "-j", jobs)["tests"] for jobs in (1, 3))
        for one, other in zip(first, second):
            self.assertEqual((one["verdict"], one["executions"]), (other["verdict"], other["executions"]))

    def test_options_are_for_all_of_them(self):
        report = self.each_json(VIOLATION, "good.c", "bad.c", "--model", "tso")
        self.assertEqual({test["model"] for test in report["tests"]}, {"tso"})
        self.assertEqual([test["files"] for test in report["tests"]], [["good.c"], ["bad.c"]])

    def test_json_and_replay(self):
        self.each(VIOLATION, "good.c", "bad.c", "tests.c", "--json", "r.json")
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual((report["heddle"], report["answer"]), ("tests", "failed"))
        self.assertEqual(report["tests"][1]["test"], {"name": "bad.c", "file": "bad.c", "answer": "failed", "program": "bad.c"})
        self.assertEqual(report["tests"][3]["test"], {"name": "tests.c:wrong", "file": "tests.c", "line": 4, "answer": "failed", "program": "tests.c"})
        for name, wanted in (("bad.c", "✗ assertion  bad.c:12"), ("tests.c:wrong", "✗ assertion  tests.c:4")):
            result = self.run_heddle("replay", "r.json", "--test", name, cwd=self.folder)
            self.assertEqual(result.returncode, VIOLATION, result.stderr)
            self.assertIn(wanted, result.stdout)
        self.assertIn("choose one by --test: bad.c, tests.c:wrong", self.run_heddle("replay", "r.json", cwd=self.folder).stderr)

    def test_the_other_formats(self):
        os.mkdir(self.folder / "sub")
        self.write("sub/bad.c", BAD)
        result = self.each(VIOLATION, "good.c", "bad.c", "sub/bad.c", "tests.c", "--junit", "r.xml", "--sarif", "r.sarif", "--github", "--html", "pages")
        suite = ElementTree.parse(self.folder / "r.xml").getroot()[0]
        self.assertEqual([(case.get("classname"), case.get("name")) for case in suite.iter("testcase")],
                         [("heddle", "good.c"), ("heddle", "bad.c"), ("heddle", "sub/bad.c"), ("tests", "fine"), ("tests", "wrong")])
        run, = json.loads((self.folder / "r.sarif").read_text())["runs"]
        self.assertEqual([found["ruleId"] for found in run["results"]], ["assertion"] * 3)
        self.assertEqual(len(result.stdout.splitlines()), 3)
        self.assertEqual(sorted(path.name for path in (self.folder / "pages").iterdir()), ["bad.c.html", "sub-bad.c.html", "tests.c-wrong.html"])

    def test_quiet(self):
        text = self.each(VIOLATION, "good.c", "bad.c", "-q").stdout
        self.assertEqual([line.split()[1] for line in text.split("\n\n")[0].splitlines()], ["bad.c"])

    def test_mistakes(self):
        for arguments, wanted in ((["--resume", "f"], "--resume: a program is checked as a whole"),
                                  (["--explain-loops"], "--explain-loops: it explains one program, and programs are several"),
                                  (["--html", "good.c"], "name a directory"),
                                  (["--cache", "good.c"], "cannot make the directory good.c for answers")):
            result = self.each(BAD_INPUT, "good.c", *arguments)
            self.assertIn(wanted, result.stderr)
            self.assert_one_line(result.stderr)

    def test_tests_of_several_files(self):
        self.write("more.c", "#include <heddle/test.h>\nHEDDLE_TEST(fine) {}\n")
        def run(*arguments):
            return self.run_heddle("test", "--each", "tests.c", "more.c", *arguments, cwd=self.folder)
        self.assertEqual(run("--list").stdout, "tests.c:fine   tests.c:3\ntests.c:wrong  tests.c:4  --model sc\nmore.c:fine    more.c:2\n")
        result = run("--filter", "fine")
        self.assertEqual((result.returncode, [line.split()[1] for line in result.stdout.split("\n\n")[0].splitlines()]),
                         (SAFE, ["tests.c:fine", "more.c:fine"]))
        self.assertIn("all 2 tests passed", result.stdout)


class Cache(Many):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"

    def cached(self, code, *arguments, **keywords):
        """Which are from the cache, by name."""
        report = self.each_json(code, "--cache", self.cache, *arguments, **keywords)
        self.report = report
        return [test["test"]["name"] for test in report["tests"] if test.get("cached")]

    def test_only_what_has_changed_is_checked(self):
        self.write("h.h", "#define ONE 1\n")
        self.write("uses.c", GOOD.replace("&x, 1", "&x, ONE").replace(HEAD, HEAD + '#include "h.h"\n'))
        files = ("good.c", "bad.c", "tests.c", "uses.c")
        everything = ["good.c", "bad.c", "tests.c:fine", "tests.c:wrong", "uses.c"]
        self.assertEqual(self.cached(VIOLATION, *files), [])
        self.assertEqual(self.cached(VIOLATION, *files), everything)
        self.write("h.h", "#define ONE 2\n")
        self.assertEqual(self.cached(VIOLATION, *files), everything[:-1])
        self.assertEqual(self.report["tests"][-1]["verdict"], "violation")
        self.write("h.h", "#define ONE 1\n")
        self.assertEqual(self.cached(VIOLATION, *files), everything)
        self.assertEqual(self.cached(VIOLATION, *files, "--no-cache"), [])
        self.assertEqual(self.cached(VIOLATION, *files, "--model", "tso"), [])

    def test_the_report_is_the_same_and_replays(self):
        def without(report):
            return [{key: value for key, value in test.items() if key not in ("cached", "seconds")} for test in report["tests"]]
        self.cached(VIOLATION, "good.c", "bad.c")
        fresh = self.report
        text = self.each(VIOLATION, "good.c", "bad.c", "--cache", self.cache, "--json", "r.json").stdout
        self.assertEqual(without(json.loads((self.folder / "r.json").read_text())), without(fresh))
        self.assertRegex(text, r"✓ good.c  \d+ executions? · cached\n")
        self.assertIn("1 of 2 programs passed, 1 failed, all cached", text)
        self.assertIn("assertion failed: atomic_load(&x) == 2", text)
        self.assertRegex(text, r"(?m)^ ▶ 12  assertion ")
        result = self.run_heddle("replay", "r.json", cwd=self.folder)
        self.assertEqual(result.returncode, VIOLATION, result.stderr)
        self.assertIn("✗ assertion  bad.c:12", result.stdout)

    def test_what_was_cut_is_checked_again_and_bounds_stay_bounds(self):
        self.assertEqual(self.cached(INCONCLUSIVE, "good.c", "--bound-executions", 1), [])
        self.assertEqual(self.cached(INCONCLUSIVE, "good.c", "--bound-executions", 1), [])
        self.write("loop.c", "#include <stdatomic.h>\nstatic atomic_int x;\nint main(void) { for (int i = 0; i < 100; ++i) atomic_fetch_add(&x, i); while (atomic_load(&x) < 9999) atomic_fetch_add(&x, 1); }\n")
        arguments = ("loop.c", "--unroll", 2)
        self.assertEqual(self.cached(INCONCLUSIVE, *arguments), [])
        why = self.report["tests"][0]["why"]
        self.assertEqual(self.cached(INCONCLUSIVE, *arguments), ["loop.c"])
        self.assertEqual(self.report["tests"][0]["why"], why)
        self.assertEqual(self.report["tests"][0]["verdict"], "inconclusive")

    def test_refused_programs_are_never_kept(self):
        self.write("refused.c", "#include <sys/socket.h>\nint main(void) { return socket(1, 1, 0); }\n")
        for _ in range(2):
            self.assertEqual(self.cached(BAD_INPUT, "refused.c"), [])

    def test_damaged_entries_are_replaced(self):
        self.cached(SAFE, "good.c")
        entry, = self.cache.iterdir()
        for text in (b"", b"nonsense", entry.read_bytes()[:-1]):
            entry.write_bytes(text)
            self.assertEqual(self.cached(SAFE, "good.c"), [])
            self.assertEqual(self.cached(SAFE, "good.c"), ["good.c"])

    def test_standard_input_is_part_of_it(self):
        self.write("reads.c", "#include <stdio.h>\n#include <assert.h>\nint main(void) { assert(getchar() != 'x'); }\n")
        self.write("in", "a")
        self.assertEqual(self.cached(SAFE, "reads.c", "--stdin", "in"), [])
        self.assertEqual(self.cached(SAFE, "reads.c", "--stdin", "in"), ["reads.c"])
        self.write("in", "x")
        self.assertEqual(self.cached(VIOLATION, "reads.c", "--stdin", "in"), [])

    def test_where_it_is(self):
        def answers(home):
            return sorted(path.suffix for path in pathlib.Path(home).rglob("*.answer"))
        home, other = self.folder / "home", self.folder / "other"
        home.mkdir()
        usual = {"HEDDLE_CACHE": "", "XDG_CACHE_HOME": str(home)}
        self.each(SAFE, "good.c", env=usual)
        self.assertEqual(answers(home / "heddle" / "answers"), [".answer"])
        self.each(SAFE, "good.c", "--no-cache", env={**usual, "XDG_CACHE_HOME": str(other)})
        self.each(SAFE, "good.c", env={**usual, "HEDDLE_CACHE": "off"})
        self.each(SAFE, "good.c", env={**usual, "HEDDLE_CACHE": str(other)})
        self.assertEqual(answers(other), [".answer"])
        # One program is checked when one asks for it.
        self.check(SAFE, "good.c", cwd=self.folder, env=usual)
        self.assertEqual(len(answers(home)), 1)
        # With nowhere to keep them nothing is said.
        nowhere = self.each(SAFE, "good.c", env={**usual, "XDG_CACHE_HOME": "", "HOME": "/nonexistent/home"})
        self.assertEqual(nowhere.stderr, "")

    def test_one_program_if_asked_for(self):
        arguments = ("bad.c", "--cache", self.cache)
        fresh = self.check(VIOLATION, *arguments, cwd=self.folder).stdout
        again = self.check(VIOLATION, *arguments, cwd=self.folder).stdout
        self.assertNotIn("cached", fresh)
        self.assertRegex(again, r"model rc11 · .*,\s+cached\n")
        self.assertEqual(fresh.split("executions explored")[0], again.split("executions explored")[0])

    def test_a_test_that_expects_its_violation_still_passes(self):
        self.write("t.c", TESTS.replace("--model sc", "--model sc --expect assertion"))
        def run():
            result = self.run_heddle("test", "t.c", "--filter", "wrong", "--cache", self.cache, cwd=self.folder)
            return result.returncode, "cached" in result.stdout
        self.assertEqual(run(), (SAFE, False))
        self.assertEqual(run(), (SAFE, True))


if __name__ == "__main__":
    unittest.main()
