#!/usr/bin/env python3
"""Planted faults: whether the fuzzer of programs finds what it is there for.

Each file planted/*.plant breaks one precondition of a reduction, by search and
replace in one source file. The fault is planted in a copy of the sources, the
fuzzer is built from the copy and runs until it finds a disagreement on a program
on which the fuzzer without the fault agrees.

    planted.py [--programs N] [--seed S] [--jobs J] [--build DIR] [NAME…]
    planted.py --check

Prints for each fault after how many programs it was found. Exit code 0: all
were. A fault that no longer applies is an error: its text has changed, and so
has to change the plant. --check looks for that and plants nothing.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLANTS = pathlib.Path(__file__).resolve().parent / "planted"
COPIED = ["CMakeLists.txt", "src", "include", "tests", "bench"]
# Compiled and linked quickly, since that is done for each fault.
QUICKLY = ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -DNDEBUG"]


class Plant:
    def __init__(self, path):
        text = path.read_text()
        parts = re.fullmatch(r"(?P<head>.*?)^--- find\n(?P<find>.*?)^--- replace\n(?P<replace>.*)", text, re.S | re.M)
        file = parts and re.search(r"^file: (.+)$", parts["head"], re.M)
        if not file or not re.search(r"^# why: ", parts["head"], re.M):
            sys.exit(f"{path}: needs '# why:', 'file:', '--- find' and '--- replace'")
        self.name, self.file = path.stem, file[1]
        ways = re.search(r"^ways: (.+)$", parts["head"], re.M)
        self.ways = ways[1].split() if ways else []  # options of the fuzzer
        self.find, self.replace = parts["find"], parts["replace"]

    def planted(self, tree):
        """The text of its file, with the fault."""
        text = (tree / self.file).read_text()
        if text.count(self.find) != 1:
            sys.exit(f"{self.name}: the text to replace is {text.count(self.find)} times in {self.file}, not once")
        return text.replace(self.find, self.replace)


def run(*command, **options):
    return subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)


class Failed(Exception):
    pass


def must(*command):
    done = run(*command)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")


class Tree:
    """A copy of the sources and what is built from it. Files that have not changed keep their times."""

    def __init__(self, where, jobs):
        self.sources, self.target, self.jobs = where / ROOT.name, where / "build", jobs
        self.sources.mkdir(parents=True, exist_ok=True)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, self.sources / name, dirs_exist_ok=True, copy_function=self._copy_if_changed)
            else:
                self._copy_if_changed(source, self.sources / name)

    @staticmethod
    def _copy_if_changed(source, to):
        if not pathlib.Path(to).exists() or pathlib.Path(source).read_bytes() != pathlib.Path(to).read_bytes():
            shutil.copyfile(source, to)
        return to

    def build_with(self, file, text):
        """The fuzzer, if the file were this text."""
        path = self.sources / file
        before = path.read_text()
        path.write_text(text)
        try:
            return self.build()
        finally:
            path.write_text(before)

    def build(self):
        if not (self.target / "build.ninja").exists():
            clang = ["-DCMAKE_C_COMPILER=clang-19", "-DCMAKE_CXX_COMPILER=clang++-19"]
            launcher = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
            must("cmake", "-S", self.sources, "-B", self.target, "-G", "Ninja", *clang, *QUICKLY,
                 *(launcher if shutil.which("ccache") else []))
        must("ninja", "-C", self.target, "-j", self.jobs, "heddle_fuzz_programs")
        return self.target / "tests" / "fuzz" / "heddle_fuzz_programs"


def found_by(fuzzer, sound, ways, options):
    """The number of programs after which the fault shows, and what is seen then; or None."""
    first = 0
    while first < options.programs:
        with tempfile.TemporaryDirectory() as kept:
            run(fuzzer, options.programs - first, "--seed", options.seed, "--first", first, "--jobs", options.jobs,
                "--no-shrink", "--stop", "--keep", kept, *ways)
            index = lambda program: int(re.match(r"program-(\d+)-", program.name)[1])
            programs = sorted(pathlib.Path(kept).iterdir(), key=index)
            if not programs:
                return None
            for program in programs:
                judged = run(sound, program, "--no-shrink", *ways)
                if " 0 did not compile" not in judged.stdout:
                    raise Failed(f"{program.name} is not the program that was generated:\n{judged.stdout}")
                if judged.returncode == 0:
                    return index(program) + 1, run(fuzzer, program, *ways).stdout if options.show else ""
                print(f"not by the fault: {program.name}", file=sys.stderr)
            first = index(programs[-1]) + 1
    return None


def main():
    parser = argparse.ArgumentParser(description="Plants faults and lets the fuzzer of programs find them.")
    parser.add_argument("--programs", type=int, default=10000, help="at most so many for each fault")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "planted", help="where the copy is kept")
    parser.add_argument("--show", action="store_true", help="print the program that shows it, made small")
    parser.add_argument("--check", action="store_true", help="only whether the text that each replaces is there")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of faults; all of them without")
    options = parser.parse_args()

    plants = [Plant(path) for path in sorted(PLANTS.glob("*.plant"))]
    if unknown := set(options.names) - {plant.name for plant in plants}:
        sys.exit(f"no such fault: {', '.join(sorted(unknown))}")
    if options.check:
        for plant in plants:
            plant.planted(ROOT)
        return 0
    tree = Tree(options.build, options.jobs)
    texts = {plant.name: plant.planted(tree.sources) for plant in plants}
    sound = options.build / "sound"
    shutil.copy(tree.build(), sound)

    missed = 0
    print(f"{'fault':<32} {'programs':>8} {'seconds':>8}", flush=True)
    for plant in plants:
        if options.names and plant.name not in options.names:
            continue
        try:
            fuzzer = tree.build_with(plant.file, texts[plant.name])
        except Failed as failure:
            print(f"{plant.name:<32} cannot be built: {failure}", flush=True)
            missed += 1
            continue
        start = time.monotonic()
        found = found_by(fuzzer, sound, plant.ways, options)
        print(f"{plant.name:<32} {found[0] if found else 'MISSED':>8} {time.monotonic() - start:>8.1f}", flush=True)
        if found and options.show:
            print(found[1], flush=True)
        missed += not found
    return 1 if missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failure:
        sys.exit(str(failure))
