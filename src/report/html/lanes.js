// The steps from top to bottom, a lane for each thread. Only the rows that can be seen are elements: an execution
// may have thousands.

const kRowHeight = 25, kSpare = 12, kGutter = 64, kLeastText = 330, kLeastLane = 32, kMostLane = 190;

// Where arrows go: how far left of the target's lane, and how far from the middle between two rows.
const kTracks = {rf: {track: 13, gap: 0}, hb: {track: 17, gap: 2}, co: {track: 21, gap: -2}, misses: {track: 25, gap: 4}};

// What a row says, in its parts.
function wordsOf(line, home) {
  const isPlain = !line.visible && ["load", "store"].includes(bareOp(line));
  const arrow = line.value.replace(" -> ", " → ");
  const value = arrow && (bareOp(line) === "store" ? "= " + arrow : arrow);
  const isTold = line.order && line.order !== "plain" && (page.execution.isGraph || line.order !== "seq_cst");
  return [
    el("span", {class: "where"}, line.line === 0 ? "" : line.file === home ? line.line : `${baseName(line.file)}:${line.line}`),
    el("span", {class: "op"}, bareOp(line)),
    line.object && el("span", {class: "object"}, line.object),
    value && el("span", {class: "value"}, value),
    isPlain && line.culprit && el("span", {class: "order"}, "plain"),
    isTold && el("span", {class: "order"}, line.order),
    isStale(line) && el("span", {class: "tag"}, "stale"),
    isOverwritten(line) && el("span", {class: "tag"}, "already overwritten"),
    line.note && !isStale(line) && !isOverwritten(line) && el("span", {class: "note"}, line.note),
  ].filter(Boolean);
}

// The threads above their lanes.
function showNames(root, left, width) {
  root.replaceChildren(...page.execution.threads.map((thread, lane) => {
    const name = el("span", {title: thread}, thread);
    name.style.left = `${left(lane)}px`;
    name.style.maxWidth = `${width}px`;
    return name;
  }));
}

class Lanes {
  constructor(root, names) {
    this.root = root;
    this.names = names;
    this.below = svg("svg", {class: "below", "aria-hidden": "true"});
    this.above = svg("svg", {class: "above", "aria-hidden": "true"});
    this.body = el("div", {class: "rows", role: "presentation"});
    root.addEventListener("scroll", () => requestAnimationFrame(() => this.draw()));
    new ResizeObserver(() => {
      this.layOut();
      const row = page.rows?.at[page.current] ?? -1;  // -1: a filter has hidden it
      if (row >= 0 && page.view === "lanes" && !page.isPrinted) this.reveal(row);
    }).observe(root);
    this.body.addEventListener("click", event => this.click(event));
  }

  click(event) {
    const row = event.target.closest("[data-row]");
    if (!row) return;
    const {line, fold} = page.rows.all[row.dataset.row];
    if (line) return page.go(line.number);
    page.rows.opened.add(fold[0].number);
    page.refresh();
  }

  // Lanes are as far apart as the text of the last one allows.
  layOut() {
    if (!page.execution || page.view !== "lanes") return;
    const {threads} = page.execution;
    const room = this.root.clientWidth - kGutter - kLeastText;
    const spread = threads.length > 1 ? room / (threads.length - 1) : kMostLane;
    this.lane = Math.max(kLeastLane, Math.min(kMostLane, spread));
    const count = page.rows.all.length;
    this.top = page.isPrinted ? Math.max(0, count - kMostPrinted) : 0;  // the row at the top
    this.body.style.height = `${(count - this.top) * kRowHeight}px`;
    this.body.style.minWidth = `${this.x(threads.length - 1) + kLeastText / 2}px`;
    this.root.replaceChildren(this.body);
    showNames(this.names, lane => this.x(lane) - 5, this.lane - 4);
    this.draw();
  }
  x(lane) { return kGutter + lane * this.lane; }
  y(row) { return (row - this.top) * kRowHeight + kRowHeight / 2; }

  // The rows that can be seen, and a few more.
  window() {
    if (page.isPrinted) return [this.top, page.rows.all.length];
    const first = Math.floor(this.root.scrollTop / kRowHeight) - kSpare;
    const count = Math.ceil(this.root.clientHeight / kRowHeight) + 2 * kSpare;
    return [Math.max(0, first), Math.min(page.rows.all.length, first + count)];
  }

  draw() {
    if (this.lane === undefined || page.view !== "lanes") return;
    const [first, last] = this.window();
    const rows = [];
    for (let row = first; row < last; ++row) rows.push(this.row(row));
    this.body.replaceChildren(this.below, ...rows, this.above);
    this.names.style.transform = `translateX(${-this.root.scrollLeft}px)`;
    this.drawArrows(first, last);
    const current = page.rows.at[page.current];
    if (current >= first && current < last) this.root.setAttribute("aria-activedescendant", `row-${current}`);
    else this.root.removeAttribute("aria-activedescendant");
  }

  row(number) {
    const {line, fold} = page.rows.all[number];
    const isCurrent = page.rows.at[page.current] === number;
    const classes = ["row", isCurrent && "current", fold && "fold", line?.culprit && "culprit",
                     line && !line.visible && "plain", line && this.isUnordered(line) && "unordered"];
    const text = fold ? this.foldText(fold) : wordsOf(line, page.home);
    const element = el("div", {class: classes.filter(Boolean).join(" "), id: `row-${number}`, "data-row": number,
                               role: "option", "aria-selected": String(isCurrent)},
                       el("span", {class: "number"}, line ? line.number + 1 : ""), el("span", {class: "text"}, text));
    element.style.top = `${(number - this.top) * kRowHeight}px`;
    element.lastChild.style.marginLeft = `${this.x((line ?? fold[0]).lane) - kGutter + 12}px`;
    if (line) element.title = shown([line.thread, ...text.map(part => part.textContent)].join("  "));
    return element;
  }
  foldText(fold) {
    const threads = [...new Set(fold.map(line => line.thread))].join(", ");
    return [el("span", {class: "op"}, `⋯ ${counted(fold.length, "line")} folded, of ${threads}`)];
  }
  // With happens-before: neither before nor after the current line.
  isUnordered(line) {
    if (!page.arrows.hb) return false;
    const current = page.execution.lines[page.current];
    return line !== current && !page.execution.happensBefore(line, current) && !page.execution.happensBefore(current, line);
  }

  // Rails are behind the text, arrows and dots before it.
  drawArrows(first, last) {
    const top = (first - this.top) * kRowHeight, height = (last - first) * kRowHeight;
    const width = Math.max(this.root.clientWidth, this.x(page.execution.threads.length));
    for (const drawing of [this.below, this.above]) {
      fill(drawing, {width, height, viewBox: `0 ${top} ${width} ${height}`}, []);
      drawing.style.top = `${top}px`;
    }
    this.below.replaceChildren(...this.rails(first, last));
    this.above.replaceChildren(...this.edges(first, last), ...this.dots(first, last));
  }

  // From the first line of a thread to its last.
  rails(first, last) {
    const spans = page.execution.threads.map(() => null);
    page.rows.all.forEach(({line, fold}, row) => {
      for (const {lane} of fold ?? [line]) spans[lane] = spans[lane] ? [spans[lane][0], row] : [row, row];
    });
    return spans.flatMap((span, lane) => {
      if (!span || span[1] < first || span[0] > last) return [];
      return svg("line", {class: "rail", x1: this.x(lane), x2: this.x(lane), y1: this.y(Math.max(span[0], first - 1)),
                          y2: this.y(Math.min(span[1], last))});
    });
  }

  dots(first, last) {
    const dots = [];
    for (let row = first; row < last; ++row) {
      const {line, fold} = page.rows.all[row];
      if (fold) continue;
      const classes = ["dot", line.culprit && "culprit", !line.visible && "plain", line.number === page.current && "current",
                       this.isUnordered(line) && "unordered"];
      dots.push(svg("circle", {class: classes.filter(Boolean).join(" "), cx: this.x(line.lane), cy: this.y(row),
                               r: line.visible || line.culprit ? 4.5 : 3}));
    }
    return dots;
  }

  edges(first, last) {
    const {execution, rows} = page;
    const drawn = [];
    const add = (kind, from, to, isCurrent) => {
      const a = rows.at[from], b = rows.at[to];
      if (a < 0 || b < 0 || a === b || Math.max(a, b) < first || Math.min(a, b) > last) return;
      drawn.push(this.edge(kind, execution.lines[from].lane, a, execution.lines[to].lane, b, isCurrent));
    };
    if (page.arrows.all)
      for (const kind of shownKinds())
        for (const [from, to] of execution.edges[kind]) add(kind, from, to, false);
    for (const {kind, from, to} of execution.lines[page.current]?.edges ?? [])
      if (shownKinds().includes(kind)) add(kind, from, to, true);
    return drawn;
  }

  // Between the rows to the target's lane, and down beside it: there is no text. Each kind has its track.
  edge(kind, laneA, rowA, laneB, rowB, isCurrent) {
    const [x1, x2, y1, y2] = [this.x(laneA), this.x(laneB), this.y(rowA), this.y(rowB)];
    const down = Math.sign(y2 - y1), {track, gap} = kTracks[kind];
    const x = x2 - track, y = y1 + down * kRowHeight / 2 + gap, corner = 5 * down;
    const begin = laneA === laneB ? `M${x1 - 4} ${y1 + gap}H${x + 5}Q${x} ${y1 + gap} ${x} ${y1 + gap + corner}`
        : `M${x1} ${y1 + 5 * down}V${y - corner}Q${x1} ${y} ${x1 + 5 * Math.sign(x - x1)} ${y}` +
          `H${x - 5 * Math.sign(x - x1)}Q${x} ${y} ${x} ${y + corner}`;
    const path = `${begin}V${y2 - corner}Q${x} ${y2} ${x + 5} ${y2}H${x2 - 6}`;
    return svg("path", {class: `edge ${kind}${isCurrent ? " current" : ""}`, d: path, "marker-end": `url(#head-${kind})`});
  }

  reveal(row) {
    const {root} = this, y = (row - this.top) * kRowHeight, x = this.x(page.rows.lineAt(row).lane);
    revealIn(root, "scrollTop", root.clientHeight, y - 3 * kRowHeight, y + 4 * kRowHeight);
    revealIn(root, "scrollLeft", root.clientWidth, x - kGutter, x + kLeastText / 2);
  }
}

// Scrolls so far that what lies between can be seen.
function revealIn(root, scroll, room, from, to) {
  if (from < root[scroll]) root[scroll] = from;
  else if (to > root[scroll] + room) root[scroll] = to - room;
}
