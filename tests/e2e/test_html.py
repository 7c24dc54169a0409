"""The report as a page (docs/html.md): what it shows in a browser, and what keys and buttons do."""

import os
import time
import unittest

import browser
from heddle import INCONCLUSIVE, PROGRAMS, SAFE, VIOLATION, HeddleTest

LITMUS = PROGRAMS.parent.parent / "litmus"
IRIW = ("--model", "rc11", LITMUS / "iriw.c", "-DW=rel", "-DR1=acq", "-DF=none", "-DR2=acq")
LONG = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *unused) {
  for (int i = 0; i < 5000; ++i) atomic_store(&x, atomic_load(&x) + 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(atomic_load(&x) == 0);
}
"""
EVIL = """#include <assert.h>
#include <stdio.h>
int main(void) {
  puts("</script><b id=\\"evil\\">&lt;!--");  // </script><b id="evil"> https://example.org/
  assert(!"</script><b id=evil>");
}
"""


def needs_browser(test):
    """What a test without one ends with."""
    message = "no Chromium: run ./x test, which installs chromium-headless-shell, or install it yourself"
    if os.environ.get("HEDDLE_BROWSER") == "optional":
        raise unittest.SkipTest(message)
    test.fail(message)


def setUpModule():
    path = browser.find()
    if path:
        Page.browser = browser.Browser(path)
        unittest.addModuleCleanup(Page.browser.close)


class Page(HeddleTest):
    browser = None  # one for all tests

    def setUp(self):
        super().setUp()
        if not self.browser:
            needs_browser(self)
        self.browser.prefer("light")
        self.browser.resize(1200, 800)

    def open(self, expected_code, *arguments, **keywords):
        path = self.folder / "report.html"
        self.check(expected_code, "--html", path, *arguments, **keywords)
        self.show(path)

    def show(self, path):
        self.browser.open(path)
        self.addCleanup(lambda: self.assertEqual(list(self.browser.problems()), []))

    def value(self, script):
        return self.browser.evaluate(script)

    def texts(self, selector):
        return self.value(f"[...document.querySelectorAll({selector!r})].map(one => one.textContent)")

    def text(self, selector):
        return self.value(f"document.querySelector({selector!r}).textContent")

    def count(self, selector):
        return self.value(f"document.querySelectorAll({selector!r}).length")

    def click(self, selector):
        self.value(f"""(() => {{ const one = document.querySelector({selector!r});
                                 one.dispatchEvent(new MouseEvent("click", {{bubbles: true, cancelable: true}})); }})()""")

    def switch(self, selector, is_on):
        if self.value(f"document.querySelector({selector!r}).checked") != is_on:
            self.click(selector)

    def position(self):
        return tuple(int(part) for part in self.text("#position").replace(",", "").split(" / "))


class Steps(Page):
    def test_keys_and_buttons(self):
        self.open(VIOLATION, "lost_update.c")
        at, count = self.position()
        self.assertEqual(at, count)  # it begins where things have gone wrong
        for keys, wanted in ((("Home",), 1), (("j", "ArrowDown", "ArrowRight"), 4), (("k",), 3), (("ArrowUp",), 2),
                             (("ArrowLeft", "ArrowLeft", "k"), 1), (("PageDown", "PageUp"), 1), (("End",), count)):
            self.browser.press(*keys)
            self.assertEqual(self.position(), (wanted, count), keys)
        for button, wanted in (("#first", 1), ("#forward", 2), ("#forward", 3), ("#back", 2), ("#last", count)):
            self.click(button)
            self.assertEqual(self.position(), (wanted, count), button)
        self.click("#lanes .row")
        self.assertEqual(self.position()[0], 1)

    def test_shows_the_verdict_and_where_each_thread_is(self):
        self.open(VIOLATION, "lost_update.c")
        self.assertIn("✗ assertion", self.text("h1"))
        self.assertIn("lost_update.c:22", self.text("h1"))
        self.assertIn("search awamoche, model", self.text("#counts"))
        self.assertIn("added first", self.text("#rest"))
        self.assertEqual(self.texts("#lane-names span"), ["main", "T1", "T2"])
        self.assertEqual(self.text("#code .line.current .number"), "22")
        self.assertEqual(self.text("#code .line.culprit .number"), "22")
        self.assertIn("main", self.texts("#code .line.current .threads span"))
        self.assertEqual(self.count("#lanes .row.current.culprit"), 1)

    def test_values_so_far(self):
        self.open(VIOLATION, "lost_update.c")

        def counter():
            return self.value("[...document.querySelectorAll('#values tbody tr')]"
                              ".find(row => row.cells[0].textContent === 'counter').cells[1].textContent")
        self.assertEqual(counter(), "1")
        self.browser.press("Home")
        self.assertEqual(counter(), "0")
        seen = set()
        for _ in range(self.position()[1] - 1):
            self.browser.press("j")
            changed = self.texts("#values tr.changed th")
            if "store" in self.text("#lanes .row.current .op"):
                self.assertEqual(changed, [self.text("#lanes .row.current .object")])
            seen.update(changed)
        self.assertIn("counter", seen)

    def test_a_struct_is_written_as_a_whole(self):
        """Its members have not the values from before; to write a member is to write the struct."""
        self.open(VIOLATION, "whole_struct.c")
        rows = {row[0]: row[1:3] for row in self.value(
            "[...document.querySelectorAll('#values tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))")}
        self.assertEqual((rows["shared.y"][0], rows["shared"][0]), ("–", "–"))
        self.assertEqual(rows["shared.x"][0], "5")
        for name, thread in (("shared.y", "T1"), ("shared.x", "main"), ("shared", "main")):
            self.assertRegex(rows[name][1], rf"\d+ {thread}", name)

    def test_weak_memory(self):
        self.open(VIOLATION, *IRIW)
        self.assertGreaterEqual(self.count("#lanes .row .tag"), 1)
        stale = self.value("document.querySelector('#lanes .row:has(.tag)').dataset.row")
        self.click(f'#lanes [data-row="{stale}"]')
        facts = self.texts("#step dt")
        self.assertIn("misses", facts)
        self.assertIn("reads from", facts)
        self.assertEqual(self.count("#lanes path.misses.current"), 1)
        self.assertTrue(any(self.texts("#values tbody td:nth-child(4)")))  # seen otherwise by

    def test_culprits_of_races_and_deadlocks(self):
        for program, fact in (("race.c", "not ordered with"), ("deadlock.c", "note")):
            self.open(VIOLATION, program)
            self.assertGreaterEqual(self.count("#culprits .step"), 2, program)
            self.click("#culprits .step")
            self.assertEqual(self.count("#lanes .row.current.culprit"), 1, program)
            self.assertIn(fact, self.texts("#step dt"), program)


class Choices(Page):
    def test_filter_by_variable(self):
        self.open(VIOLATION, *IRIW)
        all_rows = self.count("#lanes .row")
        self.browser.press("/", "x")
        rows = self.texts("#lanes .row:not(.culprit) .object")
        self.assertTrue(rows)
        self.assertEqual(set(rows), {"x"})
        self.assertEqual(set(self.texts("#values tbody th")), {"x"})
        at = self.position()
        self.browser.press("k")  # is a letter here
        self.assertEqual(self.count("#lanes .row:not(.culprit)"), 0)
        self.browser.press("Escape")
        self.assertEqual(self.count("#lanes .row"), all_rows)
        self.assertEqual(self.position(), at)
        self.click("#values tbody button")
        self.assertLess(self.count("#lanes .row"), all_rows)

    def test_filter_by_thread(self):
        self.open(VIOLATION, *IRIW)
        all_rows = self.count("#lanes .row")
        self.value("[...document.querySelectorAll('#threads label')].find(one => one.textContent === 'T1').click()")
        self.assertLess(self.count("#lanes .row"), all_rows)
        titles = self.value("[...document.querySelectorAll('#lanes .row')].map(row => row.title)")
        self.assertFalse([title for title in titles if title.startswith("T1 ")])

    def fold(self, name):
        self.value(f"[...document.querySelectorAll('#folds label')].find(one => one.textContent === {name!r}).click()")

    def test_folds(self):
        self.open(VIOLATION, *IRIW)
        plain = self.count("#lanes .row.plain")
        self.assertGreater(plain, 0)
        self.fold("plain accesses")
        self.assertLess(self.count("#lanes .row.plain"), plain)
        folds = self.count("#lanes .row.fold")
        self.assertGreater(folds, 0)
        self.click("#lanes .row.fold")
        self.assertEqual(self.count("#lanes .row.fold"), folds - 1)
        self.fold("plain accesses")
        self.assertEqual((self.count("#lanes .row.plain"), self.count("#lanes .row.fold")), (plain, 0))

    def test_internals_are_folded(self):
        self.open(VIOLATION, "thread_cpp.cpp")
        self.assertNotIn("exit", self.texts("#lanes .row .op"))
        self.fold("internals")
        self.assertIn("exit", self.texts("#lanes .row .op"))
        self.assertEqual(self.count("#lanes .row.fold"), 0)

    def test_arrows(self):
        self.open(VIOLATION, "--model", "rc11", LITMUS / "2+2w.c", "-DA=rlx", "-DF=none", "-DB=rlx")
        self.switch("#arrow-all", False)
        self.browser.press("Home")
        self.assertEqual(self.count("#lanes .edge.rf"), 0)
        self.switch("#arrow-all", True)
        for kind in ("rf", "co", "hb"):
            for is_on in (True, False, True):
                self.switch(f"#arrow-{kind}", is_on)
                self.assertEqual(self.count(f"#lanes .edge.{kind}") > 0, is_on, kind)

    def test_happens_before(self):
        self.open(VIOLATION, "race.c")
        self.switch("#arrow-hb", True)
        self.click("#culprits .step")
        self.assertGreaterEqual(self.count("#lanes .row.culprit.unordered"), 1)  # the other access of the race

    def test_graph(self):
        self.open(VIOLATION, *IRIW)
        self.assertEqual(self.count("#graph .node"), 0)
        self.browser.press("g")
        self.assertGreater(self.count("#graph .node"), 6)
        self.assertGreater(self.count("#graph .edge.po"), 3)
        self.assertEqual(self.count("#graph .node.current.culprit"), 1)
        self.switch("#arrow-all", True)
        self.assertGreater(self.count("#graph .edge.rf"), 0)
        self.click("#graph .node")
        self.assertEqual(self.position()[0], 1)
        self.browser.press("j")
        self.assertEqual(self.position()[0], 2)
        self.browser.press("g")
        self.assertFalse(self.value("document.getElementById('lanes').hidden"))

    def test_themes(self):
        self.open(VIOLATION, "race.c")

        def colour():
            return self.value("getComputedStyle(document.body).backgroundColor")
        light = colour()
        self.browser.prefer("dark")
        dark = colour()
        self.assertNotEqual(light, dark)
        self.click("#theme")
        self.assertEqual(colour(), light)
        self.click("#theme")
        self.browser.prefer("light")
        self.assertEqual(colour(), dark)
        self.click("#theme")
        self.assertEqual(colour(), light)

    def test_several_violations(self):
        self.open(VIOLATION, "--keep-going", "two_bugs.c")
        self.assertEqual(self.count("#violation option"), 2)
        first = self.text("h1")
        self.value("""(() => { const choice = document.getElementById("violation"); choice.value = "1";
                               choice.dispatchEvent(new Event("change")); })()""")
        self.assertNotEqual(self.text("h1"), first)
        at, count = self.position()
        self.assertEqual(at, count)

    def test_prints(self):
        self.open(VIOLATION, "lost_update.c")
        self.browser.resize(1200, 640)
        self.assertTrue(self.browser.printed().startswith(b"%PDF"))
        self.assertEqual(self.count("#lanes .row.current"), 1)


class Robustness(Page):
    def test_the_program_cannot_break_out(self):
        program = self.write('</title><b id="evil">.c'.replace("/", "_"), EVIL)
        self.open(VIOLATION, program.name, cwd=self.folder)
        self.assertEqual(self.count("#evil"), 0)
        self.assertIn('</script><b id="evil">&lt;!--', self.text("#rest pre"))
        self.assertIn('puts("</script><b id=', self.text("#code"))
        self.assertIn("</script><b id=evil>", self.text("#message"))

    def test_long_execution(self):
        self.write("long.c", LONG)
        report = self.folder / "report.html"
        self.check(VIOLATION, "--html", report, "long.c", cwd=self.folder)
        self.assertLess(report.stat().st_size, 3_000_000)
        begin = time.monotonic()
        self.show(report)
        self.assertGreater(self.position()[1], 10_000)
        self.assertLess(time.monotonic() - begin, 15)
        self.assertLess(self.count("#lanes .row"), 200)
        self.value("window.dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.count("#lanes .row"), 2000)  # the last ones
        self.assertEqual(self.count("#lanes .row.culprit"), 1)
        self.value("window.dispatchEvent(new Event('afterprint'))")
        self.assertLess(self.count("#lanes .row"), 200)
        self.browser.press("g")
        self.assertLess(self.count("#graph .node"), 200)
        self.browser.press("Home", "j")
        self.assertEqual(self.position()[0], 2)

    def test_no_violation(self):
        self.open(SAFE, "safe.c")
        self.assertIn("✓ no violation", self.text("h1"))
        self.assertTrue(self.value("document.getElementById('workspace').hidden"))
        for part in ("complete", "bound-executions", "safe.c"):
            self.assertIn(part, self.text("#rest"))
        self.browser.press("j", "End", "g")

    def test_inconclusive(self):
        self.open(INCONCLUSIVE, "--bound-executions", "5", "many_executions.c")
        self.assertIn("? inconclusive", self.text("h1"))
        self.assertIn("5 executions", self.text("#message"))
        self.open(INCONCLUSIVE, "--step-limit", "1000", "endless.c")
        self.assertIn("endless.c:4", self.text("h1"))

    def test_small_window(self):
        self.browser.resize(480, 800)
        self.open(VIOLATION, "race.c")
        self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 480)

    def test_replay_and_bmc(self):
        trace, page = self.folder / "trace.json", self.folder / "again.html"
        self.check(VIOLATION, "--json", trace, "lost_update.c")
        self.assertEqual(self.run_heddle("replay", "--html", page, trace).returncode, VIOLATION)
        self.show(page)
        self.assertIn("✗ assertion", self.text("h1"))
        self.assertEqual(self.run_heddle("bmc", "--html", page, "inputs.c").returncode, VIOLATION)
        self.show(page)
        self.assertIn("✗ assertion", self.text("h1"))
        self.assertGreater(self.count("#rest tbody tr"), 0)


class WithoutBrowser(HeddleTest):
    def test_what_is_not_written_is_said(self):
        path = self.folder / "graph.dot"
        result = self.check(SAFE, "--dot", path, "safe.c")
        self.assertFalse(path.exists())
        self.assertEqual(result.stderr, f"heddle: --dot {path} is not written: no violation was found, so there is no "
                                        "execution to draw\n")

    def test_standard_output(self):
        page = self.check(VIOLATION, "--html", "-", "race.c").stdout
        self.assertTrue(page.startswith("<!doctype html>"))
        self.assertTrue(page.endswith("</html>\n"))
