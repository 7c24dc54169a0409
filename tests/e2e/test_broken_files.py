"""A sample of broken programs (broken_files.py makes more) and what else may be named as one."""

import os
import time

from broken_files import Maker, wrong_answer
from heddle import BAD_INPUT, HeddleTest

SECONDS = float(os.environ.get("HEDDLE_BROKEN_SECONDS", "20"))


class BrokenFiles(HeddleTest):
    def test_a_sample(self):
        maker = Maker(seed=int(os.environ.get("HEDDLE_BROKEN_SEED", "1")))
        end = time.monotonic() + SECONDS
        index = 0
        while time.monotonic() < end:
            files = maker.make(self.folder, index)
            self.assertEqual(wrong_answer(files, self.folder), "", "\n".join(map(str, files)))
            index += 1
        self.assertGreater(index, 10)

    def test_no_files(self):
        unreadable = self.write("unreadable.c", "int main(void) { return 0; }\n")
        unreadable.chmod(0)
        loop = self.folder / "loop.c"
        loop.symlink_to(loop)
        folder = self.folder / "folder.c"
        folder.mkdir()
        for path in (loop, folder, self.folder / "nothing.c", self.folder / ("long" * 100 + ".c"), self.folder, "", "/dev/full",
                     *([unreadable] if os.geteuid() != 0 else [])):
            message = self.check(BAD_INPUT, path).stderr
            self.assert_one_line(message)

    def test_files_that_include_each_other(self):
        for name, other in (("a.h", "b.h"), ("b.h", "a.h")):
            self.write(name, f'#include "{other}"\n')
        path = self.write("main.c", '#include "a.h"\nint main(void) { return 0; }\n')
        self.assertIn("#include nested too deeply", self.check(BAD_INPUT, path).stderr)
