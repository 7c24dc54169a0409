#include "report/trace_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/unicode.h"

namespace heddle::report {
namespace {

using core::TraceLine;

constexpr std::string_view kPlainPrefix = "plain ";

std::string baseName(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

// " = 3" for what was found or stored, " 0 → 1" for an update.
std::string valueText(const TraceLine& line, std::string_view op) {
  if (line.value.empty()) return {};
  if (const std::size_t arrow = line.value.find("->"); arrow != std::string::npos)
    return " " + line.value.substr(0, arrow) + "→" + line.value.substr(arrow + 2);
  const bool equals = line.value[0] != '=' && op == "store";
  return (equals ? " = " : " ") + line.value;
}

// The end of a thread (a column that goes no further says as much), and what
// the library's headers do to its own objects.
bool isNoise(const TraceLine& line) {
  if (line.culprit) return false;
  return line.op == "exit" || (!line.visible && line.place.file.starts_with("/usr/"));
}

// The same line of one loop in two of its iterations: the same thread does the same
// at the same place.
bool sameInLoop(const TraceLine& a, const TraceLine& b) {
  return a.op != "spawn" && !a.culprit && !b.culprit && a.thread == b.thread && a.op == b.op &&
         a.place.line == b.place.line && a.place.column == b.place.column && a.place.file == b.place.file;
}

// How many lines after the first `iteration` ones repeat them, in whole iterations.
std::size_t repeats(const std::vector<TraceLine>& lines, std::size_t from, std::size_t iteration) {
  std::size_t count = 0;
  while (from + iteration + count < lines.size() && lines[from + count].thread == lines[from].thread &&
         sameInLoop(lines[from + count], lines[from + iteration + count]))
    ++count;
  return count - count % iteration;
}

// Of many iterations of a loop, in which no other thread runs, only the first and
// the last are of interest.
void dropRepeats(const std::vector<TraceLine>& lines, std::vector<bool>& keep) {
  constexpr std::size_t kLongestIteration = 8, kFewIterations = 4;
  for (std::size_t from = 0; from < lines.size();) {
    std::size_t iteration = 1;
    while (iteration <= kLongestIteration && repeats(lines, from, iteration) < kFewIterations * iteration) ++iteration;
    if (iteration > kLongestIteration) {
      ++from;
      continue;
    }
    const std::size_t last = from + repeats(lines, from, iteration);
    for (std::size_t i = from + iteration; i < last; ++i) keep[i] = false;
    from = last + iteration;
  }
}

// A row that says that one was left out takes as much room as one.
void dropWhatCannotMatter(const std::vector<TraceLine>& lines, std::vector<bool>& keep) {
  constexpr std::size_t kFew = 3;
  for (std::size_t from = 0; from < lines.size(); ++from) {
    std::size_t end = from;
    while (end < lines.size() && !lines[end].matters && !lines[end].culprit) ++end;
    if (end - from >= kFew)
      std::fill(keep.begin() + static_cast<std::ptrdiff_t>(from), keep.begin() + static_cast<std::ptrdiff_t>(end),
                false);
    from = end;
  }
}

// Of what is kept so far, only the tail, the culprits, and the spawns of the
// threads that these mention.
void keepTail(const std::vector<TraceLine>& lines, std::vector<bool>& keep) {
  std::size_t left = kTailRows;
  std::set<std::string> threads;
  for (std::size_t i = lines.size(); i-- > 0;) {
    const TraceLine& line = lines[i];
    const bool spawnsShown = line.op == "spawn" && threads.contains(line.object);
    if ((!keep[i] && !line.culprit) || isNoise(line)) continue;
    if (left > 0) {
      --left;
    } else if (!line.culprit && !spawnsShown) {
      keep[i] = false;
      continue;
    }
    keep[i] = true;
    threads.insert(line.thread);
  }
}

}  // namespace

std::string describe(const TraceLine& line, bool isGraph, bool withNote) {
  std::string_view op = line.op;
  if (op.starts_with(kPlainPrefix)) op.remove_prefix(kPlainPrefix.size());
  const bool plain = !line.visible && (op == "load" || op == "store");

  std::string text(op);
  if (!line.object.empty()) text += " " + line.object;
  text += valueText(line, op);
  // seq_cst is what people write when they do not think about orders, and what
  // an interleaving makes of every order; that an access is plain matters where
  // it is part of a race.
  if (plain && line.culprit) text += "  plain";
  const bool isTold = !line.order.empty() && line.order != "plain" && (isGraph || line.order != "seq_cst");
  if (isTold) text += "  " + line.order;
  if (withNote && !line.note.empty()) text += "  " + line.note;
  return printable(text);
}

std::string shortPlace(const core::Place& place) {
  if (place.line == 0) return printable(baseName(place.file));
  return printable(fmt::format("{}:{}", baseName(place.file), place.line));
}

std::string fullPlace(const core::Place& place) {
  return place.line == 0 ? printable(place.file) : printable(fmt::format("{}:{}", place.file, place.line));
}

std::vector<Row> rowsOf(const core::Trace& trace, bool full, SourceLines& sources) {
  const std::vector<TraceLine>& lines = trace.lines;
  std::vector<bool> keep(lines.size(), true);
  if (!full) {
    dropWhatCannotMatter(lines, keep);
    dropRepeats(lines, keep);
    keepTail(lines, keep);
  }

  // Line numbers alone refer to the file of the verdict line.
  std::string home = trace.violation ? trace.violation->place.file : trace.stopped ? trace.stopped->place.file : "";
  if (home.empty() && !lines.empty()) home = lines[0].place.file;
  // A deadlock's notes are printed above the table, in full sentences.
  const bool withNotes = !trace.violation || (trace.violation->kind != core::ViolationKind::Deadlock &&
                                              trace.violation->kind != core::ViolationKind::Livelock);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const TraceLine& line = lines[i];
    if (!full && isNoise(line)) continue;
    if (!keep[i]) {
      if (rows.empty() || rows.back().leftOut == 0) rows.emplace_back();
      ++rows.back().leftOut;
      rows.back().matters = rows.back().matters || line.matters;
      continue;
    }
    Row row;
    row.thread = line.thread;
    if (line.place.line != 0)
      row.place = line.place.file == home ? std::to_string(line.place.line) : shortPlace(line.place);
    row.what = describe(line, trace.isGraph, withNotes || !line.culprit);
    row.source = sources.line(line.place.file, line.place.line);
    row.culprit = line.culprit;
    row.visible = line.visible;
    row.line = i;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<const TraceLine*> otherCulprits(const core::Trace& trace) {
  std::vector<const TraceLine*> found;
  const core::Explained& violation = *trace.violation;
  for (const TraceLine& line : trace.lines) {
    const bool isHere = line.thread == violation.thread && line.place.file == violation.place.file &&
                        line.place.line == violation.place.line;
    if (line.culprit && line.place.line != 0 && !isHere) found.push_back(&line);
  }
  return found;
}

}  // namespace heddle::report
