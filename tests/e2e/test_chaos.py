"""Processes of a search that are killed, stopped and starved at random: the counts are those of a search that was left
alone, and nothing stays behind. With HEDDLE_CHAOS=600 for so many seconds."""

import json
import os
import pathlib
import random
import signal
import subprocess
import time

from heddle import HEDDLE, PROGRAMS, SAFE, HeddleTest

BENCH = PROGRAMS.parent.parent.parent / "bench" / "programs"
SECONDS = float(os.environ.get("HEDDLE_CHAOS", "8"))
LONG = (("graphs/lastzero.c", "-DN=16"), ("graphs/casrot.c", "-DN=9"), ("graphs/fib_bench.c", "-DN=5"))


def tree(process):
    """The processes below it."""
    below = []
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            below += [int(child), *tree(int(child))]
    return below


class Chaos(HeddleTest):
    def harm(self, chosen, workers):
        worker = chosen.choice(workers)
        what = chosen.choice(("kill", "stop", "starve"))
        if what == "kill":
            os.kill(worker, signal.SIGKILL)
        elif what == "stop":
            os.kill(worker, signal.SIGSTOP)
            time.sleep(chosen.uniform(0, 0.5))
            os.kill(worker, signal.SIGCONT)
        else:
            os.setpriority(os.PRIO_PROCESS, worker, 19)
        return what

    def test_workers(self):
        chosen = random.Random(1)
        whole = {program: self.check_json(SAFE, BENCH / program[0], program[1])["executions"] for program in LONG}
        done = {"kill": 0, "stop": 0, "starve": 0}
        left = set(os.listdir("/tmp"))
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            program = chosen.choice(LONG)
            seen = set()
            process = subprocess.Popen([HEDDLE, "check", "--json", "-", "--quiet", "-j", chosen.choice("234"), "--alone", "0",
                                        BENCH / program[0], program[1]], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       text=True)
            self.addCleanup(process.communicate)
            self.addCleanup(process.kill)
            while process.poll() is None:
                time.sleep(chosen.uniform(0.02, 0.3))
                try:
                    workers = [w for w in tree(process.pid) if os.readlink(f"/proc/{w}/exe") == os.path.realpath(HEDDLE)]
                    seen.update(workers)
                    if workers and time.monotonic() < end:
                        done[self.harm(chosen, workers)] += 1
                except (FileNotFoundError, ProcessLookupError):
                    continue
            output, errors = process.communicate(timeout=300)
            self.assertEqual(process.returncode, SAFE, errors)
            self.assertEqual(json.loads(output)["executions"], whole[program], program)
            self.assertEqual([w for w in seen if pathlib.Path(f"/proc/{w}").exists()], [])
        self.assertTrue(all(done.values()), done)
        self.assertEqual({name for name in set(os.listdir("/tmp")) - left if "heddle" in name}, set())
        print(f"\nharmed: {done}")
