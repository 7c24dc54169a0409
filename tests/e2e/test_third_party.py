"""Libraries from Debian's packages, as they are: what tests/third_party/expected.txt says of each harness."""

import os
import pathlib
import platform
import shlex
import shutil
import subprocess

from heddle import SAFE, VIOLATION, HeddleTest

FOLDER = pathlib.Path(__file__).parent.parent / "third_party"
# Of each package a header that shows whether it is there.
HEADERS = {
    "libboost-dev": "/usr/include/boost/lockfree/queue.hpp",
    "libconcurrentqueue-dev": "/usr/include/concurrentqueue/concurrentqueue.h",
    "libck-dev": "/usr/include/ck_ring.h",
    "liburcu-dev": "/usr/include/*/urcu/static/wfcqueue.h",
    "libtbb-dev": "/usr/include/oneapi/tbb/spin_mutex.h",
    "libstdc++-12-dev": "/usr/include/c++/12/bits/shared_ptr_atomic.h",
}
# The versions that the numbers are of.
VERSIONS = {"libboost-dev": "1.74", "libconcurrentqueue-dev": "1.0.3", "libck-dev": "0.7.1", "liburcu-dev": "0.13.2",
            "libtbb-dev": "2021.8", "libstdc++-12-dev": "12.2"}


def is_there(package):
    return any(pathlib.Path("/").glob(HEADERS[package].lstrip("/")))


def install(packages):
    """Where one may; what has come of it is_there() tells."""
    if not packages or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *packages], env=environment, timeout=300,
                   capture_output=True, check=False)


def version_of(package):
    """As Debian has it; empty if it is not from a package."""
    if not shutil.which("dpkg-query"):
        return ""
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True,
                          check=False).stdout


def rows():
    lines = [line for line in (FOLDER / "expected.txt").read_text().splitlines() if line and not line.startswith("#")]
    names = lines[0].split()
    for line in lines[1:]:
        fields = line.split(maxsplit=len(names) - 1)
        yield dict(zip(names, fields + [""] * (len(names) - len(fields))))


class ThirdParty(HeddleTest):
    @classmethod
    def setUpClass(cls):
        install([package for package in HEADERS if not is_there(package)])

    def check_rows(self, package):
        if not is_there(package):
            self.skipTest(f"{package} is not installed, and cannot be (root and apt-get install it)")
        if not version_of(package).startswith(VERSIONS[package]):
            self.skipTest(f"{package} is not version {VERSIONS[package]}, of which the numbers are")
        of_package = [row for row in rows() if row["package"] == package]
        here = [row for row in of_package if row["machine"] in ("any", platform.machine())]
        if not here:
            self.skipTest(f"on {platform.machine()}, the headers of {package} are other code")
        for row in here:
            with self.subTest(program=row["program"], options=row["options"]):
                self.check_row(row)

    def check_row(self, row):
        is_safe = row["verdict"] == "safe"
        report = self.check_json(SAFE if is_safe else VIOLATION, row["program"], *shlex.split(row["options"]),
                                 cwd=FOLDER)
        if is_safe:
            counts = report["executions"]
            self.assertEqual(counts["complete"], int(row["complete"]))
            self.assertLessEqual(counts["blocked"], int(row["blocked"]))
            rules = report.get("set-aside", [])
            self.assertTrue(not rules or any(rule["accesses"] for rule in rules), "the rules are of no use")
        else:
            self.assertEqual(report["violations"][0]["kind"], row["verdict"])

    def test_boost_lockfree(self):
        self.check_rows("libboost-dev")

    def test_concurrentqueue(self):
        self.check_rows("libconcurrentqueue-dev")

    def test_concurrency_kit(self):
        self.check_rows("libck-dev")

    def test_userspace_rcu(self):
        self.check_rows("liburcu-dev")

    def test_tbb(self):
        self.check_rows("libtbb-dev")

    def test_atomic_shared_ptr(self):
        self.check_rows("libstdc++-12-dev")

    def test_every_row_is_of_a_test(self):
        self.assertEqual({row["package"] for row in rows()}, set(HEADERS))
        self.assertGreater(len(list(rows())), 40)
