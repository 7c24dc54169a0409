"""Programs that are compiled with -stdlib=libc++: what Heddle says of them, beside what it says with libstdc++.

The programs are in programs/libcxx, and say what is expected (expecting_programs.py).
"""

import os
import subprocess
import unittest

from expecting_programs import Program
from heddle import BAD_INPUT, PROGRAMS, SAFE, VIOLATION, HeddleTest

CLANG = os.environ.get("HEDDLE_CLANG", "clang-19")
LIBCXX = PROGRAMS / "libcxx"


def has_libcxx():
    tried = subprocess.run([CLANG, "-stdlib=libc++", "-x", "c++", "-fsyntax-only", "-"], input="#include <version>\n",
                           capture_output=True, text=True, check=False)
    return tried.returncode == 0


@unittest.skipUnless(has_libcxx(), "libc++ is not installed")
class Libcxx(HeddleTest):
    def test_programs(self):
        for number, path in enumerate(sorted(LIBCXX.iterdir())):
            program = Program(path)
            with self.subTest(path.name, library="libc++"):
                program.check(self, "libc++", "-stdlib=libc++", *program.flags)
            # The verdict with libstdc++ of a third of them; of all where there is time for it.
            is_compared = number % 3 == 0 or os.environ.get("HEDDLE_LIBCXX_ALL")
            if is_compared and program.expected("libstdc++")[0] != "none":
                with self.subTest(path.name, library="libstdc++"):
                    program.check(self, "libstdc++")

    def test_dialects(self):
        for dialect in ("c++11", "c++14", "c++17", "c++23"):
            with self.subTest(dialect):
                program = self.write("program.cpp", "#include <iostream>\n#include <mutex>\n#include <string>\n#include <thread>\n"
                                     "std::mutex m; std::string s;\n"
                                     "void add() { std::lock_guard<std::mutex> hold(m); s += 'a'; }\n"
                                     "int main() { std::thread t(add); add(); t.join(); std::cout << s << 1.5; return s.size() != 2; }\n")
                self.check(SAFE, program, "--", "-stdlib=libc++", f"-std={dialect}")

    def test_output(self):
        """What is printed is the same as natively, byte for byte."""
        program = self.write("output.cpp", "#include <cstdio>\n#include <iomanip>\n#include <iostream>\n#include <string>\n"
                             "struct Early { Early() { std::cout << \"before main\\n\"; } } early;\n"
                             "int main() {\n"
                             "  std::cout << 1 << ' ' << -2L << ' ' << 0.1 << ' ' << 1e30 << ' ' << true << std::string(\" text\\n\");\n"
                             "  std::cout << std::hex << std::showbase << 255 << std::oct << 8 << std::setw(7) << std::setfill('.') << 1 << std::endl;\n"
                             "  std::cout << std::dec << std::fixed << std::setprecision(2) << 2.0 / 3 << std::scientific << 12345.678L << '\\n';\n"
                             "  std::cout << std::left << std::setw(6) << \"ab\" << std::internal << std::setw(6) << -5 << std::boolalpha << false << std::flush;\n"
                             "  std::printf(\" printed\\n\"); std::fflush(stdout); std::cout << std::hexfloat << 1.0 << std::uppercase << 10.5f << '\\n';\n"
                             "  return 1;\n}\n")
        subprocess.run([CLANG, "--driver-mode=g++", "-stdlib=libc++", program, "-o", self.folder / "native"], check=True)
        native = subprocess.run([self.folder / "native"], capture_output=True, text=True, check=False)
        found = self.check_json(VIOLATION, program, "--exit-status", "--", "-stdlib=libc++")
        self.assertEqual(found["violations"][0]["kind"], "exit-status")
        self.assertEqual(found["violations"][0]["output"], native.stdout)

    def test_input(self):
        program = self.write("input.cpp", "#include <cassert>\n#include <iostream>\n#include <string>\nint main() {\n"
                             "  int number; char c; std::string word, line;\n"
                             "  std::cin >> number >> std::ws; assert(number == 42); c = std::cin.get(); assert(c == 'w');\n"
                             "  std::cin.unget(); std::cin >> word; assert(word == \"word\"); std::getline(std::cin, line);\n"
                             "  std::getline(std::cin, line); assert(line == \"a line\"); assert(!std::getline(std::cin, line));\n}\n")
        text = self.write("text", "42 word\na line\n")
        self.check(SAFE, program, "--stdin", text, "--", "-stdlib=libc++")

    def test_what_is_left_out(self):
        for uses, name in (("#include <fstream>\nint main() { std::ofstream file(\"x\"); }", "std::__1::basic_"),
                           ("#include <iostream>\nint main() { std::wcout << 1; }", "std::__1::wcout"),
                           ("#include <memory_resource>\nint main() { return std::pmr::new_delete_resource() == nullptr; }", "std::__1::pmr")):
            with self.subTest(name):
                result = self.check(BAD_INPUT, self.write("left_out.cpp", uses), "--", "-stdlib=libc++")
                message = result.stderr.splitlines()[-1]  # after warnings of clang, and progress where that takes long
                self.assertIn(name, message)
                self.assertIn("this part of libc++ is not supported yet", message)


class WithoutHeaders(HeddleTest):
    @unittest.skipIf(os.path.exists("/usr/include/c++/v1"), "this system has libc++ where all compilers find it")
    def test_message(self):
        """A compiler that has no libc++ beside it, nor in /usr/include."""
        clang = self.write("clang", f"#!/bin/sh\nexec {CLANG} -nostdinc++ \"$@\"\n")
        clang.chmod(0o755)
        result = self.check(BAD_INPUT, LIBCXX / "mutex.cpp", "--", "-stdlib=libc++", env={"HEDDLE_CLANG": str(clang)})
        self.assert_one_line(result.stderr)
        self.assertIn("apt-get install libc++-19-dev libc++abi-19-dev", result.stderr)


if __name__ == "__main__":
    unittest.main()
