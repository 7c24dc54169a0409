#!/usr/bin/env python3
"""Runs the programs of this folder through heddle and compares what it says with their specs.

    HEDDLE=build/release/heddle tests/programs/run_specs.py [--shard I/N] [--thin N] [FOLDER...]

The format of a spec is described in README.md. A spec fails when a number or a verdict differs, but also when it says
nothing of a search that heddle offers, gives no reason (`why`) or uses a word that means nothing: what is not checked
must be visible.

With --known-gaps it runs those of tests/known_gaps, which heddle does not answer as they demand yet: there a spec fails
when heddle agrees with all of it, or when it is no spec.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile
import time
import zlib

from specs import BOUNDED, PROMISED, BadSpec, Tool, parse_spec, rows_by_search

HERE = pathlib.Path(__file__).resolve().parent
ENCODINGS = ["interleavings", "order"]  # of bmc
BOUNDS = ["--max-depth", "14", "--time-limit", "0.5"]  # of bmc: enough for small programs
SAMPLE = 500  # executions of a sampling search: enough for programs of a few steps, and quick


def describe(violation):
    place = violation["location"]
    return f"{violation['kind']} {place['file']}:{place['line']} x{violation['executions']}"


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


def compare_counts(row, counts):
    differences = []
    for what, expected in (("complete", row.executions), ("redundant", row.redundant), ("blocked", row.blocked)):
        found = counts[what]
        if what == "blocked" and row.may_block_more:
            if expected is not None and found < expected:
                differences.append(f"expected at least {expected} blocked executions, found {found}")
        elif expected is not None and expected != found:
            differences.append(f"expected {expected} {what} executions, found {found}")
    return differences


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
    return differences + compare_counts(row, report["executions"])


def compare_guided(spec, row, code, stdout, stderr):
    """As compare(), where only assertions and deadlocks are promised: others may be found or not, none is made up."""
    if row.verdict in ("refused", "under-sc"):
        return [] if code in (EXIT_CODES["refused"], EXIT_CODES["safe"]) else [f"expected it refused, found {code}"]
    promised = [v for v in row.violations if v.kind in PROMISED]
    allowed = {EXIT_CODES[row.verdict]}
    if row.verdict == "inconclusive" or not promised:
        allowed.add(EXIT_CODES["safe"])
    if code not in allowed:
        return [f"expected exit code {sorted(allowed)}, found {code}:\n{stderr.strip()}"]
    found = json.loads(stdout)["violations"]
    matches = lambda expected, violation: expected.matches(violation, spec.folder.name)
    # Which of several wrong accesses is reported, and as what, is up to the search.
    is_expected = lambda v: any(matches(e, v) or not {e.kind, v["kind"]} & PROMISED for e in row.violations)
    differences = [f"found {describe(v)}" for v in found if not is_expected(v)]
    if "--keep-going" in spec.headers.get("options", ""):
        differences += [f"expected {e}" for e in promised if not any(matches(e, v) for v in found)]
    return differences


def compare_bounded(spec, row, code, stdout, stderr):
    """As compare_guided(), for bmc: it may also refuse the program, or find no end within its bounds. Plain accesses
    that race are steps to it, so that it sees what comes after them."""
    if code in (EXIT_CODES["refused"], EXIT_CODES["inconclusive"]):
        return []
    if code == EXIT_CODES["safe"]:
        return [f"expected {v}, found none" for v in row.violations if v.kind != "data-race"]
    if code != EXIT_CODES["violation"]:
        return [f"found exit code {code}:\n{stderr.strip()}"]
    found = json.loads(stdout)["violations"][0]
    if found["kind"] == "nondeterminism":
        return [f"found {describe(found)}: {found['message']}"]
    is_known = row.verdict == "violation" and not any(v.kind == "data-race" for v in row.violations)
    known = [dataclasses.replace(v, executions=None) for v in row.violations]
    if row.verdict == "safe" or (is_known and not any(v.matches(found, spec.folder.name) for v in known)):
        return [f"found {describe(found)}"]
    return []


def compare_default(spec, rows, row, code, stdout, stderr):
    """As compare(), for the default. Where that is to look under sc, it must say so and agree with those rows."""
    if row.verdict != "under-sc":
        return compare(spec, row, code, stdout, stderr)
    if code == EXIT_CODES["refused"]:
        return [f"expected an answer, found it refused:\n{stderr.strip()}"]
    report = json.loads(stdout)
    notes = [note for note in report.get("notes", []) if note.startswith("under sc")]
    if report["model"] != "sc" or bool(notes) != bool(row.text) or not all(row.text in note for note in notes):
        return [f"expected it under sc ({row.text}), found it under {report['model']} {notes}"]
    return compare(spec, rows["sc", report["search"]], code, stdout, stderr)


def command_line(spec, choice, is_sample):
    arguments = ["check", "--json", "-", *choice]
    options = shlex.split(spec.headers.get("options", ""))
    if is_sample and "--executions" not in options:
        arguments += ["--executions", str(SAMPLE)]
    return arguments + [f"{spec.folder.name}/{file}" for file in spec.headers["program"].split()] + options


class Runner:
    """Runs heddle in the folder above the program's: programs then share heddle's precompiled headers. What clang makes
    of a program is kept while its spec is checked (clang_once.sh)."""

    def __init__(self, heddle, tool, timeout, only_default, thin):
        self.heddle, self.tool, self.timeout, self.only_default, self.thin = heddle, tool, timeout, only_default, thin
        self.samples = {search.name for search in tool.searches if search.counts == "sample"}
        counted = {}  # the first search that counts a thing stands for the others
        for search in tool.searches:
            counted.setdefault(search.counts, search.name)
        self.always = set(counted.values()) - self.samples | {tool.default[1]}
        self.seconds = {}  # of processor time, by program and row

    def run_spec(self, path):
        """The problems of one spec, each a line or more. Raises BadSpec if it is none."""
        spec = parse_spec(path)
        rows = rows_by_search(spec, self.tool)
        problems = []
        with tempfile.TemporaryDirectory() as compiled:
            environment = {**os.environ, "HEDDLE_CLANG": str(HERE / "clang_once.sh"), "COMPILED_ONCE": compiled,
                           "REAL_CLANG": os.environ.get("HEDDLE_CLANG") or "clang-19"}
            for pair, row in rows.items():
                if self.is_left_out(spec, pair):
                    continue
                problems += [f"{path.name}:{row.line}: {' '.join(pair)}: {text}"
                             for text in self.timed(spec, " ".join(pair), self.run_row, rows, pair, environment)]
            if row := self.bounded_row(spec, rows):
                problems += [f"{path.name}:{row.line}: bmc --encoding {encoding}: {text}" for encoding in ENCODINGS
                             if not self.is_left_out(spec, ("bmc", encoding)) for text in self.timed(spec, f"bmc {encoding}", self.run_bounded, row, encoding, environment)]
        return problems

    def is_left_out(self, spec, pair):
        if self.only_default:
            return pair != self.tool.default
        return pair[1] not in self.always and zlib.crc32(" ".join([spec.folder.name, *pair]).encode()) % self.thin != 0

    def timed(self, spec, what, run, *arguments):
        def spent():
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            return usage.ru_utime + usage.ru_stime

        before = spent()
        answer = run(spec, *arguments)
        self.seconds[spec.folder.name, what] = spent() - before
        return answer

    def print_slowest(self, count):
        print(f"{sum(self.seconds.values()):.0f} s of processor time in {len(self.seconds)} rows; the slowest:")
        for (program, what), seconds in sorted(self.seconds.items(), key=lambda item: -item[1])[:count]:
            print(f"{seconds:8.2f} s  {program}  {what}")

    @staticmethod
    def bounded_row(spec, rows):
        """What bmc must not contradict, if it is asked: of programs in C, without options that change what they do."""
        if BOUNDED in spec.skipped:
            return None
        options = shlex.split(spec.headers.get("options", ""))
        is_plain = all(option.startswith(("-D", "-I")) or option == "--keep-going" for option in options)
        is_c = all(file.endswith(".c") for file in spec.headers["program"].split())
        row = rows.get(("sc", "optimal"))
        return row if is_plain and is_c and row and row.verdict in ("safe", "violation", "inconclusive") else None

    def run_bounded(self, spec, row, encoding, environment):
        options = [option for option in shlex.split(spec.headers.get("options", "")) if option != "--keep-going"]
        files = [f"{spec.folder.name}/{file}" for file in spec.headers["program"].split()]
        arguments = ["bmc", "--json", "-", *BOUNDS, "--encoding", encoding, *files, *options]
        done = subprocess.run([self.heddle, *arguments], cwd=spec.folder.parent, capture_output=True, text=True,
                              errors="replace", timeout=self.timeout, check=False, env=environment)
        return compare_bounded(spec, row, done.returncode, done.stdout, done.stderr)

    def run_row(self, spec, rows, pair, environment):
        row, is_default = rows[pair], pair == self.tool.default
        if not row.promises_all and "--dependence" in spec.headers.get("options", ""):
            return []  # it has its own
        if row.verdict == "under-sc" and not is_default:
            if not row.text:
                return []  # what the options select
            row = dataclasses.replace(row, verdict="refused")
        choice = [] if is_default else ["--model", pair[0], "--search", pair[1]]
        arguments = command_line(spec, choice, pair[1] in self.samples)
        try:
            done = subprocess.run([self.heddle, *arguments], cwd=spec.folder.parent, capture_output=True, text=True,
                                  errors="replace", timeout=self.timeout, check=False, env=environment)
        except subprocess.TimeoutExpired:
            return [f"no answer after {self.timeout} s"]
        answer = (done.returncode, done.stdout, done.stderr)
        if is_default:
            return compare_default(spec, rows, row, *answer)
        return compare(spec, row, *answer) if row.promises_all else compare_guided(spec, row, *answer)


def run_and_print(runner, path, is_gap):
    """Whether the spec passes."""
    start = time.monotonic()
    try:
        problems = runner.run_spec(path)
        passes = bool(problems) == is_gap
    except BadSpec as problem:
        problems, passes = [str(problem)], False
    if is_gap and not problems:
        problems = ["heddle agrees: the gap is closed; move the folder to tests/programs"]
    print(f"{'ok  ' if passes else 'FAIL'} {path.parent.name} ({time.monotonic() - start:.2f} s)", flush=True)
    for problem in problems:
        print("     " + problem.replace("\n", "\n     "))
    return passes


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
    parser.add_argument("--known-gaps", action="store_true", help="run the specs that are not met yet")
    parser.add_argument("--only-default", action="store_true", help="only the default model and search")
    parser.add_argument("--thin", type=int, default=1, metavar="N",
                        help="one search of each kind, and of the other rows only one in N, always the same ones")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one run of heddle")
    parser.add_argument("--slowest", type=int, metavar="N", help="print which N rows took most processor time")
    parser.add_argument("folders", nargs="*", type=pathlib.Path, help="only these programs")
    options = parser.parse_args()
    heddle = os.path.abspath(os.environ.get("HEDDLE", "build/release/heddle"))
    shard, shards = map(int, options.shard.split("/"))
    folders = [f.resolve() for f in options.folders] or sorted(
        f for f in (HERE.parent / "known_gaps" if options.known_gaps else HERE).iterdir() if f.is_dir() and f.name != "__pycache__")
    listing = subprocess.run([heddle, "list"], capture_output=True, text=True, check=True).stdout
    runner = Runner(heddle, Tool.listed(json.loads(listing)), options.timeout, options.only_default, options.thin)
    try:
        specs = find_specs(folders)[shard - 1::shards]
    except BadSpec as problem:
        print(problem)
        return 1
    failed = sum(not run_and_print(runner, path, options.known_gaps) for path in specs)
    print(f"{len(specs) - failed} of {len(specs)} {'gaps are still there' if options.known_gaps else 'specs agree'}")
    if options.slowest:
        runner.print_slowest(options.slowest)
    return 1 if failed or not specs else 0


if __name__ == "__main__":
    sys.exit(main())
