"""Options that make verdicts of what otherwise is none, and limits that the answer names."""

from heddle import INCONCLUSIVE, SAFE, VIOLATION, HeddleTest

ALLOCATES = """#include <stdlib.h>
int main(void) {
  char *block = malloc(BYTES);
  if (block == 0) return 0;
  block[BYTES - 1] = 1;
  return 0;
}
"""


class ExitStatus(HeddleTest):
    def test_what_main_returns_is_found_out(self):
        path = self.write("status.c", "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int(); }\n")
        self.check(VIOLATION, "--exit-status", path)

    def test_of_a_main_of_another_type(self):
        for text in ("long main(void) { return 3; }\n", "void *main(void) { return (void *)3; }\n"):
            self.check(VIOLATION, "--exit-status", self.write("status.c", text), "--", "-w")
        refused = self.run_heddle("check", self.write("status.c", "\nfloat main(void) { return 3; }\n"), "--", "-w")
        self.assertIn("status.c:2: the program's 'main' has another type", refused.stderr)

    def test_only_by_option(self):
        for text, line in (("int main(void) {\n  return 3;\n}\n", 2),
                           ("#include <stdlib.h>\nint main(void) {\n  exit(3);\n}\n", 3),
                           ("#include <unistd.h>\nint main(void) {\n  _exit(3);\n}\n", 3),
                           ("#include <stdlib.h>\nstatic void f(void) {\n  exit(3);\n}\nint main(void) {\n  atexit(f);\n}\n", 3)):
            path = self.write("status.c", text)
            self.check(SAFE, path)
            result = self.check(VIOLATION, "--exit-status", path, cwd=self.folder)
            self.assertIn(f"✗ exit status  status.c:{line}", result.stdout)
            self.assertIn("the program ends with exit status 3", result.stdout)

    def test_success_is_none(self):
        for text in ("int main(void) { return 0; }\n", "int main(void) { return 256; }\n", "int main(void) { }\n",
                     "int value = 5;\nvoid main(void) { value++; }\n"):
            self.check(SAFE, "--exit-status", self.write("status.c", text), "--", "-w")

    def test_in_one_of_many_executions(self):
        path = self.write("status.c", """#include <pthread.h>
#include <stdatomic.h>
atomic_int ready;
static void *other(void *p) { ready = 1; return p; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  int status = ready;
  pthread_join(thread, 0);
  return status;
}
""")
        report = self.check_json(VIOLATION, "--exit-status", "--keep-going", path)
        self.assertEqual([violation["kind"] for violation in report["violations"]], ["exit-status"])
        self.assertEqual(report["executions"]["complete"], 1)


class Heap(HeddleTest):
    columns = 300

    def test_what_does_not_fit(self):
        path = self.write("allocates.c", ALLOCATES)
        self.check(SAFE, "-DBYTES=100000", "--heap", "200000", path)
        text = self.check(INCONCLUSIVE, "-DBYTES=100000", "--heap", "70000", path).stdout
        self.assertIn("allocates.c:3 failed, since the heap of a thread has 70000 bytes; --heap", " ".join(text.split()))

    def test_what_no_machine_has(self):
        self.check(SAFE, "-DBYTES=(~0UL/2)", self.write("allocates.c", ALLOCATES), "--", "-w")

    def test_violations_name_it(self):
        path = self.write("null.c", "#include <stdlib.h>\nint main(void) {\n  *(char *)malloc(100000) = 1;\n}\n")
        text = " ".join(self.check(VIOLATION, "--heap", "70000", path, cwd=self.folder).stdout.split())
        self.assertIn("✗ null dereference null.c:3", text)
        self.assertIn("the allocation at null.c:3 failed", text)
        path = self.write("new.cpp", "int main() {\n  for (;;) new char[1000];\n}\n")
        text = " ".join(self.check(VIOLATION, "--heap", "70000", path, cwd=self.folder).stdout.split())
        self.assertIn("✗ uncaught exception new.cpp:2", text)
        self.assertIn("--heap BYTES makes it larger", text)

    def test_large_heaps_are_for_few_threads(self):
        answer = self.check(INCONCLUSIVE, "--heap", "200000000000", "many_threads.c").stdout
        self.assertIn("with as large a --heap", answer)


class Ndebug(HeddleTest):
    def test_is_noted(self):
        path = self.write("assert.c", "#include <assert.h>\nint main(void) { assert(0); }\n")
        self.check(VIOLATION, path)
        note = "assert() is switched off: NDEBUG is defined"
        self.assertIn(note, self.check(SAFE, "-DNDEBUG", path).stdout)
        self.assertIn(note, self.check_json(SAFE, "-DNDEBUG=1", path)["notes"])
        self.assertNotIn(note, self.check(VIOLATION, "-DNDEBUG", "-UNDEBUG", path).stdout)


class TimeLimit(HeddleTest):
    def test_no_time_to_run_it_again(self):
        path = self.write("slow.c", """#include <assert.h>
#include <stdatomic.h>
#include <sys/select.h>
atomic_int x;
int main(void) {
  struct timeval a_while = {2, 0};
  select(0, 0, 0, 0, &a_while);
  for (int i = 0; i < 5000; ++i) x++;
  assert(x == 0);
}
""")
        report = self.check_json(VIOLATION, "--no-sandbox", "--allow-external", "select", "--time-limit", "3", path)
        self.assertEqual([(violation["kind"], violation["location"]["line"]) for violation in report["violations"]],
                         [("assertion", 9)])
        self.assertIn("there was no time to run it again", report["violations"][0]["message"])


class Formats(HeddleTest):
    def test_enormous_fields(self):
        path = self.write("wide.c", '#include <stdio.h>\nint main(void) { printf("%*d", 2000000000, 1); }\n')
        message = self.check(2, path, timeout=20).stderr
        self.assert_one_line(message)
        self.assertIn("wide.c:2", message)


class CompilerCommands(HeddleTest):
    def test_what_stands_in_them_is_taken(self):
        self.write("given.h", "#define VALUE 1\n")
        path = self.write("program.c", "int main(void) { return VALUE - 1; }\n")
        self.check(SAFE, "-c", path, "-o", "program.o", "-isystem", self.folder, "-include", self.folder / "given.h", "-static", "-O2")
        self.assertFalse((self.folder / "program.o").exists())

    def test_stacks_of_any_size(self):
        self.check(SAFE, self.write("program.c", "int main(void) { return 0; }\n"), "--stack-size", "100001")
