#!/usr/bin/env python3
"""Every command in the documentation is run, and prints what stands there (doc_blocks.py has the conventions).

    HEDDLE=build/release/heddle tests/e2e/test_docs.py --rewrite [PAGE…]    # put what is printed into the pages
"""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import doc_blocks
from heddle import HEDDLE, HeddleTest, is_sanitized

ROOT = doc_blocks.ROOT
PAGES = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "examples/README.md")),
         *(path for path in sorted((ROOT / "docs").rglob("*.md")) if "decisions" not in path.parts)]
# What is neither a command nor printed by one.
READ_ONLY = {"c", "cpp", "cmake", "toml", "yaml", "python"}
OPTION = re.compile(r"`(?:heddle(?: \w+)?(?: [^`\s-][^`\s]*)* )?(--[a-z][a-z-]+)")
# Options of other commands: cmake, the fuzzer of programs, GenMC.
FOREIGN = {"--expect", "--repeat", "--timeout", "--prefix", "--guided", "--bounded", "--meetings", "--imm", "--check-liveness"}


def test_of(page):
    def test(self):
        if page.name == "debugger.md" and shutil.which("gdb") is None:
            self.skipTest("gdb is not installed")
        wrong = doc_blocks.check_page(page, HEDDLE)
        self.assertFalse(wrong, "\n\n".join([*wrong, f"tests/e2e/test_docs.py --rewrite {page.relative_to(ROOT)} puts what is printed into the page"]))
    return test


class Pages(HeddleTest):
    """A test for each page: its commands."""

    def setUp(self):
        super().setUp()
        if is_sanitized():
            self.skipTest("the tests without AddressSanitizer run them; gdb and limits of memory do not go with it")


for each in PAGES:
    setattr(Pages, "test_" + re.sub(r"\W", "_", str(each.relative_to(ROOT).with_suffix(""))), test_of(each))


class Rules(HeddleTest):
    def test_blocks_say_what_they_are(self):
        for page in PAGES:
            for block in doc_blocks.blocks_of(page.read_text()):
                where = f"{page.relative_to(ROOT)}:{block.begin}"
                if block.title or block.not_run:
                    continue
                self.assertIn(block.language, READ_ONLY | {"console", "text"}, f"{where}: commands are a block of the language console")
                if block.language == "text":
                    for line in block.lines:
                        self.assertNotRegex(line, r"^ *(✗|✓|\$ |heddle |\./x )", f"{where}: what is printed belongs to a command")

    def test_few_blocks_are_not_run(self):
        reasons = [block.not_run for page in PAGES for block in doc_blocks.blocks_of(page.read_text()) if block.not_run]
        self.assertLessEqual(len(reasons), 12, reasons)

    def test_options_are_known(self):
        known = set(FOREIGN)
        for command in ("check", "test", "estimate", "bmc", "replay", "list-library"):
            for which in ("--help", "--help-all"):
                known |= set(re.findall(r"--[a-z][a-z-]+", self.run_heddle(command, which).stdout))
        known |= set(re.findall(r"--[a-z][a-z-]+", subprocess.run([ROOT / "x", "help"], capture_output=True, text=True, check=True).stdout))
        for page in PAGES:
            for option in OPTION.findall(page.read_text()):
                self.assertIn(option, known, page.relative_to(ROOT))

    def test_commands_of_x_are_known(self):
        known = set(re.findall(r"^  (\S+)", subprocess.run([ROOT / "x", "help"], capture_output=True, text=True, check=True).stdout, re.MULTILINE))
        for page in PAGES:
            for command in re.findall(r"\./x ([a-z][a-z-]*)", page.read_text()):
                self.assertIn(command, known, page.relative_to(ROOT))


class Verdicts(HeddleTest):
    """docs/verdicts.md, whose commands are run like those of every page, has an example of each verdict."""

    def setUp(self):
        super().setUp()
        self.page = ROOT / "docs" / "verdicts.md"
        self.printed = [line for block in doc_blocks.blocks_of(self.page.read_text()) if block.language == "console" and not block.not_run
                        for _, lines in block.commands() for line in lines]

    def test_every_kind_of_violation(self):
        titles = re.findall(r'Rule\{\w+, "([^"]+)"', (ROOT / "src" / "report" / "rules.cpp").read_text())
        names = re.findall(r'\{ViolationKind::\w+, "([^"]+)"\}', (ROOT / "src" / "core" / "verdict.cpp").read_text())
        self.assertEqual([title.replace(" ", "-") for title in titles], names)
        for title in titles:
            self.assertTrue(any(line.startswith(f"✗ {title}  ") for line in self.printed), f"no example of {title}")
            self.assertIn(f"\n### {title.capitalize()}\n", self.page.read_text())

    def test_every_misuse(self):
        sources = [path.read_text() for path in (ROOT / "src" / "runtime" / "externals").glob("*.cpp")]
        messages = [message for source in sources for message in re.findall(r'\bmisuse\("([^"]+)"', source)]
        self.assertGreater(len(messages), 15)
        for message in messages:
            self.assertTrue(any(message in line for line in self.printed), f"no example of: {message}")

    def test_every_answer(self):
        for sign in ("✓ ", "✗ ", "? inconclusive", "heddle: "):
            self.assertTrue(any(line.startswith(sign) for line in self.printed), sign)


class Conventions(unittest.TestCase):
    def block(self, text):
        return doc_blocks.blocks_of(text)[0]

    def test_commands(self):
        block = self.block("a\n```console\n$ one \\\n  two\nx\n$ three\n```\n")
        self.assertEqual(block.commands(), [("one \\\n  two", ["x"]), ("three", [])])
        self.assertRaises(ValueError, self.block("```console\nx\n```\n").commands)

    def test_titles_and_reasons(self):
        self.assertEqual(self.block('```c title="a.c"\nint x;\n```').title, "a.c")
        self.assertEqual(self.block("<!-- not run: it takes an hour -->\n```console\n$ a\n```").not_run, "it takes an hour")
        self.assertRaises(ValueError, doc_blocks.blocks_of, "```c a.c\n```")
        self.assertRaises(ValueError, doc_blocks.blocks_of, "```c\n")

    def test_what_may_differ(self):
        self.assertTrue(doc_blocks.matches(["2 executions · 50 ms", "at 0x7fffff12"], ["2 executions · 1.3 s  ", "at 0x55550000"]))
        self.assertTrue(doc_blocks.matches(["a  0.20 s     race"], ["a  60 ms      race"]))
        self.assertTrue(doc_blocks.matches(["1,000/s"], ["98,123/s"]))
        self.assertFalse(doc_blocks.matches(["2 executions"], ["3 executions"]))
        self.assertFalse(doc_blocks.matches(["a"], ["a", "b"]))

    def test_what_is_left_out(self):
        self.assertTrue(doc_blocks.matches(["a", "…", "d"], ["a", "b", "c", "d"]))
        self.assertTrue(doc_blocks.matches(["a", "…"], ["a"]))
        self.assertFalse(doc_blocks.matches(["a", "…", "d"], ["a", "b"]))
        self.assertEqual(doc_blocks.rewritten(["a", "…", "x"], ["1", "2", "3", "4"]), ["1", "…", "4"])
        self.assertEqual(doc_blocks.rewritten(["a", "…"], ["1", "2"]), ["1", "…"])

    def test_a_command_that_is_not_there(self):
        folder = doc_blocks.Folder(HEDDLE)
        self.addCleanup(folder.close)
        self.assertRaises(ValueError, folder.run, "there-is-no-such-command")
        self.assertEqual(folder.run("echo a; echo b >&2"), ["a", "b"])


def main():
    if sys.argv[1:2] != ["--rewrite"]:
        unittest.main()
    for page in [pathlib.Path(name).resolve() for name in sys.argv[2:]] or PAGES:
        for wrong in doc_blocks.check_page(page, HEDDLE, rewrite=True):
            print(wrong.partition("\n")[0])


if __name__ == "__main__":
    main()
