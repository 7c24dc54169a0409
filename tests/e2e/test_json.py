"""The JSON report (docs/json.md) and `heddle replay`."""

import json

from heddle import BAD_INPUT, INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

NODES = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int padding; atomic_int value; };
static struct node *first, *second;
static atomic_int ready;
static void set(struct node *node, int value) { atomic_store_explicit(&node->value, value, memory_order_relaxed); }
static void *work(void *unused) {
  set(first, 1);
  set(second, 2);
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}
int main(void) {
  first = malloc(sizeof *first);
  second = malloc(sizeof *second);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int isReady = atomic_load_explicit(&ready, memory_order_acquire);
  assert(!isReady || atomic_load(&first->value) != 1);
  pthread_join(thread, NULL);
}
"""
TOP = {"heddle", "version", "verdict", "violations", "executions", "search", "model", "promises", "options", "files", "flags",
       "seconds"}
LOCATION = {"file": str, "line": int, "column": int, "function": str}
VIOLATION_FIELDS = {"kind": str, "callers": list, "others": list, "message": str, "location": dict, "thread": str, "executions": int, "trace": list,
                    "blocks": list, "output": str, "schedule": list, "graph": bool, "events": list}
EVENT = {"thread": str, "index": int, "kind": str, "order": str, "location": str, "location-id": int, "value": str,
          "file": str, "line": int, "trace": int}
TRACE = {"thread": str, "op": str, "object": str, "order": str, "value": str, "file": str, "line": int,
         "column": int, "function": str, "note": str, "visible": bool, "culprit": bool, "on-slice": bool,
         "library": str, "internal": bool}
COUNTS = {"complete": int, "blocked": int, "violated": int, "redundant": int, "cut": int}
OPTIONS = {"plain", "volatile", "suppressions", "step-limit", "max-events", "stack-size", "heap", "exit-status", "sandbox", "nondet-range", "bound-threads", "args", "stdin", "spurious-wakeups", "prefer-writers", "allow-external", "bound-executions",
           "time-limit", "memory-limit", "preemption-bound", "seed", "executions", "depth", "keep-going", "dependence", "commute", "stale-reads", "in-place",
           "speculative", "purity", "dynamic-purity", "zero-net-effect", "await", "lone-accesses", "rolled-back",
           "separate-words", "ordered-publication", "raceless-iterations",
           "group-locks", "statistics", "settled-words", "learnt", "readers-apart", "unroll", "unroll-loop", "sample", "shorten"}


class Schema(HeddleTest):
    def assert_fields(self, value, fields):
        self.assertEqual(set(value), set(fields))
        for name, kind in fields.items():
            self.assertIs(type(value[name]), kind, name)

    def assert_schema(self, report, extra=(), model="rc11"):
        self.assertEqual(set(report), TOP | set(extra))
        self.assertEqual((report["heddle"], report["version"], report["model"]), ("report", 1, model))
        self.assert_fields(report["executions"], COUNTS)
        self.assertEqual(set(report["options"]), OPTIONS)
        for seconds in report["seconds"].values():
            self.assertGreaterEqual(seconds, 0)
        for violation in report["violations"]:
            self.assert_fields(violation, VIOLATION_FIELDS)
            self.assert_fields(violation["location"], LOCATION)
            self.assertTrue(violation["trace"])
            for number, line in enumerate(violation["trace"]):
                self.assert_fields({name: line[name] for name in line if name != "sw"}, TRACE)
                for source in line.get("sw", ()):
                    self.assertIn(source, range(number))
                    self.assertNotEqual(violation["trace"][source]["thread"], line["thread"])
            for event in violation["events"]:
                self.assert_fields({name: event[name] for name in event if name not in ("rf", "co")}, EVENT)
            for step in violation["schedule"]:
                self.assert_fields(step, {"thread": str, "choice": int})

    def test_safe(self):
        report = self.check_json(SAFE, "-DUNUSED=1", "safe.c")
        self.assert_schema(report)
        self.assertEqual(report["verdict"], "safe")
        self.assertEqual(report["violations"], [])
        self.assertGreater(report["executions"]["complete"], 1)
        self.assertEqual(report["executions"]["violated"], 0)
        self.assertEqual(report["files"], ["safe.c"])
        self.assertEqual(report["flags"], ["-DUNUSED=1"])
        self.assertEqual(report["search"], "awamoche")

    def test_dependence(self):
        for relation, executions, *options in (
                ("commuting-unsynchronised", 2, "--model", "sc"),
                ("read-write", 2, "--model", "sc", "--dependence", "read-write"),
                ("read-write", 2, "--search", "source", "--without", "commute", "--plain", "interleave"),
                ("commuting", 1, "--plain", "interleave"),
                ("commuting", 1, "--search", "classic", "--plain", "interleave", "--dependence", "commuting"),
                ("commuting-unsynchronised", 2, "--plain", "interleave", "--dependence", "commuting-unsynchronised")):
            report = self.check_json(SAFE, "safe.c", *options)
            self.assertEqual((report["options"]["dependence"], report["executions"]["complete"]),
                             (relation, executions))
            self.assertEqual(report["options"]["commute"], relation != "read-write")

    def test_a_sample_says_what_is_proven(self):
        for search, words in (("pct", "a given bug of depth 2 with"), ("pos", "a given Mazurkiewicz trace with")):
            report = self.check_json(INCONCLUSIVE, "--search", search, "--depth", "2", "--executions", "100", "safe.c")
            self.assert_schema(report, {"why", "guarantee"}, "sc")
            self.assertIn(words, report["guarantee"])
            self.assertEqual((report["search"], report["options"]["depth"]), (search, 2))

    def test_violation(self):
        report = self.check_json(VIOLATION, "lost_update.c")
        self.assert_schema(report)
        self.assertEqual(report["verdict"], "violation")
        (violation,) = report["violations"]
        self.assertEqual(violation["kind"], "assertion")
        self.assertEqual(violation["thread"], "main")
        self.assertEqual((violation["location"]["file"], violation["location"]["line"]), ("lost_update.c", 22))
        self.assertEqual(sorted(violation["output"].split("\n")), ["", "added first", "added second"])
        stores = [line for line in violation["trace"] if line["op"] == "store" and line["object"] == "counter"]
        self.assertEqual([line["value"] for line in stores], ["1", "1"])

    def test_memory_has_one_name_and_lines_synchronise(self):
        self.write("nodes.c", NODES)
        for options in (["--model", "sc"], ["--model", "rc11"]):
            report = self.check_json(VIOLATION, "nodes.c", *options, cwd=self.folder)
            lines = report["violations"][0]["trace"]

            def only(thread, op, place):
                (found,) = [n for n, line in enumerate(lines) if (line["thread"], line["op"], line["line"]) == (thread, op, place)]
                return found
            stores = [line for line in lines if (line["thread"], line["op"], line["line"]) == ("T1", "store", 8)]
            self.assertEqual([line["object"] for line in stores], ["block 1.value", "block 2.value"])
            load = only("main", "load", 20)
            self.assertIn(only("T1", "store", 12), lines[load].get("sw", ()))
            begin = next(line for line in lines if line["thread"] == "T1")
            self.assertIn(only("main", "spawn", 19), begin["sw"])
            for event in report["violations"][0]["events"]:
                self.assertEqual(lines[event["trace"]]["thread"], event["thread"])

    def test_kinds(self):
        for program, kind in (("race.c", "data-race"), ("deadlock.c", "deadlock"), ("recursion.c", "stack-overflow"),
                              ("use_after_free.c", "use-after-free"), ("thread_cpp.cpp", "assertion")):
            report = self.check_json(VIOLATION, program)
            self.assert_schema(report)
            self.assertEqual(report["violations"][0]["kind"], kind, program)
            self.assertEqual(report["violations"][0]["location"]["file"], program)

    def test_inconclusive(self):
        report = self.check_json(INCONCLUSIVE, "--bound-executions", "5", "many_executions.c")
        self.assert_schema(report, ["why"])
        self.assertEqual(report["verdict"], "inconclusive")
        self.assertIn("5 executions", report["why"])
        self.assertEqual(report["options"]["bound-executions"], 5)

    def test_endless_loop_has_its_place(self):
        report = self.check_json(INCONCLUSIVE, "--step-limit", "1000", "endless.c")
        self.assert_schema(report, ["why", "stopped"])
        self.assertEqual((report["stopped"]["file"], report["stopped"]["line"]), ("endless.c", 4))
        self.assertEqual(report["executions"]["cut"], 1)

    def test_keep_going(self):
        report = self.check_json(VIOLATION, "--keep-going", "two_bugs.c")
        self.assert_schema(report)
        lines = sorted(v["location"]["line"] for v in report["violations"])
        self.assertEqual(lines, [27, 28])
        self.assertEqual(sum(v["executions"] for v in report["violations"]), report["executions"]["violated"])

    def test_text_goes_to_standard_error(self):
        result = self.check(VIOLATION, "--json", "-", "race.c")
        self.assertIn("✗ data race", result.stderr)
        json.loads(result.stdout)


class Replay(HeddleTest):
    def recorded(self, *arguments):
        path = self.folder / "trace.json"
        self.check(VIOLATION, "--json", path, *arguments)
        return path

    def replay(self, expected_code, *arguments, cwd=PROGRAMS):
        result = self.run_heddle("replay", *arguments, cwd=cwd)
        self.assertEqual(result.returncode, expected_code, result.stdout + result.stderr)
        return result

    def test_shows_the_same_story(self):
        for program in ("lost_update.c", "race.c", "deadlock.c", "use_after_free.c", "recursion.c", "thread_cpp.cpp"):
            path = self.folder / "trace.json"
            story = self.check(VIOLATION, "--json", path, program).stdout
            self.assertIn(f"heddle replay {path}", story)
            again = self.replay(VIOLATION, path).stdout
            self.assertTrue(again)
            self.assertTrue(story.startswith(again), f"{program}\n{story}\n--- replayed as\n{again}")

    def test_weak_memory(self):
        program = PROGRAMS.parent.parent / "litmus" / "iriw.c"
        orders = ("-DW=rel", "-DR1=acq", "-DF=none", "-DR2=acq")
        path = self.folder / "trace.json"
        story = self.check(VIOLATION, "--json", path, "--model", "rc11", program, *orders).stdout
        report = json.loads(path.read_text())
        self.assertEqual((report["model"], report["search"]), ("rc11", "awamoche"))
        self.assertTrue(report["violations"][0]["graph"])
        self.assertTrue(story.startswith(self.replay(VIOLATION, path).stdout))

    def test_weak_memory_is_not_blamed_for_what_happens_without(self):
        report = self.check_json(VIOLATION, "--model", "rc11", "lost_update.c")
        self.assertFalse(report["violations"][0]["graph"])

    def test_remembers_options_and_flags(self):
        path = self.recorded("-DLIMIT=4", "--nondet-range", "5", "nondet.c")
        self.replay(VIOLATION, path)

    def test_picks_a_violation(self):
        path = self.recorded("--keep-going", "two_bugs.c")
        places = {self.replay(VIOLATION, "--quiet", "--violation", n, path).stdout for n in (1, 2)}
        self.assertEqual(len(places), 2)
        self.assertIn("numbered from 1", self.replay(BAD_INPUT, "--violation", 3, path).stderr)

    def test_changed_program_no_longer_fits(self):
        source = (PROGRAMS / "lost_update.c").read_text()
        self.write("program.c", source)
        path = self.folder / "trace.json"
        result = self.run_heddle("check", "--json", path, "program.c", cwd=self.folder)
        self.assertEqual(result.returncode, VIOLATION, result.stderr)
        self.write("program.c", source.replace("int seen = atomic_load(&counter);", "")
                                      .replace("atomic_store(&counter, seen + 1)", "atomic_fetch_add(&counter, 1)"))
        message = self.replay(BAD_INPUT, path, cwd=self.folder).stderr
        self.assert_one_line(message)
        self.assertIn("changed", message)

    def test_vanished_source(self):
        self.write("program.c", (PROGRAMS / "race.c").read_text())
        path = self.folder / "trace.json"
        self.run_heddle("check", "--json", path, "program.c", cwd=self.folder)
        (self.folder / "program.c").unlink()
        self.assertIn("program.c", self.replay(BAD_INPUT, path, cwd=self.folder).stderr)

    def test_bad_files(self):
        safe = self.folder / "safe.json"
        self.check(SAFE, "--json", safe, "safe.c")
        whole = self.recorded("lost_update.c").read_text()
        for path, wanted in ((self.folder / "missing.json", "missing.json"), (self.folder, "directory"),
                             (self.write("cut.json", whole[:200]), "not JSON"),
                             (self.write("foreign.json", '{"name": "x"}'), "not written by"),
                             (self.write("future.json", whole.replace('"version": 1', '"version": 9')), "version 9"),
                             (self.write("thread.json", whole.replace('"thread":"T1"', '"thread":"!"')), '"!"'),
                             (safe, "no violation")):
            message = self.replay(BAD_INPUT, path).stderr
            self.assert_one_line(message)
            self.assertIn(wanted, message)

    def test_damaged_options(self):
        whole = json.loads(self.recorded("race.c").read_text())
        del whole["options"]["stack-size"]
        path = self.write("options.json", json.dumps(whole))
        self.assertIn("options", self.replay(BAD_INPUT, path).stderr)
