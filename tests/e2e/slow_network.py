"""Machines with a slow network between them, as far as programs can tell: network namespaces whose packets go through this
process, which delays some and loses others. (The kernel's netem does the same, where there is one.) Needs root.
"""

import contextlib
import fcntl
import heapq
import itertools
import os
import pathlib
import random
import select
import signal
import struct
import subprocess
import threading
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
NETWORK = "10.77.0"
TOOLS = ("ip", "unshare")  # besides root and /dev/net/tun


def address(machine):
    return f"{NETWORK}.{machine + 1}"


class SlowNetwork:
    """With `machines`, until it is closed. Each packet takes `delay` seconds, more or less; `loss` is the share that is lost."""

    def __init__(self, machines, delay, loss, seed=1):
        self.names = [f"heddle{os.getpid()}-{machine}" for machine in range(machines)]
        self.delay, self.loss, self.random = delay, loss, random.Random(seed)
        self.lost = self.carried = 0
        self.files = [self.make(machine) for machine in range(machines)]
        self.ends = False
        self.router = threading.Thread(target=self.route, daemon=True)
        self.router.start()

    def make(self, machine):
        name, device = self.names[machine], f"hdl{os.getpid() % 100000}x{machine}"
        file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH", device.encode(), IFF_TUN | IFF_NO_PI))
        for command in (f"ip netns add {name}", f"ip link set {device} netns {name}", f"ip -n {name} link set lo up",
                        f"ip -n {name} addr add {address(machine)}/24 dev {device}", f"ip -n {name} link set {device} up"):
            subprocess.run(command.split(), check=True)
        return file

    def route(self):
        waiting, order = [], itertools.count()
        while not self.ends:
            left = max(0, waiting[0][0] - time.monotonic()) if waiting else 0.1
            for file in select.select(self.files, [], [], min(left, 0.1))[0]:
                packet = os.read(file, 65536)
                to = packet[19] - 1 if packet[0] >> 4 == 4 and packet[16:19] == bytes(map(int, NETWORK.split("."))) else -1
                if not 0 <= to < len(self.files):
                    continue
                if self.random.random() < self.loss:
                    self.lost += 1
                    continue
                due = time.monotonic() + self.delay * self.random.uniform(0.8, 1.5)
                heapq.heappush(waiting, (due, next(order), to, packet))
            while waiting and waiting[0][0] <= time.monotonic():
                _, _, to, packet = heapq.heappop(waiting)
                self.carried += 1
                try:
                    os.write(self.files[to], packet)
                except OSError:
                    pass  # its queue is full

    def inside(self, machine, *command):
        """That command on the machine: with its network, and its name."""
        name = self.names[machine]
        return ["ip", "netns", "exec", name, "unshare", "--uts", "sh", "-c", f'hostname machine{machine}; exec "$@"', "sh", *command]

    def remote_shell(self, folder):
        """A program that runs commands on the machine that its first argument names, as ssh does."""
        script = pathlib.Path(folder) / "remote-shell"
        cases = "\n".join(f"  {address(machine)}) set -- {machine} {name} ;;" for machine, name in enumerate(self.names))
        script.write_text(f"""#!/bin/sh
host=$1
shift
command="$*"
case $host in
{cases}
esac
exec ip netns exec "$2" unshare --uts sh -c "hostname machine$1; $command"
""")
        script.chmod(0o755)
        return script

    def processes(self, machine):
        return [int(process) for process in subprocess.run(["ip", "netns", "pids", self.names[machine]], check=True,
                                                           capture_output=True, text=True).stdout.split()]

    def close(self):
        """Ends what is left on the machines."""
        self.ends = True
        self.router.join()
        for machine in range(len(self.names)):
            for process in self.processes(machine):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        for file in self.files:
            os.close(file)
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], check=False)
