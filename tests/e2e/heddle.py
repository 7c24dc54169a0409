"""Runs the heddle binary (named by the environment variable HEDDLE) for tests."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

HEDDLE = os.environ.get("HEDDLE", "heddle")
PROGRAMS = pathlib.Path(__file__).parent / "programs"

SAFE, VIOLATION, BAD_INPUT, INCONCLUSIVE = 0, 1, 2, 3


def is_sanitized():
    """Whether heddle was built with AddressSanitizer."""
    return b"__asan_init" in pathlib.Path(shutil.which(HEDDLE) or HEDDLE).read_bytes()


class HeddleTest(unittest.TestCase):
    maxDiff = None
    columns = None  # how wide the text is, where it is not as wide as by default

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_heddle(self, *arguments, cwd=PROGRAMS, env=None, timeout=120):
        """Runs heddle; the result has returncode, stdout, stderr."""
        environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR")}
        environment["HEDDLE_CACHE"] = "off"  # each test sees what a check finds out
        if self.columns:
            environment["COLUMNS"] = str(self.columns)
        environment.update(env or {})
        return subprocess.run([HEDDLE, *map(str, arguments)], cwd=cwd, env=environment, timeout=timeout,
                              capture_output=True, text=True, check=False)

    def check(self, expected_code, *arguments, **keywords):
        """heddle check; fails unless it ends with the expected exit code."""
        result = self.run_heddle("check", *arguments, **keywords)
        self.assertEqual(result.returncode, expected_code, f"{arguments}\n{result.stdout}\n{result.stderr}")
        return result

    def check_json(self, expected_code, *arguments, **keywords):
        """heddle check --json -, parsed."""
        return json.loads(self.check(expected_code, "--json", "-", *arguments, **keywords).stdout)

    def assert_one_line(self, text):
        self.assertEqual(text.count("\n"), 1, text)
        self.assertTrue(text.startswith("heddle: "), text)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path
