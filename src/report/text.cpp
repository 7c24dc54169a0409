#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "report/interleaving.h"
#include "report/set_aside.h"
#include "report/trace_rows.h"
#include "report/unicode.h"

namespace heddle::report {
namespace {

constexpr unsigned kWidestProse = 100;   // longer lines are hard to read, however wide the terminal
constexpr std::size_t kMostOutput = 12;  // lines of the program's output, unless all is wanted

std::string sentence(std::string_view message, const Style& style) {
  std::string out;
  for (const std::string& line : wrapped(printable(message), std::min(style.width, kWidestProse) - 2))
    out += "  " + line + "\n";
  return out;
}

std::string violationLine(const core::Explained& violation, const Style& style) {
  std::string line = style.paint(Tone::Bad, "✗ " + spoken(violation.kind));
  const std::string place = fullPlace(violation.place);
  if (!place.empty()) line += "  " + style.paint(Tone::Strong, place);
  std::string where;
  if (!violation.place.function.empty()) where += " in " + printable(violation.place.function);
  if (!violation.thread.empty() && violation.thread != violation.place.function) where += " (" + violation.thread + ")";
  return line + where + "\n";
}

// Who called the function that the violation is in.
std::string callers(const core::Explained& violation, const Style& style) {
  constexpr std::size_t kMost = 8;
  std::string out;
  const core::Place* last = &violation.place;
  for (std::size_t i = 0; i < violation.callers.size() && i < kMost; ++i) {
    const core::Place& caller = violation.callers[i];
    const bool isSameLine = caller.line == last->line && caller.file == last->file;  // of the compiler's own functions
    last = &caller;
    if (isSameLine) continue;
    out +=
        style.paint(Tone::Dim, fmt::format("    called at {} in {}", fullPlace(caller), printable(caller.function))) +
        "\n";
  }
  return out;
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
  std::string out;
  for (const core::TraceLine* line : lines) {
    out += "  " + style.paint(Tone::Strong, padded(line->thread, thread)) + "  ";
    out += padded(fullPlace(line->place), place) + "  " +
           style.paint(Tone::Mark, padded(describe(*line, trace.isGraph, false), what));
    out += "  " + printable(line->note) + "\n";
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
  if (stale) text = "A stale read finds an older write than the last one above it. ";
  if (overwritten)
    text += "A write that is already overwritten comes before the other one, although it stands below it. ";
  if (!text.empty()) text += "The memory model allows that.";
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
  for (std::size_t i = first; i < lines.size(); ++i) out += options.style.paint(Tone::Dim, "  │ ") + lines[i] + "\n";
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
  double seconds = 0;
  for (const PhaseSeconds& phase : report.seconds) seconds += phase.seconds;
  line += fmt::format(" · search {}, model {} · {}", report.search, report.model, duration(seconds));
  line = style.paint(Tone::Dim, "  " + line) + "\n";
  if (report.isGuided)
    line += style.paint(Tone::Dim, fmt::format("  This is about {}; data races and memory errors may be missed",
                                               fmt::join(report.promises, " and "))) +
            "\n";
  for (const core::SetAside& rule : report.setAside) line += style.paint(Tone::Dim, "  " + setAside(rule)) + "\n";
  for (const std::vector<std::string>* const notes : {&report.notes, &report.outcome.remarks})
    for (const std::string& note : *notes) line += style.paint(Tone::Dim, "  " + printable(note)) + "\n";
  return line;
}

std::string goOn(const Report& report, const Style& style) {
  const std::string test = report.test ? " --test " + printable(report.test->name) : "";
  const std::string line = report.replayFile.empty()
                               ? "  Keep it: --json FILE · then run it again: heddle replay FILE" + test
                               : "  Run it again: heddle replay " + printable(report.replayFile) + test;
  return style.paint(Tone::Dim, line) + "\n";
}

// Of a search that is explored in parts.
std::string rest(const Report& report, const Style& style) {
  std::string line;
  if (!report.frontierFile.empty())
    line = fmt::format("  Go on with what is left: --resume {}", printable(report.frontierFile));
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
    out += fmt::format("  {:>{}} ×  {}  {}  {}\n", grouped(finding.executions), width, spoken(violation.kind),
                       shortPlace(violation.place), printable(violation.message));
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
    out += callers(*trace.violation, style);
    // The list of waiters says all that the sentence does, and is easier to read.
    const std::string waiting = waiters(trace, style);
    out += "\n" + (waiting.empty() ? sentence(trace.violation->message, style) : waiting);
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
