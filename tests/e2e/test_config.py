"""heddle.toml: defaults for options, and what is said about entries that are wrong."""

import os
import shutil
import unittest

from heddle import BAD_INPUT, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest


class Config(HeddleTest):
    def setUp(self):
        super().setUp()
        for name in ("safe.c", "race.c", "many_executions.c"):
            shutil.copy(PROGRAMS / name, self.folder)
        self.inner = self.folder / "a" / "b"
        self.inner.mkdir(parents=True)

    def config(self, text):
        return self.write("heddle.toml", text)

    def json_of(self, code, *arguments, cwd=None):
        return self.check_json(code, *arguments, cwd=cwd or self.folder)

    def assert_refused(self, wanted, text, *arguments, command="check"):
        self.config(text)
        result = self.run_heddle(command, *(arguments or ["safe.c"]), cwd=self.folder)
        self.assertEqual(result.returncode, BAD_INPUT, text + result.stdout)
        self.assertEqual(result.stdout, "")
        self.assert_one_line(result.stderr)
        self.assertIn(wanted, result.stderr)

    def test_defaults_are_effective_and_shown(self):
        self.config('model = "sc"\ntime-limit = 60\nwithout = ["purity", "await"]\n[check]\nkeep-going = true\n'
                    'nondet-range = 3\nno-sample = true\n')
        report = self.json_of(SAFE, "safe.c")
        options = report["options"]
        self.assertEqual((report["model"], report["search"], options["time-limit"], options["purity"], options["await"]),
                         ("sc", "optimal", 60, False, False))
        self.assertEqual((options["keep-going"], options["nondet-range"], options["sample"]), (True, 3, False))
        self.assertIn("heddle.toml sets keep-going, model, no-sample, nondet-range, time-limit, without", report["notes"])

    def test_the_command_line_comes_first(self):
        self.config('search = "optimal"\nmodel = "sc"\nwithout = ["purity"]\nseed = 3\n')
        report = self.json_of(SAFE, "safe.c", "--search", "naive", "--without", "await")
        options = report["options"]
        self.assertEqual((report["search"], report["model"], options["purity"], options["await"], options["seed"]),
                         ("naive", "sc", True, False, 3))
        self.assertIn("heddle.toml sets model, seed", report["notes"])

    def test_the_table_of_the_command_comes_before_what_is_for_all(self):
        self.config('time-limit = 5\n[check]\ntime-limit = 50\n[bmc]\ntime-limit = 500\n[replay]\nfull = true\n')
        self.assertEqual(self.json_of(SAFE, "safe.c")["options"]["time-limit"], 50)

    def test_the_nearest_parent(self):
        self.config("seed = 7\n")
        self.assertEqual(self.json_of(SAFE, "../../safe.c", cwd=self.inner)["options"]["seed"], 7)
        (self.folder / "a" / "heddle.toml").write_text("seed = 2\n")
        report = self.json_of(SAFE, "../../safe.c", cwd=self.inner)
        self.assertEqual(report["options"]["seed"], 2)
        self.assertIn("../heddle.toml sets seed", report["notes"])

    def test_another_file_or_none(self):
        self.config("seed = 7\n")
        self.write("other.toml", "seed = 2\n")
        self.assertEqual(self.json_of(SAFE, "safe.c", "--config", "other.toml")["options"]["seed"], 2)
        self.assertEqual(self.json_of(SAFE, "safe.c", "--no-config")["options"]["seed"], 1)
        self.assertIn("No such file", self.check(BAD_INPUT, "safe.c", "--config", "none.toml", cwd=self.folder).stderr)
        self.check(BAD_INPUT, "safe.c", "--config", "other.toml", "--no-config", cwd=self.folder)

    def test_files_are_named_from_where_it_is(self):
        self.config('suppressions = "races.txt"\n[check]\njson = "report.json"\n')
        self.write("races.txt", "race:file:*race.c\n")
        self.check(SAFE, "../../race.c", cwd=self.inner)
        self.assertTrue((self.folder / "report.json").exists())

    def test_switches_may_be_false(self):
        self.config("keep-going = true\n[check]\nkeep-going = false\n")
        self.assertFalse(self.json_of(SAFE, "safe.c")["options"]["keep-going"])

    def test_what_is_wrong_is_said_with_its_line(self):
        for wanted, text in (("heddle.toml:2: unknown option 'time-limt'; did you mean 'time-limit'?", "seed = 1\ntime-limt = 3\n"),
                             ("heddle.toml:1: unknown option 'depht'; did you mean 'depth'?", "depht = 3\n"),
                             ("heddle.toml:1: unknown option 'no-purity'; did you mean 'without = \"purity\"'?", "no-purity = true\n"),
                             ("heddle.toml:2: unknown option 'solver'", '[check]\nsolver = "z3"\n'),
                             ("heddle.toml:2: unknown option 'help'", "[check]\nhelp = true\n"),
                             ("unknown option 'config'", 'config = "x"\n'),
                             ("heddle.toml:1: unknown table [chek]; did you mean 'check'?", "[chek]\n"),
                             ("heddle.toml:3: ", "\nseed = 1\nseed = 2\n"),
                             ("heddle.toml:1: ", "seed = \n"),
                             ("heddle.toml:2: --model: ", '# comment\nmodel = "alpha"\n'),
                             ("heddle.toml:1: --time-limit: ", 'time-limit = "soon"\n'),
                             ("heddle.toml:1: time-limit takes a text or a number", "time-limit = true\n"),
                             ("heddle.toml:1: keep-going is a switch: true or false", "keep-going = 1\n"),
                             ("heddle.toml:1: model takes one value, not a list", 'model = ["sc", "tso"]\n'),
                             ("heddle.toml:1: --without: ", 'without = ["purity", "thought"]\n')):
            self.assert_refused(wanted, text)

    def test_options_that_do_not_fit_each_other(self):
        self.config('search = "optimal"\n')
        result = self.check(BAD_INPUT, "safe.c", "--model", "rc11", cwd=self.folder)
        self.assertIn("(heddle.toml sets search)", result.stderr)

    def test_a_file_of_somebody_else_in_a_parent(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give a file away")
        os.chown(self.config("seed = 7\n"), 12345, -1)
        self.assertIn("belongs to another user", self.check(BAD_INPUT, "../../safe.c", cwd=self.inner).stderr)
        self.assertEqual(self.json_of(SAFE, "../../safe.c", "--config", "../../heddle.toml", cwd=self.inner)["options"]["seed"], 7)

    def test_limits_and_other_commands(self):
        self.config("bound-executions = 2\n")
        self.check(INCONCLUSIVE, "many_executions.c", cwd=self.folder)
        self.config('json = "report.json"\nsolver = "cadical"\n')
        self.check(VIOLATION, "race.c", cwd=self.folder)
        result = self.run_heddle("replay", "report.json", cwd=self.folder)
        self.assertEqual(result.returncode, VIOLATION, result.stderr)
        for command in ("list", "list-library"):
            self.assertEqual(self.run_heddle(command, cwd=self.folder).returncode, SAFE)


if __name__ == "__main__":
    unittest.main()
