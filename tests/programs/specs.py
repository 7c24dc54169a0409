"""What a spec says: its rows, and what they mean for each search that heddle has. README.md describes the format."""

import dataclasses
import re

KINDS = {
    "assertion", "abort", "uncaught-exception", "data-race", "deadlock", "livelock", "use-after-free", "double-free",
    "bad-free", "out-of-bounds", "null-dereference", "wild-pointer", "uninitialised-read", "leak", "lock-misuse",
    "division-by-zero", "stack-overflow", "system-call", "exit-status", "nondeterminism",
}
HEADERS = {"program", "options", "thread", "message", "output"}
COLUMNS = ["model", "counts", "executions", "blocked", "verdict"]
BOUNDED = ("sc", "bmc")  # may be skipped, too


class BadSpec(Exception):
    """The spec itself is wrong."""


@dataclasses.dataclass(frozen=True)
class Search:
    """A search as `heddle list` describes it: what it counts, and what it may run beyond that."""
    name: str
    counts: str   # interleavings, traces, graphs, slices, sample
    surplus: str  # none, redundant, blocked
    models: tuple


@dataclasses.dataclass(frozen=True)
class Tool:
    """What heddle offers."""
    searches: tuple
    default: tuple  # model and search

    @staticmethod
    def listed(listing):
        searches = tuple(Search(row["name"], row["counts"], row["surplus"], tuple(row["models"]))
                         for row in listing["searches"])
        return Tool(searches, (listing["default"]["model"], listing["default"]["search"]))

    def names(self):
        """All that the first two columns of a row may say."""
        return {(model, name) for search in self.searches for model in search.models
                for name in (search.name, search.counts)}


@dataclasses.dataclass(frozen=True)
class Expected:
    """One violation: its kind, the lines that may be reported (none: any place), the executions that show it."""
    kind: str
    file: str = ""
    lines: frozenset = frozenset()
    executions: int | None = None

    def __str__(self):
        place = f"{self.file}:{'|'.join(map(str, sorted(self.lines)))}" if self.lines else "-"
        return f"{self.kind} {place}" + (f" x{self.executions}" if self.executions is not None else "")

    def matches(self, violation, folder):
        place = violation["location"]
        return (violation["kind"] == self.kind
                and (not self.lines or (place["file"] == f"{folder}/{self.file}" and place["line"] in self.lines))
                and (self.executions is None or violation["executions"] == self.executions))


@dataclasses.dataclass
class Row:
    """What a search, or all that count the same, must say under a model."""
    model: str
    counts: str              # interleavings, traces, graphs, sample, or the name of a search
    executions: int | None
    redundant: int | None
    blocked: int | None
    verdict: str             # safe, violation, inconclusive, refused, under-sc
    text: str                # inconclusive, refused, under-sc: part of the reason
    violations: list
    line: int
    may_block_more: bool = False
    promises_all: bool = True  # false: only violations of kinds in PROMISED need to be found


@dataclasses.dataclass
class Spec:
    folder: object
    headers: dict
    rows: dict               # by model and counts
    skipped: set


def parse_count(word):
    if word == "-":
        return None
    if not word.isdigit():
        raise BadSpec(f"'{word}' is neither a number nor '-'")
    return int(word)


def parse_violation(text):
    match = re.fullmatch(r"(\S+) (?:-|(\S+):(\d+(?:\|\d+)*))(?: x(\d+))?", text)
    if match is None:
        raise BadSpec(f"'{text}' is no verdict")
    kind, file, lines, times = match.groups()
    if kind not in KINDS:
        raise BadSpec(f"unknown kind of violation '{kind}'")
    return Expected(kind, file or "", frozenset(map(int, lines.split("|"))) if lines else frozenset(),
                    int(times) if times else None)


def parse_row(line, number):
    words = line.split(None, 4)
    if len(words) < 5:
        raise BadSpec("a row has five columns")
    model, counts, executions, blocked, verdict = words
    executions, plus, redundant = executions.partition("+")
    executions, redundant, blocked = map(parse_count, (executions, redundant if plus else "-", blocked))
    first, _, rest = verdict.partition(" ")
    row = Row(model, counts, executions, redundant, blocked, first, rest.strip(), [], number)
    if first == "safe":
        if rest:
            raise BadSpec("nothing may follow 'safe'")
    elif first in ("refused", "under-sc"):
        if executions is not None or blocked is not None or (first == "refused" and not rest):
            raise BadSpec(f"'{first}' has no counts" + (", and needs a text" if first == "refused" else ""))
    elif first != "inconclusive":
        row.verdict, row.text = "violation", ""
        row.violations = [parse_violation(part.strip()) for part in verdict.split(" + ")]
    return row


class Parser:
    """Takes a spec line by line."""

    def __init__(self, folder):
        self.spec = Spec(folder, {}, {}, set())
        self.why = self.table = False

    def take(self, line, number):
        if line.startswith("#"):
            self.why = self.why or bool(re.match(r"# why: \S", line))
        elif line.split() == COLUMNS:
            self.table = True
        elif line.startswith("skip "):
            words = line.split(None, 3)
            if len(words) < 4:
                raise BadSpec("a skip row is: skip MODEL COUNTS REASON")
            self.name_once((words[1], words[2]))
            self.spec.skipped.add((words[1], words[2]))
        elif self.table:
            row = parse_row(line, number)
            self.name_once((row.model, row.counts))
            self.spec.rows[row.model, row.counts] = row
        elif line:
            name, colon, value = line.partition(":")
            if not colon or name not in HEADERS or name in self.spec.headers:
                raise BadSpec(f"'{line}' is no header, or a second one")
            self.spec.headers[name] = value.strip()

    def name_once(self, pair):
        if pair in self.spec.rows or pair in self.spec.skipped:
            raise BadSpec(f"more than one row for {' '.join(pair)}")


def parse_spec(path):
    """The spec in the file; raises BadSpec."""
    parser = Parser(path.parent)
    for number, line in enumerate(path.read_text().splitlines(), 1):
        try:
            parser.take(line.strip(), number)
        except BadSpec as problem:
            raise BadSpec(f"{path.name}:{number}: {problem}") from None
    if not parser.why:
        raise BadSpec(f"{path.name}: no '# why: …': say where the numbers come from")
    if "program" not in parser.spec.headers:
        raise BadSpec(f"{path.name}: no 'program: FILE'")
    return parser.spec


def of_group(row, search):
    """What a row for all that count the same means for one of them."""
    row = dataclasses.replace(row, may_block_more=search.surplus == "blocked")
    if search.surplus != "redundant" and row.executions is not None and row.redundant is None:
        row.redundant = 0
    return row


def sampled(traces):
    """What a sample must say of a program of which this is known: it finds what is wrong, and proves nothing."""
    row = dataclasses.replace(traces, executions=None, redundant=None, blocked=None)
    row.violations = [dataclasses.replace(violation, executions=None) for violation in row.violations]
    if row.verdict in ("safe", "inconclusive"):
        row.verdict, row.text = "inconclusive", ""
    return row


# What a guided search promises.
PROMISED = {"assertion", "abort", "uncaught-exception", "deadlock", "livelock"}


def guided(row):
    """What a search must say that promises assertions and deadlocks only."""
    row = dataclasses.replace(row, executions=None, redundant=None, blocked=None, promises_all=False)
    row.violations = [dataclasses.replace(violation, executions=None) for violation in row.violations]
    return row


def derived(spec, model, search):
    """What follows from the row for traces: for searches on graphs, which are traces under sc, and for samples. For
    those on slices from what is said of the model."""
    traces = spec.rows.get((model, "traces"))
    if search.counts == "slices":
        row = traces or spec.rows.get((model, "graphs"))
        return guided(row) if row else None
    if traces is None:
        return None
    if search.counts == "graphs":
        return of_group(dataclasses.replace(traces, redundant=None), search)
    return sampled(traces) if search.counts == "sample" else None


def row_for(spec, model, search):
    """What the spec says of a search: in a row of its own, of all that count the same, or of others. None: nothing."""
    if (model, search.name) in spec.rows:
        return spec.rows[model, search.name]
    if (model, search.counts) in spec.rows:
        return of_group(spec.rows[model, search.counts], search)
    return derived(spec, model, search)


def rows_by_search(spec, tool):
    """What the spec says, by model and search: all that is run. Raises BadSpec if it says too little or too much."""
    model, search = tool.default
    if {(model, search), (model, next(s.counts for s in tool.searches if s.name == search))} & spec.skipped:
        raise BadSpec(f"the default, {model} {search}, may not be skipped")
    unknown = (set(spec.rows) | spec.skipped - {BOUNDED}) - tool.names()
    if unknown:
        raise BadSpec(f"not registered: {', '.join(map(' '.join, sorted(unknown)))}")
    found, missing = {}, set()
    for search in tool.searches:
        for model in search.models:
            if {(model, search.name), (model, search.counts)} & spec.skipped and (model, search.name) not in spec.rows:
                continue
            row = row_for(spec, model, search)
            if row is not None:
                found[model, search.name] = row
            elif search.counts not in ("graphs", "slices") or (model, search.name) == tool.default:
                missing.add((model, search.counts))
    if missing:
        raise BadSpec(f"no row for {', '.join(map(' '.join, sorted(missing)))}")
    return found
