# The session: where the execution has got, and how it goes on.

class Hook(gdb.Breakpoint):
    def __init__(self):
        super().__init__("heddleDebuggerStop", internal=True)
        self.silent = True

    def stop(self):
        if State().moment != LOADED:
            return True
        session.read_recording()
        if not session.isBusy:  # the user has said `run`
            session.break_at_main()
        return session.isBusy


class Return(gdb.Breakpoint):
    """Where a frame goes on after a call; other threads may pass there, too."""

    def __init__(self, frame):
        super().__init__(f"*{frame.pc():#x}", internal=True)
        self.silent = True
        self.sp = int(frame.read_register(machine()["sp"]))

    def stop(self):
        return number("$sp") == self.sp


def keep_to_program(breakpoint):
    """Heddle's own functions may have the name that is meant. (gdb 12 cannot tell.)"""
    if breakpoint.number <= 0 or breakpoint.type != gdb.BP_BREAKPOINT:
        return
    for place in getattr(breakpoint, "locations", None) or ():
        if place.enabled and not is_programs(gdb.find_pc_line(place.address).symtab):
            place.enabled = False


class Session:
    def __init__(self):
        self.isBusy = False  # stops are those of a command of ours
        self.recording = None
        self.hit = ()  # the breakpoints of the last stop

    # What is there.

    def is_alive(self):
        return gdb.selected_inferior().pid != 0 and self.recording is not None

    def need(self):
        if not self.is_alive():
            raise gdb.GdbError("the program does not run; 'run' starts it again")
        return State()

    def moment(self):
        """Of the hook it stands in; None: it stands elsewhere."""
        return State().moment if hook in self.hit else None

    def steps(self):
        return self.recording["steps"]

    def name(self, index):
        return "Heddle" if index is None else self.recording["threads"][index]

    def lines(self, condition):
        return [line for line in self.recording["lines"] if condition(line)]

    def spoken(self, line):
        shown = str(line["step"]) if line["step"] else ""
        return f"{shown:>4}  {line['thread']:<5} {line['place']:<16}  {line['what']}"

    # How it goes on.

    def go(self, command="continue"):
        """Until the next stop, which is told to nobody."""
        before, self.isBusy = self.isBusy, True
        self.hit = ()
        fiber.select(None)
        try:
            gdb.execute(command, to_string=True)
        finally:
            self.isBusy = before

    @contextlib.contextmanager
    def alone(self):
        """Without the user's breakpoints."""
        switched_off = [one for one in gdb.breakpoints() if one.enabled and one.number > 0]
        for one in switched_off:
            one.enabled = False
        try:
            yield
        finally:
            for one in switched_off:
                if one.is_valid():
                    one.enabled = True

    def load(self):
        """Up to where nothing of the program has been run."""
        self.recording = None
        self.go("run")

    def read_recording(self):
        state = State()
        text = gdb.selected_inferior().read_memory(state.recording, state.recording_bytes)
        self.recording = json.loads(bytes(text).decode())

    def break_at_main(self, silent=False):
        for objfile in gdb.objfiles():
            if not (objfile.filename or "").startswith("<in-memory"):
                continue
            main = objfile.lookup_global_symbol("main")
            if main is not None:
                place = gdb.Breakpoint(source=main.symtab.filename, line=main.line, internal=True, temporary=True)
                place.silent = silent

    def to_main(self):
        self.break_at_main(silent=True)
        self.go()

    def rewind(self, stop_at):
        """To the start, if the execution has got further than that."""
        if not self.is_alive():
            self.load()
        if not self.is_alive():
            raise gdb.GdbError("the program cannot be run again")
        state = State()
        state.put("stop_at", stop_at)
        isAtStart = self.moment() == LOADED
        hasEnded = state.moment in (VIOLATION, OVER) and self.moment() is not None
        if not isAtStart and (hasEnded or stop_at <= state.step):
            state.put("restart", 1)

    def run_to(self, step):
        with self.alone():
            self.rewind(step)
            if step == 0:
                self.to_main()
                return
            self.go()
            if self.is_alive() and self.moment() == DECIDED:
                self.perform()
            if self.is_alive():
                State().put("stop_at", 0)

    def perform(self):
        """The step that is decided: up to where its thread goes on, in the program's code, if it comes there."""
        state = State()
        with looking_at(state, state.decided):
            innermost = next(frames(), None)
            after = Return(innermost) if innermost else None
        self.go()
        if after is not None:
            after.delete()
        # What the library has inlined there (a header) is not where the user would go on.
        while self.is_alive() and self.moment() is None and in_program(gdb.newest_frame()):
            frame = users_frame()
            if frame == gdb.newest_frame() or in_library(frame):
                return
            self.go("finish")

    def leave_runtime(self):
        """Before commands that step: they begin in the program's code."""
        fiber.select(None)
        if not self.is_alive() or in_program(gdb.newest_frame()):
            return
        if self.moment() in (VIOLATION, OVER):
            raise gdb.GdbError("The execution has ended. 'heddle back' and 'heddle step N' go back, 'continue' ends "
                               "the program.")
        innermost = next(frames(), None)
        if innermost is None:
            return
        after = Return(innermost)
        try:
            self.go()
            if not self.is_alive() or after not in self.hit:
                raise gdb.GdbError(self.report() or "The program has ended.")
        finally:
            after.delete()

    # What is said.

    def report(self):
        if not self.is_alive():
            return ""
        moment, state = self.moment(), State()
        running = state.running()
        if moment == VIOLATION or moment == OVER:
            found = self.recording
            kind = found["kind"].replace("-", " ")
            return f"The violation ({found['thread']}): {kind}  {found['place']}".rstrip() + f"\n  {found['message']}\n"
        if state.step == 0:
            return f"[{self.name(running)}, before the first of {self.steps()} steps]\n"
        return f"[{self.name(running)}, after step {state.step} of {self.steps()}]\n"

    def show(self):
        """Where it stands now, for a command that has moved there."""
        if not self.is_alive():
            gdb.write("The program has ended.\n")
            return
        state = State()
        for line in self.lines(lambda line: line["step"] == state.step != 0):
            gdb.write(self.spoken(line) + "\n")
        gdb.write(self.report())
        self.select(state)

    def select(self, state):
        index = state.running()
        if index is None:
            self.threads(state)
            return
        fiber.select(registers_of(state, index))
        frame = users_frame()
        if frame is not None:
            frame.select()
            gdb.execute("frame")

    def threads(self, state):
        hasEnded = self.moment() in (VIOLATION, OVER)
        for index, name in enumerate(self.recording["threads"]):
            if index >= state.thread_count:
                continue
            _, _, status, waits = state.thread(index)
            if status == STATUS[0]:
                continue
            place = ""
            if status == "ready":
                status = "waits" if waits else "ready"
                with looking_at(state, index):
                    frame = users_frame()
                    if frame is not None:
                        sal = frame.find_sal()
                        place = f"{frame.name()} at {os.path.basename(sal.symtab.filename)}:{sal.line}"
            if index == state.running():
                status = "runs"
            later = self.lines(lambda line: line["thread"] == name and
                               (line["culprit"] if hasEnded else line["step"] > state.step))
            what = later[-1 if hasEnded else 0] if later else None
            then = "" if what is None else what["what"] if hasEnded else f"step {what['step']}: {what['what']}"
            mark = "*" if index == state.running() else " "
            gdb.write(f"{mark} {name:<6} {status:<8} {place:<32} {then}".rstrip() + "\n")

    def stopped(self, event):
        self.hit = tuple(getattr(event, "breakpoints", ()))
        if self.isBusy or not self.is_alive():
            return
        gdb.write(self.report())
        # A watchpoint triggers where Heddle performs the store.
        if self.moment() in (VIOLATION, OVER) or (State().running() is not None and not in_program(gdb.newest_frame())):
            self.select(State())

    def prompt(self, _):
        if not self.is_alive():
            return "(gdb) "
        state = State()
        return f"(gdb {self.name(state.running())} {state.step}/{self.steps()}) "


session = Session()


def goes_on(_):
    fiber.registers = None
    session.hit = ()


def ended(event):
    goes_on(event)
    session.recording = None
