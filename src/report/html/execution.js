// An execution as the page uses it: its lines with their threads and events, who reads from whom, what happens before
// what, and what each variable holds after each line. The fields are those of docs/json.md; lists come by column.

function unpack(table) {
  const columns = Object.entries(table.columns).map(
      ([name, column]) => [name, Array.isArray(column) ? column : column.is.map(at => column.of[at])]);
  return Array.from({length: table.count},
                    (_, row) => Object.fromEntries(columns.map(([name, values]) => [name, values[row]])));
}

// "main", "T1", "T1.2", "T2", "T10".
function byDescent(a, b) {
  if (a === b) return 0;
  if (a === "main" || b === "main") return a === "main" ? -1 : 1;
  return a.localeCompare(b, "en", {numeric: true});
}

// What these are about is a thread.
const kNoMemory = new Set(["spawn", "join", "exit"]);

class Execution {
  constructor(data) {
    this.isGraph = data.graph;
    this.output = data.output;
    this.blocks = data.blocks;
    this.lines = unpack(data.trace);
    this.threads = [...new Set(this.lines.map(line => line.thread))].sort(byDescent);
    this.addEvents(unpack(data.events));
    this.addClocks();
    this.addEdges();
    this.variables = new Map();
    for (const line of this.lines) {
      line.memory = kNoMemory.has(line.op) ? "" : line.object;
      if (line.memory && !this.variables.has(line.memory)) this.variables.set(line.memory, newVariable(line.memory));
    }
    this.addParts();
    for (const line of this.lines)
      if (line.memory) this.addAccess(line);
  }

  // Which variables have which as parts: "jobs[1]" has "jobs[1].where.x".
  addParts() {
    for (const variable of this.variables.values())
      for (const cut of variable.name.matchAll(/[.[]/g)) {
        const whole = this.variables.get(variable.name.slice(0, cut.index));
        if (!whole) continue;
        variable.overlapping.push(whole);
        whole.overlapping.push(variable);
      }
  }

  addEvents(events) {
    const lanes = new Map(this.threads.map((thread, lane) => [thread, lane]));
    this.lines.forEach((line, number) => Object.assign(line, {number, lane: lanes.get(line.thread), event: null}));
    const lineOf = event => event == null || event === "initial" ? event : events[event].trace;
    for (const event of events)
      this.lines[event.trace].event = {...event, rf: lineOf(event.rf), later: lineOf(event.later)};
  }

  // Of each line how many lines of each thread happen before it, itself included: program order and synchronisation.
  addClocks() {
    const last = this.threads.map(() => new Uint32Array(this.threads.length));
    for (const line of this.lines) {
      const clock = last[line.lane].slice();
      for (const source of line.sw || [])
        this.lines[source].clock.forEach((count, lane) => { if (count > clock[lane]) clock[lane] = count; });
      line.place = ++clock[line.lane];
      last[line.lane] = line.clock = clock;
    }
  }
  happensBefore(a, b) {
    return a !== b && b.clock[a.lane] >= a.place;
  }

  addEdges() {
    this.edges = {rf: [], co: [], hb: [], misses: []};
    const writes = new Map();
    for (const {number, event, sw} of this.lines) {
      for (const source of sw || []) this.edges.hb.push([source, number]);
      if (!event) continue;
      if (Number.isInteger(event.rf)) this.edges.rf.push([event.rf, number]);
      const isRead = event.rf != null;
      if (isRead && event.later != null) this.edges.misses.push([number, event.later]);
      if (event.co) writes.set(`${event["location-id"]}/${event.co}`, number);
    }
    for (const [key, number] of writes) {
      const [location, place] = key.split("/");
      const before = writes.get(`${location}/${place - 1}`);
      if (before !== undefined) this.edges.co.push([before, number]);
    }
    // By line, for the one that is current.
    for (const line of this.lines) line.edges = [];
    for (const [kind, edges] of Object.entries(this.edges))
      for (const [from, to] of edges)
        for (const end of [from, to]) this.lines[end].edges.push({kind, from, to});
  }

  addAccess(line) {
    const variable = this.variables.get(line.memory);
    const winner = variable.winners.at(-1) ?? null;
    if (winner === null && variable.initial === null && found(line) !== null) variable.initial = found(line);
    variable.names.add(line.object);
    variable.isInternal &&= isInternal(line);  // nobody else accesses it
    variable.accesses.push(line.number);
    const isLast = isWrite(line) && !isOverwritten(line);
    variable.winners.push(isLast ? line.number : winner);
    if (!isLast) return;
    for (const other of variable.overlapping) {
      other.accesses.push(line.number);
      other.winners.push(line.number);
    }
  }

  // What a variable holds after a line: {value, writer}, the line of the last write in coherence order.
  valueAt(variable, number) {
    const at = lastAt(variable.accesses, number);
    const winner = at < 0 ? null : variable.winners[at];
    if (winner === null) return {value: variable.initial, writer: null, isTouched: at >= 0};
    const writer = this.lines[winner];
    return {value: writer.memory === variable.name ? left(writer) : null, writer, isTouched: true};
  }

  // Under weak memory: threads whose last access found, or left, something else than the last write.
  viewsAt(variable, number) {
    if (!this.isGraph) return [];
    const {writer} = this.valueAt(variable, number);
    const views = new Map();
    for (let at = lastAt(variable.accesses, number); at >= 0 && views.size < this.threads.length; --at) {
      const line = this.lines[variable.accesses[at]];
      if (line.memory === variable.name && !views.has(line.thread)) views.set(line.thread, line);
    }
    return [...views.values()].filter(line => {
      if (line === writer || !line.event || found(line) === null) return false;
      return line.event.later != null || (line.event.rf === "initial" ? writer !== null : line.event.rf !== writer?.number);
    }).reverse();
  }
}

function newVariable(name) {
  return {name, accesses: [], winners: [], initial: null, overlapping: [], names: new Set(), isInternal: true};
}

// The index of the last of `numbers` that is at most `number`; -1 if there is none.
function lastAt(numbers, number) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= number) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// A write that comes before another one in coherence order, although it stands below it.
const isOverwritten = line => line.event !== null && line.event.kind === "write" && line.event.later != null;
const isStale = line => line.event !== null && line.event.rf != null && line.event.later != null;
const bareOp = line => line.op.replace(/^plain /, "");

function isWrite(line) {
  if (line.event) return line.event.kind === "write" || line.event.kind === "update";
  // The later access of a race did not happen.
  return bareOp(line) === "store" && !line.note.startsWith("races");
}

// What a line found; null if it reads nothing, or the value was not kept.
function found(line) {
  if (line.value.startsWith("= ")) return line.value.slice(2);
  const arrow = line.value.indexOf(" -> ");
  return arrow < 0 ? null : line.value.slice(0, arrow);
}

// What a write left: of what is no plain value, such as a lock, what was done to it.
function left(line) {
  const arrow = line.value.indexOf(" -> ");
  if (arrow >= 0) return line.value.slice(arrow + 4);
  if (bareOp(line) === "store" && line.value === "") return null;  // of ranges the value is not kept
  return line.value === "" ? line.op : line.value;
}
