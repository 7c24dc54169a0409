#include "report/slice.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/system_files.h"
#include "report/source_lines.h"
#include "report/unicode.h"

namespace heddle::report {
namespace {

using core::Because;
using core::DependenceGraph;
using core::Extent;
using Node = DependenceGraph::Node;

std::string_view textOf(DependenceGraph::Kind kind) {
  switch (kind) {
    case DependenceGraph::Kind::Assertion: return "may fail";
    case DependenceGraph::Kind::Ends: return "does not return";
    case DependenceGraph::Kind::Waits: return "may wait";
    case DependenceGraph::Kind::Synchronises: return "is about threads, locks or time";
    case DependenceGraph::Kind::Allocates: return "allocates: where the next objects lie depends on it";
    case DependenceGraph::Kind::Library: return "calls what is not known";
  }
  return {};
}

std::string_view textOf(Because because) {
  switch (because) {
    case Because::Essential: return "is needed by";
    case Because::Controls: return "decides whether this is executed:";
    case Because::Computes: return "computes a value for";
    case Because::Writes: return "may write what is read by";
    case Because::Calls: return "leads to the function of";
    case Because::Returns: return "computes what is returned to";
    case Because::Loops: return "decides whether a loop ends that waits, around";
    case Because::Ends: return "may end the thread before";
  }
  return {};
}

class SliceText {
 public:
  SliceText(const core::Slice& slice, const DependenceGraph& graph) : slice_(slice), graph_(graph) {
    for (const DependenceGraph::Root& root : graph.roots) roots_.emplace(root.statement, root.kind);
  }

  std::string text() {
    std::map<Line, Node> best;  // the statement that says most of why the line is there
    std::map<std::uint32_t, std::set<std::uint32_t>> all;
    for (Node statement = 1; statement < graph_.statements(); ++statement) {
      const DependenceGraph::Place& place = graph_.places[statement];
      if (place.line == 0 || core::isSystemFile(graph_.files[place.file])) continue;
      all[place.file].insert(place.line);
      if (slice_.of(statement) == Extent::Not) continue;
      const auto [row, isNew] = best.emplace(Line{place.file, place.line}, statement);
      if (!isNew && rank(statement) > rank(row->second)) row->second = statement;
    }
    std::string out;
    for (const auto& [file, lines] : all) {
      std::string text;
      unsigned count = 0;
      for (const std::uint32_t line : lines)
        if (const auto found = best.find({file, line}); found != best.end()) {
          text += row(found->second);
          ++count;
        }
      out += fmt::format("{}: {} of {} lines with code are on the slice\n{}", printable(graph_.files[file]), count,
                         lines.size(), text);
    }
    if (slice_.isEverything()) out += "The slice was given up: all of the program counts.\n";
    return out + "\n";
  }

 private:
  using Line = std::pair<std::uint32_t, std::uint32_t>;

  Line lineOf(Node statement) const { return {graph_.places[statement].file, graph_.places[statement].line}; }

  unsigned rank(Node statement) const {
    if (roots_.contains(statement)) return 3;
    const auto reason = slice_.reasonOf(statement);
    const bool leadsElsewhere = reason.statement != 0 && lineOf(reason.statement) != lineOf(statement);
    return (leadsElsewhere ? 1U : 0U) + (slice_.of(statement) == Extent::Whole ? 1U : 0U);
  }

  std::string row(Node statement) {
    const DependenceGraph::Place& place = graph_.places[statement];
    const std::string code = lines_.line(graph_.files[place.file], place.line);
    return fmt::format("  {:>4}  {:<50}  {}\n", place.line, shortened(code), why(statement));
  }

  static std::string shortened(const std::string& code) { return code.size() <= 50 ? code : code.substr(0, 49) + "…"; }

  std::string why(Node statement) const {
    if (const auto root = roots_.find(statement); root != roots_.end()) return std::string(textOf(root->second));
    const auto reason = slice_.reasonOf(statement);
    const std::string extent = slice_.of(statement) == Extent::Whole ? "" : " (only whether, and where)";
    if (reason.statement == 0)
      return std::string(reason.because == Because::Loops ? "a loop waits for it" : "met a read on the slice") + extent;
    const DependenceGraph::Place& place = graph_.places[reason.statement];
    if (place.line == 0) return std::string(textOf(reason.because)) + " code without a line" + extent;
    return fmt::format("{} line {}{}", textOf(reason.because), place.line, extent);
  }

  const core::Slice& slice_;
  const DependenceGraph& graph_;
  std::map<Node, DependenceGraph::Kind> roots_;
  SourceLines lines_;
};

}  // namespace

std::string slice(const core::Slice& slice, const DependenceGraph& graph) { return SliceText(slice, graph).text(); }

}  // namespace heddle::report
