"""The command line itself: help, version, wrong options."""

import json
import re

from heddle import BAD_INPUT, SAFE, HeddleTest


class Usage(HeddleTest):
    def assert_usage_error(self, wanted, *arguments):
        result = self.run_heddle(*arguments)
        self.assertEqual(result.returncode, BAD_INPUT, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        self.assert_one_line(result.stderr)
        self.assertIn(wanted, result.stderr)

    def test_help_is_one_screen_of_options_that_there_are(self):
        text = self.run_heddle("check", "--help").stdout
        every = self.run_heddle("check", "--help-all").stdout
        self.assertLessEqual(len(text.splitlines()), 24)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        options = re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE)
        self.assertEqual(len(options), 10)
        for option in options:
            self.assertIn(f"  {option}", every)
        self.assertIn("Exit code: 0 safe, 1 violation", text)

    def test_help_lists_every_search_and_option(self):
        text = self.run_heddle("check", "--help-all").stdout
        for word in ("optimal: ", "optimal-wut: ", "source: ", "classic: ", "naive: ", "random: ", "pct: ", "pos: ",
                     "--search NAME=awamoche", "--model NAME=rc11", "--depth", "--plain", "--bound-executions", "--time-limit",
                     "--preemption-bound", "this selects naive", "--seed", "--executions", "--step-limit",
                     "--max-events", "--stack-size", "--nondet-range", "--bound-threads", "--stdin", "--args", "--spurious-wakeups", "--prefer-writers", "--allow-external", "--json", "--stats",
                     "--dependence NAME", "read-write: ", "commuting: ", "commuting-unsynchronised: ",
                     "--keep-going", "--full", "--quiet", "--color", "--no-shorten",
                     "Exit code: 0 safe, 1 violation"):
            self.assertIn(word, text)

    def test_help_is_a_command_too(self):
        self.assertEqual(self.run_heddle("help").stdout, self.run_heddle("--help").stdout)
        self.assertEqual(self.run_heddle("help", "check").stdout, self.run_heddle("check", "--help").stdout)

    def test_help_and_version_succeed(self):
        for arguments in (["--help"], ["check", "--help"], ["replay", "--help"], ["list", "--help"],
                          ["list-library", "--help"], ["--version"]):
            result = self.run_heddle(*arguments)
            self.assertEqual(result.returncode, SAFE)
            self.assertEqual(result.stderr, "")
        self.assertRegex(self.run_heddle("--version").stdout, r"^heddle \d+\.\d+\.\d+\n$")

    def test_list(self):
        result = self.run_heddle("list")
        self.assertEqual((result.returncode, result.stderr), (SAFE, ""))
        listed = json.loads(result.stdout)
        models = {model["name"] for model in listed["models"]}
        self.assertIn(listed["default"]["model"], models)
        self.assertIn(listed["default"]["search"], {search["name"] for search in listed["searches"]})
        for search in listed["searches"]:
            self.assertIn(search["counts"], ("interleavings", "traces", "graphs", "slices", "sample"))
            self.assertIn(search["surplus"], ("none", "redundant", "blocked"))
            self.assertLessEqual(set(search["models"]), models)
        for relation in listed["dependences"]:
            self.assertEqual(set(relation), {"name", "description", "paper", "preserves-races"})
        self.assert_usage_error("unexpected argument 'searches'", "list", "searches")

    def test_list_library(self):
        result = self.run_heddle("list-library")
        self.assertEqual((result.returncode, result.stderr), (SAFE, ""))
        head, *lines = result.stdout.splitlines()
        self.assertEqual(head.split(), ["SYMBOL", "FAMILY", "BY", "EFFECT", "LOOP", "BLOCKS", "CAPTURES", "TELLS", "CLOSED"])
        rows = {line.split()[0]: " ".join(line.split()[1:]) for line in lines}
        self.assertEqual(len(rows), len(lines))  # a symbol has one row
        for symbol, row in {"pthread_mutex_lock": "locks model synchronises events yes no no no",
                            "pthread_mutex_trylock": "locks model tells tries no no yes no",
                            "pthread_create": "posix threads model starts thread acts no 3 no yes",
                            "clock_nanosleep": "time and random model unknown sleeps no not 2,3 may no",
                            "pthread_cancel": "posix threads nobody unknown acts may may may no"}.items():
            self.assertEqual(rows[symbol], row)
        as_json = {row["symbol"]: row for row in json.loads(self.run_heddle("list-library", "--json").stdout)}
        self.assertEqual(list(as_json), list(rows))
        for symbol, row in as_json.items():
            columns = [row[head.lower()] for head in ("FAMILY", "BY", "EFFECT", "LOOP", "BLOCKS", "CAPTURES", "TELLS", "CLOSED")]
            self.assertEqual(rows[symbol], " ".join(columns))
        self.assertIn("not supported", as_json["pthread_cancel"]["why"])
        self.assertNotIn("why", as_json["pthread_create"])
        self.assertIn("CAPTURES  whether", self.run_heddle("list-library", "--help").stdout)
        self.assert_usage_error("unexpected argument 'malloc'", "list-library", "malloc")

    def test_no_command(self):
        self.assert_usage_error("'heddle check FILE'")

    def test_unknown_command(self):
        self.assert_usage_error("unknown command 'explode'", "explode")

    def test_no_file(self):
        self.assert_usage_error("no source file", "check")

    def test_unknown_option(self):
        self.assert_usage_error("unknown option '--sideways'", "check", "--sideways", "safe.c")

    def test_clang_flag_in_the_wrong_place(self):
        self.assert_usage_error("flags for clang go after --", "check", "-xc", "safe.c")

    def test_bad_values(self):
        for arguments in (["--search", "guess"], ["--dependence", "guess"], ["--model", "dec-alpha"], ["--plain", "maybe"], ["--seed", "x"],
                          ["--bound-executions", "-1"], ["--time-limit", "soon"], ["--stack-size", "1"],
                          ["--nondet-range", "0"], ["--step-limit", "0"], ["--color", "blue"], ["--executions", "0"],
                          ["--depth", "0"], ["--preemption-bound", "-1"], ["--unroll", "abc"]):
            self.assert_usage_error(arguments[0], "check", *arguments, "safe.c")

    def test_preemption_bound_with_a_search_that_cannot_do_it(self):
        for search in ("optimal", "optimal-wut", "source", "classic", "random", "pct", "pos"):
            self.assert_usage_error(f"the search '{search}' does not understand it, but 'naive' and 'preempt' do", "check",
                                    "--preemption-bound", "1", "--search", search, "safe.c")

    def test_dependence_with_a_search_that_has_none(self):
        for search in ("awamoche", "trust", "naive", "random", "pct", "pos", "preempt"):
            self.assert_usage_error(f"--dependence: the search '{search}' does not understand it, but 'optimal', "
                                    "'optimal-wut', 'source' and 'classic' do", "check", "--dependence", "read-write",
                                    "--search", search, "safe.c")
        self.assert_usage_error("the search 'awamoche' does not", "check", "--dependence", "read-write", "safe.c")

    def test_dependence_that_misses_data_races(self):
        self.assert_usage_error("--dependence commuting: data races would be missed", "check", "--dependence",
                                "commuting", "--search", "optimal", "safe.c")

    def test_dependence_is_given_once(self):
        self.assert_usage_error("--without", "commute", "check", "--dependence", "commuting-unsynchronised", "--without", "commute",
                                "--model", "sc", "safe.c")

    def test_a_sample_of_a_search_that_explores_everything(self):
        self.assert_usage_error("use --bound-executions", "check", "--executions", "10", "safe.c")

    def test_a_flag_with_a_value(self):
        self.assert_usage_error("keep-going", "check", "--keep-going=3", "safe.c")

    def test_reductions_that_are_switched_off(self):
        for lists in (["in-place,rolled-back"], ["in-place", "--without", "rolled-back"]):
            options = self.check_json(SAFE, "--without", *lists, "safe.c")["options"]
            self.assertEqual((options["in-place"], options["rolled-back"], options["purity"]), (False, False, True))
        self.assert_usage_error("--without", "check", "--without", "purity,thought", "safe.c")

    def test_what_an_unknown_word_may_have_meant(self):
        for wrong, meant in (("--serch", "--search"), ("--keep-gonig", "--keep-going"), ("--timelimit=3", "--time-limit"),
                             ("--no-purity", "--without purity")):
            self.assert_usage_error(f"unknown option '{wrong}'; did you mean '{meant}'?", "check", wrong, "safe.c")
        self.assert_usage_error("unknown option '--frobnicate'; see", "check", "--frobnicate", "safe.c")
        self.assert_usage_error("unknown command 'chekc'; did you mean 'check'?", "chekc", "safe.c")
        self.assert_usage_error("unknown command 'safe.c'; see", "safe.c")

    def test_missing_values(self):
        self.assert_usage_error("--json", "check", "safe.c", "--json")
        self.assert_usage_error("-I needs a value", "check", "safe.c", "-I")

    def test_json_file_that_cannot_be_written(self):
        self.assert_usage_error("/dev/null/out.json", "check", "--json", "/dev/null/out.json", "safe.c")
