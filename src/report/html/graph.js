// The execution graph: threads as columns, program order down. An event stands below all that it comes after; only
// the nodes that can be seen are elements.

const kNode = {width: 220, height: 38, gap: 20, left: 16, top: 18, letter: 6.65};

// As in papers: R, W, U and F for reads, writes, updates and fences, and orders in short.
const kKinds = {read: "R", write: "W", update: "U", fence: "F"};
const kOrders = {relaxed: "rlx", consume: "con", acquire: "acq", release: "rel", seq_cst: "sc"};
function nodeWords(line) {
  const isAccess = line.order !== "" && line.event?.kind in kKinds;  // locks speak for themselves
  const value = isWrite(line) && !line.value.includes("->") && line.value ? "= " + line.value : line.value.replace("->", "→");
  const place = line.line === 0 ? "" : `${line.file === page.home ? "" : baseName(line.file)}:${line.line}`;
  const order = line.order === "plain" ? "" : kOrders[line.order] ?? line.order;
  return [[isAccess ? kKinds[line.event.kind] : bareOp(line), line.object, value].filter(Boolean).join(" "),
          [isStale(line) && "stale", order, place].filter(Boolean).join(" · ")];
}

class Graph {
  constructor(root, names) {
    this.root = root;
    this.names = names;
    this.drawing = svg("svg", {class: "drawing"});
    root.addEventListener("scroll", () => requestAnimationFrame(() => this.draw()));
    new ResizeObserver(() => this.layOut()).observe(root);
    this.drawing.addEventListener("click", event => {
      const node = event.target.closest("[data-line]");
      if (node) page.go(Number(node.dataset.line));
    });
  }

  layOut() {
    if (!page.execution || page.view !== "graph") return;
    const {threads} = page.execution;
    this.place();
    const room = (this.root.clientWidth - 2 * kNode.left) / threads.length;
    let longest = 0;
    for (const number of this.levels.keys())
      for (const words of nodeWords(page.execution.lines[number])) longest = Math.max(longest, words.length);
    const least = Math.max(100, Math.min(kNode.width, longest * kNode.letter + 16)) + kNode.gap;
    this.column = Math.max(least, Math.min(kNode.width + 70, room));
    this.width = Math.min(kNode.width, this.column - kNode.gap);
    const width = Math.max(this.root.clientWidth - 4, 2 * kNode.left + threads.length * this.column);
    fill(this.drawing, {width, height: this.height}, []);
    this.root.replaceChildren(this.drawing);
    showNames(this.names, lane => kNode.left + lane * this.column + (this.column - this.width) / 2, this.width);
    this.draw();
  }

  // A line's level is one more than those of what it follows.
  place() {
    const {execution, rows} = page;
    const below = execution.threads.map(() => 0);
    this.levels = new Map();
    for (const {line, fold} of rows.all) {
      if (fold || !(line.culprit || (line.event && line.event.kind !== "exit"))) continue;
      let level = below[line.lane];
      const sources = [...(line.sw || []), line.event?.rf].filter(Number.isInteger);
      for (const source of sources) if (this.levels.has(source)) level = Math.max(level, this.levels.get(source) + 1);
      this.levels.set(line.number, level);
      below[line.lane] = level + 1;
    }
    this.height = kNode.top + Math.max(1, ...below) * (kNode.height + kNode.gap) + kNode.gap;
  }

  x(line) { return kNode.left + line.lane * this.column + (this.column - this.width) / 2; }
  y(line) { return kNode.top + this.levels.get(line.number) * (kNode.height + kNode.gap); }

  draw() {
    if (page.view !== "graph" || !this.levels) return;
    const top = this.root.scrollTop - 200, bottom = this.root.scrollTop + this.root.clientHeight + 200;
    const {execution} = page;
    const isNear = (...lines) => page.isPrinted || (Math.min(...lines.map(line => this.y(line))) < bottom &&
                                                    Math.max(...lines.map(line => this.y(line))) + kNode.height > top);
    this.names.style.transform = `translateX(${-this.root.scrollLeft}px)`;
    const nodes = [], edges = [], strong = [];
    const last = execution.threads.map(() => null);
    for (const number of this.levels.keys()) {
      const line = execution.lines[number];
      const before = last[line.lane];
      if (before && isNear(before, line)) edges.push(this.edge("po", before, line, false));
      last[line.lane] = line;
      if (isNear(line)) nodes.push(this.node(line));
    }
    for (const kind of shownKinds())
      for (const [from, to] of execution.edges[kind]) {
        const isCurrent = from === page.current || to === page.current;
        const ends = [execution.lines[from], execution.lines[to]];
        if (!(page.arrows.all || isCurrent)) continue;
        if (!ends.every(line => this.levels.has(line.number)) || !isNear(...ends)) continue;
        (isCurrent ? strong : edges).push(this.edge(kind, ...ends, isCurrent));
      }
    this.drawing.replaceChildren(...edges, ...nodes, ...strong);
  }

  node(line) {
    const clip = text => {
      const most = Math.floor((this.width - 14) / kNode.letter);
      return text.length > most ? text.slice(0, most - 1) + "…" : text;
    };
    const [what, where] = nodeWords(line);
    const classes = ["node", line.culprit && "culprit", line.number === page.current && "current", isStale(line) && "stale"];
    const initial = page.arrows.rf && line.event?.rf === "initial";
    return svg("g", {class: classes.filter(Boolean).join(" "), "data-line": line.number,
                     transform: `translate(${this.x(line)} ${this.y(line)})`},
               svg("title", {}, [line.thread, what, where, line.note].filter(Boolean).join("  ")),
               svg("rect", {width: this.width, height: kNode.height, rx: 3}),
               svg("text", {x: 8, y: 16}, clip(what)), svg("text", {class: "place", x: 8, y: 31}, clip(where)),
               initial && svg("path", {class: "edge rf", d: `M${this.width - 10} -14V-1`, "marker-end": "url(#head-rf)"}),
               initial && svg("text", {class: "initial", x: this.width - 16, y: -5}, "initial"));
  }

  // Program order straight down; in one column round its right side; else from side to side.
  edge(kind, source, target, isCurrent) {
    const {height} = kNode;
    const [x1, y1, x2, y2] = [this.x(source), this.y(source), this.x(target), this.y(target)];
    let path;
    if (kind === "po") {
      path = `M${x1 + this.width / 2} ${y1 + height}V${y2 - 1}`;
    } else if (source.lane === target.lane) {
      const side = x1 + this.width;
      path = `M${side} ${y1 + height / 2 + 4}C${side + 26} ${y1 + height} ${side + 26} ${y2} ${side + 1} ${y2 + height / 2 - 4}`;
    } else {
      const isRight = x2 > x1;
      const shift = {rf: 0, co: -7, hb: 7, misses: -10}[kind];
      const start = isRight ? x1 + this.width : x1, end = isRight ? x2 - 1 : x2 + this.width + 1;
      const bend = (isRight ? 1 : -1) * Math.max(24, Math.abs(end - start) / 2);
      const from = y1 + height / 2 + shift, to = y2 + height / 2 + shift;
      path = `M${start} ${from}C${start + bend} ${from} ${end - bend} ${to} ${end} ${to}`;
    }
    return svg("path", {class: `edge ${kind}${isCurrent ? " current" : ""}`, d: path, "marker-end": `url(#head-${kind})`});
  }

  // The current line, or, if it is no event, the last one of its thread.
  reveal() {
    const {lines} = page.execution;
    let line = lines[page.current];
    while (line && !(this.levels?.has(line.number) && line.lane === lines[page.current].lane)) line = lines[line.number - 1];
    if (!line) return;
    const {root} = this, y = this.y(line), x = this.x(line);
    revealIn(root, "scrollTop", root.clientHeight, y - 60, y + 100);
    revealIn(root, "scrollLeft", root.clientWidth, x - 20, x + this.width + 20);
  }
}
