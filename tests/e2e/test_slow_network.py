"""Ranks of an MPI job on machines with a slow network that loses packets, or all of a sudden all of them."""

import json
import os
import pathlib
import select
import shutil
import subprocess
import time
import unittest

from heddle import HEDDLE, PROGRAMS, SAFE, HeddleTest, is_sanitized
from slow_network import TOOLS, SlowNetwork, address
from test_mpi import ENVIRONMENT, mpi_runs

CASROT = PROGRAMS.parent.parent.parent / "bench" / "programs" / "graphs" / "casrot.c"
MACHINES = 3


def can_make_networks():
    if os.geteuid() != 0 or not os.access("/dev/net/tun", os.W_OK) or not all(map(shutil.which, TOOLS)):
        return False
    try:
        network = SlowNetwork(2, delay=0, loss=0)
    except (OSError, subprocess.CalledProcessError):
        return False  # a container, most likely
    try:
        return subprocess.run(network.inside(0, "true"), check=False, capture_output=True).returncode == 0
    finally:
        network.close()


@unittest.skipUnless(mpi_runs(), "there is no MPI")
@unittest.skipIf(is_sanitized(), "MPI does not give back all its memory")
@unittest.skipUnless(can_make_networks(), "it takes root and /dev/net/tun")
class SlowNetworks(HeddleTest):
    def network(self, delay, loss):
        network = SlowNetwork(MACHINES, delay, loss)
        self.addCleanup(network.close)
        return network

    def start(self, network, *arguments):
        choose = ["-mca", "btl", "tcp,self"]
        for layer in ("btl_tcp_if_include", "oob_tcp_if_include"):
            choose += ["-mca", layer, f"{address(0)}/24"]
        hosts = ",".join(f"{address(machine)}:1" for machine in range(MACHINES))
        command = ["mpirun", "-mca", "plm_rsh_agent", str(network.remote_shell(self.folder)), *choose, "-host", hosts,
                   "-n", str(MACHINES), HEDDLE, "check", "--mpi", *map(str, arguments)]
        process = subprocess.Popen(network.inside(0, *command), env=ENVIRONMENT, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()

    def test_counts_are_the_same(self):
        alone = self.check_json(SAFE, "-j", 1, "--no-sample", CASROT, "-DN=12")["executions"]
        network = self.network(delay=0.02, loss=0.03)
        report = self.folder / "report.json"
        out, err = self.start(network, CASROT, "-DN=12", "--alone", 0, "--json", report).communicate(timeout=120)
        self.assertEqual(json.loads(report.read_text())["executions"], alone, out + err)
        self.assertGreater(network.carried, 100)

    def test_the_network_is_gone(self):
        saved = self.folder / "saved"
        network = self.network(delay=0.001, loss=0)
        process = self.start(network, CASROT, "-DN=16", "--checkpoint", saved, "--checkpoint-every", 0.2, "--rank-timeout", 3)
        until = time.monotonic() + 30
        while not saved.exists() and time.monotonic() < until:
            time.sleep(0.05)
        network.loss = 1
        said = self.said_within(30, process, "--resume")
        self.assertRegex(said, r"rank [12] \(machine[12]\) was lost")
        self.assertTrue(saved.exists())
        for machine in range(1, MACHINES):
            self.assertEqual(self.left(network, machine), [])

    def said_within(self, seconds, process, last):
        """What is printed until that comes: mpirun itself waits for machines that are out of reach."""
        until, said = time.monotonic() + seconds, ""
        while last not in said and select.select([process.stdout], [], [], max(0, until - time.monotonic()))[0]:
            said += os.read(process.stdout.fileno(), 4096).decode()
        return said

    def left(self, network, machine):
        """Processes of Heddle that are still there after some seconds: those of mpirun wait, as it does."""
        until = time.monotonic() + 20
        while (found := [one for one in network.processes(machine) if self.is_heddle(one)]) and time.monotonic() < until:
            time.sleep(0.2)
        return found

    @staticmethod
    def is_heddle(process):
        try:
            return pathlib.Path(f"/proc/{process}/comm").read_text().strip() == "heddle"
        except OSError:
            return False


if __name__ == "__main__":
    unittest.main()
