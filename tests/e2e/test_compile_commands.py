"""-p: the flags of files are those of a build."""

import json
import unittest

from heddle import BAD_INPUT, SAFE, VIOLATION, HeddleTest

ASSERTS_N = """
#include <assert.h>
#include <n.h>
int main(void) { assert(N == WANTED); }
"""


class CompileCommands(HeddleTest):
    def setUp(self):
        super().setUp()
        for folder in ("src", "inc", "build"):
            (self.folder / folder).mkdir()
        self.write("inc/n.h", "#define N 3\n")
        self.write("src/a.c", ASSERTS_N)

    def database(self, *entries):
        return self.write("build/compile_commands.json", json.dumps(entries))

    def entry(self, *flags, file="../src/a.c"):
        return {"directory": str(self.folder / "build"), "file": file,
                "arguments": ["/usr/bin/gcc", *flags, "-O2", "-Werror", "-fgcse-las", "-MD", "-MF", "a.d", "-o", "a.o", "-c", file]}

    def run_it(self, code, *arguments):
        return self.check(code, *arguments, cwd=self.folder)

    def test_the_flags_of_the_build(self):
        self.run_it(BAD_INPUT, "src/a.c")
        self.database(self.entry("-I../inc", "-DWANTED=3"))
        for database in ("build", "build/compile_commands.json", self.folder / "build"):
            report = self.check_json(SAFE, "src/a.c", "-p", database, cwd=self.folder)
            self.assertEqual(report["flags-of-files"], {"src/a.c": [f"-I{self.folder}/inc", "-DWANTED=3"]})
            self.assertEqual(report["flags"], [])
        self.run_it(VIOLATION, "src/a.c", "-p", "build", "-UWANTED", "-DWANTED=4")  # what is said here comes later

    def test_the_other_form(self):
        self.database({"directory": "../src", "file": "a.c", "command": "ccache cc -I../inc '-DWANTED=(1 + 2)' -c a.c"})
        self.run_it(SAFE, "src/a.c", "-p", "build")

    def test_each_file_has_its_own(self):
        self.write("src/main.c", "int two(void);\n#include <assert.h>\nint main(void) { assert(two() + W == 3); }\n")
        self.write("src/two.c", "int two(void) { return W; }\n")
        self.database(self.entry("-DW=1", file="../src/main.c"), self.entry("-DW=2", file="../src/two.c"))
        self.run_it(SAFE, "src/main.c", "src/two.c", "-p", "build")

    def test_replay_has_them_too(self):
        self.database(self.entry("-I../inc", "-DWANTED=4"))
        self.run_it(VIOLATION, "src/a.c", "--compile-commands", "build", "--json", "report.json")
        result = self.run_heddle("replay", "report.json", cwd=self.folder)
        self.assertEqual(result.returncode, VIOLATION, result.stderr)

    def test_bounded_checks(self):
        self.database(self.entry("-I../inc", "-DWANTED=4"))
        result = self.run_heddle("bmc", "src/a.c", "-p", "build", cwd=self.folder)
        self.assertEqual(result.returncode, VIOLATION, result.stderr)

    def test_the_first_of_several(self):
        self.database(self.entry("-I../inc", "-DWANTED=3"), self.entry("-I../inc", "-DWANTED=4"))
        self.assertIn("has 2 commands for src/a.c; the flags of the first are taken", self.run_it(SAFE, "src/a.c", "-p", "build").stdout)

    def test_assertions_that_the_build_switches_off(self):
        self.database(self.entry("-I../inc", "-DWANTED=4", "-DNDEBUG"))
        self.assertIn("assert() is switched off", self.run_it(SAFE, "src/a.c", "-p", "build").stdout)
        self.run_it(VIOLATION, "src/a.c", "-p", "build", "-UNDEBUG")

    def test_what_is_wrong(self):
        self.database(self.entry(file="../src/b.c"))
        for wanted, arguments in (("src/a.c is not among the 1 commands of build/compile_commands.json", ["src/a.c", "-p", "build"]),
                                  ("CMAKE_EXPORT_COMPILE_COMMANDS", ["src/a.c", "-p", "src"]),
                                  ("src/a.c:", ["src/a.c", "-p", "src/a.c"])):
            result = self.run_it(BAD_INPUT, *arguments)
            self.assert_one_line(result.stderr)
            self.assertIn(wanted, result.stderr)


if __name__ == "__main__":
    unittest.main()
