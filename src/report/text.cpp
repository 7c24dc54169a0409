#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "report/about.h"
#include "report/interleaving.h"
#include "report/set_aside.h"
#include "report/trace_rows.h"
#include "report/unicode.h"

namespace heddle::report {
namespace {

constexpr unsigned kWidestProse = 100;   // longer lines are hard to read, however wide the terminal
constexpr unsigned kLeastBeside = 30;    // of the reason why a thread waits, beside what it does
constexpr std::size_t kMostRows = 10;    // of one line of it
constexpr std::size_t kMostOutput = 12;  // lines of the program's output, unless all is wanted

std::string sentence(std::string_view message, const Style& style) {
  std::string out;
  for (const std::string& line : wrapped(printable(message), std::min(style.width, kWidestProse) - 2))
    out += "  " + line + "\n";
  return out;
}

// Dim lines of prose.
std::string remark(std::string_view text, const Style& style) {
  std::string out;
  for (const std::string& line : wrapped(text, style.width - 2)) out += style.paint(Tone::Dim, "  " + line) + "\n";
  return out;
}

// " in push (T1)", in so many cells; the name of the function gives way.
std::string whereText(const core::Place& place, const std::string& thread, unsigned width) {
  const std::string who = thread.empty() || thread == place.function ? "" : " (" + thread + ")";
  const unsigned rest = 4 + displayWidth(who);
  if (place.function.empty()) return who;
  return " in " + clipped(printable(place.function), width > rest ? width - rest : 1) + who;
}

std::string violationLine(const core::Explained& violation, const Style& style) {
  constexpr unsigned kLeast = 30;  // less room is none
  const std::string kind = "✗ " + spoken(violation.kind), place = fullPlace(violation.place);
  std::string line = style.paint(Tone::Bad, kind);
  if (!place.empty()) line += "  " + style.paint(Tone::Strong, place);
  const unsigned used = displayWidth(kind) + 2 + displayWidth(place);
  if (used + kLeast > style.width &&
      used + displayWidth(whereText(violation.place, violation.thread, ~0U)) > style.width)
    return line + "\n   " + whereText(violation.place, violation.thread, style.width - 3) + "\n";
  return line + whereText(violation.place, violation.thread, style.width - std::min(used, style.width)) + "\n";
}

// Who called a function: the program's own code, and the functions of libraries that it got there through.
std::string callers(const core::Place& place, const std::vector<core::Caller>& calls, const TextOptions& options) {
  constexpr std::size_t kMost = 8;
  const Style& style = options.style;
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text) { lines.push_back(style.paint(Tone::Dim, "    " + text) + "\n"); };
  const auto addLibrary = [&](const char* how, const std::string& function) {
    if (!function.empty()) add(how + clipped(printable(shortFunction(function)), style.width - 16));
  };
  const core::Place* last = &place;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const core::Place& caller = calls[i].place;
    std::size_t same = i + 1;  // of recursion
    while (same < calls.size() && calls[same].place == caller && calls[same].through == calls[i].through) ++same;
    const std::string times = same - i > 2 ? fmt::format(", {} times", same - i) : "";
    // Of the compiler's own functions.
    const bool isSameLine = caller.line == last->line && caller.file == last->file && calls[i].through.empty();
    last = &caller;
    if (isSameLine && times.empty()) continue;
    addLibrary("called by ", calls[i].through);
    const std::string at = "called at " + fullPlace(caller) + times;
    const unsigned used = 4 + displayWidth(at);
    add(at + whereText(caller, "", style.width - std::min(used, style.width - 10)));
    if (!times.empty()) i = same - 1;
  }
  std::string out;
  const std::size_t shown = options.fullTrace || lines.size() <= kMost + 1 ? lines.size() : kMost;
  for (std::size_t i = 0; i < shown; ++i) out += lines[i];
  if (shown < lines.size())
    out += style.paint(Tone::Dim, fmt::format("    ⋯ {} more calls; --full shows all", lines.size() - shown)) + "\n";
  return out;
}

// How the other places were reached that the violation is about, where there is more to say than the message does.
std::string otherPaths(const core::Explained& violation, const TextOptions& options) {
  std::string out;
  for (const core::CallPath& path : violation.others) {
    const std::string calls = callers(path.place, path.callers, options);
    if (calls.empty() && violation.kind != core::ViolationKind::DataRace) continue;  // the message says as much
    const std::string at = fmt::format("  {} at {}", path.what, fullPlace(path.place));
    const unsigned used = displayWidth(at), width = options.style.width;
    out += at + whereText(path.place, path.thread, width - std::min(used, width - 20)) + "\n" + calls;
  }
  return out.empty() ? out : "\n" + out;
}

// A deadlock or livelock: who waits for what, one line a thread. Empty for
// everything else.
std::string waiters(const core::Trace& trace, const Style& style) {
  const core::ViolationKind kind = trace.violation->kind;
  if (!core::isAboutWaiting(kind)) return {};
  unsigned thread = 0, place = 0, what = 0;
  std::vector<const core::TraceLine*> lines;
  for (const core::TraceLine& line : trace.lines) {
    if (!line.culprit || line.note.empty()) continue;
    lines.push_back(&line);
    thread = std::max(thread, displayWidth(line.thread));
    place = std::max(place, displayWidth(fullPlace(line.place)));
    what = std::max(what, displayWidth(describe(line, trace.isGraph, false)));
  }
  place = std::min(place, std::max(style.width / 3, 10U));
  what = std::min(what, std::max(style.width / 4, 10U));
  // Why it waits stands beside that, or below where there is no room.
  const unsigned start = 2 + thread + 2 + place + 2 + what + 2, below = 2 + thread + 2;
  const bool isBeside = start + kLeastBeside <= style.width;
  std::string out;
  for (const core::TraceLine* line : lines) {
    const std::string at = fullPlace(line->place), op = clipped(describe(*line, trace.isGraph, false), what);
    out += "  " + style.paint(Tone::Strong, padded(line->thread, thread)) + "  " + padded(at, place) + "  ";
    out += style.paint(Tone::Mark, isBeside ? padded(op, what) : op);
    const unsigned used = displayWidth(at) <= place && isBeside ? start : below;
    bool isFirst = used == start;
    for (const std::string& part : wrapped(printable(line->note), style.width - used)) {
      out += isFirst ? "  " : "\n" + std::string(used, ' ');
      out += part;
      isFirst = false;
    }
    out += "\n";
  }
  return out;
}

// How to read the table where there is no one memory for all.
std::string weakness(const core::Trace& trace, const Style& style) {
  bool stale = false, overwritten = false;
  for (const core::TraceLine& line : trace.lines) {
    if (!line.node || !line.node->later) continue;
    (line.node->reads ? stale : overwritten) = true;
  }
  std::string text;
  if (stale)
    text =
        "A stale read finds an older write than the last one above it. The memory model allows that, since nothing "
        "makes the missed write happen before the read: no lock, no join, no acquire that reads from a release. ";
  if (overwritten)
    text +=
        "A write that is already overwritten comes before the other one in memory, although it stands below it. The "
        "memory model allows that, since nothing makes the other one happen before it.";
  return text.empty() ? "" : "\n" + style.paint(Tone::Dim, sentence(text, style));
}

bool isMentioned(const std::string& block, const std::vector<Row>& rows) {
  const std::string name = block.substr(0, block.find(" ("));
  return std::ranges::any_of(rows, [&](const Row& row) {
    const std::size_t at = row.what.find(name);
    return at != std::string::npos &&
           (at + name.size() == row.what.size() || !std::isdigit(row.what[at + name.size()]));
  });
}

// What the blocks are that the rows mention.
std::string blocks(const core::Trace& trace, const std::vector<Row>& rows, const Style& style) {
  std::string names;
  for (const std::string& block : trace.blocks)
    if (isMentioned(block, rows)) names += (names.empty() ? "" : ", ") + block;
  return names.empty() ? "" : "\n" + style.paint(Tone::Dim, sentence(names, style));
}

std::string programOutput(const std::string& output, const TextOptions& options) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < output.size();) {
    const std::size_t end = std::min(output.find('\n', from), output.size());
    lines.push_back(printable(std::string_view(output).substr(from, end - from)));
    from = end + 1;
  }
  if (lines.empty()) return {};
  std::string out = "\n" + options.style.paint(Tone::Dim, "  The program printed:") + "\n";
  std::size_t first = 0;
  if (!options.fullTrace && lines.size() > kMostOutput) {
    first = lines.size() - kMostOutput;
    out += options.style.paint(Tone::Dim, fmt::format("  ⋯ {} lines before this", grouped(first))) + "\n";
  }
  const unsigned width = options.style.width - 4;
  for (std::size_t i = first; i < lines.size(); ++i) {
    std::string_view rest = lines[i];
    for (std::size_t row = 1; row == 1 || !rest.empty(); ++row) {
      const bool isLast = row == kMostRows && !options.fullTrace;
      const std::string part = isLast ? clipped(rest, width) : std::string(prefix(rest, width));
      out += options.style.paint(Tone::Dim, "  │ ") + part + "\n";
      rest.remove_prefix(isLast ? rest.size() : part.size());
    }
  }
  return out;
}

std::string number(std::uint64_t count, std::string_view singular) {
  return fmt::format("{} {}{}", grouped(count), singular, count == 1 ? "" : "s");
}

std::string stepsText(const Bounded& bounded) {
  return number(bounded.depth, "step") + (bounded.isOfEach ? " a thread" : "");
}

std::string solverText(const Bounded& bounded) {
  const std::uint64_t conflicts = bounded.looks.empty() ? 0 : bounded.looks.back().conflicts;
  return stepsText(bounded) + ", " + number(conflicts, "conflict");
}

std::string executionsText(const core::Outcome& outcome) {
  const core::ExecutionCounts& counts = outcome.executions;
  std::string line = number(counts.total(), "execution") + " explored: " + grouped(counts.complete) + " complete";
  if (counts.violated != 0) line += ", " + grouped(counts.violated) + " wrong";
  line += ", " + grouped(counts.blocked) + " blocked";
  if (counts.redundant != 0) line += ", " + grouped(counts.redundant) + " redundant";
  if (counts.cut != 0) line += ", " + grouped(counts.cut) + " cut";
  if (outcome.sampled == 0) return line;
  const bool isFoundThere = outcome.verdict == core::Verdict::Violation && counts.violated == 0;
  line +=
      fmt::format("; {}a random sample of {} beside them", isFoundThere ? "found in " : "", grouped(outcome.sampled));
  return line;
}

std::string countsLine(const Report& report, const Style& style) {
  std::string line = report.bounded ? solverText(*report.bounded) : executionsText(report.outcome);
  if (!report.bounded && report.outcome.expected > 0)
    line += ", " + aboutShare(static_cast<double>(report.outcome.executions.total()), report.outcome.expected);
  double seconds = 0;
  for (const PhaseSeconds& phase : report.seconds) seconds += phase.seconds;
  line += fmt::format(" · search {}, model {} · {}{}", report.search, report.model, duration(seconds),
                      report.isCached ? ", cached" : "");
  std::string out = remark(line, style);
  if (report.isGuided)
    out += remark(fmt::format("This is about {}; data races and memory errors may be missed",
                              fmt::join(report.promises, " and ")),
                  style);
  for (const core::SetAside& rule : report.setAside) out += remark(setAside(rule), style);
  for (const std::vector<std::string>* const notes : {&report.notes, &report.outcome.remarks})
    for (const std::string& note : *notes) out += remark(printable(note), style);
  return out;
}

std::string goOn(const Report& report, const Style& style) {
  const std::string test = report.test ? " --test " + printable(report.test->label()) : "";
  if (report.replayFile.empty())
    return remark("Keep it: --json FILE · then run it again: heddle replay FILE" + test, style);
  return style.paint(Tone::Dim, "  Run it again: heddle replay " + printable(report.replayFile) + test) + "\n";
}

// Of a search that is explored in parts.
std::string rest(const Report& report, const Style& style) {
  std::string line;
  if (!report.checkpointFile.empty())
    line = fmt::format("  Go on with what is left: --resume {}", printable(report.checkpointFile));
  else if (report.isResumedToEnd)
    line = "  Nothing is left to explore.";
  return line.empty() ? line : style.paint(Tone::Dim, line) + "\n";
}

// --keep-going: all that was found, in the order in which it was found.
std::string otherFindings(const Report& report, const Style& style) {
  if (report.findings.size() < 2) return {};
  const std::size_t count = report.findings.size();
  const std::string title = report.outcome.why.empty() ? fmt::format("  All {} violations found:", count)
                                                       : fmt::format("  {} violations found:", count);
  std::string out = "\n" + style.paint(Tone::Strong, title) + "\n";
  unsigned width = 0;
  for (const Finding& finding : report.findings) width = std::max(width, displayWidth(grouped(finding.executions)));
  for (const Finding& finding : report.findings) {
    const core::Explained& violation = *finding.trace.violation;
    out += clipped(fmt::format("  {:>{}} ×  {}  {}  {}", grouped(finding.executions), width, spoken(violation.kind),
                               shortPlace(violation.place), printable(violation.message)),
                   style.width) +
           "\n";
  }
  return out;
}

std::string noViolation(const Report& report) {
  if (!report.isGuided && !report.bounded) return "no violation";
  const bool hasDeadlocks = std::ranges::find(report.promises, "deadlocks") != report.promises.end();
  return hasDeadlocks ? "no assertion fails, no deadlock" : "no assertion fails";
}

std::string verdictLine(const Report& report, const TextOptions& options) {
  const Style& style = options.style;
  const core::Outcome& outcome = report.outcome;
  if (outcome.verdict == core::Verdict::Safe) {
    if (report.bounded)
      return style.paint(Tone::Good, "✓ " + noViolation(report)) +
             fmt::format(": all inputs and interleavings end within {}\n", stepsText(*report.bounded));
    if (report.isDecidedByCode)
      return style.paint(Tone::Good, "✓ " + noViolation(report)) +
             ": what a thread has computed excludes it, whatever the others do\n";
    const std::uint64_t total = outcome.executions.total();
    const std::string all = total == 1 ? "its only execution" : fmt::format("all {} executions", grouped(total));
    std::string line = style.paint(Tone::Good, "✓ " + noViolation(report)) + ": " + all +
                       (report.isGuided ? " that can matter checked" : " checked");
    // A wrong assumption hides every bug.
    if (outcome.executions.complete == 0 && outcome.executions.blocked != 0)
      line += style.paint(Tone::Unsure, ", but not one ran to its end: an assume or a loop stops a thread in each");
    return line + "\n";
  }
  std::string line = style.paint(Tone::Unsure, "? inconclusive");
  const std::string place = report.stop && report.stop->stopped ? fullPlace(report.stop->stopped->place) : "";
  if (!place.empty()) line += "  " + style.paint(Tone::Strong, place);
  if (options.quiet) line += ": " + printable(outcome.why);
  return line + "\n";
}

std::string looks(const Bounded& bounded, const Style& style) {
  std::string out = "\n" + style.paint(Tone::Strong, "  By depth, with " + bounded.solver) + "\n";
  out += fmt::format("  {:>6} {:>8} {:>10} {:>12} {:>12} {:>10} {:>8}\n", "steps", "threads", "seconds", "conflicts",
                     "decisions", "nodes", "MB");
  for (const Bounded::Look& look : bounded.looks)
    out += fmt::format("  {:>6} {:>8} {:>10.3f} {:>12} {:>12} {:>10} {:>8}\n", look.depth, look.threads, look.seconds,
                       grouped(look.conflicts), look.decisions ? grouped(*look.decisions) : "-", grouped(look.nodes),
                       grouped(look.bytes / 1'000'000));
  return out;
}

std::string statistics(const Report& report, const Style& style) {
  std::string out = "\n" + style.paint(Tone::Strong, "  Time by phase") + "\n";
  double sum = 0;
  for (const PhaseSeconds& phase : report.seconds) {
    out += fmt::format("  {:<12} {:>9.3f} s\n", phase.phase, phase.seconds);
    sum += phase.seconds;
  }
  out += fmt::format("  {:<12} {:>9.3f} s\n", "total", sum);
  if (report.bounded) return out + looks(*report.bounded, style);
  const std::uint64_t executions = report.outcome.executions.total();
  if (report.outcome.seconds > 0)
    out +=
        fmt::format("  {} executions/s\n",
                    grouped(static_cast<unsigned long long>(static_cast<double>(executions) / report.outcome.seconds)));
  return out;
}

}  // namespace

std::string spoken(core::ViolationKind kind) {
  std::string words = core::name(kind);
  std::replace(words.begin(), words.end(), '-', ' ');
  return words;
}

std::string duration(double seconds) {
  if (seconds < 0.0995) return fmt::format("{:.0f} ms", seconds * 1000);
  return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 2 : 1);
}

std::string counterexample(const core::Trace& trace, const TextOptions& options) {
  const Style& style = options.style;
  std::string out;
  if (trace.violation) {
    out += violationLine(*trace.violation, style);
    if (options.quiet) return out;
    out += callers(trace.violation->place, trace.violation->callers, options);
    // The list of waiters says all that the sentence does, and is easier to read.
    const std::string waiting = waiters(trace, style);
    out += "\n" + (waiting.empty() ? sentence(trace.violation->message, style) : waiting);
    out += otherPaths(*trace.violation, options);
  }
  SourceLines sources;
  const std::vector<Row> rows = rowsOf(trace, options.fullTrace, sources);
  const std::string table = interleaving(rows, style);
  if (!table.empty()) out += "\n" + table + weakness(trace, style) + blocks(trace, rows, style);
  return out + programOutput(trace.output, options);
}

std::string text(const Report& report, const TextOptions& options) {
  const Style& style = options.style;
  const bool found = !report.findings.empty();
  std::string out = found ? counterexample(report.findings.front().trace, options) : verdictLine(report, options);
  if (options.quiet) return out;
  if (found) {
    out += otherFindings(report, style);
    if (const std::string& why = report.outcome.why; !why.empty())
      out += "\n" + sentence("There may be more: " + why, style);
  } else if (report.outcome.verdict == core::Verdict::Inconclusive) {
    out += "\n" + sentence(report.outcome.why, style);
    if (!report.outcome.guarantee.empty()) out += sentence(report.outcome.guarantee, style);
    if (report.stop) out += counterexample(*report.stop, options);
  }
  out += "\n" + countsLine(report, style) + rest(report, style);
  // Nondeterminism shows between executions; none of them by itself can be replayed.
  const bool replayable = found && report.findings.front().trace.violation->kind != core::ViolationKind::Nondeterminism;
  if (replayable) out += goOn(report, style);
  if (options.stats) out += statistics(report, style);
  return out;
}

std::string locatedMessage(const core::Place& place, std::string_view message) {
  if (place.file.empty()) return printable(message);
  if (place.line == 0) return fmt::format("{}: {}", printable(place.file), printable(message));
  if (place.column == 0) return fmt::format("{}:{}: {}", printable(place.file), place.line, printable(message));
  return fmt::format("{}:{}:{}: {}", printable(place.file), place.line, place.column, printable(message));
}

}  // namespace heddle::report
