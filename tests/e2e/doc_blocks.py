"""The blocks of code in a page of the documentation, and what they promise.

    ```c title="name.c"     a file. Of the repository, if it has one at this path: then the block is an excerpt of it. Otherwise the page's own:
                            it is written to the folder in which the commands of the page run
    ```console              commands, each after `$ `, with what they print. A line … stands for any number of lines
    ```c                    (and other languages, without a title) is there to be read

`<!-- not run: REASON -->` on the line before a block says why its commands are not run. Times, rates and addresses may differ (LOOSE).
"""

import dataclasses
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPENING = re.compile(r"^```(?P<language>\w*)(?: title=\"(?P<title>[^\"]+)\")?$")
NOT_RUN = re.compile(r"^<!-- not run: (.+) -->$")
SKIP = "…"
LOOSE = [
    (re.compile(r"\babout [\d,]+ executions \([\d,]+ to [\d,]+\)"), "about N executions"),
    (re.compile(r"\b[\d,.]+/s\b"), "N/s"),
    (re.compile(r"\b[\d,.]+ ?(?:ns|µs|ms|s|min|h|days|years)\b(?: {2,})?"), "TIME"),  # with what fills its column
    (re.compile(r"\b0x[0-9a-f]{6,}"), "ADDRESS"),
]
# Of commands that are not Heddle's: the shell did not find it.
NOT_FOUND = 127


@dataclasses.dataclass
class Block:
    language: str
    title: str | None
    not_run: str | None
    begin: int  # the index of its first line in the page, after the fence
    lines: list

    def commands(self):
        """(command, what it prints) of a block of the language console."""
        found = []
        is_continued = False
        for line in self.lines:
            if is_continued:
                found[-1] = (found[-1][0] + "\n" + line, [])
            elif line.startswith("$ "):
                found.append((line.removeprefix("$ "), []))
            elif not found:
                raise ValueError(f"line {self.begin + 1}: a block of commands begins with `$ `")
            else:
                found[-1][1].append(line)
            is_continued = line.endswith("\\") and not found[-1][1]
        return found


def blocks_of(text):
    """The blocks of a page, in order. Raises ValueError for an opening that says nothing."""
    lines, found, block = text.split("\n"), [], None
    for number, line in enumerate(lines):
        if block is None and line.startswith("```"):
            opening = OPENING.match(line)
            if not opening:
                raise ValueError(f"line {number + 1}: {line}")
            reason = NOT_RUN.match(lines[number - 1]) if number else None
            block = Block(opening["language"], opening["title"], reason and reason[1], number + 1, [])
        elif block is not None and line == "```":
            found.append(block)
            block = None
        elif block is not None:
            block.lines.append(line)
    if block is not None:
        raise ValueError(f"line {block.begin}: the block has no end")
    return found


def loose(line):
    line = line.rstrip()
    for pattern, word in LOOSE:
        line = pattern.sub(word, line)
    return line


def matches(expected, printed):
    """Whether the lines that a command prints are those that the page has."""
    pattern = "".join("(?:.*\n)*?" if line == SKIP else re.escape(loose(line)) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(loose(line) + "\n" for line in printed)) is not None


def rewritten(expected, printed):
    """What is printed, with as many lines before and after what is left out as the page had."""
    if SKIP not in expected:
        return printed
    before = expected.index(SKIP)
    after = expected[::-1].index(SKIP)
    if before + after >= len(printed):
        return printed
    return printed[:before] + [SKIP] + printed[len(printed) - after:]


class Folder:
    """The folder in which the commands of a page run."""

    def __init__(self, heddle):
        self.scratch = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.scratch.name) / "work"
        tools = pathlib.Path(self.scratch.name) / "bin"
        tools.mkdir()
        self.path.mkdir()
        (tools / "heddle").symlink_to(pathlib.Path(heddle).resolve())
        for name in ("docs", "examples", "tests"):
            (self.path / name).symlink_to(ROOT / name)
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
                            "HEDDLE_CACHE": "off"}

    def close(self):
        self.scratch.cleanup()

    def write(self, name, lines):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n")

    def run(self, command):
        """The lines that it prints. Raises ValueError where there is no such command, or a signal ends it."""
        done = subprocess.run(["bash", "-c", command], cwd=self.path, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=120, check=False)
        if done.returncode >= NOT_FOUND or done.returncode < 0:
            raise ValueError(f"{command} ends with {done.returncode}\n{done.stdout}")
        return done.stdout.rstrip("\n").split("\n") if done.stdout else []


def is_excerpt(lines, path):
    return "\n".join(lines) in path.read_text()


def check_page(path, heddle, rewrite=False):
    """What is wrong with the blocks of a page, a text each; with rewrite, what is printed takes the place of what was expected."""
    text = path.read_text()
    page, wrong, folder = text.split("\n"), [], Folder(heddle)
    changes = []  # (begin, number of lines, new lines), in order
    try:
        for block in blocks_of(text):
            where = f"{path.relative_to(ROOT)}:{block.begin}"
            if block.title and (ROOT / block.title).exists():
                if not is_excerpt(block.lines, ROOT / block.title):
                    wrong.append(f"{where}: this is no part of {block.title}")
            elif block.title:
                folder.write(block.title, block.lines)
            elif block.language == "console" and not block.not_run:
                new = []
                for command, expected in block.commands():
                    printed = folder.run(command)
                    is_same = matches(expected, printed)
                    if not is_same:
                        wrong.append(f"{where}: $ {command}\nexpected:\n" + "\n".join(expected) + "\nprinted:\n" + "\n".join(printed))
                    new += ["$ " + command] + (expected if is_same else rewritten(expected, printed))
                changes.append((block.begin, len(block.lines), "\n".join(new).split("\n")))
    finally:
        folder.close()
    if rewrite:
        for begin, length, lines in reversed(changes):
            page[begin:begin + length] = lines
        path.write_text("\n".join(page))
    return wrong
