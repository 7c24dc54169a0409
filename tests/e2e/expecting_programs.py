"""Programs that say in comments what is expected of them:

    // expect: KIND                   of the violation, or safe
    // libstdc++: KIND, REASON        where that differs with libstdc++; none: it cannot be checked with it
    // executions: N                  complete ones
    // executions: N, libstdc++: M    where the two differ: libc++ waits and locks in other ways
    // flags: FLAGS                   for clang
"""

import re

from heddle import SAFE, VIOLATION


class Program:
    def __init__(self, path):
        self.path = path
        self.said = dict(re.findall(r"^// ([\w+]+): (.*)$", path.read_text(), re.MULTILINE))
        self.flags = self.said.get("flags", "").split()

    def expected(self, library):
        """The kind of the violation, and the number of executions if that is said."""
        if library != "libc++" and library in self.said:
            return self.said[library].split(",")[0], None
        counts = re.findall(r"\d+", self.said.get("executions", ""))
        return self.said["expect"], int(counts[0 if library == "libc++" else -1]) if counts else None

    def check(self, test, library, *flags):
        kind, executions = self.expected(library)
        found = test.check_json(SAFE if kind == "safe" else VIOLATION, self.path.name, "--", *flags, cwd=self.path.parent)
        test.assertEqual([violation["kind"] for violation in found["violations"]], [] if kind == "safe" else [kind])
        if executions is not None:
            test.assertEqual(found["executions"]["complete"], executions)
