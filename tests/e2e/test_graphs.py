"""What a report says about weak memory: in words, as JSON and as a graph."""

import re
import shutil
import subprocess

from heddle import BAD_INPUT, PROGRAMS, SAFE, VIOLATION, HeddleTest

LITMUS = PROGRAMS.parent.parent / "litmus"
STORE_BUFFERING = (LITMUS / "sb.c", "-DOP=store", "-DW=rlx", "-DF=none", "-DR=rlx")
TWO_WRITES = (LITMUS / "2+2w.c", "-DA=rlx", "-DF=none", "-DB=rlx")


def words(text):
    """Cells of the table are wrapped: the words in them, one after the other."""
    return " ".join(re.sub(r"[│─┼]", " ", text).split())


class Stories(HeddleTest):
    def test_stale_reads(self):
        for model in ("tso", "rc11"):
            story = words(self.check(VIOLATION, "--model", model, *STORE_BUFFERING).stdout)
            self.assertIn("stale: the initial value, misses T1's 1 (sb.c:", story)
            self.assertIn("A stale read finds an older write", story)

    def test_overwritten_writes(self):
        story = words(self.check(VIOLATION, "--model", "rc11", *TWO_WRITES).stdout)
        self.assertIn("already overwritten by T1's 1 (2+2w.c:", story)

    def test_every_order_is_told(self):
        story = words(self.check(VIOLATION, "--model", "rc11", LITMUS / "sb.c", "-DOP=store", "-DW=sc", "-DF=none",
                                 "-DR=acq").stdout)
        self.assertIn("store x = 1 seq_cst", story)
        self.assertNotIn("seq_cst", self.check(VIOLATION, "--model", "rc11", "lost_update.c").stdout)

    def test_locks_that_are_found_held(self):
        lines = self.check_json(VIOLATION, "--model", "rc11", "try_lock_stale.c")["violations"][0]["trace"]
        self.assertEqual([line["note"] for line in lines if line["op"] == "try_lock"],
                         ["fails; stale: finds it held by T1 (try_lock_stale.c:9), "
                          "misses T1's unlock (try_lock_stale.c:10)"])

    def test_the_end_of_atomics_is_told_once(self):
        program = self.write("freed.c", '''
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stdlib.h>
            _Atomic(atomic_int *) shared;
            void *drop(void *unused) { free(atomic_exchange(&shared, NULL)); return unused; }
            int main(void) {
              pthread_t t;
              atomic_int *value = malloc(sizeof(*value));
              atomic_store(value, 1);
              atomic_store(&shared, value);
              pthread_create(&t, NULL, drop, NULL);
              value = atomic_load_explicit(&shared, memory_order_relaxed);
              if (value) atomic_load(value);
              pthread_join(t, NULL);
            }''')
        violation = self.check_json(VIOLATION, "--model", "rc11", "--no-shorten", program)["violations"][0]
        self.assertTrue(violation["graph"])
        self.assertEqual([line["op"] for line in violation["trace"] if line["thread"] == "T1"],
                         ["exchange", "free"])

    def test_interleavings_have_no_stale_reads(self):
        for options in ((), ("--model", "rc11")):  # what happens without weak memory is told without it
            self.assertNotIn("stale", self.check(VIOLATION, *options, "lost_update.c").stdout)

    def test_a_race_may_be_told_from_its_other_end(self):
        for options in ((), ("--model", "sc", "--search", "trust")):
            story = self.check(VIOLATION, *options, "race_behind_load.c").stdout
            self.assertTrue(story.startswith("✗ data race  race_behind_load.c:11 in takes"), story)
            self.assertNotIn("stale", story)


class Defaults(HeddleTest):
    def chosen(self, *arguments):
        report = self.check_json(SAFE, *arguments)
        return report["model"], report["search"]

    def test_what_is_chosen(self):
        for options, chosen in (((), ("rc11", "awamoche")), (("--model", "sc"), ("sc", "optimal")),
                                (("--model", "tso"), ("tso", "awamoche")), (("--search", "trust"), ("rc11", "trust")),
                                (("--search", "source"), ("sc", "source")),
                                (("--plain", "interleave"), ("sc", "optimal")),
                                (("--plain", "interleave", "--model", "rc11"), ("rc11", "awamoche"))):
            self.assertEqual(self.chosen(*options, "safe.c"), chosen)

    def test_mixed_sizes_are_explored_on_graphs(self):
        self.assertIn("search awamoche, model rc11", self.check(SAFE, "mixed_sizes.c").stdout)
        path = self.folder / "mixed.json"
        story = self.check(VIOLATION, "--json", path, "mixed_sizes.c", "-DFAILS").stdout
        self.assertIn("store word = 1  release", story)
        self.assertEqual(self.run_heddle("replay", path).returncode, VIOLATION)

    def test_sections_are_explored_on_graphs(self):
        self.assertIn("search awamoche, model rc11", self.check(SAFE, "section.c").stdout)
        path = self.folder / "section.json"
        self.check(VIOLATION, "--json", path, "section.c", "-DFAILS")
        replayed = self.run_heddle("replay", path)
        self.assertEqual(replayed.returncode, VIOLATION, replayed.stdout + replayed.stderr)


class Iterations(HeddleTest):
    columns = 300

    def test_a_loop_that_polls_under_a_lock_for_ever(self):
        for model in ("sc", "rc11"):
            path = self.folder / f"{model}.json"
            story = self.check(VIOLATION, "--model", model, "--no-shorten", "--json", path, "polled.c").stdout
            self.assertIn("livelock", story)
            self.assertRegex(story, r"m is free, unlocked by (main at polled\.c:19|T1 at polled\.c:9), "
                                    r"done is 0 from the start")
            self.assertIn("livelock", self.run_heddle("replay", path).stdout)


class Values(HeddleTest):
    def test_signs(self):
        for model in ("sc", "rc11"):
            lines = self.check_json(VIOLATION, "--model", model, "unsigned_values.cpp")["violations"][0]["trace"]
            told = {(line["object"], line["value"]) for line in lines}
            self.assertLessEqual({("percent", "200"), ("level", "High"), ("change", "-56"), ("tank.fill", "= 65000"),
                                  ("total", str(2**64 - 1))}, told)

    def test_floating_point(self):
        for model in ("sc", "rc11"):
            lines = self.check_json(VIOLATION, "--model", model, "floating_values.cpp")["violations"][0]["trace"]
            told = {(line["object"], line["value"]) for line in lines}
            self.assertLessEqual({("level", "2.5"), ("change", "-1.5"), ("tank.fill", "= 0.25")}, told)


class Json(HeddleTest):
    def events(self, *arguments):
        return self.check_json(VIOLATION, *arguments)["violations"][0]["events"]

    def test_reads_from_and_coherence(self):
        events = self.events("--model", "rc11", *STORE_BUFFERING)
        accesses = {(e["thread"], e["index"]): e for e in events if e["kind"] in ("read", "write")}
        self.assertEqual(len(accesses), 4)
        for read in (e for e in accesses.values() if e["kind"] == "read"):
            self.assertEqual((read["rf"], read["value"], read["order"]), ("initial", "0", "relaxed"))
        stale = [e for e in accesses.values() if "later" in e]
        self.assertEqual(len(stale), 1)
        missed = events[stale[0]["later"]]
        self.assertEqual((missed["kind"], missed["location"], missed["co"]), ("write", stale[0]["location"], 1))

    def test_coherence_against_the_order_of_steps(self):
        events = self.events("--model", "rc11", *TWO_WRITES)
        for location in "xy":
            writes = [e for e in events if e["kind"] == "write" and e["location"] == location]
            order = sorted(writes, key=lambda e: e["co"])
            self.assertEqual([e["co"] for e in order], [1, 2])
            self.assertEqual([e["value"] for e in order], ["2", "1"])

    def test_interleavings_have_graphs_too(self):
        events = self.events("lost_update.c")
        stores = [i for i, e in enumerate(events) if e["kind"] == "write"]
        self.assertEqual([events[i]["co"] for i in stores], [1, 2])
        for read in (e for e in events if e["kind"] == "read" and e["thread"] == "main"):
            self.assertEqual(read["rf"], stores[-1])
        self.assertFalse(any("later" in e for e in events))


class Dot(HeddleTest):
    def assert_drawn(self, text):
        self.assertRegex(text, r"\Adigraph execution \{\n(.*\n)*\}\n\Z")
        bare = re.sub(r'"(\\.|[^"\\])*"', '""', text)
        self.assertEqual(bare.count("{"), bare.count("}"))
        nodes = set(re.findall(r"(?m)^ *(\w+) \[label", bare))
        for source, target in re.findall(r"(\w+) -> (\w+)", bare):
            self.assertLessEqual({source, target}, nodes)
        if shutil.which("dot"):
            subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, check=True, text=True)

    def test_standard_output(self):
        result = self.check(VIOLATION, "--model", "tso", "--dot", "-", *STORE_BUFFERING)
        self.assert_drawn(result.stdout)
        self.assertIn("✗ assertion", result.stderr)
        for part in ('label="T1"', 'label="rf"', 'label="misses"', "store x = 1  relaxed", "sb.c:"):
            self.assertIn(part, result.stdout)

    def test_file_and_replay(self):
        path, again, trace = self.folder / "a.dot", self.folder / "b.dot", self.folder / "trace.json"
        self.check(VIOLATION, "--model", "rc11", "--dot", path, "--json", trace, *TWO_WRITES)
        self.assert_drawn(path.read_text())
        self.assertEqual(path.read_text().count('label="co"'), 2)
        self.assertEqual(self.run_heddle("replay", "--dot", again, trace).returncode, VIOLATION)
        self.assertEqual(path.read_text(), again.read_text())

    def test_interleavings(self):
        for program in ("lost_update.c", "race.c", "deadlock.c", "use_after_free.c", "thread_cpp.cpp"):
            self.assert_drawn(self.check(VIOLATION, "--dot", "-", program).stdout)

    def test_only_of_violations(self):
        path = self.folder / "a.dot"
        self.check(SAFE, "--model", "sc", "--dot", path, *STORE_BUFFERING)
        self.assertFalse(path.exists())

    def test_bad_usage(self):
        both = self.check(BAD_INPUT, "--dot", "-", "--json", "-", "race.c")
        self.assert_one_line(both.stderr)
        nowhere = self.check(BAD_INPUT, "--dot", self.folder / "no" / "such.dot", "race.c")
        self.assert_one_line(nowhere.stderr)
