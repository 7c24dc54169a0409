"""Bounded checking: what it says, and how it is run again."""

import json

from heddle import BAD_INPUT, INCONCLUSIVE, SAFE, VIOLATION, HeddleTest

PROGRAM = "inputs.c"


class Bmc(HeddleTest):
    def bmc(self, expected_code, *arguments):
        result = self.run_heddle("bmc", *arguments)
        self.assertEqual(result.returncode, expected_code, result.stdout + result.stderr)
        return result

    def test_inputs_are_found_and_shown(self):
        text = self.bmc(VIOLATION, PROGRAM).stdout
        self.assertIn("choose = 123456", text)
        self.assertIn("choose = 1241", text)
        self.assertIn("assertion failed", text)
        self.assertRegex(text, r"\d+ steps, [\d,]+ conflicts · search bmc, model sc")

    def test_safe_for_all_inputs(self):
        for por in ("none", "static", "simple", "full"):
            text = self.bmc(SAFE, PROGRAM, "-DSAFE", "--por", por).stdout
            self.assertIn("no assertion fails, no deadlock: all inputs and interleavings end within", text)

    def test_up_to_a_depth(self):
        text = self.bmc(INCONCLUSIVE, PROGRAM, "--max-depth", "2").stdout
        self.assertIn("no violation within 2 steps", text)
        self.bmc(VIOLATION, PROGRAM, "--depth", "12", "--constraints", "pairs")

    def test_json_and_replay(self):
        file = self.folder / "found.json"
        self.bmc(VIOLATION, PROGRAM, "--json", file)
        report = json.loads(file.read_text())
        self.assertEqual((report["search"], report["verdict"]), ("bmc", "violation"))
        self.assertEqual(report["promises"], ["assertions", "deadlocks"])
        replayed = self.run_heddle("replay", file)
        self.assertEqual(replayed.returncode, VIOLATION, replayed.stdout + replayed.stderr)
        self.assertIn("choose = 123456", replayed.stdout)

    def test_a_time_limit(self):
        indexer = "../../../bench/programs/peephole/indexer.c"
        text = self.bmc(INCONCLUSIVE, indexer, "-DN=5", "--depth", "25", "--por", "none", "--time-limit", "1").stdout
        self.assertIn("a limit has stopped the solver", text)

    def test_bad_input(self):
        unsupported = self.folder / "program.c"
        unsupported.write_text("#include <stdio.h>\nint main(void) {\n  return getchar() > 3;\n}\n")
        for arguments, words in (
                ((), "no source file given"),
                (("missing.c",), "missing.c"),
                ((PROGRAM, "--por", "most"), "most"),
                ((PROGRAM, "--depth", "0"), "'0' is no number from 1 to 100000"),
                ((unsupported,), "program.c:3: getchar is not supported by bmc; use heddle check"),
        ):
            result = self.bmc(BAD_INPUT, *arguments)
            self.assert_one_line(result.stderr)
            self.assertIn(words, result.stderr)
