"""The runner of litmus tests must notice what is wrong: otherwise every test passes."""

import unittest

import run_litmus

GOOD = """// A test.
//
// why: because
//      of this.
// W    F     |  sc  rc11
// rlx  none  |  3   3+1
// sc   none  |  3   3
#include "litmus.h"
"""


def report(complete, violated, kind="assertion", blocked=0):
    violations = [{"kind": kind, "message": "no"}] if violated else []
    return {"violations": violations,
            "executions": {"complete": complete, "violated": violated, "blocked": blocked, "redundant": 0}}


class Tables(unittest.TestCase):
    def test_good(self):
        rows = run_litmus.parse_table(GOOD)
        self.assertEqual([str(row) for row in rows], ["W=rlx F=none", "W=sc F=none"])
        self.assertEqual(rows[0].expected, {"sc": (3, 0), "rc11": (3, 1)})

    def test_bad(self):
        for text, reason in ((GOOD.replace("why: because", "because"), "line 6: no '// why"),
                             (GOOD.replace("      of this.", ""), "line 6: no '// why"),
                             (GOOD.replace("3   3+1", "3"), "differ in length"),
                             (GOOD.replace("3+1", "3+0"), "is no count"),
                             ("int main;\n" + GOOD, "no table")):
            with self.assertRaisesRegex(run_litmus.BadTable, reason):
                run_litmus.parse_table(text)

    def test_every_model_is_there(self):
        rows = run_litmus.parse_table(GOOD)
        run_litmus.check_models(rows, ["sc", "rc11"])
        with self.assertRaisesRegex(run_litmus.BadTable, "the models are"):
            run_litmus.check_models(rows, ["sc", "rc11", "ra"])


class Answers(unittest.TestCase):
    def test_right(self):
        self.assertIsNone(run_litmus.compare((3, 0), 0, report(3, 0)))
        self.assertIsNone(run_litmus.compare((3, 1), 1, report(3, 1)))

    def test_wrong(self):
        for expected, code, answer in (((3, 0), 1, report(3, 1)), ((3, 1), 0, report(3, 0)), ((3, 0), 0, report(4, 0)),
                                       ((3, 1), 1, report(3, 2)), ((3, 1), 1, report(3, 1, kind="data-race")),
                                       ((3, 0), 0, report(3, 0, blocked=1)), ((3, 0), 3, report(3, 0)),
                                       ((3, 0), 2, None)):
            self.assertIsNotNone(run_litmus.compare(expected, code, answer))


if __name__ == "__main__":
    unittest.main()
