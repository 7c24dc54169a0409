// What is to say of the current step, and what the variables hold after it.

const kMostValues = 300, kMostNamed = 6;

// A step as a link to it.
function stepLink(line, words) {
  return el("button", {type: "button", class: "step", onclick: () => page.go(line.number)},
            words ?? `${line.number + 1} ${line.thread} ${[bareOp(line), line.object, line.value].filter(Boolean).join(" ")}`);
}
function stepLinks(lines) {
  const links = lines.slice(0, kMostNamed).map(line => stepLink(line));
  return lines.length > kMostNamed ? [...links, ` and ${counted(lines.length - kMostNamed, "other")}`] : links;
}

// What is said of a line: rows of a name and what follows it.
function factsOf(execution, line) {
  const lines = numbers => numbers.map(number => execution.lines[number]);
  const facts = [];
  const add = (name, ...what) => facts.push([name, what]);
  const {event} = line;
  if (line.note) add("note", line.note);
  if (event?.rf === "initial") add("reads from", "the initial value");
  else if (event?.rf != null) add("reads from", stepLink(execution.lines[event.rf]));
  if (event?.later != null) add(isStale(line) ? "misses" : "overwritten by", stepLink(execution.lines[event.later]));
  const readers = line.edges.filter(edge => edge.kind === "rf" && edge.from === line.number).map(edge => edge.to);
  if (readers.length > 0) add("read by", ...stepLinks(lines(readers)));
  if (event?.co) {
    const next = line.edges.find(edge => edge.kind === "co" && edge.from === line.number);
    add("coherence", `write ${event.co} of its location`, ...(next ? [", followed by ", stepLink(execution.lines[next.to])] : []));
  }
  if (line.sw?.length > 0) add("synchronised by", ...stepLinks(lines(line.sw)));
  const others = execution.lines.filter(other => other.culprit && other !== line);
  if (line.culprit && line.memory && others.length > 0)
    for (const other of others.filter(one => one.memory === line.memory && one.thread !== line.thread))
      if (!execution.happensBefore(other, line) && !execution.happensBefore(line, other))
        add("not ordered with", stepLink(other));
  return facts;
}

function showStep(root) {
  const {execution} = page;
  const line = execution.lines[page.current];
  if (!line) return root.replaceChildren();
  const place = line.line === 0 ? line.file : `${line.file}:${line.line}`;
  const facts = factsOf(execution, line);
  root.replaceChildren(
      el("h2", {}, el("span", {class: "thread"}, line.thread), " ",
         el("span", {class: "what"}, ...wordsOf(line, null).slice(1).flatMap(word => word.className === "note" ? [] : [word, " "]))),
      el("p", {class: "where"}, `Step ${grouped(line.number + 1)} of ${grouped(execution.lines.length)}`, place && ` · ${place}`,
         line.function && ` in ${line.function}`),
      el("dl", {}, facts.flatMap(([name, what]) => [el("dt", {}, name), el("dd", {}, what)])));
}

function isShownVariable(variable) {
  const {rows} = page;
  if (rows.variable === "") return !(variable.isInternal && rows.folds.has("internal"));
  const names = [variable.name, ...variable.names];
  return rows.exact ? names.includes(rows.variable) : names.some(name => name.includes(rows.variable));
}

// The name in the source, if there is one only, with what tells it from others of that name.
function nameParts(variable) {
  const [only] = variable.names.size === 1 ? variable.names : [null];
  if (only === null || variable.name.startsWith(only)) return [variable.name];
  if (only.startsWith(variable.name)) return [only];
  return [only, el("span", {class: "memory"}, ` ${variable.name}`)];
}

function showValues(table) {
  const {execution, current} = page;
  const all = [...execution.variables.values()].filter(isShownVariable);
  const recent = [...all].sort((a, b) => lastTouch(b, current) - lastTouch(a, current)).slice(0, kMostValues);
  const chosen = all.length > kMostValues ? all.filter(variable => recent.includes(variable)) : all;
  const hasViews = execution.isGraph;
  const heads = ["Variable", "Value", "Last write", ...(hasViews ? ["Seen otherwise by"] : [])];
  table.tHead.replaceChildren(el("tr", {}, heads.map(head => el("th", {}, head))));
  table.tBodies[0].replaceChildren(...chosen.map(variable => valueRow(variable, hasViews)));
  const more = all.length === 0 ? "no variable that threads share was accessed"
      : all.length > chosen.length ? `and ${counted(all.length - chosen.length, "other")}: filter by name` : "";
  if (more) table.tBodies[0].append(el("tr", {}, el("td", {colspan: heads.length, class: "more"}, more)));
  const changed = table.querySelector(".touched");
  if (changed) changed.scrollIntoView({block: "nearest"});
}
function lastTouch(variable, number) {
  return variable.accesses[lastAt(variable.accesses, number)] ?? -1;
}

function valueRow(variable, hasViews) {
  const {execution, current} = page;
  const {value, writer, isTouched} = execution.valueAt(variable, current);
  const line = execution.lines[current];
  const isNow = line.memory === variable.name;
  const classes = [isNow && "touched", isNow && writer === line && "changed", !isTouched && "untouched"];
  const filter = () => page.filterBy(page.rows.variable === variable.name ? "" : variable.name);
  return el("tr", {class: classes.filter(Boolean).join(" ")},
            el("th", {scope: "row"}, el("button", {type: "button", title: "Only the steps of this variable", onclick: filter},
                                        nameParts(variable))),
            el("td", {class: "value"}, value ?? "–"),
            el("td", {}, writer ? stepLink(writer, `${writer.number + 1} ${writer.thread}`) : value === null ? "" : "initially"),
            hasViews && el("td", {}, execution.viewsAt(variable, current).flatMap(view => [
              stepLink(view, `${view.thread}: ${found(view)}`), " "])));
}
