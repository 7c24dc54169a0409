#!/usr/bin/env python3
"""Makes the documentation site: docs/site.py FOLDER. `./x docs` makes it in build/docs.

Pages are those of the navigation (mkdocs.yml), the decisions, and all that they link to. They are copied to a folder for mkdocs, under the paths
that they have in the repository. Source files that pages link to become pages too. Then every link and anchor is checked:
each that leads nowhere is an error, and so is anything that a browser would fetch from the network.
tests/e2e/test_site.py runs this, and looks at the site in a browser.
"""

import html.parser
import json
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
CONFIGURATION = "mkdocs.yml"
LINK = re.compile(r"(!?\[[^\]\[]*(?:\[[^\]]*\][^\]\[]*)*\]\()([^)\s]+)(\))")
FENCE = re.compile(r"^ *```")
LANGUAGES = {".c": "c", ".h": "c", ".cpp": "cpp", ".py": "python", ".txt": "text", ".suppressions": "text"}
IMAGES = {".png", ".svg"}
LIST = "<!-- the pages of this folder -->"


class Wrong(Exception):
    """What is wrong with the pages, a line each."""


def outside_of_code(text):
    """(line, whether it is in a block of code), without the ends of lines."""
    is_code = False
    for line in text.split("\n"):
        is_fence = FENCE.match(line)
        yield line, bool(is_code or is_fence)
        is_code ^= bool(is_fence)


def spans(line):
    """The parts of a line that are no code."""
    return re.split(r"(`+[^`]*`+)", line)


def links(text):
    """The targets of the links of a page."""
    for line, is_code in outside_of_code(text):
        if not is_code:
            # A link may have code as its text, but code may not have links.
            without = "".join(part if not part.startswith("`") else "x" for part in spans(line))
            yield from (match[2] for match in LINK.finditer(without))


def is_external(target):
    return bool(urllib.parse.urlsplit(target).scheme)


def page_of(path):
    """The name of the page in the site for a file of the repository: a source file has one too."""
    suffix = pathlib.PurePosixPath(path).suffix
    return path if suffix == ".md" or suffix in IMAGES else path + ".md"


def navigation(root):
    """The pages that mkdocs.yml names."""
    return re.findall(r"^ +- (?:[^#\n]+: )?(\S+\.md)$", (root / CONFIGURATION).read_text(), re.MULTILINE)


def files_of(root):
    """The files of the repository that the site has: path -> text, or None for images. Raises Wrong if a link leads nowhere."""
    decisions = sorted(str(path.relative_to(root)) for path in (root / "docs" / "decisions").glob("*.md"))
    waiting, found, wrong = [*navigation(root), *decisions], {}, []
    while waiting:
        path = waiting.pop(0)
        if path in found:
            continue
        if pathlib.PurePosixPath(path).suffix in IMAGES:
            found[path] = None
            continue
        found[path] = (root / path).read_text()
        if not path.endswith(".md"):
            continue
        for target in links(found[path]):
            if is_external(target) or target.startswith("#"):
                continue
            linked = posixpath.normpath(posixpath.join(posixpath.dirname(path), target.split("#")[0]))
            if linked.startswith(".."):
                wrong.append(f"{path}: {target} is outside of the repository")
            elif not (root / linked).is_file():
                wrong.append(f"{path}: {target} is no file")
            else:
                waiting.append(linked)
    if wrong:
        raise Wrong("\n".join(wrong))
    return found


def as_page(path, text):
    """What mkdocs gets for a file."""
    if not path.endswith(".md"):
        fence = "````" if "```" in text else "```"
        language = LANGUAGES.get(pathlib.PurePosixPath(path).suffix, "text")
        return f"# {pathlib.PurePosixPath(path).name}\n\n`{path}`\n\n{fence}{language}\n{text.rstrip()}\n{fence}\n"

    def adapted(match):
        target, _, anchor = match[2].partition("#")
        if is_external(match[2]) or not target:
            return match[0]
        return match[1] + page_of(target) + ("#" + anchor if anchor else "") + match[3]

    lines = []
    for line, is_code in outside_of_code(text):
        lines.append(line if is_code else LINK.sub(adapted, line))
    return "\n".join(lines)


def list_of_pages(root, folder):
    """In place of LIST."""
    pages = sorted(path for path in (root / folder).glob("*.md") if path.name != "README.md")
    titles = [path.read_text().partition("\n")[0].lstrip("# ") for path in pages]
    return "\n".join(f"- [{title}]({path.name})" for title, path in zip(titles, pages))


def stage(root, folder):
    """Copies the pages to the folder; returns the paths of the pages that are made of source files."""
    sources = []
    for path, text in files_of(root).items():
        if text and LIST in text.split("\n"):
            text = text.replace(LIST, list_of_pages(root, posixpath.dirname(path)))
        copy = folder / page_of(path)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            shutil.copyfile(root / path, copy)
        else:
            copy.write_text(as_page(path, text))
            if not path.endswith(".md"):
                sources.append(page_of(path))
    return sources


def run_mkdocs(root, pages, site):
    if not shutil.which("mkdocs"):
        raise Wrong("there is no mkdocs: ./x docs installs it (mkdocs-material)")
    configuration = pages.parent / CONFIGURATION
    configuration.write_text(f"INHERIT: {root / CONFIGURATION}\ndocs_dir: {pages}\nsite_dir: {site}\n"
                             f"theme:\n  custom_dir: {root / 'docs' / 'theme'}\n")
    built = subprocess.run(["mkdocs", "build", "--strict", "--quiet", "--config-file", configuration],
                           capture_output=True, text=True, check=False)
    if built.returncode != 0:
        raise Wrong(built.stdout + built.stderr)


def finish_index(site, sources):
    """The search finds pages, not source files; and docs/theme/main.html needs the index as a script."""
    index = site / "search" / "search_index.json"
    found = json.loads(index.read_text())
    left_out = tuple(path.removesuffix(".md") + ".html" for path in sources)
    found["docs"] = [entry for entry in found["docs"] if not entry["location"].startswith(left_out)]
    index.write_text(json.dumps(found))
    index.with_suffix(".js").write_text(f"searchIndex({json.dumps(found)});\n")


class Page(html.parser.HTMLParser):
    """The anchors of a page, what it links to, and what a browser fetches to show it."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.fetched = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.anchors |= {attributes[key] for key in ("id", "name") if key in attributes}
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        fetched = attributes.get("href") if tag == "link" and attributes.get("rel") != "canonical" else attributes.get("src")
        if fetched:
            self.fetched.append(fetched)


def check_site(site):
    """Raises Wrong if a link or an anchor leads nowhere, or a page needs the network."""
    pages = {path.relative_to(site).as_posix(): Page(path.read_text()) for path in site.rglob("*.html")}
    wrong = []
    for path, page in sorted(pages.items()):
        if path == "404.html":  # its links begin at the root of the server
            continue
        wrong += [f"{path}: fetches {target}" for target in page.fetched if urllib.parse.urlsplit(target).netloc]
        for target in [*page.links, *page.fetched]:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            linked = posixpath.normpath(posixpath.join(posixpath.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
            if (site / linked).is_dir():
                linked = posixpath.normpath(posixpath.join(linked, "index.html"))
            if not (site / linked).is_file():
                wrong.append(f"{path}: {target} is no page")
            elif parts.fragment and linked in pages and urllib.parse.unquote(parts.fragment) not in pages[linked].anchors:
                wrong.append(f"{path}: {target} has no such anchor")
    for path in site.rglob("*.css"):
        wrong += [f"{path.relative_to(site)}: fetches {address}" for address in re.findall(r"url\(\s*[\"']?((?:https?:)?//[^)]+)", path.read_text())]
    if wrong:
        raise Wrong("\n".join(wrong))


def build(root, site):
    """Makes the site in a folder, which is emptied first, and checks it."""
    with tempfile.TemporaryDirectory() as scratch:
        pages = pathlib.Path(scratch) / "pages"
        sources = stage(root, pages)
        run_mkdocs(root, pages, site)
    finish_index(site, sources)
    check_site(site)


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    site = pathlib.Path(sys.argv[1]).resolve()
    try:
        build(ROOT, site)
    except Wrong as wrong:
        raise SystemExit(f"docs/site.py: {wrong}") from None
    print(f"made {os.path.relpath(site)}/index.html", file=sys.stderr)


if __name__ == "__main__":
    main()
