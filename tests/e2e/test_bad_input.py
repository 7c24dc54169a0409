"""Input that is no program, and programs that ask for what Heddle does not do."""

import subprocess

from heddle import BAD_INPUT, HEDDLE, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest


class BadInput(HeddleTest):
    def refused(self, *arguments):
        result = self.check(BAD_INPUT, *arguments)
        self.assertEqual(result.stdout, "")
        return result.stderr

    def test_missing_file(self):
        message = self.refused("nowhere.c")
        self.assert_one_line(message)
        self.assertIn("nowhere.c", message)

    def test_directory(self):
        message = self.refused("include")
        self.assert_one_line(message)
        self.assertIn("directory", message)

    def test_empty_file_has_no_main(self):
        message = self.refused("empty.c")
        self.assert_one_line(message)
        self.assertIn("main", message)

    def test_no_main(self):
        message = self.refused("no_main.c")
        self.assert_one_line(message)
        self.assertIn("main", message)

    def test_unknown_kind_of_file(self):
        self.assertIn("notes.txt", self.refused(self.write("notes.txt", "hello")))

    def test_compile_error_as_clang_prints_it(self):
        message = self.refused("compile_error.c")
        self.assertIn("compile_error.c:1:25: error: use of undeclared identifier 'undeclared_name'", message)

    def test_inline_assembly(self):
        message = self.refused("inline_asm.c")
        self.assert_one_line(message)
        self.assertIn("inline_asm.c:3", message)
        self.assertIn("assembly", message)

    def test_inline_assembly_that_uses_the_stack(self):
        self.assertIn("assembly", self.refused("asm_stack.c"))

    def test_jump_out_of_the_library(self):
        message = self.refused("uses_setjmp.c")
        self.assertIn("uses_setjmp.c:7", message)
        self.assertIn("longjmp out of a function that the library has called", message)

    def test_unknown_external(self):
        message = self.refused("external.c")
        self.assert_one_line(message)
        self.assertIn("external.c:7", message)
        self.assertIn("get_nprocs", message)
        self.assertIn("--allow-external", message)

    def test_unknown_external_runs_when_allowed(self):
        self.check(SAFE, "--allow-external", "get_nprocs", "external.c")


    def test_ways_to_synchronise_that_are_missing(self):
        for call in ("pthread_cancel(0)", "pthread_timedjoin_np(0, 0, 0)"):
            path = self.write("waits.c", f"#include <pthread.h>\nint main(void) {{ return {call}; }}\n")
            message = self.refused(path, "--", "-Wno-nonnull", "-D_GNU_SOURCE")
            self.assert_one_line(message)
            self.assertIn("waits.c:2", message)
            self.assertIn("this way to synchronise is not supported", message)
            self.assertNotIn("--allow-external", message)  # the library's own would block Heddle for ever

    def test_functions_that_cannot_be_allowed(self):
        for name in ("fork", "setjmp", "pthread_cancel", "pthread_timedjoin_np"):
            message = self.refused("--allow-external", name, "safe.c")
            self.assert_one_line(message)
            self.assertIn(f"--allow-external {name}: ", message)

    def test_allowing_a_function_that_does_not_exist(self):
        self.assertIn("--allow-external no_such_function: no such", self.refused("--allow-external", "no_such_function", "safe.c"))


class Extremes(HeddleTest):
    def test_main_that_never_ends(self):
        result = self.check(INCONCLUSIVE, "--step-limit", "100000", "endless.c")
        self.assertIn("inconclusive  endless.c:4", result.stdout)
        self.assertIn("--step-limit", result.stdout)

    def test_ten_thousand_threads(self):
        result = self.run_heddle("check", "many_threads.c")
        self.assertIn(result.returncode, (BAD_INPUT, INCONCLUSIVE), result.stdout + result.stderr)
        self.assertRegex(result.stdout + result.stderr, r"many_threads\.c:9")
        self.assertIn("thread", result.stdout + result.stderr)

    def test_one_gibibyte(self):
        self.check(SAFE, "gigabyte.c")

    def test_too_little_address_space(self):
        def run_limited(*arguments):
            limited = ["sh", "-c", 'ulimit -v 8000000; exec "$@"', "sh", HEDDLE, *arguments]
            return subprocess.run(limited, cwd=PROGRAMS, capture_output=True, text=True, check=False)

        if run_limited("list").returncode != SAFE:
            self.skipTest("AddressSanitizer does not start so")
        result = run_limited("check", "safe.c")
        self.assertEqual((result.returncode, result.stdout), (BAD_INPUT, ""), result.stderr)
        self.assert_one_line(result.stderr)
        self.assertIn("ulimit -v", result.stderr)

    def test_recursion_without_end(self):
        result = self.check(VIOLATION, "recursion.c")
        self.assertRegex(result.stdout, r"✗ stack overflow  recursion\.c:[34] in deeper")

    def test_writing_to_read_only_memory(self):
        result = self.check(VIOLATION, "rodata.c")
        self.assertIn("rodata.c:5", result.stdout.splitlines()[0])
        self.assertIn("writes to read-only memory", result.stdout)

    def test_wild_pointers_are_not_called_read_only(self):
        path = self.write("wild.c", "int main(void) { int *volatile p = (int *)0x123456789000; return *p; }\n")
        self.assertIn("accesses memory that is not the program's", self.check(VIOLATION, path).stdout)

    def test_bad_input_leaves_no_json_behind(self):
        path = self.folder / "out.json"
        self.check(BAD_INPUT, "--json", path, "compile_error.c")
        self.assertFalse(path.exists())
