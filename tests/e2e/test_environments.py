"""Environments in which something is missing, full, closed or forbidden: Heddle says so in a line, or does without."""

import os
import pathlib
import resource
import signal
import subprocess
import time
import unittest

from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

ANSWERS = (SAFE, VIOLATION, BAD_INPUT, INCONCLUSIVE)
NEVER = ("internal error", "Assertion", "Stack dump", "PLEASE submit", "terminate called", "Segmentation fault")
ENDLESS = ["--search", "random", "--executions", "1000000000", "many_executions.c"]  # until it is stopped


def limited(*limits):
    return lambda: [resource.setrlimit(which, (most, most)) for which, most in limits]


class Environments(HeddleTest):
    def setUp(self):
        super().setUp()
        self.home = self.folder / "home"
        self.temporary = self.folder / "tmp"
        self.home.mkdir()
        self.temporary.mkdir()

    def start(self, *arguments, command="check", env=None, cwd=PROGRAMS, **keywords):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "TMPDIR": str(self.temporary),
                       "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")}
        environment.update(env or {})
        environment = {name: value for name, value in environment.items() if value is not None}
        keywords.setdefault("stdout", subprocess.PIPE)
        keywords.setdefault("stderr", subprocess.PIPE)
        return subprocess.Popen([HEDDLE, command, *map(str, arguments)], env=environment, cwd=cwd, text=True,
                                start_new_session=True, **keywords)

    def end(self, process, timeout=60):
        """Its output; it must have ended as it should, with all that it has started."""
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail("does not end")
        process.out, process.err = out or "", err or ""
        text = f"{process.args}\n{process.out}\n{process.err}"
        self.assertIn(process.returncode, ANSWERS, text)
        for word in NEVER:
            self.assertNotIn(word, process.err, text)
        if process.returncode in (SAFE, VIOLATION, INCONCLUSIVE) and process.stdout:
            self.assertRegex(process.out, "no violation|✗|inconclusive|heddle")
        if process.returncode == BAD_INPUT and process.stderr:
            self.assertIn("heddle: ", process.err)
        self.assertEqual(os.listdir(self.temporary) if self.temporary.exists() else [], [])
        self.assertEqual([path for path in self.home.rglob("*") if ".tmp" in path.name], [])
        until = time.monotonic() + 5  # what has been killed may still be about to die
        while self.session(process.pid) and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual(self.session(process.pid), [])
        return process

    def session(self, leader):
        """Processes that are left of a session."""
        left = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split() if entry.name.isdigit() else []
            except OSError:
                continue
            if fields and int(fields[3]) == leader and fields[0] != "Z":
                left.append(entry.name)
        return left

    def run_in(self, code, *arguments, **keywords):
        process = self.end(self.start(*arguments, **keywords))
        self.assertEqual(process.returncode, code, process.out + process.err)
        return process

    def complains(self, wanted, *arguments, **keywords):
        process = self.run_in(BAD_INPUT, *arguments, **keywords)
        self.assertIn(wanted, process.err)
        return process

    def script(self, text):
        path = self.folder / "compiler"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)

    # --- standard streams ---

    def test_stdout_is_closed(self):
        self.complains("standard output", "safe.c", preexec_fn=lambda: os.close(1), stdout=None)

    def test_stdin_is_closed(self):
        self.run_in(SAFE, "safe.c", preexec_fn=lambda: os.close(0))

    def test_stderr_is_closed(self):
        self.run_in(SAFE, "safe.c", preexec_fn=lambda: os.close(2), stderr=None)

    def test_all_are_closed(self):
        self.run_in(BAD_INPUT, "safe.c", preexec_fn=lambda: os.closerange(0, 3), stdout=None, stderr=None)

    def test_closed_streams_are_no_place_for_files(self):
        found = self.folder / "found.json"
        self.complains("standard output", "race.c", "--json", found, preexec_fn=lambda: os.close(1), stdout=None)
        self.assertTrue(found.read_text().startswith("{"))

    def test_stdout_is_full(self):
        with open("/dev/full", "w") as full:
            self.complains("No space left", "race.c", stdout=full)

    def test_stderr_is_full(self):
        with open("/dev/full", "w") as full:
            self.run_in(BAD_INPUT, "compile_error.c", stderr=full)
            self.run_in(SAFE, "safe.c", stderr=full)

    def test_nobody_reads_stdout(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w") as pipe:
            for command in (["check", "race.c"], ["check", "race.c", "--json", "-"], ["list-library"], ["list"]):
                ended = subprocess.run([HEDDLE, *command], cwd=PROGRAMS, stdout=pipe, stderr=subprocess.PIPE,
                                       text=True, check=False)
                self.assertEqual(ended.returncode, -signal.SIGPIPE, command)  # as other tools
                self.assertNotIn("heddle:", ended.stderr)

    def test_nobody_reads_stdout_and_the_signal_is_ignored(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w") as pipe:
            for command in (["check", "race.c"], ["check", "race.c", "--json", "-"], ["list-library"], ["list"]):
                ended = subprocess.run(["sh", "-c", 'trap "" PIPE; exec "$@"', "sh", HEDDLE, *command], cwd=PROGRAMS,
                                       stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
                self.assertEqual(ended.returncode, BAD_INPUT, command)
                self.assertEqual(ended.stderr.count("heddle: cannot write to standard output: Broken pipe\n"), 1, command)

    # --- files to write ---

    def test_report_does_not_fit(self):
        for option in ("--json", "--dot"):
            process = self.complains("/dev/full: No space left", "race.c", option, "/dev/full")
            self.assertIn("✗ data race", process.out)  # the answer is not lost with it
        self.complains("File too large", "race.c", "--json", self.folder / "found.json",
                       preexec_fn=limited((resource.RLIMIT_FSIZE, 16)))

    def test_report_cannot_be_opened(self):
        for path in ("/nowhere/found.json", self.folder, "/proc/version"):
            process = self.complains(str(path), "race.c", "--json", path)
            self.assertEqual(process.out, "")
        self.complains("/dev/full", "--checkpoint", "/dev/full", "--bound-executions", "1", "many_executions.c")

    def test_working_directory_cannot_be_written_to(self):
        self.run_in(SAFE, PROGRAMS / "safe.c", cwd="/proc/self")

    def test_working_directory_is_gone(self):
        gone = self.folder / "gone"
        gone.mkdir()
        self.run_in(SAFE, PROGRAMS / "safe.c", preexec_fn=lambda: (os.chdir(gone), os.rmdir(gone)))

    # --- home, cache, temporary files ---

    def test_no_home(self):
        self.run_in(VIOLATION, "thread_cpp.cpp", env={"HOME": None})

    def test_no_environment_at_all(self):
        self.complains("cannot find clang-19", "safe.c", env={"HOME": None, "TMPDIR": None, "PATH": None})

    def test_home_cannot_be_written_to(self):
        for home in ("/proc", "/nowhere", "/dev/null", ""):
            self.run_in(VIOLATION, "thread_cpp.cpp", env={"HOME": home})

    def test_cache_is_no_directory(self):
        (self.home / ".cache").write_text("")
        self.run_in(VIOLATION, "thread_cpp.cpp")
        self.run_in(VIOLATION, "thread_cpp.cpp", env={"XDG_CACHE_HOME": "relative"})

    def test_cache_is_garbage(self):
        self.run_in(VIOLATION, "thread_cpp.cpp")
        headers = list(self.home.rglob("*.pch"))
        self.assertEqual(len(headers), 1)
        for garbage in (b"", b"garbage", os.urandom(100000), headers[0].read_bytes()[:50000]):
            headers[0].write_bytes(garbage)
            self.run_in(VIOLATION, "thread_cpp.cpp")

    def test_cache_is_full(self):
        process = self.start("thread_cpp.cpp", preexec_fn=limited((resource.RLIMIT_FSIZE, 4096)))
        self.assertEqual(self.end(process).returncode, VIOLATION)
        self.assertEqual(list(self.home.rglob("*.pch")), [])

    def test_disk_is_full(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True, check=False)
        if mount.returncode != 0:
            self.skipTest("cannot mount a small disk")
        try:
            self.run_in(VIOLATION, "thread_cpp.cpp", env={"HOME": str(disk), "TMPDIR": str(disk)})
            with self.assertRaises(OSError), open(disk / "all", "wb", buffering=0) as all_of_it:
                while all_of_it.write(bytes(4096)):
                    pass
            self.complains("No space left", "race.c", "--json", disk / "found.json")
        finally:
            subprocess.run(["umount", disk], check=True)

    def test_no_directory_for_temporary_files(self):
        for path in ("/nowhere", "/proc", "/dev/null"):
            self.run_in(VIOLATION, "thread_cpp.cpp", env={"TMPDIR": path})

    # --- the compiler ---

    def test_compiler_is_missing(self):
        self.complains("cannot find clang-19", "safe.c", env={"PATH": "/nowhere"})
        for path in ("/nowhere/clang", "/", "/dev/null", str(PROGRAMS / "safe.c")):
            self.complains("HEDDLE_CLANG", "safe.c", env={"HEDDLE_CLANG": path})

    def test_compiler_is_something_else(self):
        self.complains("does not compile", "safe.c", env={"HEDDLE_CLANG": "/bin/false"})
        self.complains("HEDDLE_CLANG", "safe.c", env={"HEDDLE_CLANG": "/bin/true"})
        self.complains("HEDDLE_CLANG", "safe.c", env={"HEDDLE_CLANG": "/bin/echo"})

    def test_compiler_dies(self):
        self.complains("does not compile", "safe.c", env={"HEDDLE_CLANG": self.script("kill -SEGV $$")})

    def test_compiler_prints_garbage(self):
        self.complains("not bitcode", "safe.c", env={"HEDDLE_CLANG": self.script("head -c 300000 /dev/urandom")})

    def test_compiler_does_not_end(self):
        hangs = self.script("sleep 1000 & sleep 1000")
        for command in ("check", "bmc"):
            begin = time.monotonic()
            process = self.run_in(INCONCLUSIVE, "safe.c", "--time-limit", "0.5", command=command,
                                  env={"HEDDLE_CLANG": hangs})
            self.assertLess(time.monotonic() - begin, 10)
            self.assertIn("while it was compiled", process.out)

    def test_program_takes_long_to_instrument(self):
        body = "".join(f"  for (int i{n} = 0; i{n} < x % {n + 2}; ++i{n}) for (int j = 0; j < i{n}; ++j) x ^= j;\n" for n in range(60))
        text = "".join(f"volatile int v{n};\nint f{n}(volatile int x) {{\n{body}  return v{n} = x;\n}}\n" for n in range(60))
        calls = "".join(f"f{n}({n});" for n in range(60))
        (self.folder / "long.c").write_text(text + "int main(void) {" + calls + " return 0; }\n")
        subprocess.run(["clang-19", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-c", "-emit-llvm", "-o", "long.bc", "long.c"],
                       cwd=self.folder, check=True)
        begin = time.monotonic()
        process = self.run_in(INCONCLUSIVE, self.folder / "long.bc", "--time-limit", "0.5")
        self.assertLess(time.monotonic() - begin, 10)
        self.assertIn("the time limit was reached while it was compiled", process.out)

    # Many functions of straight code, each called once: as one function it took minutes.
    def test_program_takes_long_to_load(self):
        def body(n):
            return "".join(f"a[(x * {k}) & 63] += a[(x ^ {k + n}) & 63] * {k} + x / ({k} + 1);" for k in range(60))
        functions = "".join(f"int f{n}(int x) {{ static int a[64]; {body(n)} return a[x & 63]; }}\n" for n in range(60))
        (self.folder / "large.c").write_text(functions + "int main(void) { int s = 0;" +
                                             "".join(f"s += f{n}({n});" for n in range(60)) + " return s == 1; }\n")
        begin = time.monotonic()
        self.run_in(INCONCLUSIVE, self.folder / "large.c", "--time-limit", "1")
        self.assertLess(time.monotonic() - begin, 10)
        self.run_in(SAFE, self.folder / "large.c", "--time-limit", "100")

    # --- signals ---

    def test_signals_while_compiling(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start("safe.c", env={"HEDDLE_CLANG": self.script("echo begun; touch $HOME/begun; sleep 1000")})
            while not (self.home / "begun").exists():
                time.sleep(0.01)
            process.send_signal(number)
            self.assertEqual(self.end(process, 10).returncode, INCONCLUSIVE)
            (self.home / "begun").unlink()

    def test_signals_while_exploring(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start(*ENDLESS)
            time.sleep(1)
            process.send_signal(number)
            self.assertEqual(self.end(process, 20).returncode, INCONCLUSIVE)
            self.assertIn("interrupted", process.out)

    def test_timeout_sends_its_signal_twice(self):
        """To the process, and to its group."""
        result = subprocess.run(["timeout", "-k", "20", "2", HEDDLE, "check", *ENDLESS], cwd=PROGRAMS, capture_output=True, text=True)
        self.assertEqual(result.returncode, 124)
        self.assertIn("the search was interrupted", result.stdout)

    # --- limits ---

    def test_few_descriptors(self):
        for most in range(4, 16):  # with fewer the system cannot load it
            process = self.end(self.start("race.c", preexec_fn=limited((resource.RLIMIT_NOFILE, most))))
            if process.returncode == BAD_INPUT:
                self.assertIn("Too many open files", process.err)
            else:
                self.assertEqual(process.returncode, VIOLATION)

    def test_little_address_space(self):
        if self.start("--help", preexec_fn=limited((resource.RLIMIT_AS, 64 << 30))).wait() != SAFE:
            self.skipTest("AddressSanitizer does not start so")
        for gigabytes in (1, 8, 64):
            process = self.end(self.start("safe.c", preexec_fn=limited((resource.RLIMIT_AS, gigabytes << 30))))
            self.assertEqual(process.returncode, BAD_INPUT)
            self.assertEqual(process.err.count("\n"), 1, process.err)
            self.assertIn("ulimit -v", process.err)

    def test_little_stack(self):
        self.run_in(SAFE, "safe.c", preexec_fn=limited((resource.RLIMIT_STACK, 256 << 10)))
        self.run_in(VIOLATION, "recursion.c", preexec_fn=limited((resource.RLIMIT_STACK, 256 << 10)))

    def test_no_stack_limit(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
        if hard != resource.RLIM_INFINITY:
            self.skipTest(f"the stack has a limit of {hard}")
        self.run_in(VIOLATION, "recursion.c", preexec_fn=limited((resource.RLIMIT_STACK, resource.RLIM_INFINITY)))

    def test_no_more_processes(self):
        process = self.end(self.start("safe.c", preexec_fn=limited((resource.RLIMIT_NPROC, 1))))
        if os.geteuid() != 0:  # whom it does not bind
            self.assertEqual(process.returncode, BAD_INPUT)
            self.assertIn("cannot run", process.err)

    def test_no_more_processor_time(self):
        process = self.run_in(INCONCLUSIVE, *ENDLESS, preexec_fn=limited((resource.RLIMIT_CPU, 3)))
        self.assertIn("interrupted", process.out)

    def test_no_core(self):
        self.run_in(VIOLATION, "rodata.c", preexec_fn=limited((resource.RLIMIT_CORE, 0)))

    # --- the rest ---

    def test_strange_terminals(self):
        for env in ({"COLUMNS": "0"}, {"COLUMNS": "-1"}, {"COLUMNS": "x" * 1000}, {"TERM": "\x1b"}, {"LANG": "xx_YY.bad"},
                    {"LC_ALL": "C"}, {"NO_COLOR": "1"}):
            self.assertIn("✗ data race", self.run_in(VIOLATION, "race.c", env=env).out)

    def test_time_limit_is_short(self):
        for seconds in ("0.000001", "0.01", "0.2"):
            begin = time.monotonic()
            self.end(self.start(*ENDLESS, "--time-limit", seconds))
            self.assertLess(time.monotonic() - begin, 10)


if __name__ == "__main__":
    unittest.main()
