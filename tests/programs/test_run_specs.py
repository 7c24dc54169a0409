"""The runner of specs must notice what is wrong: otherwise every spec passes."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import run_specs
import specs

LISTING = {
    "default": {"model": "rc11", "search": "good"},
    "searches": [
        {"name": "naive", "counts": "interleavings", "surplus": "none", "models": ["sc"]},
        {"name": "exact", "counts": "traces", "surplus": "none", "models": ["sc"]},
        {"name": "rough", "counts": "traces", "surplus": "redundant", "models": ["sc"]},
        {"name": "good", "counts": "graphs", "surplus": "none", "models": ["sc", "rc11"]},
        {"name": "slow", "counts": "graphs", "surplus": "blocked", "models": ["sc", "rc11"]},
        {"name": "random", "counts": "sample", "surplus": "none", "models": ["sc"]},
    ],
}
TOOL = specs.Tool.listed(LISTING)
GOOD = """# A program.
# why: because.
program: p.c
model  counts         executions  blocked  verdict
sc     interleavings  6           1        safe
sc     traces         4           1        safe
rc11   graphs         5           0        safe
"""
# Stands for heddle: lists the searches, calls clang, answers as the files of the folder say. (No Python: it is started
# often.)
FAKE = """#!/bin/sh
cd {folder}
if [ "$1" = list ]; then exec cat list; fi
model=default search=default
while [ $# -gt 1 ]; do
  case $1 in --model) model=$2 ;; --search) search=$2 ;; esac
  shift
done
[ "$("$HEDDLE_CLANG" -c -o - "$1")" = bitcode ] || exit 9
cat "$model $search.err" >&2
cat "$model $search.out"
exit "$(cat "$model $search.code")"
"""
CLANG = """#!/bin/sh
echo "$@" >>{folder}/compiled
echo bitcode
"""


def report(verdict="safe", complete=6, blocked=1, violations=(), why="", redundant=0):
    return {"verdict": verdict, "why": why, "violations": list(violations),
            "executions": {"complete": complete, "blocked": blocked, "violated": len(violations),
                           "redundant": redundant}}


def violation(kind="assertion", line=3, executions=2, thread="T1", message="x is 1", output="hi\n"):
    return {"kind": kind, "location": {"file": "p/p.c", "line": line}, "executions": executions, "thread": thread,
            "message": message, "output": output}


class SpecTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "p").mkdir()

    def write(self, text):
        path = self.root / "p" / "p.spec"
        path.write_text(text)
        return path

    def rows(self, text):
        return specs.rows_by_search(specs.parse_spec(self.write(text)), TOOL)

    def differences(self, verdict, answer, code=1, headers=""):
        """What the runner finds wrong with an answer, for a row with this verdict."""
        spec = specs.parse_spec(self.write(f"# why: x\nprogram: p.c\n{headers}model counts executions blocked verdict\n"
                                           f"sc interleavings {verdict}\n"))
        row = spec.rows["sc", "interleavings"]
        return run_specs.compare(spec, row, code, json.dumps(answer), "the reason is this")


class Parsing(SpecTest):
    def assert_bad(self, text, reason):
        with self.assertRaisesRegex(specs.BadSpec, reason):
            self.rows(text)

    def test_good(self):
        self.assertEqual(set(self.rows(GOOD)),
                         {(model, search.name) for search in TOOL.searches for model in search.models})

    def test_missing_row(self):
        for row, name in (("sc     inter", "sc interleavings"), ("sc     traces", "sc traces"),
                          ("rc11", "rc11 graphs")):
            self.assert_bad(GOOD.replace(row, "# " + row), "no row for .*" + name)

    def test_skip_needs_a_reason(self):
        without = GOOD.replace("sc     inter", "# sc     inter")
        self.assertNotIn(("sc", "naive"), self.rows(without + "skip sc interleavings too many\n"))
        self.assertNotIn(("sc", "naive"), self.rows(without + "skip sc naive too many\n"))
        self.assert_bad(without + "skip sc interleavings\n", "skip MODEL COUNTS REASON")

    def test_bmc_can_be_skipped(self):
        for skip, is_asked in (("", True), ("skip sc bmc no end\n", False)):
            spec = specs.parse_spec(self.write(GOOD + skip))
            rows = {**specs.rows_by_search(spec, TOOL), ("sc", "optimal"): spec.rows["sc", "traces"]}
            self.assertEqual(run_specs.Runner.bounded_row(spec, rows) is not None, is_asked)
        self.assert_bad(GOOD + "sc bmc 1 0 safe\n", "not registered: sc bmc")

    def test_the_default_cannot_be_skipped(self):
        without = GOOD.replace("rc11", "# rc11")
        self.assert_bad(without + "skip rc11 graphs because\n", "may not be skipped")
        self.assert_bad(GOOD + "skip rc11 good because\n", "may not be skipped")

    def test_row_for_nothing(self):
        for row in ("tso graphs", "rc11 traces", "rc11 naive", "sc guess"):
            self.assert_bad(GOOD + row + " 1 0 safe\n", "not registered: " + row)

    def test_row_twice(self):
        self.assert_bad(GOOD + "sc traces 1 0 safe\n", "more than one row for sc traces")
        self.assert_bad(GOOD + "skip sc traces because\n", "more than one row for sc traces")

    def test_no_why(self):
        self.assert_bad(GOOD.replace("# why: because.", "# because"), "no '# why")
        self.assert_bad(GOOD.replace("# why: because.", "# why:"), "no '# why")

    def test_no_program(self):
        self.assert_bad(GOOD.replace("program: p.c\n", ""), "no 'program")

    def test_unknown_words(self):
        self.assert_bad(GOOD.replace("safe", "explosion p.c:3"), "unknown kind of violation 'explosion'")
        self.assert_bad(GOOD.replace("safe", "sane"), "no verdict")
        self.assert_bad(GOOD.replace("safe", "safe p.c:3"), "nothing may follow")
        self.assert_bad(GOOD.replace("safe", "refused"), "needs a text")
        self.assert_bad(GOOD.replace("safe", "under-sc"), "no counts")
        self.assert_bad(GOOD.replace("6 ", "six "), "neither a number")
        self.assert_bad(GOOD.replace("6 ", "6+ "), "neither a number")
        self.assert_bad(GOOD.replace("program:", "programme:"), "no header")


class Deriving(SpecTest):
    def expected(self, text):
        """By model and search: complete, redundant and blocked executions, verdict."""
        return {" ".join(pair): (row.executions, row.redundant, row.blocked, row.verdict)
                for pair, row in self.rows(text).items()}

    def test_groups(self):
        self.assertEqual(self.expected(GOOD), {
            "sc naive": (6, 0, 1, "safe"), "sc exact": (4, 0, 1, "safe"), "sc rough": (4, None, 1, "safe"),
            "sc good": (4, 0, 1, "safe"), "sc slow": (4, 0, 1, "safe"), "sc random": (None, None, None, "inconclusive"),
            "rc11 good": (5, 0, 0, "safe"), "rc11 slow": (5, 0, 0, "safe")})

    def test_a_new_search_needs_no_row(self):
        listing = {**LISTING, "searches": LISTING["searches"] + [
            {"name": "new", "counts": "traces", "surplus": "none", "models": ["sc"]},
            {"name": "newer", "counts": "graphs", "surplus": "none", "models": ["sc", "rc11", "power"]}]}
        rows = specs.rows_by_search(specs.parse_spec(self.write(GOOD)), specs.Tool.listed(listing))
        self.assertEqual(rows["sc", "new"].executions, 4)
        self.assertEqual(rows["rc11", "newer"].executions, 5)
        self.assertNotIn(("power", "newer"), rows)

    def test_only_some_searches_may_block_more(self):
        rows = self.rows(GOOD)
        for model in ("sc", "rc11"):
            self.assertFalse(rows[model, "good"].may_block_more)
            self.assertTrue(rows[model, "slow"].may_block_more)
        self.assertFalse(self.rows(GOOD + "rc11 slow 5 7 safe\n")["rc11", "slow"].may_block_more)

    def test_a_row_of_its_own_counts(self):
        expected = self.expected(GOOD + "sc rough 4+3 1 safe\nsc graphs 7 2 safe\nrc11 slow 5 9 safe\n")
        self.assertEqual([expected[name] for name in ("sc exact", "sc rough", "sc good", "sc slow", "rc11 slow")],
                         [(4, 0, 1, "safe"), (4, 3, 1, "safe"), (7, 0, 2, "safe"), (7, 0, 2, "safe"),
                          (5, None, 9, "safe")])

    def test_a_sample_finds_what_is_wrong(self):
        text = GOOD.replace("4           1        safe", "4 1 abort p.c:3 x2")
        row = self.rows(text)["sc", "random"]
        self.assertEqual((row.verdict, row.executions), ("violation", None))
        self.assertEqual(list(map(str, row.violations)), ["abort p.c:3"])
        self.assertEqual(self.rows(text + "sc sample - - inconclusive\n")["sc", "random"].verdict, "inconclusive")


class Comparing(SpecTest):
    def assert_agrees(self, *arguments, **keywords):
        self.assertEqual(self.differences(*arguments, **keywords), [])

    def assert_differs(self, *arguments, **keywords):
        self.assertNotEqual(self.differences(*arguments, **keywords), [])

    def test_counts(self):
        self.assert_agrees("6 1 safe", report(), code=0)
        self.assert_agrees("- - safe", report(), code=0)
        self.assert_differs("7 1 safe", report(), code=0)
        self.assert_differs("6 0 safe", report(), code=0)

    def test_more_blocked_executions(self):
        row = specs.Row("rc11", "graphs", 6, None, 1, "safe", "", [], 1, may_block_more=True)
        for blocked, problems in ((1, 0), (2, 0), (0, 1)):
            self.assertEqual(len(run_specs.compare_counts(row, report(blocked=blocked)["executions"])), problems)

    def test_redundant_executions(self):
        self.assert_agrees("6+2 1 safe", report(redundant=2), code=0)
        self.assert_agrees("6 1 safe", report(redundant=2), code=0)
        self.assert_differs("6+2 1 safe", report(), code=0)
        self.assert_differs("6+0 1 safe", report(redundant=2), code=0)

    def test_verdicts(self):
        self.assert_differs("6 1 safe", report("violation", violations=[violation()]))
        self.assert_differs("- - assertion p.c:3", report(), code=0)
        self.assert_differs("6 1 safe", report(), code=-6)

    def test_violations(self):
        found = report("violation", violations=[violation()])
        for good in ("assertion p.c:3", "assertion p.c:2|3", "assertion -", "assertion p.c:3 x2"):
            self.assert_agrees("- - " + good, found)
        for bad in ("assertion p.c:4", "assertion q.c:3", "abort p.c:3", "assertion p.c:3 x1",
                    "assertion p.c:3 + abort p.c:3"):
            self.assert_differs("- - " + bad, found)
        two = report("violation", violations=[violation(), violation("abort", 9)])
        self.assert_agrees("6 1 abort p.c:9 + assertion p.c:3 x2", two)
        self.assert_differs("6 1 assertion p.c:3", two)
        self.assert_differs("5 1 abort p.c:9 + assertion p.c:3 x2", two)

    def test_headers(self):
        found = report("violation", violations=[violation()])
        for good in ("thread: T1", "message: is 1", "output: hi\\n"):
            self.assert_agrees("- - assertion p.c:3", found, headers=good + "\n")
        for bad in ("thread: T2", "message: is 2", "output: hi"):
            self.assert_differs("- - assertion p.c:3", found, headers=bad + "\n")

    def test_inconclusive(self):
        found = report("inconclusive", why="the sample is small")
        self.assert_agrees("- - inconclusive", found, code=3)
        self.assert_agrees("- - inconclusive sample", found, code=3)
        self.assert_differs("- - inconclusive limit", found, code=3)

    def test_refused(self):
        self.assert_agrees("- - refused reason", None, code=2)
        self.assert_differs("- - refused other", None, code=2)
        self.assert_differs("- - refused reason", report(), code=0)


class Running(SpecTest):
    """The whole runner, with stand-ins for heddle and clang."""

    def run_all(self, listing=None, options=(), **changed):
        """`changed`: answers that are not as in GOOD, by model and search with a _ between them."""
        answers = {f"{model} {search}": (0, report(complete=complete, blocked=blocked), "")
                   for model, search, complete, blocked in (
                       ("sc", "naive", 6, 1), ("sc", "exact", 4, 1), ("sc", "rough", 4, 1), ("sc", "good", 4, 1),
                       ("sc", "slow", 4, 2), ("default", "default", 5, 0), ("rc11", "slow", 5, 3))}
        answers["sc random"] = (3, report("inconclusive", why="a sample"), "")
        answers |= {pair.replace("_", " "): answer for pair, answer in changed.items()}
        for pair, (code, answer, errors) in answers.items():
            (self.root / f"{pair}.code").write_text(str(code))
            (self.root / f"{pair}.out").write_text(json.dumps(answer))
            (self.root / f"{pair}.err").write_text(errors)
        (self.root / "list").write_text(json.dumps(listing or LISTING))
        for name, text in (("heddle", FAKE), ("clang", CLANG)):
            (self.root / name).write_text(text.format(folder=self.root))
            (self.root / name).chmod(0o755)
        environment = {**os.environ, "HEDDLE": str(self.root / "heddle"), "HEDDLE_CLANG": str(self.root / "clang")}
        return subprocess.run([sys.executable, "-B", run_specs.__file__, *options, str(self.root / "p")], check=False,
                              text=True, env=environment, capture_output=True)

    def assert_agrees(self, done):
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "1 of 1 specs agree"), done.stdout)

    def assert_fails(self, done, text):
        self.assertEqual(done.returncode, 1)
        self.assertIn(text, done.stdout)

    def test_agreement(self):
        self.write(GOOD)
        self.assert_agrees(self.run_all())

    def test_a_program_is_compiled_once(self):
        self.write(GOOD)
        self.run_all()
        self.assertEqual((self.root / "compiled").read_text(), "-c -o - p/p.c\n")

    def test_wrong_count(self):
        self.write(GOOD)
        for pair in ("sc_naive", "sc_exact", "sc_slow", "default_default", "rc11_slow"):
            self.assert_fails(self.run_all(**{pair: (0, report(complete=3), "")}), "found 3")

    def test_a_search_that_is_left_out(self):
        self.write(GOOD)
        more = {"name": "new", "counts": "traces", "surplus": "none", "models": ["sc"]}
        listing = {**LISTING, "searches": LISTING["searches"] + [more]}
        self.assert_agrees(self.run_all(listing, sc_new=(0, report(complete=4), "")))
        self.assert_fails(self.run_all(listing, sc_new=(0, report(complete=5), "")), "sc new")

    def test_under_sc(self):
        self.write(GOOD.replace("5           0        safe", "- - under-sc no sections"))
        found = {**report(complete=4), "model": "sc", "search": "exact",
                 "notes": ["under sc, not under weak memory: p.c:1: no sections"]}

        def run(why="no sections on graphs", **changed):
            return self.run_all(default_default=(0, {**found, **changed}, ""), rc11_slow=(2, None, why))

        self.assert_agrees(run())
        self.assert_fails(run(why="I am tired"), "expected 'no sections'")
        self.assert_fails(run(notes=[]), "expected it under sc")
        self.assert_fails(run(notes=["under sc: other"]), "expected it under sc")
        self.assert_fails(run(model="rc11"), "expected it under sc")
        self.assert_fails(run(executions=report(complete=9)["executions"]), "found 9")

    def test_sc_by_options(self):
        self.write(GOOD.replace("5           0        safe", "- - under-sc"))
        found = {**report(complete=4), "model": "sc", "search": "exact"}
        self.assert_agrees(self.run_all(default_default=(0, found, ""), rc11_slow=(9, None, "not to be run")))
        found["notes"] = ["under sc, not under weak memory"]
        self.assert_fails(self.run_all(default_default=(0, found, "")), "expected it under sc")

    def test_bad_spec(self):
        self.write(GOOD.replace("safe", "sane"))
        self.assertEqual(self.run_all().returncode, 1)

    def test_known_gaps(self):
        def run(**changed):
            return self.run_all(options=["--known-gaps"], **changed)

        self.write(GOOD)
        self.assert_fails(run(), "the gap is closed")
        self.assertEqual(run(sc_exact=(0, report(complete=3), "")).returncode, 0)
        self.write(GOOD.replace("safe", "sane"))
        self.assert_fails(run(), "sane")

    def test_thinned(self):
        self.write(GOOD)
        spec = specs.parse_spec(self.root / "p" / "p.spec")
        runner = run_specs.Runner("heddle", TOOL, 60, only_default=False, thin=10**9)
        left = [pair for pair in specs.rows_by_search(spec, TOOL) if not runner.is_left_out(spec, pair)]
        self.assertEqual(sorted(left), [("rc11", "good"), ("sc", "exact"), ("sc", "good"), ("sc", "naive")])

    def test_folder_without_a_spec(self):
        self.assertEqual(self.run_all().returncode, 1)


if __name__ == "__main__":
    unittest.main()
