"""Who called whom, through calls that are not inlined: of violations, of the other access of a race, of freed memory."""

import re
import unittest

from heddle import VIOLATION, HeddleTest


class CallStacks(HeddleTest):
    def violation(self, *arguments):
        return self.check_json(VIOLATION, *arguments)["violations"][0]

    def calls(self, path):
        """The functions on the path, the innermost first, each with its line."""
        return [(place["function"], place["line"]) for place in (path["location"], *path["callers"])]

    def test_both_accesses_of_a_race(self):
        violation = self.violation("stacks.c", "-DRACE")
        self.assertEqual(violation["kind"], "data-race")
        other, = violation["others"]
        self.assertEqual(other["what"], "the other access")
        of_main, of_thread = sorted((path["thread"], self.calls(path)) for path in (violation, other))[::-1]
        self.assertEqual(of_main[1][0], ("add", 14))
        self.assertIn(of_main[1][1], [("twice", 17), ("twice", 18)])
        self.assertEqual(of_main[1][2:], [("main", 55)])
        self.assertEqual((of_main[0], of_thread[0]), ("main", "T1"))
        self.assertEqual(of_thread[1][2:], [("thread", 47)])

    def test_where_memory_was_freed_and_allocated(self):
        violation = self.violation("stacks.c", "-DFREED")
        self.assertEqual(self.calls(violation), [("use", 26), ("main", 61)])
        freed, allocated = violation["others"]
        self.assertEqual((freed["what"], self.calls(freed)), ("freed", [("drop", 24), ("main", 60)]))
        self.assertEqual((allocated["what"], self.calls(allocated)), ("allocated", [("make", 22), ("main", 58)]))
        text = self.check(VIOLATION, "stacks.c", "-DFREED").stdout
        self.assertIn("  freed at stacks.c:24 in drop (main)\n    called at stacks.c:60 in main\n"
                      "  allocated at stacks.c:22 in make (main)\n    called at stacks.c:58 in main\n", text)

    def test_inside_the_library(self):
        violation = self.violation("stacks.c", "-DDEADLOCK")
        self.assertEqual(self.calls(violation), [("take", 29), ("main", 64)])

    def test_frames_that_were_left_are_gone(self):
        self.assertEqual(self.calls(self.violation("stacks.c", "-DJUMP")), [("main", 67)])
        self.assertEqual(self.calls(self.violation("stacks.cpp", "-DCAUGHT")), [("main", 40)])

    def test_through_functions_of_the_library(self):
        self.assertEqual(self.calls(self.violation("stacks.c")), [("compare", 42), ("main", 72)])
        violation = self.violation("stacks.cpp")
        self.assertEqual(self.calls(violation), [("Square::area", 14), ("measure", 20), ("main", 46)])
        self.assertIn("std::function", violation["callers"][1]["through"])
        text = self.check(VIOLATION, "stacks.cpp", "-DSORT").stdout
        self.assertRegex(text, r"\A✗ assertion  stacks\.cpp:30 in less \(main\)\n    called by .*\n    called at stacks\.cpp:43 in main\n")

    def test_names_of_the_library_are_those_that_people_write(self):
        violation = self.violation("library_names.cpp")
        self.assertEqual(violation["location"]["function"], "Hits<std::string>::count")
        other, = violation["others"]
        # The call of the library is the place; it is no caller of itself.
        self.assertEqual((self.calls(violation), [function for function, _ in self.calls(other)]),
                         ([("Hits<std::string>::count", 12), ("main", 25)], ["Hits<std::string>::count", "main()::{lambda}::operator()"]))
        for path in (violation, other):
            self.assertEqual(path["location"]["through"], "std::map<std::string, int>::operator[]")
        culprits = [line for line in violation["trace"] if line["culprit"]]
        self.assertEqual([(line["file"], line["line"]) for line in culprits], [("library_names.cpp", 12)] * 2)
        self.assertNotIn("allocator", violation["message"])

    def test_functions_of_the_library_are_named_to_a_suppression(self):
        message = self.violation("library_names.cpp", "-DSIZE")["message"]
        functions = re.findall(r"in (std::[\w:]+)", message)
        self.assertEqual(len(functions), 2, message)
        (self.folder / "racy.txt").write_text("".join(f"race:function:{name}\n" for name in functions))
        report = self.check_json(VIOLATION, "library_names.cpp", "-DSIZE", "--suppressions", str(self.folder / "racy.txt"))
        self.assertTrue(all(rule["accesses"] for rule in report["set-aside"]), report["set-aside"])

    def test_recursion(self):
        violation = self.violation("stacks.c", "-DDEEP")
        self.assertGreater(len(violation["callers"]), 30)
        self.assertEqual(set(self.calls(violation)), {("deep", 37), ("deep", 38)})
        text = self.check(VIOLATION, "stacks.c", "-DDEEP").stdout
        self.assertRegex(text, r"called at stacks\.c:38, \d\d times in deep\n")


if __name__ == "__main__":
    unittest.main()
