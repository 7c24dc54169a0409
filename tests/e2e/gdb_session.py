"""gdb with a replay under it, driven through its machine interface."""

import re
import subprocess

from heddle import HEDDLE


class GdbSession:
    """What gdb says on its console is kept; what the program prints is not."""

    def __init__(self, *arguments, cwd):
        command = [HEDDLE, "replay", *map(str, arguments), "--gdb", "--", "-nx", "-i=mi"]
        self.process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, bufsize=1)
        self.start = self.ask("echo ready\\n")  # comes after all that the script prints

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()

    def records(self):
        """Lines of gdb, up to the end of its answer."""
        for line in self.process.stdout:
            yield line.rstrip("\n")
        raise AssertionError("gdb has ended")

    def ask(self, command):
        """What the console shows of a command; with what stops the program, if the command makes it go on."""
        quoted = command.replace("\\", "\\\\").replace('"', '\\"')
        self.process.stdin.write(f'7-interpreter-exec console "{quoted}"\n')
        self.process.stdin.flush()
        console, isRunning, isAnswered = [], False, False
        for record in self.records():
            if found := re.match(r'~"(.*)"$', record):
                console.append(found[1].encode().decode("unicode_escape").encode("latin-1").decode())
            elif record.startswith("*running"):
                isRunning = True
            elif record.startswith("*stopped"):
                isRunning = False
            elif record.startswith("7^"):
                isAnswered = True
                if found := re.match(r'7\^error,msg="(.*)"$', record):
                    console.append(found[1])
            elif record.startswith("(gdb)") and isAnswered and not isRunning:
                return "".join(console)
        return None

    def value(self, expression):
        """Of an expression in the selected frame."""
        return self.ask(f"output {expression}")
