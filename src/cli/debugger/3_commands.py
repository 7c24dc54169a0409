# The commands, and the beginning of it all.

class Heddle(gdb.Command):
    """Steps of the recorded execution, and its threads."""

    def __init__(self):
        super().__init__("heddle", gdb.COMMAND_RUNNING, prefix=True)

    def invoke(self, argument, from_tty):
        gdb.execute("help heddle")


Heddle()


def command(name, kind=gdb.COMMAND_RUNNING):
    """Makes a command of a function, whose text is its help."""

    def add(function):
        class Command(gdb.Command):
            __doc__ = function.__doc__

            def __init__(self):
                super().__init__(f"heddle {name}", kind)

            def invoke(self, argument, from_tty):
                function(argument.strip())

        Command()
        return function

    return add


def move_to(step):
    session.run_to(step)
    session.show()


@command("next")
def heddle_next(_):
    """Run to after the next step of the schedule, whoever performs it."""
    move_to(session.need().step + 1)


@command("step")
def heddle_step(argument):
    """heddle step N: run to after step N, forwards or backwards. 0: to the start of main."""
    if not argument.isdecimal():
        raise gdb.GdbError("say which step: heddle step N; 'heddle steps' lists them")
    if session.recording is not None and int(argument) > session.steps():
        raise gdb.GdbError(f"there are {session.steps()} steps")
    move_to(int(argument))


@command("back")
def heddle_back(_):
    """Run again to the step before. Where the execution has ended: to its last step."""
    state = session.need()
    hasEnded = session.moment() in (VIOLATION, OVER)
    move_to(max(state.step - (0 if hasEnded else 1), 0))


@command("steps", gdb.COMMAND_STATUS)
def heddle_steps(_):
    """List the steps of the execution. What has no number was no decision of the schedule."""
    step = session.need().step
    for line in session.recording["lines"]:
        mark = ">" if line["step"] and line["step"] == step else " "
        gdb.write(mark + session.spoken(line) + "\n")


@command("where", gdb.COMMAND_STATUS)
def heddle_where(_):
    """Print how far the execution has got, and which step comes next."""
    state = session.need()
    gdb.write(session.report())
    for what, step in ("performed", state.step), ("next", state.step + 1):
        for line in session.lines(lambda line: line["step"] == step != 0):
            gdb.write(f"{what:<9} {session.spoken(line)}\n")


@command("threads", gdb.COMMAND_STATUS)
def heddle_threads(_):
    """List the threads: where each stands, and which of its steps comes next."""
    session.threads(session.need())


@command("thread", gdb.COMMAND_STACK)
def heddle_thread(argument):
    """heddle thread NAME: look at the frames and variables of a thread. The program goes on where it was."""
    state = session.need()
    if not argument:
        gdb.write(f"{session.name(state.running())} runs\n")
        return
    if argument not in session.recording["threads"]:
        raise gdb.GdbError(f"there is no thread {argument}; 'heddle threads' lists them")
    index = session.recording["threads"].index(argument)
    status = state.thread(index)[2]
    if index != state.running() and status != "ready":
        raise gdb.GdbError(f"{argument} has no frames: {status}")
    fiber.select(registers_of(state, index))
    frame = users_frame()
    if frame is None:
        raise gdb.GdbError(f"{argument} is not in code of the program")
    frame.select()
    gdb.execute("backtrace")


@command("leave-runtime")
def heddle_leave_runtime(_):
    """Go on to where the call of the library that it is in returns. Commands that step do so by themselves."""
    session.leave_runtime()


def begin():
    for setting in ("set confirm off", "set startup-with-shell off", "set print thread-events off",
                    "handle SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIGSYS nostop noprint pass"):
        gdb.execute(setting, to_string=True)
    for name in "next", "step", "nexti", "stepi", "until", "advance":
        gdb.execute(f"define hook-{name}\nheddle leave-runtime\nend")
    for one in gdb.breakpoints():
        keep_to_program(one)
    gdb.events.breakpoint_created.connect(keep_to_program)
    gdb.events.breakpoint_modified.connect(keep_to_program)
    gdb.events.stop.connect(session.stopped)
    gdb.events.cont.connect(goes_on)
    gdb.events.exited.connect(ended)
    gdb.prompt_hook = session.prompt


begin()
hook = Hook()
session.load()
if session.recording is None:
    gdb.execute("quit 2")  # Heddle has said why
session.to_main()
session.show()
