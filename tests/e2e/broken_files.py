"""Broken programs: what is left of good ones after something was cut, lost, doubled or swapped in them, and what
nobody would write on purpose.

    HEDDLE=build/release/heddle tests/e2e/broken_files.py [COUNT [SEED]]

checks COUNT (300) of them and prints those that Heddle does not answer as it should.
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HEDDLE = os.environ.get("HEDDLE", "heddle")
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
TOKENS = re.compile(r"\w+|\s+|[^\w\s]")
# What Heddle never says, whatever it is given.
NEVER = ("internal error", "Assertion `", "Stack dump", "PLEASE submit", "terminate called", "Segmentation fault")
SECONDS = 3  # --time-limit
GRACE = 20  # seconds more: there are other processes

C, CXX = ".c", ".cpp"
THREADS = "#include <pthread.h>\nstatic void *t(void *p) { return p; }\n"

# One file each, as it is; SELF is its name.
STRANGE = [
    (C, ""),
    (C, "\n" * 100000),
    (C, " "),
    (C, "\0" * 1000),
    (C, "int main(void) { return 0; }\n\0\0\0"),
    (C, "int ma\0in(void) { return 0; }"),
    (C, "\ufeffint main(void) { return 0; }\n"),
    (C, "int main(void)\r\n{\r\n  return 0;\r\n}\r\n"),
    (C, "int main(void)\r{\r  return 0;\r}\r"),
    (C, "int main(void) { return 0; } // \\"),
    (C, "int main(void) { return 0; } /*"),
    (C, 'int main(void) { return "'),
    (C, "int main(void) { return '"),
    (C, "#if 1\nint main(void) { return 0; }\n"),
    (C, '#include "SELF"\nint main(void) { return 0; }\n'),
    (C, '#include "nowhere.h"\nint main(void) { return 0; }\n'),
    (C, "#include </dev/null>\nint main(void) { return 0; }\n"),
    (C, "#include <pthread.h\nint main(void) { return 0; }\n"),
    (C, "#error no\n"),
    (C, "#pragma once\n#warning well\nint main(void) { return 0; }\n"),
    (C, "#define A B\n#define B A\nint A;\nint main(void) { return B; }\n"),
    (C, "#define X X X\nint main(void) { return 0; }\n"),
    (C, "#define a0 x x\n" + "".join(f"#define a{i + 1} a{i} a{i}\n" for i in range(40)) + "int main(void) { return a40; }\n"),
    (C, "int main;\n"),
    (C, "int main = 195;\n"),
    (C, "const char main[] = { 1, 2, 3 };\n"),
    (C, "void main(void) {}\n"),
    (C, "int main(int a) { return a; }\n"),
    (C, "double main(double a, double b) { return a; }\n"),
    (C, "struct S { long a, b, c; } main(void) { struct S s = {1, 2, 3}; return s; }\n"),
    (C, "int main(int a, char **b, char **c, char **d, int e) { return e; }\n"),
    (C, "int main(int n, ...) { return 0; }\n"),
    (C, "static int main(void) { return 0; }\n"),
    (C, "extern int main(void);\n"),
    (C, "int notmain(void) { return 0; }\n"),
    (C, "inline int main(void) { return 0; }\n"),
    (C, "__attribute__((weak)) int main(void) { return 0; }\n"),
    (C, "__attribute__((naked)) int main(void) { __asm__(\"nop\"); }\n"),
    (C, "_Noreturn int main(void) { }\n"),
    (C, "int main(void) { return main(); }\n"),
    (C, "int f(int n) { char a[1000]; a[n % 1000] = 1; return f(n + 1) + a[0]; }\nint main(void) { return f(0); }\n"),
    (C, "char a[1UL << 40];\nint main(void) { return a[5]; }\n"),
    (C, "char a[5UL << 30];\nint main(void) { a[1] = 1; return a[5]; }\n"),
    (C, "char a[1UL << 62];\nint main(void) { return a[5]; }\n"),
    (C, "char a[1UL << 63];\nint main(void) { return a[5]; }\n"),
    (C, "int a[1 << 24] = { 1 };\nint main(void) { return a[5]; }\n"),
    (C, "int a[-1];\nint main(void) { return 0; }\n"),
    (C, "_Thread_local char a[1UL << 36];\nint main(void) { return a[5]; }\n"),
    (C, "_Thread_local char a[1UL << 20];\n" + THREADS + "int main(void) { pthread_t p; pthread_create(&p, 0, t, a); return a[5]; }\n"),
    (C, "int main(void) { char a[1UL << 30]; a[0] = 1; return a[5]; }\n"),
    (C, "int main(int n, char **v) { char a[n << 28]; a[0] = 1; return a[n]; }\n"),
    (C, "#include <stdlib.h>\nint main(void) { char *p = malloc(1UL << 40); p[0] = 1; return 0; }\n"),
    (C, "#include <stdlib.h>\nint main(void) { for (;;) malloc(1 << 20); }\n"),
    (C, "#include <stdlib.h>\nint main(void) { return calloc(1UL << 33, 1UL << 33) != 0; }\n"),
    (C, "int main(void) { for (;;); }\n"),
    (C, "int main(void) { volatile int x = 0; for (;;) x++; }\n"),
    (C, "int main(void) { goto here; }\n"),
    (C, "int main(void) { here: goto here; }\n"),
    (C, "int main(void) { void *p = &&here; goto *p; here: return 0; }\n"),
    (C, "int main(void) { __builtin_unreachable(); }\n"),
    (C, "int main(void) { __builtin_trap(); }\n"),
    (C, "int main(void) { int (*f)(void) = 0; return f(); }\n"),
    (C, "int main(void) { int (*f)(void) = (int (*)(void))1234567; return f(); }\n"),
    (C, "int main(void) { return *(volatile int *)0xffffffffffffffff; }\n"),
    (C, "int main(void) { *(volatile int *)main = 1; return 0; }\n"),
    (C, "int main(void) { __asm__(\"garbage instruction\"); return 0; }\n"),
    (C, "__asm__(\".globl main\\nmain: nop\");\n"),
    (C, "__asm__(\"garbage\");\nint main(void) { return 0; }\n"),
    (C, "int main(void) { __asm__ volatile(\"\" ::: \"memory\"); return 0; }\n"),
    (C, "int main(void) { __asm__ volatile(\"\" : : \"r\"(1) : \"nowhere\"); return 0; }\n"),
    (C, "int x __asm__(\"main\");\nint main(void) { return x; }\n"),
    (C, "int f(void) __asm__(\"__heddle_load\");\nint main(void) { return f(); }\n"),
    (C, "int __heddle_load(int x) { return x; }\nint main(void) { return __heddle_load(0); }\n"),
    (C, "void *malloc(unsigned long n) { return 0; }\nint main(void) { return malloc(1) != 0; }\n"),
    (C, "int malloc = 3;\nint main(void) { return malloc == 4; }\n"),
    (C, "int pthread_create;\nint main(void) { return pthread_create; }\n"),
    (C, "int pthread_create(void);\nint main(void) { return pthread_create(); }\n"),
    (C, "int puts(double, double);\nint main(void) { return puts(1, 2); }\n"),
    (C, "void exit(char *);\nint main(void) { exit(\"x\"); }\n"),
    (C, "extern int errno;\nint main(void) { return errno; }\n"),
    (C, "int printf(const char *, ...);\nint main(void) { return printf(\"%s%n%d\", (char *)5); }\n"),
    (C, "#include <stdio.h>\nint main(void) { printf(\"%*d\", 2000000000, 1); return 0; }\n"),
    (C, "#include <stdio.h>\nint main(void) { for (int i = 0; i < 100000; ++i) puts(\"many lines\"); return 1 / (i_ - i_); }\n"),
    (C, "#include <stdio.h>\nint main(void) { for (int i = 0; i < 100000; ++i) puts(\"many lines\"); return 0; }\n"),
    (C, "#include <string.h>\nint main(void) { char a[4]; memset(a, 0, -1); return 0; }\n"),
    (C, "#include <pthread.h>\nint main(void) { return pthread_join(0, 0); }\n"),
    (C, "#include <pthread.h>\nint main(void) { return pthread_join(12345, 0); }\n"),
    (C, "#include <pthread.h>\nint main(void) { pthread_t p; return pthread_create(&p, 0, 0, 0); }\n"),
    (C, "#include <pthread.h>\nint main(void) { return pthread_create(0, 0, (void *(*)(void *))main, 0); }\n"),
    (C, "#include <pthread.h>\nint main(void) { pthread_mutex_lock((pthread_mutex_t *)8); return 0; }\n"),
    (C, "#include <pthread.h>\nint main(void) { pthread_mutex_t m; pthread_mutex_unlock(&m); return 0; }\n"),
    (C, THREADS + "int main(void) { pthread_t p; for (;;) pthread_create(&p, 0, t, 0); }\n"),
    (C, THREADS + "int main(void) { pthread_t p; pthread_create(&p, 0, t, 0); pthread_exit(0); }\n"),
    (C, "#include <stdlib.h>\nint main(void) { exit(1); }\n"),
    (C, "#include <stdlib.h>\nstatic void f(void) { exit(2); }\nint main(void) { atexit(f); exit(1); }\n"),
    (C, "#include <stdlib.h>\nstatic void f(void) { atexit(f); }\nint main(void) { atexit(f); }\n"),
    (C, "#include <signal.h>\nint main(void) { raise(SIGKILL); }\n"),
    (C, "#include <unistd.h>\nint main(void) { for (;;) fork(); }\n"),
    (C, "#include <setjmp.h>\njmp_buf b;\nint main(void) { longjmp(b, 1); }\n"),
    (C, "__attribute__((constructor)) static void f(void) { __builtin_trap(); }\nint main(void) { return 0; }\n"),
    (C, "__attribute__((constructor)) static void f(void) { for (;;); }\nint main(void) { return 0; }\n"),
    (C, "__attribute__((destructor)) static void f(void) { *(volatile int *)0 = 1; }\nint main(void) { return 0; }\n"),
    (C, "extern int f(void) __attribute__((weak));\nint main(void) { return f ? f() : 0; }\n"),
    (C, "extern int f(void) __attribute__((weak));\nint main(void) { return f(); }\n"),
    (C, "static int f(void) { return 0; }\nint g(void) __attribute__((alias(\"f\")));\nint main(void) { return g(); }\n"),
    (C, "int g(void) __attribute__((alias(\"nothing\")));\nint main(void) { return g(); }\n"),
    (C, "static int f(void) { return 0; }\nstatic void *r(void) { return f; }\nint g(void) __attribute__((ifunc(\"r\")));\nint main(void) { return g(); }\n"),
    (C, "typedef int v __attribute__((vector_size(64)));\nv a, b;\nint main(void) { a += b; return a[1]; }\n"),
    (C, "_Complex double c;\nint main(void) { c *= c; return 0; }\n"),
    (C, "__int128 x;\nint main(void) { x = x / x; return 0; }\n"),
    (C, "_BitInt(77) x;\nint main(void) { x += 3; return 0; }\n"),
    (C, "long double x;\nint main(void) { x = x / x; return (int)x; }\n"),
    (C, "_Atomic struct { char a[100]; } x;\nint main(void) { x = x; return 0; }\n"),
    (C, "_Atomic _Complex double x;\nint main(void) { x = 1; return 0; }\n"),
    (C, "int main(void) { return " + "(" * 300 + "1" + ")" * 300 + "; }\n"),
    (C, "int main(void) { return " + "(" * 30000 + "1" + ")" * 30000 + "; }\n"),
    (C, "int main(void) { return 0" + " + 1" * 20000 + "; }\n"),
    (C, "int main(void) {" + "{" * 250 + "}" * 250 + "}\n"),
    (C, "int main(void) { int " + ", ".join(f"x{i} = {i}" for i in range(5000)) + "; return x7 - 7; }\n"),
    (C, "".join(f"int f{i}(void) {{ return {i}; }}\n" for i in range(3000)) + "int main(void) { return f0(); }\n"),
    (C, "int " + "a" * 100000 + ";\nint main(void) { return 0; }\n"),
    (C, "#line 4000000000 \"nowhere.c\"\nint main(void) { __builtin_trap(); }\n"),
    (C, "#line 1 \"\x1b[31m\\n.c\"\nint main(void) { __builtin_trap(); }\n"),
    (C, "#line 7 \"/dev/null\"\nint main(void) { __builtin_trap(); }\n"),
    (C, "int ünïcödé;\nint main(void) { return ünïcödé; }\n"),
    (CXX, ""),
    (CXX, "template <int n> struct A { A<n + 1> a; };\nA<0> a;\nint main() {}\n"),
    (CXX, "template <int n> constexpr int f() { return f<n + 1>(); }\nint main() { return f<0>(); }\n"),
    (CXX, "constexpr int f(int n) { return f(n + 1); }\nconstexpr int x = f(0);\nint main() {}\n"),
    (CXX, "constexpr int f() { for (;;) {} }\nconstexpr int x = f();\nint main() {}\n"),
    (CXX, "struct A { A a; };\nint main() {}\n"),
    (CXX, "int main() { throw 1; }\n"),
    (CXX, "int main() noexcept { throw main; }\n"),
    (CXX, "struct E { ~E() noexcept(false) { throw 1; } };\nint main() { try { E e; throw 2; } catch (...) {} }\n"),
    (CXX, "struct A { A() { throw 1; } } a;\nint main() {}\n"),
    (CXX, "struct A { ~A() { for (;;) ; } } a;\nint main() {}\n"),
    (CXX, "struct A { virtual void f() = 0; A() { g(); } void g() { f(); } };\nstruct B : A { void f() override {} } b;\nint main() {}\n"),
    (CXX, "int main() { delete (int *)1234; }\n"),
    (CXX, "int main() { for (;;) new int[1 << 20]; }\n"),
    (CXX, "int main() { auto p = new int[(unsigned long)-1 / 8]; return p[0]; }\n"),
    (CXX, "void *operator new(unsigned long) { return nullptr; }\nint main() { return *new int; }\n"),
    (CXX, "namespace std { int terminate; }\nint main() { throw std::terminate; }\n"),
    (CXX, "extern \"C\" int main(int, char **, ...) { return 0; }\n"),
    (CXX, "class main {};\n"),
    (CXX, "namespace n { int main() { return 0; } }\n"),
    (CXX, "auto main() { return 1.5; }\n"),
    (CXX, "export module m;\nint main() {}\n"),
    (CXX, "import std;\nint main() {}\n"),
    (CXX, "thread_local struct A { ~A() { throw 1; } } a;\nint main() { (void)&a; }\n"),
    (".i", "int main(void) { return 0; }\n"),
    (".i", "#include <stdio.h>\nint main(void) { return 0; }\n"),
    (".ii", "int main() { throw 1; }\n"),
    (".ll", ""),
    (".ll", "garbage"),
    (".ll", "define i32 @main() {\n  ret i32 0\n}\n"),
    (".ll", "define i32 @main() {\n  ret i64 0\n}\n"),
    (".ll", "define i32 @main() {\n  unreachable\n}\n"),
    (".ll", "define void @main(i32 %a) {\n  ret void\n}\n"),
    (".ll", "define <4 x i32> @main(<4 x i32> %a) {\n  ret <4 x i32> %a\n}\n"),
    (".ll", "target triple = \"riscv64-unknown-linux\"\ndefine i32 @main() {\n  ret i32 0\n}\n"),
    (".ll", "@main = global i32 5\n"),
    (".ll", "define i32 @main() {\n  %x = load i32, ptr null\n  ret i32 %x\n}\n"),
    (".ll", "define i32 @main() {\n  %x = load atomic i32, ptr undef seq_cst, align 4\n  ret i32 poison\n}\n"),
    (".ll", "declare i32 @__heddle_load(ptr, i32)\ndefine i32 @main() {\n  %x = call i32 @__heddle_load(ptr null, i32 99999)\n  ret i32 %x\n}\n"),
    (".bc", "garbage"),
    (".bc", "BC\u00c0\u00de"),
    (".bc", ""),
    (".txt", "int main(void) { return 0; }\n"),
    ("", "int main(void) { return 0; }\n"),
]
# Several files of one program.
SEVERAL = [
    ("int main(void) { return 0; }\n", "int main(void) { return 1; }\n"),
    ("int x = 1; int main(void) { return 0; }\n", "int x = 2;\n"),
    ("int x; int main(void) { return x; }\n", "char x[100];\n"),
    ("extern char x[100]; int main(void) { return x[99]; }\n", "int x;\n"),
    ("int f(int); int main(void) { return f(1); }\n", "double f(double x, double y) { return x; }\n"),
    ("int f(void); int main(void) { return f(); }\n", "int f;\n"),
    ("extern int f; int main(void) { return f; }\n", "void f(void) {}\n"),
    ("extern _Thread_local int x; int main(void) { return x; }\n", "int x;\n"),
    ("extern _Atomic int x; int main(void) { return x++; }\n", "int x; void f(void) { x = 1; }\n"),
    ("int main(void) { return 0; }\n", "garbage\n"),
    ("static int x; int main(void) { return x; }\n", "static int x; int f(void) { return x; }\n"),
    ("int f(void); int main(void) { return f(); }\n", "int g(void); int f(void) { return g(); }\n"),
]


def mutated(text, random_):
    """A good program after an accident or a few."""
    for _ in range(random_.choice((1, 1, 1, 2, 4))):
        tokens = TOKENS.findall(text)
        if not tokens:
            break
        at = random_.randrange(len(tokens))
        to = min(len(tokens), at + random_.choice((1, 1, 2, 5, 20)))
        kind = random_.randrange(9)
        if kind == 0:
            tokens[at:to] = []
        elif kind == 1:
            tokens[at:at] = tokens[at:to]
        elif kind == 2:
            tokens = tokens[:at]
        elif kind == 3:
            other = random_.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 4:
            names = [token for token in tokens if re.match(r"[A-Za-z_]", token)]
            tokens[at] = random_.choice(names or ["int"])
        elif kind == 5:
            tokens[at] = random_.choice(("0", "-1", "18446744073709551615", "1e400", "'", '"', "{", "}", "(", "*", "&", "->"))
        elif kind == 6:
            tokens[at] = random_.choice(("char", "double", "long", "void", "_Atomic", "volatile", "static", "struct s *"))
        elif kind == 7:
            lines = [i for i, token in enumerate(tokens) if token == "include"]
            if lines:
                tokens[random_.choice(lines)] = "pragma"
        else:
            tokens[at] = "".join(chr(random_.randrange(1, 0x180)) for _ in range(random_.randrange(1, 9)))
        text = "".join(tokens)
    return text


class Maker:
    """Makes broken program number 0, 1, 2 …, in a folder."""

    def __init__(self, seed=1):
        self.random = random.Random(seed)
        good = sorted(REPOSITORY.glob("tests/programs/*/*.c")) + sorted(REPOSITORY.glob("examples/*.c"))
        self.good = good + sorted(REPOSITORY.glob("tests/programs/*/*.cpp"))[::8]
        self.strange = list(range(len(STRANGE) + len(SEVERAL)))
        self.random.shuffle(self.strange)

    def make(self, folder, index):
        """The files of the program."""
        if index % 2 == 0 and self.strange:
            which = self.strange.pop()
            if which < len(STRANGE):
                suffix, text = STRANGE[which]
                return [self.write(folder / f"p{index}{suffix}", text)]
            return [self.write(folder / f"p{index}{i}.c", text) for i, text in enumerate(SEVERAL[which - len(STRANGE)])]
        good = self.random.choice(self.good)
        text = good.read_text()
        path = folder / f"p{index}{good.suffix}"
        if index % 16 == 15:
            path.write_bytes(bytes(self.random.randrange(256) for _ in range(self.random.randrange(2000))))
            return [path]
        return [self.write(path, mutated(text, self.random))]

    @staticmethod
    def write(path, text):
        path.write_bytes(text.replace("SELF", path.name).encode("utf-8", "surrogateescape"))
        return path


def wrong_answer(files, folder, seconds=SECONDS):
    """What is wrong with Heddle's answer; empty if nothing is."""
    temporary, home = folder / "tmp", folder / "home"
    temporary.mkdir(exist_ok=True)
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "TMPDIR": str(temporary),
           "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")}
    command = [HEDDLE, "check", "--time-limit", str(seconds), *map(str, files), "--", "-w", "-I", str(REPOSITORY / "tests/programs")]
    before = set(folder.iterdir())
    try:
        result = subprocess.run(command, cwd=folder, env=env, capture_output=True, timeout=seconds + GRACE, check=False,
                                start_new_session=True)
    except subprocess.TimeoutExpired:
        return "does not end"
    err = result.stderr.decode("utf-8", "replace")
    out = result.stdout.decode("utf-8", "replace")
    if result.returncode not in (0, 1, 2, 3):
        return f"exit code {result.returncode}: {err[-300:]}"
    for word in NEVER:
        if word in err:
            return f"prints '{word}': {err[-300:]}"
    if result.returncode == 2 and not err.rstrip().rpartition("\n")[2].startswith("heddle: "):
        return f"no reason: {err[-300:]}"
    if result.returncode != 2 and not out:
        return "no answer"
    left = [path.name for path in {*folder.iterdir()} - before - {home}] + os.listdir(temporary)
    return f"leaves {left}" if left else ""


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    maker = Maker(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for index in range(count):
            files = maker.make(folder, index)
            wrong = wrong_answer(files, folder)
            if wrong:
                bad += 1
                kept = pathlib.Path(tempfile.mkdtemp(prefix="broken-"))
                for file in files:
                    (kept / file.name).write_bytes(file.read_bytes())
                print(f"{index}: {wrong}\n   kept in {kept}", flush=True)
    print(f"{count} broken programs, {bad} wrong answers")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
