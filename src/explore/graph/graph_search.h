// A search on execution graphs: what those can say that others cannot.
#pragma once

#include "core/graph.h"
#include "explore/graph/frontier.h"
#include "explore/search.h"

namespace heddle::explore::graph {

class GraphSearch : public Search, public core::EventOrder {
 public:
  core::EventOrder* order() final { return this; }
  GraphSearch* onGraphs() final { return this; }

  // Whether the search knows the execution that would be run now: nothing new
  // would be seen in it, and it would end as Complete. If so it has taken place,
  // and the next call is `advance`.
  virtual bool replayFromCache() = 0;

  // What the last execution was explored as.
  virtual const core::Graph& explored() const = 0;

  // Whether the execution that just ended was none of those to be explored: the
  // search has only observed what the program does up to where it goes on.
  virtual bool isPreparation(const core::Execution& execution) const = 0;

  // After an execution that was not the last one, or that was cut short: all
  // that is left. The search is of no use after that.
  virtual Frontier takeFrontier() = 0;
  // The same, but the search goes on, without the alternatives that it would come to last: `most` of them, or all but
  // one. It goes through what it keeps first, then through these, each from the last one on.
  virtual Split split(std::size_t most) = 0;
  // How deep the event is at which the search has branched off last, after it has advanced: who is deeper is left
  // before.
  virtual std::uint32_t branchedAt() const = 0;
  // What counts in all executions, without what is left.
  virtual Frontier notes() const = 0;
  // In place of the start. There must be something left.
  virtual void resume(Frontier frontier) = 0;
};

}  // namespace heddle::explore::graph
