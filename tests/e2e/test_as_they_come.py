"""Programs that were written for other tools and systems: their arguments, input, flags and types."""

import json

from heddle import BAD_INPUT, INCONCLUSIVE, SAFE, VIOLATION, HeddleTest


class Arguments(HeddleTest):
    ARGUMENTS = ("--args", "-v", "rest", "-f", "some file")

    def test_arguments_of_the_program(self):
        self.check(SAFE, "options.c", *self.ARGUMENTS)

    def test_without_them_there_are_none(self):
        self.check(VIOLATION, "options.c")

    def test_replay_has_them(self):
        program = self.write("arguments.c", "#include <heddle/heddle.h>\n"
                             "int main(int argc, char **argv) { heddle_assert(argc != 3 || argv[2][0] != 'b'); }")
        report = self.folder / "report.json"
        self.check(VIOLATION, program, "--json", report, "--args", "a", "b")
        self.assertEqual(json.loads(report.read_text())["options"]["args"], ["a", "b"])
        self.assertEqual(self.run_heddle("replay", report).returncode, VIOLATION)

    def test_many(self):
        program = self.write("arguments.c", "#include <heddle/heddle.h>\n#include <string.h>\n"
                             "int main(int argc, char **argv) { heddle_assert(argc == 101 && strlen(argv[100]) == 50 && !argv[101]); }")
        self.check(SAFE, program, "--args", *["x" * 50] * 100)


class Input(HeddleTest):
    TEXT = "ab12 -3 word\na long line\nend"

    def test_threads_read_in_either_order(self):
        report = self.check_json(SAFE, "reads_input.c", "--stdin", self.write("input", self.TEXT))
        self.assertEqual(report["executions"]["complete"], 2)

    def test_missing_file(self):
        message = self.check(BAD_INPUT, "reads_input.c", "--stdin", "nowhere").stderr
        self.assertIn("nowhere", message)

    def test_none_is_at_its_end(self):
        program = self.write("empty.c", "#include <heddle/heddle.h>\n#include <stdio.h>\n"
                             "int main(void) { heddle_assert(getchar() == EOF && feof(stdin)); }")
        self.check(SAFE, program)


class Flags(HeddleTest):
    def test_flags_of_a_build(self):
        program = self.write("flags.c", "int main(void) { return 0; }")
        self.check(SAFE, "-O2", "-Wall", "-Wextra", "-g", "-fno-strict-aliasing", "-pedantic", "-lm", program)

    def test_warnings_are_shown(self):
        program = self.write("flags.c", "int main(void) { int unused; return 0; }")
        self.assertIn("unused variable", self.check(SAFE, "-Wall", program).stderr)


class Elsewhere(HeddleTest):
    def test_32_bits_are_said(self):
        program = self.write("old.i", "typedef unsigned int size_t;\nextern void *malloc(size_t);\n"
                             "int main(void) { return malloc(8) == 0; }")
        report = self.check_json(SAFE, program)
        self.assertIn("is of a system with 32 bits", report["notes"][0])

    def test_old_c_is_told(self):
        program = self.write("old.c", "main() { puts(\"x\"); return 0; }")
        self.assertIn("warning: type specifier missing", self.check(SAFE, program).stderr)

    def test_unknown_functions_are_refused_all_the_same(self):
        program = self.write("old.c", "int main(void) { nobody_knows(); return 0; }")
        self.assertIn("nobody_knows", self.check(BAD_INPUT, program).stderr)

    def test_bound_of_threads_is_said(self):
        program = self.write("threads.c", "#include <pthread.h>\nvoid *f(void *p) { return p; }\n"
                             "int main(void) {\n  pthread_t t;\n  for (;;) pthread_create(&t, 0, f, 0);\n}")
        report = self.check_json(INCONCLUSIVE, program)
        self.assertIn("no violation within bound 3: more threads are started at", report["why"])
        self.assertIn("threads.c:5", report["why"])
        self.assertIn("with --bound-threads 3", report["notes"][0])
        report = self.check_json(INCONCLUSIVE, program, "--bound-threads", "5")
        self.assertIn("bound 5", report["why"])
        self.assertNotIn("notes", report)
