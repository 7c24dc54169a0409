"""What a program may call: unknown functions, and the sandbox around what is allowed."""

import ctypes
import json
import platform
import struct
import subprocess

from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

# What each of them would do, as an expression.
HARMFUL = {
    "kill": "kill(getppid(), 9)",
    "raise": "raise(9)",
    "unlink": "unlink(FILE_NAME)",
    "remove": "remove(FILE_NAME)",
    "rename": 'rename(FILE_NAME, "elsewhere")',
    "truncate": "truncate(FILE_NAME, 0)",
    "mkdir": "mkdir(FILE_NAME, 0)",
    "chdir": 'chdir("/")',
    "socket": "socket(AF_INET, SOCK_STREAM, 0)",
    "fopen": 'fopen(FILE_NAME, "w") != 0',
    "open": "open(FILE_NAME, O_WRONLY | O_TRUNC)",
    "setrlimit": "setrlimit(RLIMIT_CPU, &(struct rlimit){0, 0})",
}
PROCESSES = {
    "system": 'system("true")',
    "popen": 'popen("true", "r") != 0',
    "fork": "fork()",
    "execv": 'execv("/bin/true", 0)',
}
INCLUDES = (
    "#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/resource.h>\n"
    "#include <sys/select.h>\n#include <sys/socket.h>\n#include <sys/stat.h>\n#include <unistd.h>\n")
LINE = INCLUDES.count("\n") + 1


class Sandbox(HeddleTest):
    def setUp(self):
        super().setUp()
        self.victim = self.write("victim", "as it was\n")

    def program(self, call):
        return self.write("calls.c", f"{INCLUDES}int main(void) {{ return ({call}) == 12345; }}\n")

    def run_call(self, code, call, *arguments):
        return self.check(code, f'-DFILE_NAME="{self.victim}"', *arguments, self.program(call), "--",
                          "-w", "-D_GNU_SOURCE", cwd=self.folder)

    def assert_untouched(self):
        self.assertEqual(self.victim.read_text(), "as it was\n")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["calls.c", "victim"])

    def test_what_could_do_harm_is_never_suggested(self):
        for name, call in {**HARMFUL, **PROCESSES}.items():
            message = self.run_call(BAD_INPUT, call).stderr
            self.assert_one_line(message)
            self.assertIn(f"calls.c:{LINE}", message)
            self.assertIn(f"calls {name}:", message)
            self.assertNotIn("--allow-external", message)
        self.assert_untouched()

    def test_nor_of_cxx(self):
        for call in ('std::ofstream("victim") << 1', 'std::filesystem::remove("victim")'):
            path = self.write("calls.cpp", f"#include <filesystem>\n#include <fstream>\nint main() {{ {call}; }}\n")
            message = self.check(BAD_INPUT, path, cwd=self.folder).stderr
            self.assert_one_line(message)
            self.assertIn("files are not supported", message)
            self.assertNotIn("--allow-external", message)
        self.assertEqual(self.victim.read_text(), "as it was\n")

    def test_allowed_it_is_a_violation(self):
        for name, call in HARMFUL.items():
            result = self.run_call(VIOLATION, call, "--allow-external", name)
            self.assertIn(f"✗ system call  calls.c:{LINE} in main", result.stdout.replace(str(self.folder) + "/", ""))
            self.assertRegex(result.stdout, r"the program makes the system call \w+")
        self.assert_untouched()

    def test_processes_are_never_allowed(self):
        for name, call in PROCESSES.items():
            message = self.run_call(BAD_INPUT, call, "--allow-external", name).stderr
            self.assert_one_line(message)
            self.assertIn(f"--allow-external {name}: a program under test is one process", message)

    def test_without_sandbox_it_happens(self):
        self.run_call(SAFE, HARMFUL["unlink"], "--allow-external", "unlink", "--no-sandbox")
        self.assertFalse(self.victim.exists())

    def test_reading_is_allowed(self):
        self.run_call(SAFE, 'fopen(FILE_NAME, "r") == 0', "--allow-external", "fopen")
        self.run_call(SAFE, "open(FILE_NAME, O_RDONLY)", "--allow-external", "open")

    def test_questions_are_allowed(self):
        self.run_call(SAFE, "getrlimit(RLIMIT_CPU, &(struct rlimit){0, 0})", "--allow-external", "getrlimit")

    def test_in_one_of_many_executions(self):
        path = self.write("sometimes.c", """#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
atomic_int ready;
static void *other(void *p) { atomic_store(&ready, 1); return p; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  if (atomic_load(&ready)) unlink("victim");
  pthread_join(thread, 0);
}
""")
        recorded = self.folder / "found.json"
        self.check(VIOLATION, "--keep-going", "--allow-external", "unlink", "--json", recorded, path, cwd=self.folder)
        report = json.loads(recorded.read_text())
        self.assertEqual([(v["kind"], v["location"]["line"]) for v in report["violations"]], [("system-call", 9)])
        self.assertEqual(report["executions"]["complete"], 1)
        self.assertEqual(report["options"]["sandbox"], True)
        replayed = self.run_heddle("replay", recorded, cwd=self.folder)
        self.assertEqual(replayed.returncode, VIOLATION, replayed.stderr)
        self.assertIn("✗ system call", replayed.stdout)
        self.assertEqual(self.victim.read_text(), "as it was\n")

    def test_what_blocks_does_not_outlive_the_time_limit(self):
        result = self.run_call(INCONCLUSIVE, "select(0, 0, 0, 0, 0)", "--allow-external", "select", "--no-sandbox",
                               "--time-limit", "0.5")
        self.assertIn("the time limit was reached", result.stdout)

    def test_a_kernel_without_it(self):
        def no_seccomp():  # the system call fails as it does in some containers
            number = {"aarch64": 277, "x86_64": 317}[platform.machine()]
            code = b"".join(struct.pack("HBBI", *line) for line in (
                (0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050001), (0x06, 0, 0, 0x7fff0000)))
            buffer = ctypes.create_string_buffer(code)
            filter_ = struct.pack("HxxxxxxP", 4, ctypes.addressof(buffer))
            prctl = ctypes.CDLL(None, use_errno=True).prctl
            if prctl(38, 1, 0, 0, 0) != 0 or prctl(22, 2, filter_, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), "prctl")

        run = [HEDDLE, "check", "safe.c"]
        result = subprocess.run(run, cwd=PROGRAMS, preexec_fn=no_seccomp, capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr), (SAFE, ""), result.stdout)
        self.assertEqual(result.stdout.count("ran without a sandbox"), 1, result.stdout)


class UnknownFunctions(HeddleTest):
    def test_of_no_file(self):
        path = self.write("zoo.cpp", "namespace zoo { int animal(int, const char *); }\n"
                                     'int main() { return zoo::animal(1, "cat"); }\n')
        message = self.check(BAD_INPUT, path).stderr
        self.assert_one_line(message)
        self.assertIn("zoo.cpp:2", message)
        self.assertIn("zoo::animal(int, char const*), which no file defines", message)
        self.assertIn("add its source or bitcode", message)
        self.assertIn("--allow-external _ZN3zoo6animalEiPKc", message)
        other = self.write("animal.cpp", "namespace zoo { int animal(int n, const char *) { return n - 1; } }\n")
        self.check(SAFE, path, other)

    def test_of_another_library(self):
        library = self.folder / "libzoo.so"
        source = self.write("zoo.c", "int zoo_animal(int n) { return n - 1; }\n")
        subprocess.run(["clang-19", "-shared", "-fPIC", source, "-o", library], check=True)
        path = self.write("main.c", "int zoo_animal(int);\nint main(void) { return zoo_animal(1); }\n")
        self.assertIn("-lLIBRARY", self.check(BAD_INPUT, path).stderr)
        self.assertIn("no such function", self.check(BAD_INPUT, "--allow-external", "zoo_animal", path).stderr)
        self.check(SAFE, "--allow-external", "zoo_animal", path, "--", f"-L{self.folder}", "-lzoo")

    def test_variable(self):
        path = self.write("zoo.cpp", "namespace zoo { extern int animals; }\nint main() { return zoo::animals; }\n")
        message = self.check(BAD_INPUT, path).stderr
        self.assert_one_line(message)
        self.assertIn("zoo.cpp:2", message)
        self.assertIn("the variable zoo::animals, which no file defines", message)

    def test_too_few_arguments(self):
        path = self.write("few.c", 'int f(void) __asm__("sem_post");\nint main(void) { return f(); }\n')
        message = self.check(BAD_INPUT, path).stderr
        self.assert_one_line(message)
        self.assertIn("few.c:2: the program calls sem_post with 0 of 1 arguments", message)


class WildPointers(HeddleTest):
    def test_of_what_threads_meet_at(self):
        for call in ("sem_post((sem_t *)P)", "sem_wait((sem_t *)P)", "pthread_cond_signal((pthread_cond_t *)P)",
                     "pthread_cond_destroy((pthread_cond_t *)P)", "pthread_mutex_lock((pthread_mutex_t *)P)",
                     "pthread_rwlock_rdlock((pthread_rwlock_t *)P)", "pthread_barrier_wait((pthread_barrier_t *)P)",
                     "pthread_once((pthread_once_t *)P, nothing)", '__assert_fail((char *)P, "", 1, "")'):
            for pointer, kind in (("0x123456789000", "wild pointer"), ("8", "null dereference")):
                path = self.write("wild.c", "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\nstatic void "
                                  f"nothing(void) {{}}\nint main(void) {{ {call}; }}\n")
                result = self.check(VIOLATION, f"-DP={pointer}", path, "--", "-w", cwd=self.folder)
                self.assertIn(f"✗ {kind}  wild.c:5", result.stdout, call)
