#!/usr/bin/env python3
"""Runs the litmus tests of this folder and compares what heddle counts with the table in each one's first comment.

    HEDDLE=build/release/heddle tests/litmus/run_litmus.py [--shard I/N] [FILE...]

The format of the table is described in README.md.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 60
BOUNDED = ("sc", "tso", "rc11")  # models of heddle bmc


class BadTable(Exception):
    """The table itself is wrong."""


@dataclasses.dataclass(frozen=True)
class Row:
    """One choice of macros, and for each model how many executions have the outcome, and how many have not."""
    macros: tuple    # of (name, value)
    expected: dict   # model -> (without, with)
    line: int

    def __str__(self):
        return " ".join(f"{name}={value}" for name, value in self.macros)


def parse_count(word):
    match = re.fullmatch(r"(\d+)(?:\+([1-9]\d*))?", word)
    if match is None:
        raise BadTable(f"'{word}' is no count such as 3 or 3+1")
    return int(match[1]), int(match[2] or 0)


def parse_table(text):
    """The rows of a test, from the comment it begins with; raises BadTable."""
    rows, header, has_reason = [], None, False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("//"):
            break
        try:
            left, bar, right = line[2:].partition("|")
            if re.match(r" why: \S", left):
                has_reason = True
            elif not bar:
                # A reason is for the rows directly below it.
                has_reason = has_reason and bool(left.strip())
            elif not re.match(r"\s*\d", right):
                header = left.split(), right.split()
            else:
                if header is None:
                    raise BadTable("a row without a header")
                if not has_reason:
                    raise BadTable("no '// why: …' above these rows")
                rows.append(parse_row(header, left.split(), right.split(), number))
        except BadTable as problem:
            raise BadTable(f"line {number}: {problem}") from None
    if not rows:
        raise BadTable("no table")
    return rows


def parse_row(header, values, counts, number):
    macros, models = header
    if len(values) != len(macros) or len(counts) != len(models):
        raise BadTable("the row and its header differ in length")
    return Row(tuple(zip(macros, values)), dict(zip(models, map(parse_count, counts))), number)


def check_models(rows, models):
    for row in rows:
        if set(row.expected) != set(models):
            raise BadTable(f"line {row.line}: the models are {', '.join(models)}")


def compare(expected, code, report):
    """What differs, as a sentence; nothing if all agrees."""
    without, having = expected
    if report is None:
        return f"heddle failed (exit code {code})"
    counts = report["executions"]
    found = counts["complete"], counts["violated"]
    if any(v["kind"] != "assertion" for v in report["violations"]):
        return f"found {report['violations'][0]['kind']}: {report['violations'][0]['message']}"
    if found != expected or counts["blocked"] or counts["redundant"] or code != (1 if having else 0):
        return f"expected {without} executions and {having} with the outcome, found {found[0]} and {found[1]}"
    return None


def run(heddle, path, row, model, search):
    """Runs heddle beside the test."""
    command = [heddle, "check", "--keep-going", "--json", "-", "--model", model, "--search", search, path.name]
    command += [f"-D{name}={value}" for name, value in row.macros]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    return done.returncode, json.loads(done.stdout) if done.returncode in (0, 1) else None, done.stderr


def run_bounded(heddle, path, row, model):
    """What heddle bmc says wrongly about the outcome, as a sentence: whether it comes about is all that it knows."""
    command = [heddle, "bmc", "--quiet", "--model", model, "--encoding", "order", path.name]
    command += [f"-D{name}={value}" for name, value in row.macros]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    expected = 1 if row.expected[model][1] else 0
    return None if done.returncode == expected else f"expected exit code {expected}, found {done.returncode}"


def run_file(heddle, path, models, searches):
    try:
        rows = parse_table(path.read_text())
        check_models(rows, models)
    except BadTable as problem:
        return [f"{path.name}: {problem}"]
    problems = []
    for row in rows:
        # SC also with the search on interleavings, which shares nothing with the others.
        for model, search in [(model, search) for model in models for search in searches] + [("sc", "optimal")]:
            code, report, errors = run(heddle, path, row, model, search)
            wrong = compare(row.expected[model], code, report)
            if wrong:
                errors = errors if report is None else ""
                problems.append(f"{path.name}:{row.line}: {row}: {model} {search}: {wrong}\n{errors}")
        for model in BOUNDED:
            wrong = run_bounded(heddle, path, row, model)
            if wrong:
                problems.append(f"{path.name}:{row.line}: {row}: {model} bmc: {wrong}")
    return problems


def registered(heddle):
    """The models that heddle offers, and its searches on execution graphs."""
    listed = json.loads(subprocess.run([heddle, "list"], capture_output=True, text=True, check=True).stdout)
    searches = [search for search in listed["searches"] if search["counts"] == "graphs"]
    return searches[0]["models"], [search["name"] for search in searches]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shard", default="1/1", help="only each N-th test, from the I-th on: I/N")
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="only these tests")
    options = parser.parse_args()
    heddle = os.path.abspath(os.environ.get("HEDDLE", "build/release/heddle"))
    shard, shards = map(int, options.shard.split("/"))
    files = ([f.resolve() for f in options.files] or sorted(HERE.glob("*.c")))[shard - 1::shards]
    models, searches = registered(heddle)
    failed = 0
    for path in files:
        start = time.monotonic()
        problems = run_file(heddle, path, models, searches)
        print(f"{'FAIL' if problems else 'ok  '} {path.stem} ({time.monotonic() - start:.2f} s)", flush=True)
        for problem in problems:
            print("     " + problem.strip().replace("\n", "\n     "))
        failed += bool(problems)
    print(f"{len(files) - failed} of {len(files)} tests agree")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
