"""What code inside libstdc++.so reads and writes of the program's memory: programs/libstdcxx."""

import unittest

from expecting_programs import Program
from heddle import PROGRAMS, HeddleTest


class Libstdcxx(HeddleTest):
    def test_programs(self):
        for path in sorted((PROGRAMS / "libstdcxx").iterdir()):
            program = Program(path)
            with self.subTest(path.name):
                program.check(self, "libstdc++", *program.flags)


if __name__ == "__main__":
    unittest.main()
