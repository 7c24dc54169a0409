"""The runner of specs must notice what is wrong: otherwise every spec passes."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import run_specs

PAIRS = {("sc", "naive"), ("sc", "random")}
GOOD = """# A program.
# why: because.
program: p.c
model  search  executions  blocked  verdict
sc     naive   6           1        safe
sc     random  -           -        inconclusive sample
"""
# Stands for heddle: offers the two searches, answers as ANSWER says.
FAKE = """#!{python}
import json, os, sys
if "--help" in sys.argv:
    print("  --search NAME=naive   How to explore:\\n      naive: all\\n      random: some")
    print("  --model NAME=sc   Memory model:\\n      sc: one")
    sys.exit(0)
answer = json.load(open(os.environ["ANSWER"]))[sys.argv[sys.argv.index("--search") + 1]]
print(json.dumps(answer["report"]))
sys.exit(answer["code"])
"""


def report(verdict="safe", complete=6, blocked=1, violations=(), why="", redundant=0):
    return {"verdict": verdict, "why": why, "violations": list(violations),
            "executions": {"complete": complete, "blocked": blocked, "violated": len(violations), "redundant": redundant}}


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

    def parse(self, text):
        spec = run_specs.parse_spec(self.write(text))
        run_specs.check_coverage(spec, PAIRS)
        return spec

    def differences(self, verdict, answer, code=1, headers=""):
        """What the runner finds wrong with an answer, for a row with this verdict."""
        spec = self.parse(f"# why: x\nprogram: p.c\n{headers}model search executions blocked verdict\n"
                          f"sc naive {verdict}\nskip sc random a reason\n")
        return run_specs.compare(spec, spec.rows[0], code, json.dumps(answer), "the reason is this")


class Parsing(SpecTest):
    def test_good(self):
        spec = self.parse(GOOD)
        self.assertEqual([(r.executions, r.blocked, r.verdict) for r in spec.rows],
                         [(6, 1, "safe"), (None, None, "inconclusive")])

    def assert_bad(self, text, reason):
        with self.assertRaisesRegex(run_specs.BadSpec, reason):
            self.parse(text)

    def test_missing_row(self):
        self.assert_bad(GOOD.replace("sc     random", "# sc     random"), "no row for sc random")

    def test_skip_needs_a_reason(self):
        without = GOOD[:GOOD.index("sc     random")]
        self.parse(without + "skip sc random no schedule is unfair enough\n")
        self.assert_bad(without + "skip sc random\n", "skip MODEL SEARCH REASON")

    def test_row_for_nothing(self):
        self.assert_bad(GOOD + "tso naive 1 0 safe\n", "not registered: tso naive")

    def test_row_twice(self):
        self.assert_bad(GOOD + "sc naive 1 0 safe\n", "more than one row for sc naive")
        self.assert_bad(GOOD + "skip sc naive because\n", "more than one row for sc naive")

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
        self.assert_bad(GOOD.replace("6 ", "six "), "neither a number")
        self.assert_bad(GOOD.replace("6 ", "6+ "), "neither a number")
        self.assert_bad(GOOD.replace("program:", "programme:"), "no header")

    def test_pairs_from_the_help(self):
        text = ("  --search NAME=naive         How to explore:\n"
                "                                naive: every interleaving; the oracle: all\n"
                "                                trust: one\n"
                "  --model NAME=sc             Memory model:\n"
                "                                sc: strong\n"
                "                                tso: less so\n")
        self.assertEqual(run_specs.registered_pairs(text), {("sc", "naive"), ("sc", "trust"), ("tso", "trust")})
        with self.assertRaises(run_specs.BadSpec):
            run_specs.registered_pairs("no such thing")


    def test_searches_on_graphs_agree_with_optimal(self):
        table = "# why: x\nprogram: p.c\nmodel search executions blocked verdict\nsc optimal 6+0 1 safe\n"
        spec = run_specs.parse_spec(self.write(table))
        run_specs.add_graph_rows(spec)
        self.assertEqual([(r.search, r.executions, r.blocked) for r in spec.rows],
                         [("optimal", 6, 1), ("trust", 6, None), ("awamoche", 6, 1)])
        spec = run_specs.parse_spec(self.write(table + "sc trust 7 1 safe\n"))
        run_specs.add_graph_rows(spec)
        self.assertEqual([(r.search, r.executions, r.blocked) for r in spec.rows],
                         [("optimal", 6, 1), ("trust", 7, 1), ("awamoche", 7, None)])


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
    """The whole runner, with a stand-in for heddle."""

    def run_all(self, naive):
        fake, answer = self.root / "fake", self.root / "answer.json"
        fake.write_text(FAKE.format(python=sys.executable))
        fake.chmod(0o755)
        random = {"code": 3, "report": report("inconclusive", why="a sample")}
        answer.write_text(json.dumps({"naive": naive, "random": random}))
        return subprocess.run([sys.executable, "-B", run_specs.__file__, str(self.root / "p")], check=False, text=True,
                              env={**os.environ, "HEDDLE": str(fake), "ANSWER": str(answer)}, capture_output=True)

    def test_agreement(self):
        self.write(GOOD)
        done = self.run_all({"code": 0, "report": report()})
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "1 of 1 specs agree"))

    def test_wrong_count(self):
        self.write(GOOD)
        done = self.run_all({"code": 0, "report": report(complete=5)})
        self.assertEqual(done.returncode, 1)
        self.assertIn("expected 6 complete executions, found 5", done.stdout)

    def test_bad_spec(self):
        self.write(GOOD.replace("safe", "sane"))
        self.assertEqual(self.run_all({"code": 0, "report": report()}).returncode, 1)

    def test_folder_without_a_spec(self):
        self.assertEqual(self.run_all({"code": 0, "report": report()}).returncode, 1)


if __name__ == "__main__":
    unittest.main()
