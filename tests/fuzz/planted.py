#!/usr/bin/env python3
"""Planted faults: whether the fuzzer of programs finds what it is there for.

Each file planted/*.plant breaks one precondition of a reduction, by search and
replace in one source file. The fault is planted in a copy of the sources, the
fuzzer is built from the copy and runs until it finds a disagreement on a program
on which the fuzzer without the fault agrees.

    planted.py [--programs N] [--seed S] [--build DIR] [NAME…]

Exit code 0: all faults were found. A fault that no longer applies is an error:
its text has changed, and so has to change the plant.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLANTS = pathlib.Path(__file__).resolve().parent / "planted"
BATCH = 50
COPIED = ["CMakeLists.txt", "CMakePresets.json", "src", "include", "tests", "bench"]


class Plant:
    def __init__(self, path):
        text = path.read_text()
        parts = re.fullmatch(r"(?P<head>.*?)^--- find\n(?P<find>.*?)^--- replace\n(?P<replace>.*)", text, re.S | re.M)
        file = parts and re.search(r"^file: (.+)$", parts["head"], re.M)
        if not file or not re.search(r"^# why: ", parts["head"], re.M):
            sys.exit(f"{path}: needs '# why:', 'file:', '--- find' and '--- replace'")
        self.name, self.file = path.stem, file[1]
        self.find, self.replace = parts["find"], parts["replace"]

    def apply(self, tree):
        path = tree / self.file
        text = path.read_text()
        if text.count(self.find) != 1:
            sys.exit(f"{self.name}: the text to replace is {text.count(self.find)} times in {self.file}, not once")
        path.write_text(text.replace(self.find, self.replace))


def run(*command, **options):
    return subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)


def must(*command):
    done = run(*command)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")


def copy_tree(to):
    """Files that have not changed keep their times, so that little is built again."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, dirs_exist_ok=True, copy_function=copy_if_changed)
        else:
            copy_if_changed(source, to / name)


def copy_if_changed(source, to):
    if not pathlib.Path(to).exists() or pathlib.Path(source).read_bytes() != pathlib.Path(to).read_bytes():
        shutil.copyfile(source, to)
    return to


def build(tree):
    target = tree / "build" / "release"
    if not (target / "build.ninja").exists():
        launcher = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
        must("cmake", "-S", tree, "-B", target, "--preset", "release", *(launcher if shutil.which("ccache") else []))
    must("ninja", "-C", target, "heddle_fuzz_programs")
    return target / "tests" / "fuzz" / "heddle_fuzz_programs"


def agrees(fuzzer, program):
    return run(fuzzer, program, "--no-shrink").returncode == 0


def found_by(fuzzer, sound, options):
    """The number of programs after which the fault shows, or None."""
    with tempfile.TemporaryDirectory() as kept:
        for first in range(0, options.programs, BATCH):
            run(fuzzer, BATCH, "--seed", options.seed, "--first", first, "--no-shrink", "--keep", kept)
            for program in sorted(pathlib.Path(kept).iterdir()):
                if agrees(sound, program):
                    print(run(fuzzer, program).stdout)
                    return first + BATCH
                program.unlink()
    return None


def main():
    parser = argparse.ArgumentParser(description="Plants faults and lets the fuzzer of programs find them.")
    parser.add_argument("--programs", type=int, default=2000, help="at most so many for each fault")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "planted", help="where the copy is kept")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of faults; all of them without")
    options = parser.parse_args()

    plants = [Plant(path) for path in sorted(PLANTS.glob("*.plant"))]
    if unknown := set(options.names) - {plant.name for plant in plants}:
        sys.exit(f"no such fault: {', '.join(sorted(unknown))}")
    sound = ROOT / "build" / "release" / "tests" / "fuzz" / "heddle_fuzz_programs"
    options.build.mkdir(parents=True, exist_ok=True)
    missed = []
    for plant in plants:
        if options.names and plant.name not in options.names:
            continue
        copy_tree(options.build)
        plant.apply(options.build)
        count = found_by(build(options.build), sound, options)
        print(f"{plant.name}: " + (f"found within {count} programs" if count else "NOT FOUND"), flush=True)
        if not count:
            missed.append(plant.name)
    copy_tree(options.build)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
