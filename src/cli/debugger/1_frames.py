"""What gdb does with a program that Heddle runs along a recorded schedule (`heddle replay --gdb`).

The program's threads are fibers of one thread of the process. Heddle (runtime/debugger_hook.h) stops in
heddleDebuggerStop at the steps that are asked for here, and where the violation is; heddleDebugger says where the
threads stand. Steps are those of the schedule: "after step 3" means that the third has been performed, and its thread
goes on. All files of this folder are one script.
"""

import contextlib
import itertools
import json
import os
import struct

import gdb
import gdb.unwinder

# Of runtime/debugger_hook.h, in the same order.
LOADED, DECIDED, ASKING, VIOLATION, OVER = range(1, 6)
FIELDS = ("attached", "stop_at", "restart", "moment", "step", "decided", "current", "threads", "thread_count",
          "recording", "recording_bytes")
# core::ThreadStatus
STATUS = ("not started", "ready", "stopped for good", "exited", "ended the process")

# Where heddleFiberSwitch (runtime/fiber_switch.S) has left registers, from the stack pointer on, and how many bytes
# there are; and those of DebuggerState::fault.
AMD64 = {"pc": "rip", "sp": "rsp", "bytes": 64,
         "saved": {"r15": 8, "r14": 16, "r13": 24, "r12": 32, "rbx": 40, "rbp": 48, "rip": 56},
         "fault": ("rip", "rsp", "rbp", "rbx", "r12", "r13", "r14", "r15")}
AARCH64 = {"pc": "pc", "sp": "sp", "bytes": 160,
           "saved": {**{f"x{n}": 64 + 8 * (n - 19) for n in range(19, 31)}, "pc": 152},
           "fault": ("pc", "sp", *(f"x{n}" for n in range(19, 31)))}


def machine():
    name = gdb.selected_inferior().architecture().name()
    return AARCH64 if name.startswith("aarch64") else AMD64


def words(address, count):
    return struct.unpack(f"={count}Q", bytes(gdb.selected_inferior().read_memory(address, 8 * count)))


def number(expression):
    return int(gdb.parse_and_eval(f"(unsigned long) ({expression})"))


class State:
    """A look at heddleDebugger, and at what it leads to."""

    def __init__(self):
        self.base = number("&heddleDebugger")
        for name, value in zip(FIELDS, words(self.base, len(FIELDS))):
            setattr(self, name, value)

    def put(self, field, value):
        address = self.base + 8 * FIELDS.index(field)
        gdb.selected_inferior().write_memory(address, struct.pack("=Q", value))

    def thread(self, index):
        """Its Thread, where its stack pointer is kept, its status, whether it waits."""
        me, stack, status, waits = words(self.threads + 32 * index, 4)
        status = gdb.selected_inferior().read_memory(status, 1)[0][0]
        return me, stack, STATUS[status], waits != 0

    def running(self):
        """The number of the thread that runs; None: none of the program's."""
        current = words(self.current, 1)[0]
        return next((i for i in range(self.thread_count) if words(self.threads + 32 * i, 1)[0] == current), None)

    def fault(self):
        """Registers where a signal has interrupted the running thread."""
        names = machine()["fault"]
        return dict(zip(names, words(self.base + 8 * len(FIELDS), len(names))))


# --- frames ---

def is_programs(symtab):
    """Whether it is of code that the JIT has made of the program's."""
    return symtab is not None and symtab.objfile.filename.startswith("<in-memory")


def in_program(frame):
    return is_programs(frame.find_sal().symtab)


def in_library(frame):
    path = frame.find_sal().symtab.fullname()
    return path.startswith("/usr/") or "/heddle/library/" in path


class Fiber(gdb.unwinder.Unwinder):
    """Makes another thread the caller of the frame that really runs, so that its frames can be looked at.

    The registers themselves stay as they are: whatever is done next, the program goes on where it was.
    """

    def __init__(self):
        super().__init__("heddle")
        self.registers = None
        self.real = None

    def select(self, registers):
        self.registers = None
        gdb.invalidate_cached_frames()
        if registers is not None:
            self.real = number("$pc"), number("$sp")
            self.registers = registers
            gdb.invalidate_cached_frames()

    def hides(self, frame):
        """The frame is the one that really runs, while another thread is looked at."""
        return self.registers is not None and frame.pc() == self.real[0]

    def __call__(self, pending):
        if self.registers is None:
            return None
        names = machine()
        pc, sp = (pending.read_register(names[which]) for which in ("pc", "sp"))
        if (int(pc), int(sp)) != self.real:
            return None

        class Identity:  # gdb wants stacks to grow: this one is below all others
            pass

        identity = Identity()
        identity.pc, identity.sp = pc, gdb.Value(16).cast(sp.type)
        caller = pending.create_unwind_info(identity)
        word = gdb.lookup_type("unsigned long")
        for name, value in self.registers.items():
            caller.add_saved_register(name, gdb.Value(value).cast(word))
        return caller


fiber = Fiber()
gdb.unwinder.register_unwinder(None, fiber, replace=True)


def frames():
    """Of the program, the innermost first, of the thread that is looked at."""
    frame = gdb.newest_frame()
    while frame is not None:
        if not fiber.hides(frame) and in_program(frame):
            yield frame
        frame = frame.older()


def users_frame():
    """Where the user would say that it is."""
    mine = list(frames())
    return next((frame for frame in mine if not in_library(frame)), mine[0] if mine else None)


class OnlyProgram:
    """`bt` shows the program's frames; `bt -no-filters` those of Heddle, too."""

    name, priority, enabled = "heddle", 100, True

    def filter(self, decorated):
        everything, mine = itertools.tee(decorated)
        mine = [one for one in mine
                if not fiber.hides(one.inferior_frame()) and in_program(one.inferior_frame())]
        return iter(mine) if mine else everything


gdb.frame_filters["heddle"] = OnlyProgram()


def registers_of(state, index):
    """Of a thread that does not run; None: the real ones."""
    if index == state.running():
        return state.fault() if state.moment == VIOLATION and words(state.base + 8 * len(FIELDS), 1)[0] else None
    names = machine()
    stack = words(state.thread(index)[1], 1)[0]
    registers = {name: words(stack + offset, 1)[0] for name, offset in names["saved"].items()}
    registers[names["sp"]] = stack + names["bytes"]
    return registers


@contextlib.contextmanager
def looking_at(state, index):
    before = fiber.registers
    fiber.select(registers_of(state, index))
    try:
        yield
    finally:
        fiber.select(before)
