// What the check as a whole has said: the verdict above, and below it the numbers, notes and options.

const kMarks = {violation: "✗", safe: "✓", inconclusive: "?", refused: "?"};
const spoken = kind => kind.replaceAll("-", " ");
const placeText = ({file, line}) => line === 0 ? file : `${file}:${line}`;
const seconds = value => value < 0.0995 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(value < 10 ? 2 : 1)} s`;

function showVerdict(report, violation) {
  const {verdict} = report;
  document.body.dataset.verdict = verdict;
  const kind = violation?.kind;
  const title = kind ? spoken(kind) : {safe: "no violation", inconclusive: "inconclusive"}[verdict] ?? verdict;
  const where = violation?.location ?? report.stopped;
  const thread = violation?.thread && violation.thread !== where.function ? ` (${violation.thread})` : "";
  const place = where && placeText(where);
  document.title = `${kMarks[verdict]} ${title}${place ? " · " + baseName(place) : ""} · Heddle`;
  byId("verdict").replaceChildren(
      el("span", {class: "mark"}, `${kMarks[verdict]} ${title}`), " ",
      place ? el("span", {class: "place"}, place) : "",
      el("span", {class: "in"}, (where?.function ? ` in ${where.function}` : "") + thread));
  const isListed = ["deadlock", "livelock"].includes(kind);  // by showCulprits: who waits for what
  byId("message").hidden = isListed;
  byId("message").textContent = shown(violation?.message ?? (verdict === "safe" ? safeText(report) : report.why) ?? "");
  byId("counts").textContent = shown(countsText(report));
}
// A wrong assumption hides every bug.
function safeText(report) {
  if (report.bounded) return `All inputs and interleavings end within ${counted(report.bounded.depth, "step")}.`;
  const count = total(report), {complete, blocked} = report.executions;
  if (count === 0) return "";
  const checked = count === 1 ? "Its only execution was checked" : `All ${grouped(count)} executions were checked`;
  const isVain = complete === 0 && blocked > 0;
  return isVain ? `${checked}, but not one ran to its end: an assume or a loop stops a thread in each.` : `${checked}.`;
}
const total = report => Object.values(report.executions).reduce((sum, count) => sum + count, 0);

function countsText(report) {
  const isTest = report.test && report.test.name !== report.test.program;
  const parts = isTest ? [`test ${report.test.name}`] : [];
  const {violated, blocked, complete, redundant, cut} = report.executions;
  if (total(report) > 0)
    parts.push(`${counted(total(report), "execution")} explored: ` +
               [[complete, "complete"], [violated, "wrong"], [blocked, "blocked"], [redundant, "redundant"], [cut, "cut"]]
                   .filter(([count, name]) => count > 0 || name === "complete" || name === "blocked")
                   .map(([count, name]) => `${grouped(count)} ${name}`).join(", "));
  if (report.search) parts.push(`search ${report.search}, model ${report.model}`);
  const spent = Object.values(report.seconds).reduce((sum, value) => sum + value, 0);
  if (spent > 0) parts.push(seconds(spent));
  return parts.join(" · ");
}

// The lines of the violation, where it has several: who waits for what, who races with whom.
function showCulprits(list, execution) {
  const culprits = execution?.lines.filter(line => line.culprit) ?? [];
  byId("message").hidden = byId("message").hidden && culprits.length > 1;
  list.replaceChildren(...(culprits.length < 2 ? [] : culprits.slice(0, 12).map(line => el("li", {}, stepLink(line, [
    el("b", {}, line.thread), ` ${baseName(line.file)}:${line.line} `,
    el("code", {}, [bareOp(line), line.object].filter(Boolean).join(" ")), line.note && `  ${line.note}`].filter(Boolean))))));
}

function section(title, ...content) {
  const parts = content.filter(Boolean);
  return parts.length > 0 ? el("section", {}, el("h2", {}, title), ...parts) : null;
}
function table(rows, heads) {
  return el("table", {}, heads && el("thead", {}, el("tr", {}, heads.map(head => el("th", {}, head)))),
            el("tbody", {}, rows.map(([name, ...cells]) =>
                el("tr", {}, el("th", {scope: "row"}, name), cells.map(cell => el("td", {}, cell))))));
}
const list = items => items?.length > 0 && el("ul", {}, items.map(item => el("li", {}, item)));
const optionText = value => value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

function boundedTable({looks}) {
  return table(looks.map(look => [look.depth, look.threads, look.seconds.toFixed(3), grouped(look.conflicts), grouped(look.nodes)]),
               ["Steps", "Threads", "Seconds", "Conflicts", "Nodes"]);
}

// Each rule of the user's about data races.
function setAsideText(rule) {
  const accesses = counted(rule.accesses, "plain access is", "plain accesses are");
  return `${rule.rule}: ${accesses} relaxed atomic, in ${rule.functions.join(", ")}`;
}

function notesOf(report) {
  const hasFound = report.violations.length > 0, promises = report.promises ?? [];
  return [
    hasFound && report.why && `There may be more: ${report.why}`,
    report.guarantee,
    ...(report.notes ?? []),
    ...(report["set-aside"] ?? []).map(setAsideText),
    !hasFound && promises.length > 0 && `Promised if all was explored: ${promises.map(spoken).join(", ")}`,
  ].filter(Boolean);
}

function showRest(root, report, execution) {
  const {executions, files, flags, options} = report;
  const times = Object.entries(report.seconds).map(([name, value]) => [name, seconds(value)]);
  const optionRows = Object.entries(options ?? {}).map(([name, value]) => [name, optionText(value)]);
  root.replaceChildren(...[
    execution?.output && section("The program printed", el("pre", {}, execution.output)),
    section("Notes", list(notesOf(report))),
    section("Memory that values point to", list(execution?.blocks)),
    section("Executions", total(report) > 0 && table(Object.entries(executions).map(([name, count]) => [name, grouped(count)])),
            report.sampled && el("p", {}, `A random sample of ${grouped(report.sampled)} beside them.`)),
    section("By depth", report.bounded && boundedTable(report.bounded)),
    section("Time by phase", times.length > 0 && table(times)),
    section("Program", files.length > 0 && table([["files", files.join(" ")], ["flags", flags.join(" ")]])),
    optionRows.length > 0 && el("section", {class: "wide"}, el("details", {}, el("summary", {}, "Options"), table(optionRows))),
  ].filter(Boolean));
}
