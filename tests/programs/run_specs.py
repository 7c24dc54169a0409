#!/usr/bin/env python3
"""Runs the programs of this folder through heddle and compares what it says with their specs.

    HEDDLE=build/release/heddle tests/programs/run_specs.py [--shard I/N] [FOLDER...]

The format of a spec is described in README.md. A spec fails when a number or a verdict differs, but also when it leaves
out a pair of model and search that heddle offers, gives no reason (`why`) or uses a word that means nothing: what is
not checked must be visible.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
KINDS = {
    "assertion", "abort", "uncaught-exception", "data-race", "deadlock", "livelock", "use-after-free", "double-free",
    "bad-free", "out-of-bounds", "null-dereference", "wild-pointer", "uninitialised-read", "leak", "lock-misuse",
    "division-by-zero", "stack-overflow", "nondeterminism",
}
HEADERS = {"program", "options", "thread", "message", "output"}
COLUMNS = ["model", "search", "executions", "blocked", "verdict"]
TIMEOUT = 60
SAMPLING = {"random", "pct", "pos"}
GRAPH = {"awamoche", "trust"}  # searches on execution graphs, which know weak models
SAMPLE = 500  # executions of a sampling search: enough for programs of a few steps, and quick


class BadSpec(Exception):
    """The spec itself is wrong."""


@dataclasses.dataclass(frozen=True)
class Expected:
    """One violation: its kind, the lines that may be reported (none: any place), the executions that show it."""
    kind: str
    file: str = ""
    lines: frozenset = frozenset()
    executions: int | None = None

    def __str__(self):
        place = f"{self.file}:{'|'.join(map(str, sorted(self.lines)))}" if self.lines else "-"
        return f"{self.kind} {place}" + (f" x{self.executions}" if self.executions is not None else "")

    def matches(self, violation, folder):
        place = violation["location"]
        return (violation["kind"] == self.kind
                and (not self.lines or (place["file"] == f"{folder}/{self.file}" and place["line"] in self.lines))
                and (self.executions is None or violation["executions"] == self.executions))


@dataclasses.dataclass
class Row:
    """What one model and search must say."""
    model: str
    search: str
    executions: int | None
    redundant: int | None
    blocked: int | None
    verdict: str             # safe, violation, inconclusive, refused
    text: str                # inconclusive, refused: part of the reason
    violations: list
    line: int


@dataclasses.dataclass
class Spec:
    folder: pathlib.Path
    headers: dict
    rows: list
    skipped: set


def parse_count(word):
    if word == "-":
        return None
    if not word.isdigit():
        raise BadSpec(f"'{word}' is neither a number nor '-'")
    return int(word)


def parse_violation(text):
    match = re.fullmatch(r"(\S+) (?:-|(\S+):(\d+(?:\|\d+)*))(?: x(\d+))?", text)
    if match is None:
        raise BadSpec(f"'{text}' is no verdict")
    kind, file, lines, times = match.groups()
    if kind not in KINDS:
        raise BadSpec(f"unknown kind of violation '{kind}'")
    return Expected(kind, file or "", frozenset(map(int, lines.split("|"))) if lines else frozenset(),
                    int(times) if times else None)


def parse_row(words, verdict, line):
    model, search, executions, blocked = words
    executions, plus, redundant = executions.partition("+")
    executions, redundant, blocked = parse_count(executions), parse_count(redundant if plus else "-"), parse_count(blocked)
    first, _, rest = verdict.partition(" ")
    row = Row(model, search, executions, redundant, blocked, first, rest.strip(), [], line)
    if first == "safe":
        if rest:
            raise BadSpec("nothing may follow 'safe'")
    elif first == "refused":
        if not rest or executions is not None or blocked is not None:
            raise BadSpec("'refused' needs a text and has no counts")
    elif first != "inconclusive":
        row.verdict, row.text = "violation", ""
        row.violations = [parse_violation(part.strip()) for part in verdict.split(" + ")]
    return row


def parse_spec(path):
    """The spec in the file; raises BadSpec."""
    headers, rows, skipped, why, table = {}, [], set(), False, False
    for number, raw in enumerate(path.read_text().splitlines(), 1):
        try:
            line = raw.strip()
            if line.startswith("#"):
                why = why or bool(re.match(r"# why: \S", line))
            elif not line:
                continue
            elif line.split() == COLUMNS:
                table = True
            elif line.startswith("skip "):
                words = line.split(None, 3)
                if len(words) < 4:
                    raise BadSpec("a skip row is: skip MODEL SEARCH REASON")
                skipped.add((words[1], words[2]))
            elif table:
                words = line.split(None, 4)
                if len(words) < 5:
                    raise BadSpec("a row has five columns")
                rows.append(parse_row(words[:4], words[4], number))
            else:
                name, colon, value = line.partition(":")
                if not colon or name not in HEADERS or name in headers:
                    raise BadSpec(f"'{line}' is no header, or a second one")
                headers[name] = value.strip()
        except BadSpec as problem:
            raise BadSpec(f"{path.name}:{number}: {problem}") from None
    if not why:
        raise BadSpec(f"{path.name}: no '# why: …': say where the numbers come from")
    if "program" not in headers:
        raise BadSpec(f"{path.name}: no 'program: FILE'")
    return Spec(path.parent, headers, rows, skipped)


def add_graph_rows(spec):
    """Under sc, graphs are traces: what has no row of its own must agree with `optimal`, except that more may block in
    `trust`. `awamoche` must agree with `trust` where that has a row."""
    named = {(row.model, row.search) for row in spec.rows} | spec.skipped
    optimal = next((row for row in spec.rows if (row.model, row.search) == ("sc", "optimal")), None)
    if optimal is not None and ("sc", "trust") not in named:
        spec.rows.append(dataclasses.replace(optimal, search="trust", redundant=None, blocked=None))
        if ("sc", "awamoche") not in named:
            spec.rows.append(dataclasses.replace(optimal, search="awamoche", redundant=None))
            named.add(("sc", "awamoche"))
    spec.rows += [dataclasses.replace(row, search="awamoche", redundant=None, blocked=None)
                  for row in spec.rows if row.search == "trust" and (row.model, "awamoche") not in named]


def check_coverage(spec, pairs):
    """Every registered pair has one row or is skipped for a reason; nothing else has. Weak models may be left out."""
    named = [(row.model, row.search) for row in spec.rows]
    doubled = {pair for pair in named if named.count(pair) > 1 or pair in spec.skipped}
    needed = {(model, search) for model, search in pairs if search not in GRAPH}
    for problem, some in (("no row for", needed - set(named) - spec.skipped), ("more than one row for", doubled),
                          ("not registered:", (set(named) | spec.skipped) - pairs)):
        if some:
            raise BadSpec(f"{problem} {', '.join(' '.join(pair) for pair in sorted(some))}")


def registered_pairs(help_text):
    """The pairs of model and search that `heddle check --help` offers."""
    searches = re.search(r"--search .*\n((?: +\S+: .*\n)+)", help_text)
    models = re.search(r"--model .*\n((?: +\S+: .*\n)+)", help_text)
    if searches is None or models is None:
        raise BadSpec("the help of heddle does not list its searches and models")
    return {(model, search) for model in re.findall(r"(?m)^ +(\S+): ", models[1])
            for search in re.findall(r"(?m)^ +(\S+): ", searches[1]) if model == "sc" or search in GRAPH}


def describe(violation):
    place = violation["location"]
    return f"{violation['kind']} {place['file']}:{place['line']} x{violation['executions']} ({violation['message']})"


def compare_violations(spec, row, report):
    """What differs between the violations expected and found."""
    left, differences = list(report["violations"]), []
    for expected in row.violations:
        found = next((v for v in left if expected.matches(v, spec.folder.name)), None)
        if found is None:
            differences.append(f"expected {expected}")
        else:
            left.remove(found)
    differences += [f"found {describe(v)}" for v in left]
    first = report["violations"][0] if report["violations"] else None
    if first is None:
        return differences
    if (thread := spec.headers.get("thread")) and first["thread"] != thread:
        differences.append(f"expected it in thread {thread}, found it in {first['thread']}")
    if (message := spec.headers.get("message")) and message not in first["message"]:
        differences.append(f"expected '{message}' in the message '{first['message']}'")
    if (output := spec.headers.get("output")) is not None:
        output = output.encode().decode("unicode_escape")
        if first["output"] != output:
            differences.append(f"expected the output {output!r}, found {first['output']!r}")
    return differences


EXIT_CODES = {"safe": 0, "violation": 1, "refused": 2, "inconclusive": 3}


def compare(spec, row, code, stdout, stderr):
    """What differs between the row and what heddle answered: a list of sentences, empty if nothing does."""
    if code != EXIT_CODES[row.verdict]:
        expected = f"{row.verdict} (exit code {EXIT_CODES[row.verdict]})"
        return [f"expected {expected}, found exit code {code}:\n{stderr.strip()}"]
    if row.verdict == "refused":
        return [] if row.text in stderr else [f"expected '{row.text}' in:\n{stderr.strip()}"]
    report = json.loads(stdout)
    if report["verdict"] != row.verdict:
        return [f"expected verdict {row.verdict}, found {report['verdict']}"]
    differences = compare_violations(spec, row, report)
    if row.text and row.text not in report.get("why", ""):
        differences.append(f"expected '{row.text}' in the reason '{report.get('why', '')}'")
    counts = report["executions"]
    for what, expected, found in (("complete", row.executions, counts["complete"]),
                                  ("redundant", row.redundant, counts["redundant"]),
                                  ("blocked", row.blocked, counts["blocked"])):
        if expected is not None and expected != found:
            differences.append(f"expected {expected} {what} executions, found {found}")
    return differences


def command_line(spec, row):
    arguments = ["check", "--json", "-", "--model", row.model, "--search", row.search]
    options = shlex.split(spec.headers.get("options", ""))
    if row.search in SAMPLING and "--executions" not in options:
        arguments += ["--executions", str(SAMPLE)]
    return arguments + [f"{spec.folder.name}/{file}" for file in spec.headers["program"].split()] + options


def run_row(heddle, spec, row):
    """Runs heddle in the folder above the program's: programs then share heddle's precompiled headers."""
    arguments = command_line(spec, row)
    try:
        done = subprocess.run([heddle, *arguments], cwd=spec.folder.parent, capture_output=True, text=True,
                              errors="replace", timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return [f"no answer after {TIMEOUT} s"]
    return compare(spec, row, done.returncode, done.stdout, done.stderr)


def run_spec(heddle, path, pairs):
    """The problems of one spec, each a line or more."""
    try:
        spec = parse_spec(path)
        check_coverage(spec, pairs)
        add_graph_rows(spec)
    except BadSpec as problem:
        return [str(problem)]
    problems = []
    for row in spec.rows:
        problems += [f"{path.name}:{row.line}: {row.model} {row.search}: {text}" for text in run_row(heddle, spec, row)]
    return problems


def find_specs(folders):
    """One spec in each folder, of the folder's name."""
    specs = []
    for folder in folders:
        spec = folder / f"{folder.name}.spec"
        if not spec.is_file():
            raise BadSpec(f"{folder}: no {spec.name}")
        specs.append(spec)
    return specs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shard", default="1/1", help="only each N-th spec, from the I-th on: I/N")
    parser.add_argument("folders", nargs="*", type=pathlib.Path, help="only these programs")
    options = parser.parse_args()
    heddle = os.path.abspath(os.environ.get("HEDDLE", "build/release/heddle"))
    shard, shards = map(int, options.shard.split("/"))
    folders = [f.resolve() for f in options.folders] or sorted(
        f for f in HERE.iterdir() if f.is_dir() and f.name != "__pycache__")
    help_text = subprocess.run([heddle, "check", "--help"], capture_output=True, text=True, check=True).stdout
    failed = 0
    try:
        pairs = registered_pairs(help_text)
        specs = find_specs(folders)[shard - 1::shards]
    except BadSpec as problem:
        print(problem)
        return 1
    for path in specs:
        start = time.monotonic()
        problems = run_spec(heddle, path, pairs)
        print(f"{'FAIL' if problems else 'ok  '} {path.parent.name} ({time.monotonic() - start:.2f} s)", flush=True)
        for problem in problems:
            print("     " + problem.replace("\n", "\n     "))
        failed += bool(problems)
    print(f"{len(specs) - failed} of {len(specs)} specs agree")
    return 1 if failed or not specs else 0


if __name__ == "__main__":
    sys.exit(main())
