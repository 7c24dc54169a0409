"""The tour in examples/README.md: complete, and what it says of the examples in C is what heddle finds."""

import pathlib
import re
import unittest

from heddle import SAFE, VIOLATION, HeddleTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def rows():
    """By file: the columns of its row in the tour."""
    lines = (EXAMPLES / "README.md").read_text().splitlines()
    cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| `"))
    return {row[0].strip("`"): row[1:] for row in cells}


def has_bug(file):
    return "BUG" in (EXAMPLES / file).read_text()


class Tour(unittest.TestCase):
    def test_names_every_example_and_no_other(self):
        files = {path.name for path in EXAMPLES.iterdir() if path.is_file() and path.name != "README.md"}
        self.assertEqual(set(rows()), files)

    def test_every_example_has_its_specs(self):
        for file in rows():
            for suffix in ("", "_bug") if has_bug(file) else ("",):
                name = f"example_{pathlib.Path(file).stem}{suffix}"
                spec = (ROOT / "tests/programs" / name / f"{name}.spec").read_text()
                self.assertIn(f"program: ../../../examples/{file}\n", spec)
                self.assertEqual("-DBUG" in spec, suffix == "_bug", name)


class Figures(HeddleTest):
    def check_row(self, file, columns):
        counts = [int(count) for count in re.findall(r"\d+", columns[-1])]
        verdicts = [SAFE, VIOLATION] if has_bug(file) else [VIOLATION if columns[-2] else SAFE]
        self.assertEqual(len(counts), len(verdicts))
        for code, count, flags in zip(verdicts, counts, ([], ["-DBUG"])):
            report = self.check_json(code, EXAMPLES / file, *flags)
            self.assertEqual(sum(report["executions"].values()), count)
            for violation in report["violations"]:
                self.assertIn(violation["kind"].replace("-", " "), columns[-2])

    def test_examples_in_c(self):
        for file, columns in rows().items():
            if file.endswith(".c"):
                with self.subTest(file):
                    self.check_row(file, columns)


if __name__ == "__main__":
    unittest.main()
