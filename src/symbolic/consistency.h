// Memory models, for executions by who reads from whom: which writes reads may take.
//
// A model is a file and a row of `consistencyOf`. Nothing but the events and what they access
// (event_graph.h) is known here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "symbolic/event_graph.h"
#include "symbolic/happens_before.h"

namespace heddle::symbolic {

enum class Model : std::uint8_t { Sc, Tso, Rc11 };
std::string_view name(Model model);

struct ConsistencyContext {
  EventGraph& graph;
  EventOrder& order;  // closed
  Formulas& formulas;
  Solver& solver;
  const TransitionSystem& system;

  void require(Formula condition, Formula then) const { solver.add(formulas.implication(condition, then)); }
  Formula both(Formula x, Formula y) const { return formulas.conjunction(x, y); }
  Formula either(Formula x, Formula y) const { return formulas.disjunction(x, y); }
};

class Consistency {
 public:
  explicit Consistency(const ConsistencyContext& context) : c_(context) {}
  virtual ~Consistency() = default;

  // All reads take a write, and what the model says of that holds.
  virtual void require() = 0;
  // Whether the one write comes before the other, of the same variable, for all.
  virtual Formula isBefore(const MemoryAccess& first, const MemoryAccess& second) = 0;

  // What is there when all is over.
  Formula finalValue(VariableNumber variable);
  // When reads know their sources.
  HappensBefore& happensBefore();

 protected:
  ConsistencyContext c_;
  std::optional<HappensBefore> hb_;
};

std::unique_ptr<Consistency> makeClockConsistency(const ConsistencyContext& context, bool hasStoreBuffers);
std::unique_ptr<Consistency> makeRc11Consistency(const ConsistencyContext& context);

std::unique_ptr<Consistency> consistencyOf(Model model, const ConsistencyContext& context);

}  // namespace heddle::symbolic
