#!/usr/bin/env python3
"""Writes docs/supported.md: what Heddle supports of libraries, beside other model checkers.

    HEDDLE=build/release/heddle docs/supported.py           # write it
    HEDDLE=build/release/heddle docs/supported.py --check   # only say whether it is as it should be

The functions are those of the table of the library (`heddle list-library --json`), so no list of them is here: a group says by
patterns which are its own, and each function belongs to the first group that fits. What is here is what no table knows: the limits
in words, the programs that call every function of a group (tests/supported), and what other tools do.
tests/e2e/test_supported.py compares, runs the programs, and looks whether each function is called.
"""

import dataclasses
import fnmatch
import json
import os
import pathlib
import subprocess
import sys

DOCUMENT = pathlib.Path(__file__).with_name("supported.md")

PEERS = {
    "GenMC": "0.11.0 (commit b03f01e, April 2025): its `include/`, `src/Runtime/InternalFunction.def`, `ExternalFunctions.cpp`, manual",
    "Nidhugg": "0.4 (commit 0aea4d2, April 2026): `doc/manual.tex`, `src/CheckModule.cpp`, `Execution.cpp`, `AddLibPass.cpp`",
    "CDSChecker": "commit 5c4efe5 (September 2013): `README.md`, `include/`, `mymemory.cc`",
    "relacy": "commit 9f25438 (February 2026): `README.md`, `CHANGES`, `relacy/stdlib/`, `relacy/fakestd/`",
    "loom": "0.7.2 (commit 948c8cc, February 2026): `README.md`, `src/sync/`, `src/thread.rs`, `src/lib.rs`",
}


@dataclasses.dataclass
class Group:
    title: str
    symbols: list  # patterns; "FAMILY/PATTERN" only in one file of src/core/library
    programs: list = dataclasses.field(default_factory=list)  # of tests/supported
    limits: str = ""
    peers: dict = dataclasses.field(default_factory=dict)  # "yes", "no", "native", "-", or "part: in which way"
    named: bool = True  # whether the functions are listed by name
    tested: str = ""  # the test that calls them, if that is not one of `programs`


def peers(genmc, nidhugg, cdschecker, relacy, loom):
    return dict(zip(PEERS, (genmc, nidhugg, cdschecker, relacy, loom)))


# The library's own code runs, unseen.
NATIVE = peers("native", "native", "native", "native", "-")
# The same: nobody keeps them from acting in every execution.
ACTS = peers("native", "native", "native", "native", "no")

GROUPS = [
    Group(
        "Threads of POSIX", ["posix threads/*", "sources/pthread_*", "__sched_cpu*"], ["posix_threads.c", "keys_once.c"],
        "At most 250 threads. Stack sizes, scheduling, affinity and names are kept and change nothing: all schedules are explored. "
        "Cancellation can be switched and asked for, but nobody cancels; `pthread_cleanup_push` is refused.",
        peers("part: create, join, exit and self; attributes, keys and once are not in its `<pthread.h>`",
              "part: create, join, exit and self",
              "no", "part: create, join and yield; Windows threads and TLS as well",
              "part: `thread::spawn`, `join`, `park`, `thread_local!`, `lazy_static!`; 5 threads at most")),
    Group(
        "Mutexes", ["pthread_mutex*"], ["mutexes.c"],
        "Normal, recursive, error-checking and robust ones. Priorities and process-shared attributes are kept and change nothing. A "
        "timed lock that finds the lock taken may wait or time out. Misuse that POSIX leaves undefined is a violation.",
        peers("part: lock, trylock, unlock; attributes are ignored", "part: lock, trylock, unlock",
              "part: `std::mutex` only", "yes", "part: `Mutex`, without times")),
    Group("Spin locks", ["pthread_spin_*"], ["spin_locks.c"], "", peers("no", "no", "no", "no", "no")),
    Group(
        "Read-write locks", ["pthread_rwlock*"], ["rwlocks.c"],
        "With `--prefer-writers` nobody reads while somebody waits to write.",
        peers("no", "no", "no", "part: without times and attributes", "part: `RwLock`, without times")),
    Group(
        "Condition variables", ["pthread_cond*"], ["conditions.c"],
        "A signal may wake any waiter. A wait in no loop that tests again may return without a signal, once a thread; others with "
        "`--spurious-wakeups N`. To wait with one mutex while others wait with another is a violation.",
        peers("no", "part: without times", "part: `std::condition_variable`, without times", "yes",
              "part: a wait with a time never times out")),
    Group("Barriers", ["pthread_barrier*"], ["barriers.c"], "",
          peers("part: without attributes", "no", "no", "no", "no")),
    Group("Semaphores", ["sem_*"], ["semaphores.c"], "Those with names live as long as the execution.",
          peers("no", "no", "no", "part: without times and names", "no")),
    Group(
        "Futexes and system calls", ["syscall"], ["futexes.c"],
        "`syscall` with `SYS_futex` (wait, wake, their bitset forms, requeue, compare and requeue), `SYS_gettid` and "
        "`SYS_sched_yield`; any other is refused by its number.",
        peers("no", "no", "no", "part: wait and wake", "no")),
    Group(
        "Threads of C11", ["c11 threads/*"], ["c11_threads.c"], "All of `<threads.h>`.",
        peers("part: threads and mutexes, without trylock and times", "no", "part: create, join, yield and current", "no", "-")),
    Group(
        "Threads of C++", ["_ZNSt6thread*", "_ZNSt18condition_variable*", "_ZNSt28__atomic_futex*", "_ZNKSt28__atomic_futex*",
                           "_ZNSt11this_thread*", "_ZNSt3_V222condition_variable_any*", "_ZSt4call_once*",
                           "_ZNSt13__future_base*", "_ZNSt10_Sp_locker*", "_ZSt16__at_thread_exit*", "_ZSt25notify_all_at_thread_exit*"],
        ["cxx_threads.cpp", "cxx_shared_pointers.cpp"],
        "`thread`, `jthread`, all mutexes and locks, `condition_variable`, `call_once`, futures, what is done `…_at_thread_exit`, `atomic::wait`, `latch`, `barrier`, "
        "`counting_semaphore`, atomic access to `shared_ptr`. These are their parts in libstdc++.so; the rest is in headers, which are "
        "compiled with the program. `compare_exchange_weak` never fails spuriously. What `std::lock` and `scoped_lock` wait for is one step, unless some thread only "
        "tries one of these mutexes: then the attempts are run, with a bound. What libstdc++ 12 does wrong is found: `atomic<shared_ptr>` "
        "unlocks relaxed (a data race), and a `binary_semaphore` that is taken and given again may leave a thread asleep.",
        peers("no", "no", "part: `mutex`, `condition_variable`",
              "part: `thread`, `mutex`, `recursive_mutex`, `condition_variable`, locks, `atomic::wait`; its headers in place of the library's",
              "-")),
    Group(
        "Atomics", ["__atomic_*"], ["atomics.c"],
        "All of `<stdatomic.h>`, `<atomic>`, `__atomic_*` and `__sync_*`: most are instructions and have no line in the table. All orders; "
        "`consume` is `acquire`. Those that no instruction covers synchronise as if they were sequentially consistent. Atomic accesses of "
        "different sizes to the same bytes are checked under every model ([models.md](models.md#accesses-of-several-sizes)).",
        peers("part: mixed sizes are an error", "part: sequentially consistent ones, under SC, TSO and PSO", "part: of up to 8 bytes", "yes",
              "part: `SeqCst` accesses are taken as `AcqRel`")),
    Group("heddle.h", ["heddle_*"], ["heddle_h.c", "failures.c"], "A channel carries up to 1024 messages.",
          peers("no", "no", "no", "part: `rl::rand` chooses", "part: `mpsc` channels, without times")),
    Group(
        "Names of other verifiers", ["__VERIFIER_*", "reach_error"], ["verifier_names.c", "failures.c"],
        "Inputs that are only compared with constants take a value of each kind; the others 0 and 1, or `--nondet-range`. "
        "[bmc.md](bmc.md): all inputs. Loop bounds and spin loops are hints that change nothing.",
        peers("part: assume, one value of `nondet_int` in all executions; hints that are its own",
              "part: assume, one value of `nondet_int` and `nondet_uint` in all executions, `__VERIFIER_atomic_` functions",
              "no", "no", "-")),
    Group(
        "The heap", ["memory/*", "*_new_handler*"], ["memory.c", "cxx_memory.cpp"],
        "Use after free, double free and accesses out of bounds are violations; leaks are not reported. A program that wants more than "
        "`--heap` finds no memory. Forms of `new` and `delete` that are not listed are the program's to define.",
        peers("part: malloc, aligned_alloc, free, one form of new and delete", "part: malloc, calloc, free",
              "part: not checked, but restored between executions", "yes", "part: leaks of what `loom::alloc` gave")),
    Group(
        "Wide characters", ["strings/w*", "wc*", "isw*", "tow*", "mb*", "btowc", "__ctype_get_mb_cur_max", "vswprintf", "swprintf", "vfwprintf",
                            "vwprintf", "fwprintf", "wprintf", "fputw*", "putwc*", "fwide"],
        ["wide_characters.c", "printed.c"], "The locale is \"C\": a byte is a character.", NATIVE),
    Group(
        "Blocks and strings", ["strings/*", "strtok", "stpncpy", "memccpy", "memmem", "strcasestr", "strxfrm", "swab", "*strerror_r"],
        ["strings.c", "seldom_texts.c"],
        "What they read and write is checked for races and bounds.", NATIVE),
    Group("Numbers, characters, sorting", ["numbers/*"], ["numbers.c", "sorting.c", "printed.c"],
          "A comparison may not leave `qsort` by `longjmp`.", NATIVE),
    Group(
        "Input and output", ["_ZNSt8ios_base*", "stdio/*"], ["output.c", "input.c", "end_of_input.c", "no_input.c", "cxx_streams.cpp", "cxx_input.cpp", "printed.c"],
        "Standard input, output and error only. Output is kept for the report, not printed. Input is the file that `--stdin` names, "
        "from its beginning in each execution; `ungetc` gives back what was read last. Without that file, input is empty. Formats with numbered arguments (`%1$d`), "
        "and `scanf` of wide characters, are refused.",
        peers("part: printf and scanf; fopen, fclose, fflush and fprintf do nothing", 
              "part: printf and scanf; fopen, fclose, fflush and fprintf do nothing", "native", "native", "-")),
    Group("Complex numbers", ["mathematics/" + name + "*" for name in ("cabs carg cimag creal cacos casin catan ccos cexp clog conj cproj csin csqrt ctan "
                                                        "cpow").split()], ["complex_numbers.c"], "", NATIVE),
    Group("Arithmetic that compiled code calls", ["mathematics/__*"], ["compiler_support.c"],
          "For which the machine has no instruction: integers of 128 bits, numbers of 128 bits, half precision; on x86-64 also those of "
          "80 bits. `heddle list-library` has their names.", NATIVE, named=False),
    Group("Mathematics", ["mathematics/*"], ["mathematics.c"], "Each for `double`, `float` and `long double`.", NATIVE),
    Group("Dates", ["tzname", "timezone", "daylight", "tzset", "gmtime*", "localtime*", "timegm", "mktime", "timelocal", "asctime*",
                    "ctime*", "strftime", "setlocale", "localeconv", "uselocale", "strto*_l"],
          ["calendar.c", "printed.c"], "The time zone is UTC, the locale \"C\". `strftime` does not know the flags and widths that are glibc's own.", NATIVE),
    Group(
        "Random numbers", ["time and random/*rand*", "getentropy"],
        ["random_numbers.c", "cxx_streams.cpp", "cxx_old_strings.cpp"],
        "The same numbers in each execution, other ones in each thread. A seed is the calling thread's own. To explore all values of a "
        "range: `heddle_choose`.",
        peers("native", "native", "native", "part: `rl::rand` is explored", "no")),
    Group(
        "Environment and machine", ["*env*", "sysconf", "getpagesize", "getpid", "getppid", "gettid", "getuid", "isatty"],
        ["environment.c", "seldom_texts.c"],
        "The environment is empty until the program changes it. There are two processors; `sysconf` knows these, the size of pages and "
        "`_SC_CLK_TCK`.", NATIVE),
    Group("Time", ["time and random/*"],
          ["times.c", "cxx_threads.cpp"],
          "Time depends on what happened before, not on the machine: reading a clock takes a millisecond, and who sleeps finds a later "
          "time. The first is in November 2023.",
          peers("native", "native", "native", "part: `sleep_for` does nothing; clocks run natively", "no")),
    Group("Options", ["getopt*", "opt*"], ["options.c", "printed.c"], "Arguments are those after `--args`.", NATIVE),
    Group(
        "The end of the program", ["exit", "_exit", "_Exit", "quick_exit", "abort", "__builtin_trap", "__assert*", "atexit",
                                   "__cxa_atexit", "__cxa_thread_atexit", "__errno_location", "__libc_single_threaded"],
        ["exits.c", "failures.c", "cxx_exceptions.cpp", "cxx_shared_pointers.cpp"],
        "A status other than 0 is a violation with `--exit-status`. Handlers of `at_quick_exit` are not known.",
        peers("part: exit, abort, atexit, assert", "part: exit, abort, atexit, assert", "part: its own `MODEL_ASSERT`", "part: assert, errno",
              "-")),
    Group("Jumps", ["*setjmp", "*longjmp*"], ["jumps.c"], "Within a thread, to a function that has not returned, and not out of one that the "
          "library has called.", NATIVE),
    Group(
        "libc++", ["libc++/*"], [],
        "What `libc++.so` has, for programs that are compiled with `-stdlib=libc++`: Heddle has it in C++ "
        "(`include/heddle/library/libcxx_*.cpp`), compiled with the program and checked. Threads, mutexes, condition variables, futures, atomics, "
        "`latch`, `barrier`, `counting_semaphore`, exceptions, error codes, numbers and strings, clocks, `random_device`, narrow streams of standard input, output and strings, "
        "locales with facets of the program.",
        peers("no", "no", "no", "no", "-"), named=False, tested="tests/e2e/test_libcxx.py"),
    Group(
        "Exceptions, types, initialisation", ["__cxa_*", "__gxx_*", "_Unwind_*", "__dynamic_cast", "_ZSt9terminatev", "_ZSt13*terminate*",
                                              "_ZSt21__glibcxx_assert_fail*", "_ZSt17current_exceptionv", "_ZSt17rethrow_exception*", "_ZNSt15__exception_ptr*"],
        ["cxx_exceptions.cpp", "cxx_failures.cpp", "cxx_unexpected.cpp"], "Those that nobody catches are violations.",
        peers("no", "no", "native", "native", "-")),
    Group("Containers", ["_ZSt*_Rb_tree*", "_ZNSt8__detail*", "_ZNKSt8__detail*", "_ZSt*ash_bytes*"], ["cxx_containers.cpp"],
          "Their parts in libstdc++.so; the rest is in headers, which are compiled with the program. What they touch is checked.",
          NATIVE),
    Group(
        "The rest of libstdc++.so", ["c++ library/*"],
        ["cxx_streams.cpp", "cxx_exceptions.cpp", "cxx_old_strings.cpp", "cxx_memory.cpp", "cxx_threads.cpp", "cxx_paths.cpp"],
        "By patterns of mangled names. Streams, locales and the like run as they are; what they touch follows from the types of their "
        "arguments, and a call that hands over anything else is refused. `std::filesystem::path` is among them; what asks for files is refused. `std::wcin` does not read the file of `--stdin`: that is refused.",
        NATIVE, named=False),
    Group("Processes", ["process/" + name for name in ("*fork* exec* posix_spawn* fexecve clone system popen wordexp daemon wait*").split()], [], "", ACTS),
    Group("Signals", ["process/*"], [], "", ACTS),
    Group("Files, networks, the machine", ["outside/*"], [], "", {**ACTS, "GenMC": "no"}),
]

# What mangled patterns stand for.
READABLE = {
    "_Znw*": "other forms of operator new",
    "_Zna*": "other forms of operator new[]",
    "_ZdlPv*": "other forms of operator delete",
    "_ZdaPv*": "other forms of operator delete[]",
    "_ZNSt3_V222condition_variable_any*": "std::condition_variable_any, where it is not in headers",
    "_ZNSt28__atomic_futex*": "the rest of std::__atomic_futex",
    "_ZNKSt28__atomic_futex*": "the rest of std::__atomic_futex",
    "_ZNSt6thread*": "the rest of std::thread",
    "_ZNSt6thread6_State*": "std::thread::_State",
    "_ZNSt3_V2*": "the rest of std::_V2",
    "_ZNSt14basic_ifstream*": "std::ifstream",
    "_ZNSt14basic_ofstream*": "std::ofstream",
    "_ZNSt13basic_fstream*": "std::fstream",
    "_ZNSt13basic_filebuf*": "std::filebuf",
    "_ZNSt10filesystem*": "the rest of std::filesystem",
    "_ZNSt10filesystem7__cxx114path*": "std::filesystem::path",
    "_ZNSt10filesystem7__cxx114path14_S_convert_loc*": "std::filesystem::path with a locale",
    "_ZSt4call_once*": "std::call_once, where it is not in headers",
    "_ZNSt3pmr26synchronized_pool_resource*": "std::pmr::synchronized_pool_resource",
    "_ZNSt3pmr20set_default_resource*": "std::pmr::set_default_resource",
    "_ZNSt6locale6global*": "std::locale::global",
    "_ZNSt3__1*": "the rest of libc++",
    "_ZNKSt3__1*": "the rest of libc++",
    "_ZTINSt3__1*": "the rest of libc++",
    "_ZTVNSt3__1*": "the rest of libc++",
    "_ZTTNSt3__1*": "the rest of libc++",
}


# Names that a pass puts into the program; no program has them.
INSERTED = {"heddle_lock_all": "in place of std::lock and std::scoped_lock (src/transform/lock_groups.cpp)"}

CELLS = {"yes": "yes", "no": "no", "native": "native", "-": "–"}


def fits(row, pattern):
    family, _, name = pattern.rpartition("/")
    return family in ("", row["family"]) and fnmatch.fnmatchcase(row["symbol"], name)


def table(heddle):
    """The rows of the library that programs may call."""
    listed = subprocess.run([heddle, "list-library", "--json"], capture_output=True, text=True, check=True)
    return [row for row in json.loads(listed.stdout) if row["by"] != "hook" and row["symbol"] not in INSERTED]


def grouped(rows):
    """(group, its rows), in the order of the groups."""
    of_group = {group.title: [] for group in GROUPS}
    for row in rows:
        group = next((group for group in GROUPS if any(fits(row, pattern) for pattern in group.symbols)), None)
        if group is None:
            raise SystemExit(f"docs/supported.py: no group has {row['symbol']} of the family {row['family']}")
        of_group[group.title].append(row)
    return [(group, of_group[group.title]) for group in GROUPS]


def readable(row):
    """As people write it, without arguments."""
    symbol = row["symbol"]
    return READABLE.get(symbol) or row.get("name", symbol).replace("_V2::", "").split("(")[0]


def names(rows):
    found = dict.fromkeys(readable(row) for row in rows)
    # Of three functions of one name for double, float and long double only the first is named.
    mathematics = {readable(row) for row in rows if row["family"] == "mathematics"}
    kinds = {name + kind for name in mathematics for kind in "fl" if {name + "f", name + "l"} <= mathematics}
    return ", ".join(f"`{name}`" for name in found if name not in kinds)


def overview(groups):
    yield "| | Heddle | " + " | ".join(PEERS) + " |"
    yield "|---" * (len(PEERS) + 2) + "|"
    for group, rows in groups:
        anchor = "".join(c for c in group.title.lower().replace(" ", "-") if c.isalnum() or c in "-_")
        is_known = any(row["by"] != "nobody" for row in rows)
        cells = ["part" if value.startswith("part: ") else CELLS[value] for value in group.peers.values()]
        yield f"| [{group.title}](#{anchor}) | {'yes' if is_known else 'no'} | " + " | ".join(cells) + " |"


def section(group, rows):
    yield f"### {group.title}"
    known = [row for row in rows if row["by"] != "nobody"]
    if known and group.named:
        yield names(known) + "."
    if group.limits:
        yield group.limits
    reasons = {}
    for row in rows:
        if row["by"] == "nobody":
            reasons.setdefault(row.get("why", "not known"), []).append(row)
    for why, refused in reasons.items():
        yield f"Refused ({why}): {names(refused)}."
    others = [f"{peer}: {value.removeprefix('part: ')}" for peer, value in group.peers.items() if value.startswith("part: ")]
    if others:
        yield "Others in part. " + "; ".join(others) + "."
    if group.programs:
        links = [f"[{program}](../tests/supported/{program})" for program in group.programs]
        yield "Called by " + ", ".join(links) + "."
    if group.tested:
        yield f"Called by [{pathlib.Path(group.tested).name}](../{group.tested})."


def document(rows):
    groups = grouped(rows)
    paragraphs = [
        "# What is supported",
        "<!-- Written by docs/supported.py from the table of the library (src/core/library); do not edit. -->",
        "The functions of libraries that a program may call under `heddle check`. Any other is refused by name when it is called, unless "
        "`--allow-external` permits it. `heddle list-library` says more of each: who answers it, its effect, what it is in a loop.",
        "Each function below is called by a program of `tests/supported`, which compares what it does with what C, C++ "
        "and POSIX say. A test runs them under Heddle and natively, and fails if a function of the table is called by none of them, or if "
        "one that is refused is not. Where `sem_*` is written, all names that begin so are meant.",
        "## Beside other model checkers",
        "**yes**: modelled, so that what threads do there is explored. **part**: some of it; the sections below say what. **native**: the "
        "library's own code runs, unseen. **no**: not supported, or not in what was read. **–**: there is no such thing in its language. What was read of each:",
        "\n".join(f"- {peer} {what}." for peer, what in PEERS.items()),
        "GenMC and Nidhugg interpret LLVM IR and call what they do not know through libffi: GenMC where it was built with it, Nidhugg "
        "under SC, TSO and PSO, as if it conflicted with everything. CDSChecker is a library that C11 and C++11 programs are compiled against, "
        "with `user_main` for `main`. relacy has types of its own for tests in C++, or headers in place of the standard ones. loom is for Rust: "
        "its types take the place of those of `std`, and what cannot be repeated has to be replaced by the test.",
        "\n".join(overview(groups)),
        "## The functions",
    ]
    for group, members in groups:
        paragraphs += section(group, members)
    return "\n\n".join(paragraphs) + "\n"


def main():
    text = document(table(os.environ.get("HEDDLE", "heddle")))
    if sys.argv[1:] == ["--check"]:
        if DOCUMENT.read_text() != text:
            raise SystemExit("docs/supported.md is not what docs/supported.py writes: run it")
    elif not sys.argv[1:]:
        DOCUMENT.write_text(text)
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
