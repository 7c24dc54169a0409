"""docs/supported.md: it is what docs/supported.py writes, and each function in it does what it should.

The programs of tests/supported say in comments how they are run:

    // options: OPTIONS      of heddle check
    // violations: KIND xN … that it must find with --keep-going, at N places; without this line there must be none
    // native: no, REASON    it is not run natively; or flags for the linker
"""

import collections
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import unittest

from heddle import BAD_INPUT, HEDDLE, SAFE, VIOLATION, HeddleTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests" / "supported"
CLANG = os.environ.get("HEDDLE_CLANG", "clang-19")
# No function is replaced by what the compiler knows of it: it is the library's that is tested.
FLAGS = ["-w", "-D_GNU_SOURCE", "-fno-builtin"]


def supported():
    specification = importlib.util.spec_from_file_location("supported", ROOT / "docs" / "supported.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


class Program:
    def __init__(self, path):
        self.path = path
        said = dict(re.findall(r"^// (options|violations|native): (.*)$", path.read_text(), re.MULTILINE))
        self.options = said.get("options", "").split()
        kinds = re.findall(r"(\S+) x(\d+)", said.get("violations", ""))
        self.violations = collections.Counter({kind: int(count) for kind, count in kinds})
        self.is_native = not said.get("native", "").startswith("no,")
        self.libraries = said.get("native", "").split() if self.is_native else []

    def compile(self, output, *flags):
        """Natively, without optimisation: what is written is what is called."""
        mode = "--driver-mode=g++" if self.path.suffix == ".cpp" else "--driver-mode=gcc"
        standard = "-std=gnu++20" if self.path.suffix == ".cpp" else "-std=gnu17"
        of_clang = [option for option in self.options if option.startswith("-std=")]
        subprocess.run([CLANG, mode, standard, *of_clang, *FLAGS, "-O0", f"-I{ROOT / 'include'}", *flags, self.path, "-o", output],
                       check=True)

    def input(self):
        index = self.options.index("--stdin") if "--stdin" in self.options else None
        return os.devnull if index is None else self.path.parent / self.options[index + 1]


ALL = [Program(path) for path in sorted(PROGRAMS.iterdir()) if path.suffix in (".c", ".cpp")]


class Supported(HeddleTest):
    def test_document(self):
        written = subprocess.run([ROOT / "docs" / "supported.py", "--check"], env={**os.environ, "HEDDLE": HEDDLE},
                                 capture_output=True, text=True, check=False)
        self.assertEqual((written.returncode, written.stderr), (0, ""))

    def test_each_program_is_of_a_group(self):
        of_groups = {program for group in supported().GROUPS for program in group.programs}
        self.assertEqual(of_groups, {program.path.name for program in ALL})

    def test_programs(self):
        for program in ALL:
            with self.subTest(program.path.name):
                result = self.run_heddle("check", program.path.name, *program.options, "--keep-going", "--json", "-", "--", *FLAGS,
                                         cwd=PROGRAMS)
                self.assertEqual(result.returncode, VIOLATION if program.violations else SAFE, result.stderr)
                found = [violation["kind"] for violation in json.loads(result.stdout)["violations"]]
                self.assertEqual(collections.Counter(found), program.violations, result.stderr)

    def test_programs_natively(self):
        for program in ALL:
            if not program.is_native:
                continue
            with self.subTest(program.path.name), open(program.input()) as standard_input:
                program.compile(self.folder / "program", "-pthread", "-lm", *program.libraries)
                ended = subprocess.run([self.folder / "program"], stdin=standard_input, cwd=PROGRAMS, timeout=60,
                                       capture_output=True, text=True, check=False)
                self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_output(self):
        """What is printed is the same, byte for byte."""
        for name in ("output.c", "cxx_streams.cpp", "printed.c"):
            program = next(program for program in ALL if program.path.name == name)
            program.compile(self.folder / "program", "-DSTATUS=1")
            native = subprocess.run([self.folder / "program"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True, check=False)
            found = json.loads(self.check(VIOLATION, program.path, "-DSTATUS=1", "--exit-status", "--json", "-", "--", *FLAGS).stdout)
            self.assertEqual(found["violations"][0]["kind"], "exit-status")
            self.assertEqual(found["violations"][0]["output"], native.stdout)
            self.assertGreater(len(native.stdout.splitlines()), 3)

    def called(self, names):
        """The symbols that programs call and do not define."""
        for program in ALL:
            if program.path.name in names:
                program.compile(self.folder / (program.path.name + ".o"), "-c", "-DHEDDLE")
        listed = subprocess.run(["nm", "-u", "--format=posix", *(self.folder / (name + ".o") for name in names)],
                                capture_output=True, text=True, check=True)
        return {line.split()[0] for line in listed.stdout.splitlines() if not line.endswith(":")}  # but the names of files

    def test_each_function_is_called(self):
        """By a program that the document names. Of a pattern some function is, unless the row of another one fits better."""
        library = supported()
        rows = library.table(HEDDLE)
        symbols = {row["symbol"] for row in rows}
        patterns = sorted((symbol[:-1] for symbol in symbols if symbol.endswith("*")), key=len, reverse=True)

        def row_of(symbol):
            if symbol in symbols:
                return symbol
            return next((pattern + "*" for pattern in patterns if symbol.startswith(pattern)), None)

        for group, members in library.grouped(rows):
            known = {row["symbol"] for row in members if row["by"] != "nobody"}
            if known and not group.tested:
                missing = known - {row_of(symbol) for symbol in self.called(group.programs)}
                self.assertEqual(missing, set(), f"{group.title}: no program of {group.programs} calls them")

    def test_each_refusal(self):
        """A call is refused, by name and with the reason of the table."""
        for row in supported().table(HEDDLE):
            if row["by"] != "nobody":
                continue
            with self.subTest(row["symbol"]):
                # Of a pattern: a name that only it fits.
                symbol = row["symbol"].replace("*", "_of_this_kind")
                program = self.write("refused.ll", f'declare i32 @"{symbol}"(...)\n@function = global ptr @"{symbol}"\n'
                                     "define i32 @main() {\n  %f = load volatile ptr, ptr @function\n"
                                     "  %r = call i32 (...) %f()\n  ret i32 %r\n}\n")
                result = self.check(BAD_INPUT, program)
                self.assertIn("the program calls " + symbol, result.stderr)
                self.assertIn(row.get("why", "--allow-external " + symbol), result.stderr)


if __name__ == "__main__":
    unittest.main()
