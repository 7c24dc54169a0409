"""A search by the ranks of an MPI job: --mpi."""

import functools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest, is_sanitized
from test_parallel import children

SPECS = PROGRAMS.parent.parent / "programs"
BENCH = PROGRAMS.parent.parent.parent / "bench" / "programs"
LAUNCH = ["mpirun", "--oversubscribe"]
ENVIRONMENT = {**os.environ, "HEDDLE_CACHE": "off", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
AT_ONCE = ("--alone", 0)  # it is divided at once, however small it is


@functools.cache
def mpi_runs():
    """Where it is installed it may still find no network, or no place for its files."""
    if shutil.which("mpirun") is None:
        return False
    try:
        return subprocess.run([*LAUNCH, "-n", "2", "true"], env=ENVIRONMENT, capture_output=True, timeout=60, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def name_of(process):
    return pathlib.Path(f"/proc/{process}/comm").read_text().strip()


@unittest.skipUnless(mpi_runs(), "there is no MPI")
@unittest.skipIf(is_sanitized(), "MPI does not give back all its memory")
class Mpi(HeddleTest):
    def start(self, ranks, *arguments):
        return subprocess.Popen([*LAUNCH, "-n", str(ranks), HEDDLE, "check", "--mpi", *map(str, arguments)], cwd=PROGRAMS,
                                env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def by_ranks(self, code, ranks, *arguments):
        """What rank 0 has printed."""
        process = self.start(ranks, *arguments)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, code, f"{arguments}\n{out}\n{err}")
        return out, err

    def report(self, code, ranks, *arguments):
        file = self.folder / "report.json"
        if ranks:
            self.by_ranks(code, ranks, *AT_ONCE, "--json", file, *arguments)
        else:
            self.check(code, "-j", 1, "--no-sample", "--json", file, *arguments)
        report = json.loads(file.read_text())
        return {key: report.get(key) for key in ("verdict", "why", "executions", "violations", "notes", "model", "search")}

    def assert_same(self, code, *arguments, ranks):
        alone = self.report(code, 0, *arguments)
        for many in ranks:
            self.assertEqual(self.report(code, many, *arguments), alone, (many, arguments))
        return alone

    def test_safe_programs(self):
        self.assert_same(SAFE, BENCH / "graphs" / "casrot.c", "-DN=9", ranks=(1, 2, 5, 8))
        self.assert_same(SAFE, "--search", "trust", BENCH / "godot" / "mpmc_queue.c", "-DN=4", "-DTAKERS=2", ranks=(3,))

    def test_violations(self):
        for name, *options in (("livelock_two_words",), ("noticed_in_between", "--unroll", 2)):
            with self.subTest(name):
                program = SPECS / name / f"{name}.c"
                self.assert_same(VIOLATION, *options, program, ranks=(3,))
                self.assert_same(VIOLATION, "--keep-going", *options, program, ranks=(3,))

    # Ranks begin by a plan that rank 0 gives up, each time.
    def test_restarts(self):
        for name in ("poll_under_lock", "cond_untested"):
            with self.subTest(name):
                program = SPECS / name / f"{name}.c"
                code = self.run_heddle("check", "-j", 1, program).returncode
                self.assert_same(code, program, ranks=(3,))

    def test_several_workers_a_rank(self):
        self.assert_same(SAFE, BENCH / "graphs" / "lastzero.c", "-DN=10", ranks=(2,))
        out, _ = self.by_ranks(SAFE, 2, "-j", 3, *AT_ONCE, BENCH / "graphs" / "lastzero.c", "-DN=10")
        self.assertIn("executions checked", out)

    def test_the_bound_holds_for_all(self):
        program = [BENCH / "graphs" / "casrot.c", "-DN=9", "--bound-executions"]
        for bound in (1, 1000):
            report = self.report(INCONCLUSIVE, 3, *program, bound)
            self.assertEqual(sum(report["executions"][kind] for kind in ("complete", "blocked")), bound)

    def test_what_cannot_be_checked(self):
        broken = self.write("broken.c", "int main(void) { return x; }\n")
        _, err = self.by_ranks(BAD_INPUT, 3, broken)
        self.assertEqual(err.count("use of undeclared identifier"), 1)
        for arguments in (["--search", "optimal", "safe.c"], ["--each", "safe.c"]):
            self.assert_one_line(self.check(BAD_INPUT, "--mpi", *arguments).stderr)

    def long_run(self, ranks, *arguments):
        """A run that is in the middle of a search, with its checkpoint, and the processes that mpirun has started."""
        self.saved = self.folder / "saved"
        process = self.start(ranks, BENCH / "graphs" / "casrot.c", "-DN=15", "--checkpoint", self.saved,
                             "--checkpoint-every", 0.2, *arguments)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        until = time.monotonic() + 30
        while not self.saved.exists() and time.monotonic() < until:
            time.sleep(0.05)
        return process, [child for child in children(process.pid) if name_of(child) == "heddle"]

    def assert_goes_on(self, ranks):
        """With another number of ranks, to the same count."""
        self.by_ranks(INCONCLUSIVE, ranks, BENCH / "graphs" / "casrot.c", "-DN=15", "--resume", self.saved,
                      "--bound-executions", 1000)

    def test_a_rank_is_lost(self):
        process, fronts = self.long_run(3)
        self.assertEqual(len(fronts), 3)
        behind = children(fronts[-1])
        os.kill(behind[0], signal.SIGKILL)
        out, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, INCONCLUSIVE)
        self.assertRegex(out, r"rank 2 \(.*\) was lost")
        self.assertIn("--resume", out)
        self.assert_goes_on(2)

    def test_a_machine_is_lost(self):
        process, fronts = self.long_run(3)
        os.kill(fronts[1], signal.SIGKILL)
        out, err = process.communicate(timeout=30)
        self.assertIn("exited on signal 9", out + err)
        self.assert_goes_on(4)

    def test_the_job_is_ended(self):
        process, fronts = self.long_run(2)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=30)
        self.assertIn("the search was interrupted", out)
        self.assert_goes_on(1)
        until = time.monotonic() + 10
        while any(pathlib.Path(f"/proc/{front}").exists() for front in fronts) and time.monotonic() < until:
            time.sleep(0.05)
        self.assertFalse(any(pathlib.Path(f"/proc/{front}").exists() for front in fronts))

    def test_counts_after_a_loss(self):
        small = [BENCH / "graphs" / "casrot.c", "-DN=13"]
        alone = self.report(SAFE, 0, *small)["executions"]
        saved = self.folder / "saved"
        self.by_ranks(INCONCLUSIVE, 3, *AT_ONCE, *small, "--checkpoint", saved, "--bound-executions", 100_000)
        self.assertEqual(self.report(SAFE, 4, *small, "--resume", saved)["executions"], alone)


if __name__ == "__main__":
    unittest.main()
