// The page: what is current, chosen and switched on, and how keys and buttons change that.

const kMostPrinted = 2000, kPage = 10;
const kFewLines = 40;  // so few that the arrows of all steps can be told apart
const report = JSON.parse(byId("data").textContent);

const page = {
  execution: null,
  rows: null,
  current: 0,  // the number of a line
  view: "lanes",
  home: "",    // the file that need not be named
  arrows: {rf: true, co: false, hb: false, all: false},
  isPrinted: false,

  // Makes a line the current one, and shows it.
  go(number) {
    if (!(number >= 0 && number < this.execution.lines.length)) return;
    this.current = number;
    const row = this.rows.nearest(number);
    if (row >= 0) lanes.reveal(row);
    this.draw();
    if (this.view === "graph") graph.reveal();
  },
  // Some rows further, or back.
  move(by) {
    if (this.rows.all.length === 0) return;
    const row = this.rows.nearest(this.current) + by;
    this.go(this.rows.lineAt(Math.max(0, Math.min(this.rows.all.length - 1, row))).number);
  },
  // To the next line of the same thread.
  moveInThread(by) {
    const {thread} = this.execution.lines[this.current];
    for (let row = this.rows.nearest(this.current) + by; row >= 0 && row < this.rows.all.length; row += by)
      if (this.rows.lineAt(row).thread === thread) return this.go(this.rows.lineAt(row).number);
  },
  filterBy(variable) {
    byId("variable").value = variable;
    this.rows.variable = variable;
    this.refresh();
  },

  // What is a row has changed.
  refresh() {
    this.rows.update();
    const row = this.rows.nearest(this.current);
    if (row >= 0 && this.rows.at[this.current] < 0) this.current = this.rows.lineAt(row).number;
    lanes.layOut();
    graph.layOut();
    if (row >= 0) lanes.reveal(row);
    this.draw();
  },
  draw() {
    lanes.draw();
    graph.draw();
    const line = this.execution.lines[this.current];
    byId("position").textContent = `${grouped(this.current + 1)} / ${grouped(this.execution.lines.length)}`;
    if (!line) return;
    source.show(line);
    showStep(byId("step"));
    showValues(byId("values").firstChild);
    showLegend();
  },
};

// Of the arrows that are switched on; a read that misses a write belongs to reads-from.
function shownKinds() {
  const {rf, co, hb} = page.arrows;
  return [rf && "rf", rf && "misses", co && "co", hb && "hb"].filter(Boolean);
}

// The heads of arrows.
function startShapes() {
  shapes.append(svg("defs", {}, ["rf", "co", "hb", "misses", "po"].map(kind =>
      svg("marker", {id: `head-${kind}`, class: kind, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
                     orient: "auto"}, svg("path", {d: "M0 .5 8 4 0 7.5z"})))));
}

function showLegend() {
  const sample = (kind, text) => el("span", {}, svg("svg", {width: 26, height: 10, "aria-hidden": "true"},
      svg("path", {class: `edge current ${kind}`, d: "M1 5H22", "marker-end": `url(#head-${kind})`})), text);
  const words = {rf: "reads from", misses: "a stale read misses", co: "next in coherence", hb: "synchronises"};
  const {edges} = page.execution;
  const kinds = shownKinds().filter(kind => kind !== "misses" || edges.misses.length > 0);
  byId("legend").replaceChildren(
      ...(page.view === "graph" ? [el("span", {}, "R read, W write, U update, F fence"), sample("po", "program order")]
                                : [el("span", {}, "program order: down a lane")]),
      ...kinds.map(kind => sample(kind, words[kind])),
      ...(page.arrows.hb && page.view === "lanes" ? [el("span", {}, "faint: not ordered with this step")] : []));
}

const lanes = new Lanes(byId("lanes"), byId("lane-names"));
const graph = new Graph(byId("graph"), byId("lane-names"));
const source = new Source(byId("files"), byId("code"), report.sources);

function toggle(text, isOn, title, change) {
  return el("label", {title}, el("input", {type: "checkbox", checked: isOn, onchange: event => change(event.target.checked)}),
            el("span", {}, text));
}

function startFolds() {
  const {lines} = page.execution;
  byId("folds").replaceChildren(...kFolds.filter(fold => lines.some(line => !line.culprit && fold.has(line))).map(fold => {
    if (fold.isOn) page.rows.folds.add(fold.id);
    return toggle(fold.label, fold.isOn, `Fold: ${fold.title}`, isOn => {
      page.rows.folds[isOn ? "add" : "delete"](fold.id);
      page.rows.opened.clear();
      page.refresh();
    });
  }));
  if (byId("folds").firstChild) byId("folds").prepend(el("span", {class: "of"}, "Fold"));
}

function startThreads() {
  byId("threads").replaceChildren(el("span", {class: "of"}, "Threads"), ...page.execution.threads.map(thread =>
      toggle(thread, true, `Show ${thread}`, isOn => {
        page.rows.hiddenThreads[isOn ? "delete" : "add"](thread);
        page.refresh();
      })));
}

// Begins where the execution has gone wrong.
function startExecution(violation) {
  page.execution = new Execution(violation);
  page.home = violation.location?.file ?? page.execution.lines[0]?.file ?? "";
  page.rows = new Rows(page.execution);
  startFolds();
  startThreads();
  const names = new Set([...page.execution.variables.values()].flatMap(variable => [variable.name, ...variable.names]));
  byId("variables").replaceChildren(...[...names].slice(0, 500).map(name => el("option", {value: name})));
  byId("workspace").hidden = false;
  source.start(page.execution);
  page.arrows.all = byId("arrow-all").checked = page.execution.lines.length <= kFewLines;
  page.current = Math.max(0, page.execution.lines.length - 1);
  page.filterBy("");
  page.go(page.current);
}

function show(number) {
  const violation = report.violations[number];
  showVerdict(report, violation);
  const execution = violation ?? report.stop;
  if (execution) startExecution(execution);
  showCulprits(byId("culprits"), page.execution);
  showRest(byId("rest"), report, page.execution);
}

function startViolations() {
  const choice = byId("violation");
  choice.hidden = report.violations.length < 2;
  choice.replaceChildren(...report.violations.map((violation, at) => el("option", {value: at},
      `${at + 1} of ${report.violations.length}: ${spoken(violation.kind)} ${placeText(violation.location)}`)));
  choice.addEventListener("change", () => show(Number(choice.value)));
}

// Colours: as the system has them, unless somebody chose.
const kThemes = ["auto", "light", "dark"];
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = {auto: "◐ auto", light: "○ light", dark: "● dark"}[theme];
}
function startTheme() {
  setTheme("auto");
  byId("theme").addEventListener("click", () => {
    const next = kThemes[(kThemes.indexOf(document.documentElement.dataset.theme) + 1) % kThemes.length];
    setTheme(next);
  });
}

const kKeys = {
  ArrowDown: () => page.move(1), ArrowRight: () => page.move(1), j: () => page.move(1),
  ArrowUp: () => page.move(-1), ArrowLeft: () => page.move(-1), k: () => page.move(-1),
  PageDown: () => page.move(kPage), PageUp: () => page.move(-kPage),
  Home: () => page.move(-Infinity), End: () => page.move(Infinity),
  "]": () => page.moveInThread(1), "[": () => page.moveInThread(-1),
  g: () => setView(page.view === "lanes" ? "graph" : "lanes"),
  "/": () => byId("variable").focus(),
};

function setView(view) {
  page.view = view;
  document.querySelector(`input[name=view][value=${view}]`).checked = true;
  byId("workspace").dataset.view = view;
  byId("lanes").hidden = view !== "lanes";
  byId("graph").hidden = view !== "graph";
  page.refresh();
  if (view === "graph") graph.reveal();
}

function startControls() {
  const buttons = {first: "Home", back: "k", forward: "j", last: "End"};
  for (const [id, key] of Object.entries(buttons)) byId(id).addEventListener("click", kKeys[key]);
  for (const kind of Object.keys(page.arrows))
    byId(`arrow-${kind}`).addEventListener("change", event => {
      page.arrows[kind] = event.target.checked;
      page.draw();
    });
  for (const choice of document.querySelectorAll("input[name=view]"))
    choice.addEventListener("change", () => setView(choice.value));
  byId("variable").addEventListener("input", event => page.filterBy(event.target.value));
  document.addEventListener("keydown", event => {
    if (!page.execution || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyped = event.target.matches("input[type=search], select");
    if (isTyped && event.key === "Escape") {
      page.filterBy("");
      event.target.blur();
    }
    const isRadio = event.target.matches("input[type=radio]") && event.key.startsWith("Arrow");
    if (isTyped || isRadio || !(event.key in kKeys)) return;
    event.preventDefault();
    kKeys[event.key]();
  });
  const print = isPrinted => () => {
    page.isPrinted = isPrinted;
    if (page.execution) page.refresh();
  };
  window.addEventListener("beforeprint", print(true));
  window.addEventListener("afterprint", print(false));
}

startShapes();
startTheme();
startViolations();
startControls();
show(0);
