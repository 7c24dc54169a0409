#include "report/dot.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/trace_rows.h"
#include "report/unicode.h"

namespace heddle::report {
namespace {

using core::TraceLine;

// A string of the dot language. What is not printable was replaced already.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + "\"";
}

bool isShown(const TraceLine& line) { return line.culprit || (line.node && line.node->kind != "exit"); }

class Drawing {
 public:
  explicit Drawing(const core::Trace& trace) : lines_(trace.lines), isGraph_(trace.isGraph) {
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (isShown(lines_[i])) threads_[lines_[i].thread].push_back(i);
    out_ = "digraph execution {\n";
    if (trace.violation) out_ += fmt::format("  label={};\n", quoted(titleOf(*trace.violation)));
    out_ +=
        "  labelloc=t;\n"
        "  node [shape=box, fontname=\"monospace\", fontsize=11];\n"
        "  edge [fontname=\"monospace\", fontsize=10];\n";
    drawThreads();
    for (std::size_t i = 0; i < lines_.size(); ++i) drawThreadEdges(i);
    for (std::size_t i = 0; i < lines_.size(); ++i) drawReads(i);
    drawCoherence();
    out_ += "}\n";
  }
  std::string take() { return std::move(out_); }

 private:
  static std::string titleOf(const core::Explained& violation) {
    return fmt::format("{}  {}\n{}", core::name(violation.kind), fullPlace(violation.place),
                       printable(violation.message));
  }

  void drawThreads() {
    std::size_t number = 0;
    for (const auto& [thread, lines] : threads_) {
      out_ += fmt::format("  subgraph cluster_{} {{\n    label={};\n    color=gray;\n", number++, quoted(thread));
      for (const std::size_t i : lines) out_ += "    " + node(i);
      for (std::size_t n = 1; n < lines.size(); ++n) out_ += fmt::format("    e{} -> e{};\n", lines[n - 1], lines[n]);
      out_ += "  }\n";
    }
  }

  std::string node(std::size_t i) const {
    const TraceLine& line = lines_[i];
    const std::string place = shortPlace(line.place);
    const bool tellsNote = !line.node || !line.node->later;  // what is stale shows in the edges
    std::string style;
    if (line.culprit) style = ", color=red, penwidth=2";
    return fmt::format("e{} [label={}{}];\n", i,
                       quoted(describe(line, isGraph_, tellsNote) + (place.empty() ? "" : "\n" + place)), style);
  }

  void edge(const std::string& from, const std::string& to, std::string_view name, std::string_view colour,
            std::string_view more = "") {
    out_ += fmt::format("  {} -> {} [label=\"{}\", color={}, fontcolor={}{}];\n", from, to, name, colour, colour, more);
  }
  static std::string id(std::size_t line) { return fmt::format("e{}", line); }

  // From the start of a thread to its first event, and from its last to who waits for it.
  void drawThreadEdges(std::size_t i) {
    const TraceLine& line = lines_[i];
    if (!line.node || (line.node->kind != "spawn" && line.node->kind != "join")) return;
    const auto other = threads_.find(line.object);
    if (other == threads_.end()) return;
    if (line.node->kind == "spawn")
      edge(id(i), id(other->second.front()), "spawn", "gray");
    else
      edge(id(other->second.back()), id(i), "join", "gray");
  }

  void drawReads(std::size_t i) {
    if (!lines_[i].node) return;
    const core::GraphNode& node = *lines_[i].node;
    if (node.reads) edge(node.rf ? id(*node.rf) : initial(i), id(i), "rf", "forestgreen", kLoose);
    if (node.reads && node.later) edge(id(i), id(*node.later), "misses", "red", ", style=dashed, constraint=false");
  }

  // What a location has before anybody writes it: a node if somebody reads it.
  std::string initial(std::size_t i) {
    const core::GraphNode& node = *lines_[i].node;
    const std::string name = fmt::format("initial{}", node.location);
    if (initials_.insert({node.location, i}).second)
      out_ += fmt::format("  {} [label={}, style=dashed];\n", name,
                          quoted(printable(lines_[i].object + " " + initialValue(lines_[i].value)) + "\ninitially"));
    return name;
  }
  // Of "= 3" or "3 -> 4": what was found.
  static std::string initialValue(const std::string& value) {
    if (value.starts_with("= ")) return value;
    const std::size_t arrow = value.find(" ->");
    return arrow == std::string::npos ? "" : "= " + value.substr(0, arrow);
  }

  void drawCoherence() {
    std::map<std::pair<std::size_t, unsigned>, std::size_t> writes;  // by location and place
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (lines_[i].node && lines_[i].node->co != 0) writes[{lines_[i].node->location, lines_[i].node->co}] = i;
    for (const auto& [key, line] : writes) {
      const auto before = writes.find({key.first, key.second - 1});
      if (before != writes.end()) edge(id(before->second), id(line), "co", "darkorange", kLoose);
    }
  }

  static constexpr std::string_view kLoose = ", constraint=false";

  const std::vector<TraceLine>& lines_;
  bool isGraph_;
  std::map<std::string, std::vector<std::size_t>> threads_;
  std::map<std::size_t, std::size_t> initials_;
  std::string out_;
};

}  // namespace

std::string dot(const core::Trace& trace) { return Drawing(trace).take(); }

}  // namespace heddle::report
