// Which lines are rows: filters take lines away, folds make one row of several.

// A lane that goes no further says as much.
const isEnd = line => line.op === "exit" && !line.culprit;
const isInternal = line => line.internal || line.file.startsWith("/usr/") || isEnd(line);

// What may be folded; those that a program has get a toggle.
const kFolds = [
  {id: "plain", label: "plain accesses", title: "Accesses that are not atomic", has: line => !line.visible, isOn: false},
  {id: "internal", label: "internals", title: "What the library does inside, and the ends of threads",
   has: isInternal, isOn: true},
  {id: "slice", label: "irrelevant", title: "Lines that cannot matter to the violation", has: line => !line["on-slice"],
   isOn: true},
];

// A few irrelevant lines take as much room as the row that says so.
const kFewFolded = 2;

class Rows {
  constructor(execution) {
    this.execution = execution;
    this.hiddenThreads = new Set();
    this.folds = new Set();
    this.opened = new Set();  // folds that are open, by their first line
    this.variable = "";
    this.update();
  }

  isMatch(line) {
    if (this.hiddenThreads.has(line.thread)) return false;
    if (this.variable === "" || line.culprit) return true;
    if (this.exact) return line.memory === this.variable || line.object === this.variable;
    return line.memory.includes(this.variable) || line.object.includes(this.variable);
  }
  isFolded(line) {
    return !line.culprit && kFolds.some(fold => this.folds.has(fold.id) && fold.has(line));
  }

  // `all`: {line} or {fold: its lines}, top down. `at`: the row of each line, also of folded ones; -1 of filtered ones.
  update() {
    const {lines, variables} = this.execution;
    this.exact = variables.has(this.variable) || lines.some(line => line.object === this.variable);
    this.all = [];
    this.at = new Int32Array(lines.length).fill(-1);
    this.last = this.execution.threads.map(() => -1);  // the last row of each thread so far
    let fold = [];
    const close = () => {
      if (fold.length === 0) return;
      const isOpen = fold.length < kFewFolded || this.opened.has(fold[0].number);
      if (isOpen) fold.forEach(line => this.add({line}, [line]));
      else this.add({fold}, fold);
      fold = [];
    };
    for (const line of lines) {
      if (!this.isMatch(line)) continue;
      if (isEnd(line) && this.folds.has("internal")) {
        close();
        this.at[line.number] = this.last[line.lane];
        continue;
      }
      if (this.isFolded(line)) {
        fold.push(line);
        continue;
      }
      close();
      this.add({line}, [line]);
    }
    close();
  }
  add(row, lines) {
    for (const line of lines) this.at[line.number] = this.last[line.lane] = this.all.length;
    this.all.push(row);
  }

  // Of a row: the line that is current when one steps there.
  lineAt(row) {
    return this.all[row].line ?? this.all[row].fold.at(-1);
  }
  // The row that is nearest to a line.
  nearest(number) {
    if (this.at[number] >= 0) return this.at[number];
    for (let before = number; before >= 0; --before) if (this.at[before] >= 0) return this.at[before];
    return this.all.length > 0 ? 0 : -1;
  }
}
