// Bounded checking: the depth grows until something fails, everything has ended, or a
// limit is reached.
#pragma once

#include <llvm/IR/Module.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/statements.h"
#include "base/result.h"
#include "core/verdict.h"
#include "symbolic/bounds.h"
#include "symbolic/consistency.h"
#include "symbolic/independence.h"
#include "symbolic/solver.h"
#include "symbolic/unrolling.h"

namespace heddle::symbolic {

struct DepthStatistics {
  unsigned depth = 0;
  unsigned threads = 0;  // that there may be
  double seconds = 0;    // since the beginning
  SolverStatistics solver;
  std::size_t nodes = 0;  // of the formula
};

// What executions are made of.
enum class Encoding : std::uint8_t {
  Interleavings,  // who goes next, step by step (unrolling.h)
  Order,          // who reads from whom (order_encoding.h)
};
std::string_view name(Encoding encoding);

struct BoundedOptions {
  Encoding encoding = Encoding::Interleavings;
  Model model = Model::Sc;  // another one with Encoding::Order only
  bool races = false;       // on plain variables are violations; likewise. Under rc11 they are
  Reduction reduction = Reduction::Full;
  Constraints constraints = Constraints::Dependent;
  std::string solver = "cadical";
  unsigned depth = 0;      // the only one that is looked at; 0: it grows
  unsigned mostDepth = 0;  // that it grows to; 0: no limit
  SolverLimits limits;
  Bounds bounds;                                         // that it begins with
  std::function<void(const DepthStatistics&)> progress;  // before the solver is asked; may be empty

  bool hasOrders() const { return model != Model::Sc || races; }
  bool findsRaces() const { return model == Model::Rc11 || races; }
};

// What is done in an execution. Threads are numbered as they are started.
struct Done {
  unsigned thread;
  analysis::Statement statement;
  bool isPart = false;  // of a call
};
// A step, which others can notice.
struct TakenStep : Done {
  bool isStep;                                        // natively: others can notice what it does to memory
  std::optional<std::size_t> readsFrom, writesAfter;  // steps, from 1 (unrolling.h)
  std::vector<Done> beside;                           // and what is done with it (transition_system.h)
};

struct BoundedResult {
  enum class Verdict : std::uint8_t {
    Safe,      // all executions end within `depth` steps
    SafeUpTo,  // `depth` steps
    Exceeded,  // all but those that need more than the largest bounds
    Violation,
    Interrupted,  // by a limit: within `depth` steps nothing fails
  };
  Verdict verdict = Verdict::Interrupted;
  Encoding encoding = Encoding::Interleavings;
  unsigned depth = 0;      // steps; with Encoding::Order of each thread
  Bounds bounds;           // the last ones
  bool hasBounds = false;  // some executions may need more than these
  core::ViolationKind kind = core::ViolationKind::Assertion;
  analysis::Statement statement = 0;  // where it fails; 0: a deadlock
  unsigned thread = 0;
  std::vector<Done> first;  // what is done before the first step
  std::vector<TakenStep> steps;
  std::vector<Unrolling::Given> inputs;  // of each thread in order
  std::vector<DepthStatistics> statistics;
};

// Whether there is nothing in it that is refused, within the bounds to begin with.
bool understands(const llvm::Module& module, const BoundedOptions& options);

// Of a prepared module, with statements numbered.
Result<BoundedResult> checkBounded(const llvm::Module& module, const BoundedOptions& options);

}  // namespace heddle::symbolic
