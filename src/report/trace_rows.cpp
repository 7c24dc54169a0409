#include "report/trace_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/function_names.h"
#include "core/system_files.h"
#include "report/unicode.h"
#include "report/unrelated_accesses.h"

namespace heddle::report {
namespace {

using core::TraceLine;

constexpr std::string_view kPlainPrefix = "plain ";
constexpr unsigned kWidestPlace = 24;

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

// Called by nobody who is known.
bool isInSystemHeader(const TraceLine& line) { return core::isSystemFile(line.place.file); }

// The end of a thread (a column that goes no further says as much), what the library's headers do to its own objects,
// pointers that lambdas have captured, and how a signal wakes whom it wakes, which its own line says.
bool isNoise(const TraceLine& line) {
  if (line.culprit) return false;
  const bool isCapture = line.isInternal && (line.library.empty() || line.library.starts_with("std::thread::"));
  const bool isOfSignal = line.isInternal && (line.op == "choose" || line.op == "wake");
  const bool isOnce = isInSystemHeader(line) && line.op.ends_with(" once");
  return line.op == "exit" || isOfSignal || isOnce || (!line.visible && (isCapture || isInSystemHeader(line)));
}

// How many lines there are while there is one thread only.
std::size_t beforeThreads(const std::vector<TraceLine>& lines) {
  const auto first = std::ranges::find(lines, "spawn", &TraceLine::op);
  return first == lines.end() ? 0 : static_cast<std::size_t>(first - lines.begin());
}

bool isOfOneCall(const TraceLine& a, const TraceLine& b) {
  if (!b.isInternal || b.culprit || a.thread != b.thread) return false;
  if (isInSystemHeader(a) && isInSystemHeader(b)) return true;  // called by nobody who is known
  return a.library == b.library && a.place.line == b.place.line && a.place.file == b.place.file;
}

// Where the run ends of lines from `from` on that are the inside of one call of a library function; `from` itself:
// there is none.
std::size_t endOfCall(const std::vector<TraceLine>& lines, std::size_t from) {
  const TraceLine& first = lines[from];
  if (!first.isInternal || first.culprit || first.library.empty()) return from;
  std::size_t end = from + 1;
  while (end < lines.size() && isOfOneCall(first, lines[end])) ++end;
  return end - from < 2 ? from : end;
}

// "deque::push_back pool.tasks_, block 2": what the call accesses.
std::string describeCall(const std::vector<TraceLine>& lines, std::size_t from, std::size_t end) {
  constexpr std::size_t kMost = 2;
  std::vector<std::string> objects;
  for (std::size_t i = from; i < end; ++i) {
    const std::string& object = lines[i].object;
    if (!object.empty() && std::ranges::find(objects, object) == objects.end()) objects.push_back(object);
  }
  const bool isCut = objects.size() > kMost;
  if (isCut) objects.resize(kMost);
  return printable(
      fmt::format("{} {}{}", shortFunction(lines[from].library), fmt::join(objects, ", "), isCut ? ", …" : ""));
}

// The same line of one loop in two of its iterations: the same thread does the same
// at the same place.
bool sameInLoop(const TraceLine& a, const TraceLine& b) {
  return a.op != "spawn" && !a.culprit && !b.culprit && a.thread == b.thread && a.op == b.op &&
         a.library == b.library && a.place.line == b.place.line && a.place.column == b.place.column &&
         a.place.file == b.place.file;
}

// How many lines after the first `iteration` ones repeat them, in whole iterations.
std::size_t repeats(const std::vector<TraceLine>& lines, std::size_t from, std::size_t iteration) {
  std::size_t count = 0;
  while (from + iteration + count < lines.size() && lines[from + count].thread == lines[from].thread &&
         sameInLoop(lines[from + count], lines[from + iteration + count]))
    ++count;
  return count - count % iteration;
}

// A library reads what nobody changes any more once there are threads: where a vector has its elements.
bool readsWhatIsSettled(const TraceLine& line, const std::set<std::string>& changed) {
  if (line.visible || line.culprit || !line.isInternal || line.library.empty() || !line.op.ends_with("load"))
    return false;
  return std::ranges::none_of(changed, [&](const std::string& object) { return overlap(object, line.object); });
}

// What std::thread keeps of a thread's function, wherever it was made: the captures of a lambda.
bool isOfThreadFunction(const TraceLine& line, const std::vector<std::string>& blocks) {
  if (line.visible || line.culprit || !line.isInternal || line.object.empty()) return false;
  return std::ranges::any_of(blocks, [&](const std::string& block) {
    const std::size_t name = block.find(" (function of a thread");
    return name != std::string::npos && overlap(block.substr(0, name), line.object);
  });
}

// After which their threads do nothing.
void hideLastJoins(const std::vector<TraceLine>& lines, std::vector<bool>& hidden) {
  std::set<std::string> goOn;  // threads that do something later
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (lines[i].op == "join" && !lines[i].culprit && !goOn.contains(lines[i].thread))
      hidden[i] = true;
    else
      goOn.insert(lines[i].thread);
  }
}

// Lines that never have a row.
std::vector<bool> hiddenOf(const core::Trace& trace) {
  const std::vector<TraceLine>& lines = trace.lines;
  const std::size_t early = beforeThreads(lines);
  std::set<std::string> changed;
  for (std::size_t i = early; i < lines.size(); ++i)
    if (!lines[i].op.ends_with("load")) changed.insert(lines[i].object);
  std::vector<bool> hidden = unrelatedAccesses(lines);
  hideLastJoins(lines, hidden);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const TraceLine& line = lines[i];
    // Plain accesses before the first thread starts: what matters of them shows in what others find.
    const bool isEarly = i < early && !line.visible && !line.culprit;
    hidden[i] = hidden[i] || isNoise(line) || isEarly || readsWhatIsSettled(line, changed) ||
                isOfThreadFunction(line, trace.blocks);
  }
  return hidden;
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

// A loop that starts threads, or joins them, in which nothing else happens: one row for all.
bool isNextOfSeries(const TraceLine& line, const TraceLine& next) {
  return (line.op == "spawn" || line.op == "join") && next.op == line.op && next.thread == line.thread &&
         next.place == line.place && !line.culprit && !next.culprit && line.note.empty() && next.note.empty();
}

// The series that begins at `from`: where it ends, and what it starts or joins.
struct Series {
  std::size_t end;
  std::vector<std::string> objects;
};

Series seriesFrom(const std::vector<TraceLine>& lines, const std::vector<bool>& keep, const std::vector<bool>& hidden,
                  std::size_t from) {
  Series series{from + 1, {lines[from].object}};
  for (std::size_t at = from + 1; at < lines.size(); ++at) {
    if (hidden[at]) continue;
    if (!keep[at] || !isNextOfSeries(lines[from], lines[at])) break;
    series.objects.push_back(lines[at].object);
    series.end = at + 1;
  }
  return series;
}

// Of many iterations of a loop, in which no other thread runs, only the first and
// the last are of interest.
void dropRepeats(const std::vector<TraceLine>& lines, const std::vector<bool>& hidden, std::vector<bool>& keep) {
  constexpr std::size_t kLongestIteration = 8, kFewIterations = 4;
  for (std::size_t from = 0; from < lines.size();) {
    std::size_t iteration = 1;
    while (iteration <= kLongestIteration && repeats(lines, from, iteration) < kFewIterations * iteration) ++iteration;
    if (iteration > kLongestIteration) {
      ++from;
      continue;
    }
    const std::size_t last = from + repeats(lines, from, iteration);
    const std::size_t row = std::max(endOfCall(lines, from), seriesFrom(lines, keep, hidden, from).end);
    if (row >= last + iteration) {  // it has all of them
      from = row;
      continue;
    }
    for (std::size_t i = from + iteration; i < last; ++i) keep[i] = false;
    from = last + iteration;
  }
}

// "spawn T1, T2, T3", "join T1 … T8".
std::string describeSeries(const std::string& op, const Series& series) {
  constexpr std::size_t kFew = 3;
  if (series.objects.size() > kFew) return printable(op + " " + series.objects.front() + " … " + series.objects.back());
  return printable(fmt::format("{} {}", op, fmt::join(series.objects, ", ")));
}

// Which lines share their row with the one after them: those of one call, and of one series.
std::vector<bool> continuedOf(const std::vector<TraceLine>& lines, const std::vector<bool>& keep,
                              const std::vector<bool>& hidden) {
  std::vector<bool> continued(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (hidden[i] || !keep[i]) continue;
    const std::size_t end = std::max(endOfCall(lines, i), seriesFrom(lines, keep, hidden, i).end);
    for (; i + 1 < end; ++i) continued[i] = true;
  }
  return continued;
}

// Of what is kept so far, only the tail in so many rows, the culprits, and the spawns of the
// threads that these mention.
void keepTail(const std::vector<TraceLine>& lines, std::size_t left, const std::vector<bool>& hidden,
              std::vector<bool>& keep) {
  const std::vector<bool> continued = continuedOf(lines, keep, hidden);
  std::set<std::string> threads;
  bool isShown = false;  // the row that is looked at
  for (std::size_t i = lines.size(); i-- > 0;) {
    const TraceLine& line = lines[i];
    const bool spawnsShown = line.op == "spawn" && threads.contains(line.object);
    if ((!keep[i] && !line.culprit) || hidden[i]) continue;
    if (!continued[i]) isShown = left > 0 && left-- > 0;
    isShown = isShown || spawnsShown;
    keep[i] = isShown || line.culprit;
    if (keep[i]) threads.insert(line.thread);
  }
}

}  // namespace

std::string shortFunction(const std::string& function) {
  std::string name = core::withoutTemplateArguments(function);
  const std::size_t last = name.rfind("::");
  const std::size_t before = last == std::string::npos || last == 0 ? last : name.rfind("::", last - 1);
  if (before != std::string::npos) name.erase(0, before + 2);
  for (const std::string_view part :
       {"__", "_base", "basic_"})  // of libstdc++'s own names: __atomic_base, __basic_future
    if (const std::size_t at = name.find(part); at < name.find("::")) name.erase(at, part.size());
  // The constructor of "string".
  const std::size_t method = name.find("::");
  if (method != std::string::npos && name.substr(method + 2) == "basic_" + name.substr(0, method))
    name.erase(method + 2, std::string_view("basic_").size());
  return name;
}

std::string describe(const TraceLine& line, bool isGraph, bool withNote) {
  std::string_view op = line.op;
  if (op.starts_with(kPlainPrefix)) op.remove_prefix(kPlainPrefix.size());
  const bool plain = !line.visible && (op == "load" || op == "store");

  std::string text(op);
  const bool isVerdict = line.culprit && !line.node && line.object.empty();  // "use-after-free"
  if (isVerdict) std::ranges::replace(text, '-', ' ');
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
  const std::vector<bool> hidden = full ? std::vector<bool>(lines.size()) : hiddenOf(trace);
  if (!full) {
    dropWhatCannotMatter(lines, keep);
    dropRepeats(lines, hidden, keep);
    keepTail(lines, trace.violation ? kTailRows : kTailOfCut, hidden, keep);
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
    if (hidden[i]) continue;
    if (!keep[i]) {
      if (rows.empty() || rows.back().leftOut == 0) rows.emplace_back();
      ++rows.back().leftOut;
      rows.back().matters = rows.back().matters || line.matters;
      continue;
    }
    std::size_t end = full ? i : endOfCall(lines, i);
    const Series series = full ? Series{i + 1, {}} : seriesFrom(lines, keep, hidden, i);
    Row row;
    row.thread = line.thread;
    if (line.place.line != 0)
      row.place = line.place.file == home ? std::to_string(line.place.line)
                                          : clippedInFront(shortPlace(line.place), kWidestPlace);
    row.what = end != i ? describeCall(lines, i, end) : describe(line, trace.isGraph, withNotes || !line.culprit);
    if (series.end > i + 1) {
      row.what = describeSeries(line.op, series);
      end = series.end;
    }
    row.source = sources.line(line.place.file, line.place.line);
    row.culprit = line.culprit;
    row.visible = line.visible;
    row.line = i;
    rows.push_back(std::move(row));
    if (end != i) i = end - 1;
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
