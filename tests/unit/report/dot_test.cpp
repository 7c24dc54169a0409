// Graphs for Graphviz: nodes, edges, and strings that cannot break out.
#include "report/dot.h"

#include <gtest/gtest.h>

#include "report/made_up.h"

namespace heddle::report {
namespace {

void expectHas(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

TEST(Dot, DrawsThreadsReadsAndCoherence) {
  const std::string text = dot(made_up::weakStoreBuffering());
  EXPECT_TRUE(text.starts_with("digraph execution {\n"));
  EXPECT_TRUE(text.ends_with("}\n"));
  expectHas(text, "label=\"T2\";");
  expectHas(text, "e2 [label=\"store x = 1  relaxed\\nsb.c:6\"];");
  expectHas(text, "e7 [label=\"load x = 1  seq_cst\\nsb.c:22\"];");
  expectHas(text, "e2 -> e3;\n");                                            // po
  expectHas(text, "e2 -> e7 [label=\"rf\", color=forestgreen");              // main reads x
  expectHas(text, "initial1 [label=\"y = 0\\ninitially\", style=dashed];");  // what T1 reads
  expectHas(text, "initial0 -> e5 [label=\"rf\"");                           // what T2 reads
  expectHas(text, "e5 -> e2 [label=\"misses\", color=red");                  // and should have read
  expectHas(text, "e0 -> e2 [label=\"spawn\"");
  expectHas(text, "e3 -> e6 [label=\"join\"");
  expectHas(text, "color=red, penwidth=2];");  // the assertion
  EXPECT_EQ(text.find("\"co\""), std::string::npos);
}

TEST(Dot, OrdersWrites) {
  using made_up::event;
  using made_up::line;
  const auto write = [](unsigned co) { return core::GraphNode{.kind = "write", .index = 1, .co = co}; };
  const std::string text = dot(made_up::told(
      core::ViolationKind::Assertion, "no", "main", {"a.c", 9, 1, "main"},
      {event(line("T1", 1, "store", "x", "1"), write(3)), event(line("T2", 2, "store", "x", "2"), write(1)),
       event(line("T3", 3, "store", "x", "3"), write(2))}));
  expectHas(text, "e1 -> e2 [label=\"co\", color=darkorange");
  expectHas(text, "e2 -> e0 [label=\"co\"");
}

TEST(Dot, EscapesWhatTheProgramCallsThings) {
  const std::string text =
      dot(made_up::told(core::ViolationKind::Assertion, "a \"b\" \\ c\nd", "main", {"a\"b.c", 9, 1, "main"},
                        {made_up::culprit(made_up::line("T1", 1, "load", "m[\"k\"]", "= 1"))}));
  expectHas(text, "a \\\"b\\\" \\\\ c");
  expectHas(text, "load m[\\\"k\\\"] = 1");
  expectHas(text, "a\\\"b.c:1");
}

TEST(Dot, ShowsBothSidesOfARace) {
  const std::string text = dot(made_up::dataRace());
  expectHas(text, "store queue.head = 1");
  expectHas(text, "load queue.head = 1");
}

}  // namespace
}  // namespace heddle::report
