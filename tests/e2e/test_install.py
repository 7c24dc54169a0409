"""An installed Heddle, and its Debian package: they work anywhere, without the sources, and from CMake projects."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from heddle import HEDDLE, SAFE, VIOLATION, HeddleTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(HEDDLE).resolve().parent
# What needs each kind of header: the user's, the overlay, functions of the library that are compiled with the program.
NEEDS_HEADERS = """
#include <heddle/heddle.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
static int answer(void *p) { return *(int *)p; }
int main(void) {
  char text[] = "a b";
  thrd_t thread;
  int result, n = (int)heddle_choose(2);
  thrd_create(&thread, answer, &n);
  thrd_join(thread, &result);
  heddle_assert(strcmp(strtok(text, " "), "a") == 0 && result == n);
}
"""


def run(*command, **keywords):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=500, check=False, **keywords)


class Installed(HeddleTest):
    @classmethod
    def setUpClass(cls):
        if not (BUILD / "cmake_install.cmake").exists():
            raise unittest.SkipTest(f"{BUILD} is no build directory")

    def succeed(self, *command, **keywords):
        result = run(*command, **keywords)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def install(self):
        """Into one prefix, which is then moved to another place."""
        first, prefix = self.folder / "first", self.folder / "a prefix"
        self.succeed("cmake", "--install", BUILD, "--prefix", first)
        first.rename(prefix)
        return prefix

    def without_sources(self, *command):
        """Runs it where the sources of Heddle are hidden, if that can be."""
        script = 'mount -t tmpfs none "$0" && test ! -e "$0/src" && exec "$@"'
        hidden = run("unshare", "-m", "sh", "-c", script, ROOT, *command, cwd=self.folder)
        if "unshare: " in hidden.stderr or "mount: " in hidden.stderr:
            self.skipTest("cannot hide the sources: " + hidden.stderr.strip())
        return hidden

    def check_without_sources(self, tool):
        program = self.write("needs_headers.c", NEEDS_HEADERS)
        result = self.without_sources(tool, "check", program)
        self.assertEqual(result.returncode, SAFE, result.stdout + result.stderr)
        result = self.without_sources(tool, "check", self.write("race.cpp", """
            #include <heddle/heddle.h>
            #include <thread>
            int x;
            int main() { std::thread t([] { x = 1; }); x = 2; t.join(); }"""))
        self.assertEqual(result.returncode, VIOLATION, result.stdout + result.stderr)
        self.assertIn("race.cpp:5", result.stdout)

    def test_it_works_in_any_place_without_the_sources(self):
        self.check_without_sources(self.install() / "bin" / "heddle")

    def test_headers_that_are_missing(self):
        prefix = self.install()
        shutil.rmtree(prefix / "share" / "heddle")
        result = self.without_sources(prefix / "bin" / "heddle", "check", self.write("empty.c", "int main(void) {}"))
        self.assertEqual(result.returncode, 2)
        self.assert_one_line(result.stderr)
        self.assertIn("cannot find Heddle's own headers", result.stderr)

    def test_what_is_there(self):
        prefix = self.install()
        for path in ("bin/heddle", "include/heddle/heddle.h", "include/heddle/test.h", "include/heddle/run_tests.h", "share/heddle/include/heddle/test.h", "share/heddle/include/heddle/heddle.h",
                     "share/heddle/include/heddle/overlay", "share/heddle/include/heddle/library", "share/doc/heddle/README.md",
                     "share/doc/heddle/docs/ci.md", "share/doc/heddle/copyright", "lib/cmake/Heddle/HeddleConfig.cmake"):
            self.assertTrue((prefix / path).exists(), path)
        for path in (prefix / "lib").rglob("*.cmake"):
            self.assertNotIn(str(ROOT), path.read_text())

    def configure(self, source, prefix, *options):
        build = self.folder / "build"
        return build, run("cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", *options)

    def test_the_example_project(self):
        example = self.folder / "example"
        shutil.copytree(ROOT / "examples" / "cmake", example)
        build, configured = self.configure(example, self.install())
        self.assertEqual(configured.returncode, 0, configured.stderr)
        self.succeed("cmake", "--build", build)
        output = self.succeed("ctest", "--test-dir", build, "--output-on-failure")
        self.assertIn("100% tests passed, 0 tests failed out of 6", output)
        for name in ("is_first_in_first_out", "has_one_producer", "native"):
            self.assertIn(f"ring.promises.{name}", output)
        self.assertIn("ring.broken", self.succeed("ctest", "--test-dir", build, "-N", "-L", "seeded"))
        # Each of them can fail: what is expected the other way round is not what is found.
        lists = example / "CMakeLists.txt"
        lists.write_text(lists.read_text().replace("EXPECT violation", "EXPECT safe").replace("LABELS concurrency)", "EXPECT violation)"))
        self.succeed("cmake", build)
        failed = run("ctest", "--test-dir", build, "--output-on-failure")
        self.assertIn("2 tests failed out of 6", failed.stdout)
        self.assertIn("exit code 1 where 0 was expected", failed.stdout)

    def test_a_test_for_each_that_the_sources_have(self):
        source = self.folder / "project"
        source.mkdir()
        text = "#include <heddle/test.h>\nHEDDLE_TEST(one) { heddle_assert(NUMBER == 1); }\n"
        (source / "test.c").write_text(text)
        (source / "CMakeLists.txt").write_text("""
            cmake_minimum_required(VERSION 3.19)
            project(p LANGUAGES C)
            find_package(Heddle REQUIRED)
            enable_testing()
            heddle_add_tests(NAME mine SOURCES test.c MODEL sc COMPILE_DEFINITIONS NUMBER=1 LABELS checked TIMEOUT 60)
            """)
        build, configured = self.configure(source, self.install())
        self.assertEqual(configured.returncode, 0, configured.stderr)
        self.assertIn("mine.one", self.succeed("ctest", "--test-dir", build, "-L", "checked"))
        # Nothing is configured again.
        (source / "test.c").write_text(text + "HEDDLE_TEST(two) { HEDDLE_ASSERT_EQ(NUMBER, 2); }\n")
        failed = run("ctest", "--test-dir", build, "--output-on-failure")
        self.assertIn("1 tests failed out of 2", failed.stdout)
        self.assertRegex(failed.stdout, r"mine.two .*Failed")
        self.assertIn("assertion failed: NUMBER == 2; NUMBER is 1", failed.stdout)
        self.assertIn("model sc", failed.stdout)
        (source / "test.c").write_text("nonsense")
        failed = run("ctest", "--test-dir", build, "--output-on-failure")
        self.assertIn("1 tests failed out of 1", failed.stdout)
        self.assertIn("test.c does not compile", failed.stdout)

    def test_flags_reach_the_compiler(self):
        source = self.folder / "project"
        (source / "dir").mkdir(parents=True)
        (source / "dir" / "one.h").write_text("#define ONE 1\n")
        (source / "test.cpp").write_text('#include "one.h"\n#include <cassert>\n#include <string_view>\n'
                                         'int main() { static_assert(__cplusplus < 202002L); assert(ONE == 1 && NUMBER == 2 && TEXT == std::string_view("a b")); }\n')
        (source / "CMakeLists.txt").write_text("""
            cmake_minimum_required(VERSION 3.19)
            project(p LANGUAGES CXX)
            find_package(Heddle REQUIRED)
            enable_testing()
            add_library(headers INTERFACE)
            target_include_directories(headers INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/dir)
            target_compile_definitions(headers INTERFACE NUMBER=2)
            add_executable(program EXCLUDE_FROM_ALL test.cpp)
            target_link_libraries(program PRIVATE headers Heddle::headers)
            target_compile_definitions(program PRIVATE "TEXT=\\"a b\\"")
            set_target_properties(program PROPERTIES CXX_STANDARD 17)
            heddle_add_test(NAME of.target SOURCES test.cpp TARGET program)
            heddle_add_test(NAME of.interface SOURCES test.cpp TARGET headers COMPILE_DEFINITIONS "TEXT=\\"a b\\"" OPTIONS -std=c++17)
            heddle_add_test(NAME given SOURCES test.cpp INCLUDE_DIRECTORIES dir COMPILE_DEFINITIONS NUMBER=2 "TEXT=\\"a b\\"" OPTIONS -std=c++17)
            """)
        build, configured = self.configure(source, self.install())
        self.assertEqual(configured.returncode, 0, configured.stderr)
        self.assertIn("out of 3", self.succeed("ctest", "--test-dir", build, "--output-on-failure"))

    def test_mistakes_of_a_project(self):
        source, prefix = self.folder / "project", self.install()
        source.mkdir()
        for call, wanted in (("SOURCES a.c", "needs NAME and SOURCES"), ("NAME a SOURCES a.c EXPECT maybe", "EXPECT is safe or violation, not maybe"),
                             ("NAME a SOURCES a.c TARGET none", "there is no target none"), ("NATIVE NAME a SOURCES a.c", "unknown arguments: NATIVE")):
            (source / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.19)\nproject(p LANGUAGES NONE)\n"
                                                   f"find_package(Heddle REQUIRED)\nheddle_add_test({call})\n")
            _, configured = self.configure(source, prefix)
            self.assertNotEqual(configured.returncode, 0)
            self.assertIn(wanted, re.sub(r"\s+", " ", configured.stderr))

    def test_the_package(self):
        if not shutil.which("dpkg-shlibdeps"):
            self.skipTest("there is no dpkg-shlibdeps (./x package installs it)")
        self.succeed("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", self.folder / "package")
        package, = (self.folder / "package").glob("heddle_*.deb")
        fields = self.succeed("dpkg-deb", "-f", package)
        self.assertIn("Package: heddle\n", fields)
        architecture = self.succeed("dpkg", "--print-architecture").strip()
        self.assertIn(f"Architecture: {architecture}\n", fields)
        depends = re.search("^Depends: (.*)$", fields, re.MULTILINE)[1]
        for name in ("clang-19", r"libstdc\+\+-dev", "libc6-dev", r"libc6 \(>= ", "libz3-4", "libseccomp2"):
            self.assertRegex(depends, name)
        root = self.folder / "root"
        self.succeed("dpkg", "-x", package, root)
        self.check_without_sources(root / "usr" / "bin" / "heddle")
        files = self.succeed("dpkg-deb", "-c", package)
        self.assertIn("./usr/lib/cmake/Heddle/HeddleConfig.cmake", files)
        self.assertNotIn(str(ROOT), files)


if __name__ == "__main__":
    unittest.main()
