"""`heddle replay --gdb`: a recorded execution in gdb, through its machine interface (docs/debugger.md)."""

import re
import shutil
import subprocess

from gdb_session import GdbSession
from heddle import BAD_INPUT, HEDDLE, PROGRAMS, VIOLATION, HeddleTest, is_sanitized

SOURCE = (PROGRAMS / "debugged.c").read_text().split("\n")


def line_of(text):
    """The number of the line of debugged.c that has it."""
    return next(number for number, line in enumerate(SOURCE, 1) if text in line)


class DebuggerTest(HeddleTest):
    def setUp(self):
        super().setUp()
        if shutil.which("gdb") is None:
            self.skipTest("gdb is not installed")
        if is_sanitized():
            self.skipTest("AddressSanitizer has a shadow stack for each fiber, which gdb does not know")

    def record(self, *arguments, cwd=PROGRAMS):
        path = self.folder / "trace.json"
        self.check(VIOLATION, "--json", path, *arguments, cwd=cwd)
        return path

    def debug(self, *arguments, cwd=PROGRAMS):
        session = GdbSession(self.record(*arguments, cwd=cwd), cwd=cwd)
        self.addCleanup(session.close)
        return session

    def step_that(self, gdb, thread, what):
        """The number of the first step of a thread that does such a thing."""
        found = re.search(rf"^.\s*(\d+)\s+{thread}\s.*{what}", gdb.ask("heddle steps"), re.MULTILINE)
        self.assertIsNotNone(found, what)
        return int(found[1])


class Commands(DebuggerTest):
    def test_from_start_to_violation(self):
        gdb = self.debug("debugged.c")
        self.assertIn("main () at debugged.c:", gdb.start)
        self.assertIn("[main, before the first of ", gdb.start)
        self.assertEqual(gdb.value("amounts"), "{0, 0}")  # nothing has been run
        gdb.ask(f"until {line_of('pthread_create')}")
        self.assertEqual(gdb.value("amounts"), "{5, 7}")
        self.assertEqual(gdb.value("limit"), "12")

        gdb.ask(f"break debugged.c:{line_of('atomic_store')}")
        seen = {}
        for _ in range(2):
            stop = gdb.ask("continue")
            thread = re.search(r"\[(\w+), after step", stop)[1]
            seen[thread] = gdb.value("amount"), gdb.value("before"), gdb.value("after")
            self.assertIn(thread, gdb.ask("heddle where"))
            self.assertIn("worker (argument=", gdb.ask("backtrace"))
        self.assertEqual(seen, {"T1": ("5", "0", "5"), "T2": ("7", "0", "7")})
        gdb.ask("delete")

        end = gdb.ask("continue")
        self.assertIn(f"The violation (main): assertion  debugged.c:{line_of('assert(total')}", end)
        self.assertIn("total == limit", end)
        self.assertRegex(gdb.value("total"), "^(5|7)$")
        self.assertEqual(gdb.value("limit"), "12")
        self.assertIn("The execution has ended", gdb.ask("next"))
        gdb.ask("continue")
        self.assertEqual(gdb.value("$_exitcode"), "1")

    def test_forwards_and_back(self):
        gdb = self.debug("--model", "sc", "debugged.c")
        first = self.step_that(gdb, "T1", "store counter = 5")
        shown = gdb.ask(f"heddle step {first}")
        self.assertIn(f"[T1, after step {first} of ", shown)
        self.assertIn("add (amount=5) at debugged.c", shown)
        self.assertEqual(gdb.value("counter"), "5")
        gdb.ask("heddle back")
        self.assertNotEqual(gdb.value("counter"), "5")
        self.assertIn(f"after step {first - 1} of", gdb.ask("heddle where"))
        gdb.ask("heddle next")
        self.assertEqual(gdb.value("counter"), "5")
        gdb.ask("heddle step 0")
        self.assertEqual(gdb.value("counter"), "0")
        self.assertIn("main ()", gdb.ask("frame"))
        self.assertIn("there are", gdb.ask("heddle step 1000"))
        self.assertIn("say which step", gdb.ask("heddle step"))
        self.assertIn("main ()", gdb.ask("run"))
        self.assertIn("T1, after step", gdb.ask(f"heddle step {first}"))
        # From where the program is no more.
        gdb.ask("kill")
        self.assertIn("'run' starts it again", gdb.ask("heddle next"))
        gdb.ask(f"heddle step {first}")
        self.assertEqual(gdb.value("counter"), "5")

    def test_breakpoints_at_functions(self):
        gdb = self.debug("debugged.c")
        gdb.ask("break add")  # as many of Heddle's own functions are called
        self.assertRegex(gdb.ask("continue"), r"(?s)add \(amount=\d\) at debugged.c.*\[T\d, ")
        amount = gdb.value("amount")
        self.assertIn("worker (", gdb.ask("up"))
        self.assertEqual(gdb.value("*mine"), amount)
        gdb.ask("delete")
        gdb.ask("watch counter")
        line = line_of("atomic_store")
        self.assertRegex(gdb.ask("continue"), rf"(?s)New value = [57]\n.*add \(amount=\d\) at debugged.c:{line}")

    def test_threads(self):
        gdb = self.debug("debugged.c")
        lock = self.step_that(gdb, "T2", "lock mutex")
        gdb.ask(f"heddle step {lock}")
        threads = gdb.ask("heddle threads").split("\n")
        self.assertRegex(threads[0], r"^  main +waits +main at debugged\.c:\d+")
        self.assertRegex(threads[1], r"^  T1 +\w+ +\w+ at debugged\.c:\d+ +step \d+: \w+")
        self.assertRegex(threads[2], r"^\* T2 +runs +worker at debugged\.c:\d+ +step \d+: unlock mutex")
        self.assertIn("worker (argument=", gdb.ask("heddle thread T1"))
        self.assertEqual(gdb.value("amount"), "5")
        self.assertIn("main () at", gdb.ask("heddle thread main"))
        self.assertEqual(gdb.value("limit"), "12")
        self.assertIn("there is no thread T7", gdb.ask("heddle thread T7"))
        # The program goes on where it was.
        self.assertIn(f"{line_of('int done')}", gdb.ask("next"))
        gdb.ask("next")
        self.assertEqual(gdb.value("done"), "700")

    def test_a_deadlock_in_cxx(self):
        program = self.write("deadlock.cpp", CXX)
        gdb = self.debug(program.name, cwd=self.folder)
        end = gdb.ask("continue")
        self.assertRegex(end, r"The violation \(\w+\): deadlock")
        self.assertRegex(end, r"  T1 +waits +take at deadlock.cpp:\d+ +lock second +waits: held by main")
        self.assertIn("take(", gdb.ask("heddle thread T1"))
        self.assertEqual(gdb.value("level"), "30")
        self.assertIn("take(", gdb.ask("heddle thread main"))
        self.assertEqual(gdb.value("level"), "40")

    def test_a_signal(self):
        program = self.write("constant.c", CONSTANT)
        gdb = self.debug(program.name, cwd=self.folder)
        self.assertIn("writes to read-only memory", gdb.ask("continue"))
        self.assertIn("change (", gdb.ask("frame"))
        self.assertEqual(gdb.value("i"), "3")
        self.assertIn("main ()", gdb.ask("up"))


CXX = """
#include <mutex>
#include <thread>
std::mutex first, second;
void take(std::mutex &a, std::mutex &b, int base) {
  int level = base * 10;
  std::lock_guard<std::mutex> one(a);
  std::lock_guard<std::mutex> other(b);
  level += 1;
}
int main() {
  std::thread thread([] { take(first, second, 3); });
  take(second, first, 4);
  thread.join();
}
"""
CONSTANT = """
static const char text[] = "constant";
__attribute__((noinline)) static void change(char *target) {
  for (int i = 0; i < 7; ++i)
    if (i == 3) target[i] = 'x';
}
int main(void) {
  change((char *)text);
  return 0;
}
"""


class CommandLine(DebuggerTest):
    def test_arguments_for_gdb(self):
        path = self.record("debugged.c")
        line = line_of("int done")
        # The breakpoint is made before there is any code for it.
        result = self.run_heddle("replay", path, "--gdb", "--", "-nx", "-batch",
                                 "-iex", f"break debugged.c:{line}", "-ex", "continue", "-ex", "print amount")
        self.assertRegex(result.stdout, r"\$1 = (5|7)\n", result.stdout + result.stderr)
        self.assertIn(f"debugged.c:{line}\n", result.stdout)

    def test_without_gdb(self):
        result = self.run_heddle("replay", self.record("debugged.c"), "--gdb", env={"PATH": "/nonexistent"})
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assert_one_line(result.stderr)
        self.assertIn("apt-get install gdb", result.stderr)

    def test_bad_input(self):
        nothing = self.run_heddle("replay", "nothing.json", "--gdb")
        self.assertEqual(nothing.returncode, BAD_INPUT)
        self.assert_one_line(nothing.stderr)
        path = self.record("debugged.c")
        alone = self.run_heddle("replay", path, "--", "-batch")
        self.assertEqual(alone.returncode, BAD_INPUT)
        self.assert_one_line(alone.stderr)

    def test_a_program_that_has_changed(self):
        program = self.write("program.c", CONSTANT)
        path = self.record(program.name, cwd=self.folder)
        program.write_text("int main(void) { return 0; }\n")
        result = subprocess.run([HEDDLE, "replay", path, "--gdb", "--", "-nx", "-batch"], cwd=self.folder,
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, BAD_INPUT, result.stdout + result.stderr)
        self.assertIn("the program has changed since", result.stderr)
