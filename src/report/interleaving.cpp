#include "report/interleaving.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "report/unicode.h"

namespace heddle::report {
namespace {

constexpr unsigned kIndent = 1;        // of the whole table
constexpr unsigned kMark = 2;          // "▶ " before a culprit
constexpr unsigned kGap = 2;           // between the line number and the text
constexpr unsigned kSeparator = 3;     // " │ "
constexpr unsigned kWidestCell = 44;   // wider text is wrapped
constexpr unsigned kLeastText = 18;    // columns with less room for text are no help
constexpr unsigned kLeastSource = 14;  // fewer columns of source say nothing

// "main", then T1, T1.1, T1.2, T2, T10: by the numbers in the path.
std::vector<unsigned> pathOf(std::string_view name) {
  std::vector<unsigned> path;
  if (!name.starts_with('T')) return path;
  const char* at = name.data() + 1;
  const char* end = name.data() + name.size();
  while (at < end) {
    unsigned part = 0;
    at = std::from_chars(at, end, part).ptr + 1;
    path.push_back(part);
  }
  return path;
}

std::vector<std::string> threadsIn(const std::vector<Row>& rows) {
  auto byPath = [](const std::string& a, const std::string& b) {
    return std::pair(pathOf(a), a) < std::pair(pathOf(b), b);
  };
  std::set<std::string, decltype(byPath)> names;
  for (const Row& row : rows)
    if (row.leftOut == 0) names.insert(row.thread);
  return {names.begin(), names.end()};
}

std::string rightAligned(std::string_view text, unsigned width) {
  const unsigned used = displayWidth(text);
  return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

Tone toneOf(const Row& row) { return row.culprit ? Tone::Mark : row.visible ? Tone::Normal : Tone::Dim; }

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string leftOutText(const Row& row) {
  return fmt::format("⋯ {} line{}{} left out; --full shows all", grouped(row.leftOut), row.leftOut == 1 ? "" : "s",
                     row.matters ? "" : " that cannot matter");
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// Wrapped, but never between "=" and the value.
std::vector<std::string> wrappedText(std::string what, unsigned width) {
  constexpr std::string_view kLoose = "= ", kGlued = "=\u00a0";
  replaceAll(what, kLoose, kGlued);
  std::vector<std::string> lines = wrapped(what, width);
  for (std::string& line : lines) replaceAll(line, kGlued, kLoose);
  return lines;
}

// A row's cell: "▶ 31  load tail = 0", on as many screen lines as it needs.
std::vector<std::string> cellLines(const Row& row, unsigned placeWidth, unsigned cellWidth) {
  const unsigned head = kMark + placeWidth + kGap;
  std::vector<std::string> lines = wrappedText(row.what, cellWidth > head ? cellWidth - head : 1);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string start(head, ' ');
    if (i == 0)
      start = (row.culprit ? "▶ " : "  ") + rightAligned(clippedInFront(row.place, placeWidth), placeWidth) +
              std::string(kGap, ' ');
    lines[i] = start + lines[i];
  }
  return lines;
}

unsigned cellWidth(const Row& row, unsigned placeWidth) {
  return std::min(kMark + placeWidth + kGap + displayWidth(row.what), kWidestCell);
}

// What every table starts from: how wide each column is and what is left over
// for the source text (0: too little to show any).
struct Layout {
  std::vector<std::string> threads;
  std::vector<unsigned> places;  // by column: width of the line numbers
  std::vector<unsigned> widths;  // by column: width of the cell, line number included
  unsigned source = 0;
};

unsigned total(const std::vector<unsigned>& widths) {
  unsigned sum = kIndent;
  for (unsigned width : widths) sum += width + kSeparator;
  return sum - kSeparator;
}

unsigned widestPlace(const Style& style) { return std::max(style.width / 4, 8U); }

Layout measure(const std::vector<Row>& rows, const Style& style) {
  Layout layout{threadsIn(rows), {}, {}, 0};
  for (const std::string& thread : layout.threads) {
    unsigned place = 0, width = displayWidth(thread) + kMark;
    for (const Row& row : rows)
      if (row.leftOut == 0 && row.thread == thread) place = std::max(place, displayWidth(row.place));
    place = std::min(place, widestPlace(style));
    for (const Row& row : rows)
      if (row.leftOut == 0 && row.thread == thread) width = std::max(width, cellWidth(row, place));
    layout.places.push_back(place);
    layout.widths.push_back(width);
  }
  // Too wide: the column with most text gives way first.
  while (total(layout.widths) > style.width) {
    std::size_t most = 0;
    auto textWidth = [&](std::size_t c) { return layout.widths[c] - std::min(layout.widths[c], layout.places[c]); };
    for (std::size_t c = 1; c < layout.widths.size(); ++c)
      if (textWidth(c) > textWidth(most)) most = c;
    if (textWidth(most) <= kMark + kGap + kLeastText) break;
    --layout.widths[most];
  }
  const unsigned used = total(layout.widths) + kSeparator;
  if (used + kLeastSource <= style.width) layout.source = style.width - used;
  return layout;
}

std::string columnHeader(const Layout& layout, const Style& style) {
  std::string names(kIndent, ' '), rule(kIndent, ' ');
  for (std::size_t c = 0; c < layout.threads.size(); ++c) {
    if (c > 0) names += style.paint(Tone::Dim, " │ "), rule += "─┼─";
    const std::string name = std::string(kMark, ' ') + clipped(layout.threads[c], layout.widths[c] - kMark);
    const bool last = c + 1 == layout.threads.size() && layout.source == 0;
    names += style.paint(Tone::Strong, last ? name : padded(name, layout.widths[c]));
    for (unsigned i = 0; i < layout.widths[c]; ++i) rule += "─";
  }
  return trimmed(std::move(names)) + style.paint(Tone::Dim, rule) + "\n";
}

std::string columnRow(const Row& row, const Layout& layout, const Style& style) {
  if (row.leftOut != 0) return trimmed(std::string(kIndent + kMark, ' ') + style.paint(Tone::Dim, leftOutText(row)));
  const std::size_t column =
      std::find(layout.threads.begin(), layout.threads.end(), row.thread) - layout.threads.begin();
  const std::vector<std::string> cell = cellLines(row, layout.places[column], layout.widths[column]);
  std::string out;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const bool source = i == 0 && layout.source != 0 && !row.source.empty();
    std::string line(kIndent, ' ');
    for (std::size_t c = 0; c < layout.threads.size(); ++c) {
      if (c > 0) line += style.paint(Tone::Dim, " │ ");
      const bool last = c + 1 == layout.threads.size() && !source;
      const std::string text = c == column ? cell[i] : std::string();
      line += style.paint(c == column ? toneOf(row) : Tone::Normal, last ? text : padded(text, layout.widths[c]));
    }
    if (source) line += std::string(kSeparator, ' ') + style.paint(Tone::Dim, clipped(row.source, layout.source));
    out += trimmed(std::move(line));
  }
  return out;
}

// One column for all; the name stands where the thread changes, so that
// context switches are seen.
std::string gutterTable(const std::vector<Row>& rows, const Layout& layout, const Style& style) {
  unsigned name = 0, place = 0, width = 0;
  for (const std::string& thread : layout.threads) name = std::max(name, displayWidth(thread));
  for (const Row& row : rows) place = std::max(place, displayWidth(row.place));
  place = std::min(place, widestPlace(style));
  for (const Row& row : rows) width = std::max(width, cellWidth(row, place));
  name = std::min({name, 16U, style.width / 5});
  const unsigned start = kIndent + kMark + name + kSeparator;
  if (start + width > style.width) width = style.width - start;
  const bool roomForSource = start + width + kSeparator + kLeastSource <= style.width;

  std::string out, running;
  for (const Row& row : rows) {
    const std::string blank(kIndent + kMark, ' ');
    if (row.leftOut != 0) {
      out += trimmed(blank + style.paint(Tone::Dim, leftOutText(row)));
      running.clear();
      continue;
    }
    const std::vector<std::string> cell = cellLines(row, place, width);
    for (std::size_t i = 0; i < cell.size(); ++i) {
      const std::string label = i == 0 && row.thread != running ? clipped(row.thread, name) : std::string();
      const bool source = i == 0 && roomForSource && !row.source.empty();
      std::string line = blank + style.paint(Tone::Strong, padded(label, name)) + style.paint(Tone::Dim, " │ ") +
                         style.paint(toneOf(row), source ? padded(cell[i], width) : cell[i]);
      if (source)
        line += std::string(kSeparator, ' ') +
                style.paint(Tone::Dim, clipped(row.source, style.width - start - width - kSeparator));
      out += trimmed(std::move(line));
    }
    running = row.thread;
  }
  return out;
}

}  // namespace

std::string interleaving(const std::vector<Row>& rows, const Style& style) {
  if (rows.empty()) return {};
  const Layout layout = measure(rows, style);
  if (layout.threads.size() > kMostColumns || total(layout.widths) > style.width)
    return gutterTable(rows, layout, style);
  std::string out = columnHeader(layout, style);
  for (const Row& row : rows) out += columnRow(row, layout, style);
  return out;
}

}  // namespace heddle::report
