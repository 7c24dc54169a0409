"""Code that is formally racy and means it: --volatile, --suppressions, --only (docs/racy-code.md)."""

import json
import pathlib
import random

from heddle import BAD_INPUT, SAFE, VIOLATION, HeddleTest

VOLATILE = """#include <pthread.h>
volatile int flag;
void *raise_flag(void *unused) { flag = 1; return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, raise_flag, 0);
  while (!flag) {}
  pthread_join(t, 0);
}
"""

# A counter that loses increments, which nobody minds; and a race that somebody does.
COUNTER = """#include <assert.h>
#include <pthread.h>
static int count, other;
static void bump(int *counter) { *counter += 1; }
static int peek(const int *counter) { return *counter; }
static void *work(void *unused) {
  bump(&count);
#ifdef OTHER
  other = 1;
#endif
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  bump(&count);
#ifdef OTHER
  other = 2;
#endif
  int seen = peek(&count);
  pthread_join(t, 0);
  assert(1 <= seen && seen <= 2);
#ifdef NEVER_LOST
  assert(count == 2);
#endif
}
"""


class Volatile(HeddleTest):
    def setUp(self):
        super().setUp()
        self.program = self.write("volatile.c", VOLATILE)

    def test_they_race_unless_they_are_said_to_be_relaxed(self):
        self.assertEqual(self.check_json(VIOLATION, self.program)["violations"][0]["kind"], "data-race")
        self.check(VIOLATION, "--volatile", "plain", self.program)
        self.check(SAFE, "--volatile", "relaxed", self.program)

    def test_the_answer_says_so(self):
        self.assertIn("--volatile relaxed: 2 plain accesses are relaxed atomic, in raise_flag, main",
                      self.check(SAFE, "--volatile", "relaxed", self.program).stdout)
        report = self.check_json(SAFE, "--volatile", "relaxed", self.program)
        self.assertEqual(report["options"]["volatile"], "relaxed")
        self.assertEqual(report["set-aside"], [{"rule": "--volatile relaxed", "accesses": 2, "stay-plain": 0,
                                                "functions": ["raise_flag", "main"]}])
        self.assertNotIn("set-aside", self.check_json(VIOLATION, self.program))

    def test_no_other_policy_is_known(self):
        self.assert_one_line(self.check(BAD_INPUT, "--volatile", "atomic", self.program).stderr)


class Suppressions(HeddleTest):
    def setUp(self):
        super().setUp()
        self.program = self.write("counter.c", COUNTER)

    def suppress(self, *lines):
        return "--suppressions", self.write("races.txt", "".join(line + "\n" for line in lines))

    def test_by_function_and_by_file(self):
        self.check(VIOLATION, self.program)
        self.check(SAFE, *self.suppress("# counts", "race:function:bump", "race:function:pee?"), self.program)
        self.check(SAFE, *self.suppress("race:file:*/counter.c"), self.program)

    def test_both_ends_have_to_be_named(self):
        self.check(VIOLATION, *self.suppress("race:function:bump"), self.program)

    def test_other_races_are_found(self):
        rules = self.suppress("race:function:bump", "race:function:peek")
        found = self.check_json(VIOLATION, "-DOTHER", *rules, self.program)["violations"][0]
        self.assertEqual(found["kind"], "data-race")
        self.assertIn("other", found["message"])

    def test_what_they_can_do_is_explored(self):
        rules = self.suppress("race:function:bump", "race:function:peek")
        found = self.check_json(VIOLATION, "-DNEVER_LOST", *rules, self.program)["violations"][0]
        self.assertEqual(found["kind"], "assertion")

    def test_the_answer_says_what_was_set_aside(self):
        rules = self.suppress("race:function:bump", "race:function:peek", "race:function:nobody")
        text = self.check(SAFE, *rules, self.program).stdout
        self.assertIn("race:function:bump: 2 plain accesses are relaxed atomic, in bump", text)
        self.assertIn("race:function:peek: 1 plain access is relaxed atomic, in peek", text)
        self.assertIn("race:function:nobody: no access of the program is meant", text)
        report = self.check_json(SAFE, *rules, self.program)
        self.assertEqual([rule["accesses"] for rule in report["set-aside"]], [2, 1, 0])
        self.assertEqual(report["options"]["suppressions"],
                         ["race:function:bump", "race:function:peek", "race:function:nobody"])

    def test_a_recording_needs_no_file(self):
        recording = self.folder / "found.json"
        rules = self.suppress("race:function:bump", "race:function:peek")
        self.check(VIOLATION, "-DNEVER_LOST", *rules, "--json", recording, self.program)
        rules[1].unlink()
        again = self.run_heddle("replay", recording)
        self.assertEqual(again.returncode, VIOLATION, again.stderr)
        self.assertIn("assertion", again.stdout)
        broken = json.loads(recording.read_text())
        broken["options"]["suppressions"] = ["race:nothing"]
        recording.write_text(json.dumps(broken))
        self.assertEqual(self.run_heddle("replay", recording).returncode, BAD_INPUT)

    def test_a_bad_line_is_named(self):
        for bad in ("race:bump", "race:function:", "deadlock:function:bump", "bump"):
            message = self.check(BAD_INPUT, *self.suppress("# good", "race:function:peek", bad), self.program).stderr
            self.assert_one_line(message)
            self.assertIn(f"races.txt:3: '{bad}'", message)
        self.assert_one_line(self.check(BAD_INPUT, "--suppressions", "nowhere.txt", self.program).stderr)

    def test_bmc_knows_them_too(self):
        rules = self.suppress("race:file:*/counter.c")
        for arguments, code in (((), VIOLATION), (rules, SAFE)):
            result = self.run_heddle("bmc", "--model", "rc11", *arguments, self.program)
            self.assertEqual(result.returncode, code, result.stdout + result.stderr)

    def test_of_a_library_the_race_names_its_functions(self):
        program = self.write("library.cpp", "#include <thread>\n#include <utility>\nint a = 1, b = 2;\n"
                             "int main() {\n  std::thread t([] { std::swap(a, b); });\n  a = 3;\n  t.join();\n}\n")
        self.assertIn("std::swap", self.check_json(VIOLATION, program)["violations"][0]["message"])


ACCESSES = {
    "atomic": """#include <stdatomic.h>
typedef _Atomic int Word;
static int get(Word *w) { return atomic_load_explicit(w, memory_order_relaxed); }
static void put(Word *w, int v) { atomic_store_explicit(w, v, memory_order_relaxed); }
""",
    "volatile": "typedef volatile int Word;\nstatic int get(Word *w) { return *w; }\n"
                "static void put(Word *w, int v) { *w = v; }\n",
    "plain": "typedef int Word;\nstatic int get(Word *w) { return *w; }\nstatic void put(Word *w, int v) { *w = v; }\n",
}


class AsAtomics(HeddleTest):
    """Random programs: accesses that are set aside have the executions of relaxed atomic ones, no fewer and no more."""

    @staticmethod
    def thread(chance, name):
        lines = []
        for step in range(chance.randint(2, 3)):
            word = chance.choice(("x", "y"))
            if chance.random() < 0.5:
                lines.append(f"put(&{word}, {chance.randint(1, 2)});")
            else:
                lines.append(f"seen = seen * 3 + get(&{word});")
            if step == 0 and chance.random() < 0.3:
                lines.append("__atomic_thread_fence(__ATOMIC_SEQ_CST);")
        return f"static void *{name}(void *unused) {{ int seen = 0; {' '.join(lines)} return unused; }}\n"

    def program(self, chance):
        threads = "".join(self.thread(chance, name) for name in ("one", "two"))
        return ("static Word x, y;\n" + threads + "int main(void) {\n  pthread_t t;\n"
                "  pthread_create(&t, 0, one, 0);\n  two(0);\n  pthread_join(t, 0);\n}\n")

    def test_they_have_the_same_executions(self):
        rules = self.write("rules.txt", "race:function:get\nrace:function:put\n")
        options = {"atomic": (), "volatile": ("--volatile", "relaxed"), "plain": ("--suppressions", rules)}
        chance = random.Random(21)
        for number in range(10):
            body = self.program(chance)
            for model in ("sc", "tso", "rc11"):
                counts = {}
                for kind, accesses in ACCESSES.items():
                    source = self.write(f"{kind}.c", "#include <pthread.h>\n" + accesses + body)
                    report = self.check_json(SAFE, "--model", model, "--search", "trust", *options[kind], source)
                    counts[kind] = report["executions"]["complete"]
                with self.subTest(number=number, model=model, program=body):
                    self.assertEqual(len(set(counts.values())), 1, counts)


class NoRaces(HeddleTest):
    """Where nothing races, relaxed atomic accesses find what plain ones do."""

    PROGRAMS = ("ordinary_c", "unusual_c", "jump_in_thread", "bit_fields_apart", "memory_functions",
                "heap_functions", "thread_local_c", "mutex_counter", "cond_wait", "mp_release_acquire", "cxx_containers_work",
                "cxx_inheritance", "cxx_futures", "cxx_shared_ptr", "exceptions")

    def test_the_verdict_stays(self):
        folder = pathlib.Path(__file__).parent.parent / "programs"
        rules = self.write("all.txt", "race:function:*\n")
        for name in self.PROGRAMS:
            with self.subTest(name):
                (program,) = (folder / name).glob(f"{name}.c*")
                self.check(SAFE, program)
                self.check(SAFE, "--volatile", "relaxed", "--suppressions", rules, program)


class OnlyAssertions(HeddleTest):
    def test_a_race_that_cannot_matter_is_passed(self):
        program = self.write("trace.c", "#include <assert.h>\n#include <pthread.h>\nint log_, x;\n"
                             "void *work(void *p) { log_ = 1; return p; }\n"
                             "int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, work, 0);\n  log_ = 2;\n"
                             "  pthread_join(t, 0);\n  assert(x == 0);\n}\n")
        self.check(VIOLATION, program)
        self.assertIn("data races and memory errors may be missed",
                      self.check(SAFE, "--only", "assertions,deadlocks", program).stdout)
