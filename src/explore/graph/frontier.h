// What a search on execution graphs has still to do, as values: it can stop, be
// written to a file, and go on in another process.
//
// An alternative that is left needs no more than the graph at whose last event
// it turns off. Of that graph only the outline is kept, which is all that the
// search decided on: who reads from whom, where writes stand, what was chosen. The
// rest (addresses, values, what is done with them) the program says by itself
// when it is run along the outline (rebuild.h). So nothing in here depends on
// where a process has put its code, apart from the addresses of words, which are
// the same in every process (core/layout.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph.h"
#include "explore/graph/displaced_updates.h"
#include "explore/graph/waiting_reads.h"
#include "explore/graph/zero_net_iterations.h"

namespace heddle::explore::graph {

// Another way to go on from where the last event was added.
struct Option {
  enum class Kind : std::uint8_t { ReadFrom, SpeculativeRevisit, Place, Choose, Revisit };
  Kind kind;
  // ReadFrom, SpeculativeRevisit: the write. Place: the position. Choose: the value. Revisit: the read.
  std::uint32_t a;
  std::uint32_t b;  // Revisit: the least position of the write

  bool operator==(const Option&) const = default;
};

// An event of a graph, in the order of addition: the next one of its thread.
struct OutlineEvent {
  ThreadId thread = 0;
  core::Label label = core::Label::Exit;
  bool isBlocked = false;    // Read
  bool isExclusive = false;  // Write
  // Read: the write it reads from, or kInitial. Write: its position in co.
  // Choose: the value. 0 for others.
  std::uint32_t which = 0;

  bool operator==(const OutlineEvent&) const = default;
};

struct Pending {
  std::vector<OutlineEvent> events;
  std::vector<Option> options;  // that are left for the last event; none: the graph is to be run as it stands
  std::vector<DisplacedUpdate> displaced = {};

  bool operator==(const Pending&) const = default;
};

struct Frontier {
  std::vector<Pending> pending;  // the one to go on with is the last
  InPlaceWords::Notes words;
  ZeroNetIterations::Notes iterations;
  bool isRacy = false;  // data races were found

  bool operator==(const Frontier&) const = default;
};

// A search that gives part of what it has left to somebody else.
struct Split {
  std::vector<Pending> given;
  Frontier left;
};

std::vector<OutlineEvent> outlineOf(const core::Graph& graph);

// One line each, as docs/searches.md tells; and back. Nothing if it is not such
// a line: what is read fits together, though maybe not with the program.
std::string text(const Pending& pending);
std::optional<Pending> pendingFrom(std::string_view text);

}  // namespace heddle::explore::graph
