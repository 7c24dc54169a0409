// The program's source: the current line, where the other threads stand, and the lines of the violation.

const kKeywords = new Set(("alignas alignof auto bool break case catch char class concept const consteval constexpr continue co_await " +
  "co_return co_yield decltype default delete do double else enum explicit extern false final float for friend goto if inline int " +
  "long mutable namespace new noexcept nullptr operator override private protected public register requires restrict return short " +
  "signed sizeof static static_assert struct switch template this thread_local throw true try typedef typename union unsigned using " +
  "virtual void volatile while _Atomic _Bool _Noreturn _Static_assert _Thread_local").split(" "));
const kToken = /\/\/.*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|^\s*#\s*\w+|[A-Za-z_]\w*|[^]/g;

// Pieces of a line with their kinds. `inComment`: whether one is open at its start; answers whether one is at its end.
function tokensOf(text, inComment) {
  const parts = [];
  const add = (kind, piece) => {
    const last = parts.at(-1);
    if (last && last[0] === kind) last[1] += piece;
    else parts.push([kind, piece]);
  };
  if (inComment) {
    const end = text.indexOf("*/");
    if (end < 0) return [[["comment", text]], true];
    add("comment", text.slice(0, end + 2));
    text = text.slice(end + 2);
  }
  for (const [token] of text.matchAll(kToken)) {
    if (token.startsWith("/*") && !(token.length >= 4 && token.endsWith("*/"))) {
      add("comment", token);
      return [parts, true];
    }
    const isComment = token.length > 1 && (token.startsWith("//") || token.startsWith("/*"));
    add(isComment ? "comment" : /^\s*#/.test(token) ? "directive" : /^["']/.test(token) ? "string"
        : kKeywords.has(token) ? "keyword" : "", token);
  }
  return [parts, false];
}

class Source {
  constructor(files, code, sources) {
    this.files = files;
    this.code = code;
    this.sources = sources;
    this.lines = new Map();  // of the file that is shown: its elements by number
    this.file = null;
  }

  start(execution) {
    const mentioned = new Set(execution.lines.map(line => line.file));
    const rank = name => name === page.home ? 0 : name.startsWith("/usr/") ? 2 : 1;
    const names = Object.keys(this.sources).filter(name => mentioned.has(name) || rank(name) < 2).sort((a, b) => rank(a) - rank(b));
    this.culprits = new Set(execution.lines.filter(line => line.culprit).map(line => `${line.file}:${line.line}`));
    this.executed = new Set(execution.lines.map(line => `${line.file}:${line.line}`));
    this.files.replaceChildren(...names.map(name => el("button", {
      type: "button", role: "tab", title: name, "data-file": name, onclick: () => this.open(name)}, baseName(name))));
    this.open(names[0] ?? null);
  }

  open(file) {
    for (const tab of this.files.children) tab.setAttribute("aria-selected", String(tab.dataset.file === file));
    if (this.file === file) return;
    this.file = file;
    this.lines.clear();
    const rows = [];
    let next = 1;
    for (const {first, lines} of this.sources[file] ?? []) {
      if (first > next) rows.push(el("div", {class: "gap"}, "⋯"));
      let isOpen = false;
      lines.forEach((text, at) => {
        const [tokens, stays] = tokensOf(text, isOpen);
        isOpen = stays;
        rows.push(this.line(file, first + at, tokens));
      });
      next = first + lines.length;
    }
    if (rows.length === 0) rows.push(el("div", {class: "gap"}, file === null ? "no source" : "not readable when the report was written"));
    this.code.replaceChildren(...rows);
    this.mark();
  }
  line(file, number, tokens) {
    const key = `${file}:${number}`;
    const classes = ["line", this.culprits.has(key) && "culprit", this.executed.has(key) && "executed"];
    const text = el("span", {class: "text"}, tokens.map(([kind, piece]) => kind ? el("span", {class: kind}, piece) : piece));
    const element = el("div", {class: classes.filter(Boolean).join(" ")}, el("span", {class: "number"}, number), text,
                       el("span", {class: "threads"}));
    this.lines.set(number, element);
    return element;
  }

  // Follows the current step.
  show(line) {
    if (line.file in this.sources) this.open(line.file);
    this.mark();
    const element = line.file === this.file && this.lines.get(line.line);
    if (!element) return;
    const {offsetTop, offsetHeight} = element, {scrollTop, clientHeight} = this.code;
    if (offsetTop < scrollTop + 40 || offsetTop + offsetHeight > scrollTop + clientHeight - 40)
      this.code.scrollTop = offsetTop - clientHeight / 2;
  }
  mark() {
    for (const element of this.marked ?? []) {
      element.classList.remove("current");
      element.lastChild.replaceChildren();
    }
    this.marked = [];
    const {execution, current} = page;
    if (!execution) return;
    for (const line of standing(execution, current)) {
      const element = line.file === this.file && this.lines.get(line.line);
      if (!element) continue;
      const isCurrent = line.number === current;
      element.lastChild.append(el("span", {class: isCurrent ? "current" : ""}, line.thread));
      if (isCurrent) element.classList.add("current");
      this.marked.push(element);
    }
  }
}

// The last line of each thread so far.
function standing(execution, number) {
  const lines = new Map();
  for (let at = number; at >= 0 && lines.size < execution.threads.length; --at) {
    const line = execution.lines[at];
    if (!lines.has(line.thread)) lines.set(line.thread, line);
  }
  return [...lines.values()].filter(line => line.op !== "exit" || line.number === number);
}
