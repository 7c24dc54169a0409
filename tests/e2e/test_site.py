"""The documentation site (docs/site.py): it is made without a warning, has every page, and no link or anchor leads nowhere."""

import importlib.util
import pathlib
import re
import shutil
import tempfile
import time
import unittest

import browser
from test_html import needs_browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = {".cpp", ".h", ".py", ".txt", ".c", ".sh", ".spec", ".cmake", ".js", ".html", ".yml"}
FOLDERS = ("bench", "cmake", "docs", "examples", "include", "src", "tests")


def load_site():
    spec = importlib.util.spec_from_file_location("site_of_docs", ROOT / "docs" / "site.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


site = load_site()


def pages_of_the_repository():
    folders = [ROOT / folder for folder in FOLDERS]
    return [*ROOT.glob("*.md"), *(path for folder in folders for path in folder.rglob("*.md"))]


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.made = pathlib.Path(folder.name) / "site"
        site.build(ROOT, cls.made)  # raises if there is a warning, or a link leads nowhere

    def test_every_page_of_the_repository_is_in_it(self):
        for path in pages_of_the_repository():
            relative = path.relative_to(ROOT)
            made = self.made / ("index.html" if str(relative) == "README.md" else relative.with_suffix(".html"))
            if relative.name == "README.md":
                made = made.with_name("index.html")
            self.assertTrue(made.is_file(), f"{relative} is not in the site: mkdocs.yml, or a page that links to it")

    def test_every_page_of_docs_is_in_the_navigation(self):
        named = site.navigation(ROOT)
        self.assertEqual(len(named), len(set(named)))
        for path in (ROOT / "docs").rglob("*.md"):
            relative = path.relative_to(ROOT).as_posix()
            if not re.match(r"docs/decisions/\d", relative):
                self.assertIn(relative, named, "not in the navigation of mkdocs.yml")

    def test_pages_that_sources_mention_are_there(self):
        for path in (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in WORDS and path.is_file()):
            for page, anchor in re.findall(r"\bdocs/((?:[\w-]+/)*[\w-]+)\.md(?:#([\w-]+))?", path.read_text(errors="replace")):
                if path.name == "test_site.py":
                    continue
                made = self.made / "docs" / f"{page}.html"
                self.assertTrue(made.is_file(), f"{path.relative_to(ROOT)} mentions docs/{page}.md")
                if anchor:
                    self.assertIn(anchor, site.Page(made.read_text()).anchors, f"{path.relative_to(ROOT)} mentions docs/{page}.md#{anchor}")

    def test_the_search_works_without_a_server(self):
        path = browser.find() or needs_browser(self)
        window = browser.Browser(path)
        self.addCleanup(window.close)
        window.open(self.made / "docs" / "searches.html")
        field = "document.querySelector('[data-md-component=search-query]')"
        window.evaluate(f"{field}.focus(), {field}.value = 'livelock', {field}.dispatchEvent(new KeyboardEvent('keyup', {{bubbles: true}}))")
        found, until = [], time.monotonic() + 20
        while not found and time.monotonic() < until:
            found = window.evaluate("[...document.querySelectorAll('.md-search-result__link')].map(link => link.href)")
            time.sleep(0.1)
        self.assertTrue(any("/docs/loops.html" in link for link in found), found)
        asked = [event["params"]["request"]["url"] for event in window.events if event["method"] == "Network.requestWillBeSent"]
        self.assertTrue(asked)
        self.assertEqual([url for url in asked if not url.startswith(("file:", "data:"))], [])


class Checker(unittest.TestCase):
    """What the checker says of pages with a mistake."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "root"
        self.made = pathlib.Path(folder.name) / "site"
        (self.root / "docs" / "decisions").mkdir(parents=True)
        shutil.copytree(ROOT / "docs" / "theme", self.root / "docs" / "theme")
        configuration = (ROOT / "mkdocs.yml").read_text().partition("nav:")[0]
        (self.root / "mkdocs.yml").write_text(configuration + "nav:\n  - Home: README.md\n  - Other: docs/other.md\n")
        (self.root / "docs" / "other.md").write_text("# Other\n\n## A part: `--of it`\n")
        (self.root / "program.c").write_text("int main(void) {}\n")

    def build(self, page):
        (self.root / "README.md").write_text(f"# Heddle\n\n{page}\n")
        site.build(self.root, self.made)

    def expect(self, page, message):
        with self.assertRaises(site.Wrong) as wrong:
            self.build(page)
        self.assertIn(message, str(wrong.exception))

    def test_what_is_right(self):
        self.build("[a](docs/other.md), [b](docs/other.md#a-part---of-it), [`c`](program.c), `[d](nowhere.md)`\n\n```\n[e](nowhere.md)\n```")
        self.assertIn("main", (self.made / "program.c.html").read_text())
        self.assertNotIn("program.c", (self.made / "search" / "search_index.json").read_text())

    def test_a_file_that_is_not_there(self):
        self.expect("[a](docs/nowhere.md)", "README.md: docs/nowhere.md is no file")
        self.expect("[`a`](program.cpp)", "README.md: program.cpp is no file")
        self.expect("[a](docs)", "README.md: docs is no file")
        self.expect("[a](../x.md)", "README.md: ../x.md is outside of the repository")

    def test_an_anchor_that_is_not_there(self):
        self.expect("[a](docs/other.md#a-part)", "index.html: docs/other.html#a-part has no such anchor")
        self.expect("[a](#nowhere)", "index.html: #nowhere has no such anchor")

    def test_what_would_come_from_the_network(self):
        self.expect('<img src="https://example.org/a.png">', "index.html: fetches https://example.org/a.png")
        self.expect('<script src="//example.org/a.js"></script>', "index.html: fetches //example.org/a.js")


if __name__ == "__main__":
    unittest.main()
