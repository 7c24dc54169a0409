// A program as transitions over typed state: what bounded checking unrolls.
//
//   Follows   Peephole partial order reduction (Wang, Yang, Kahlon and Gupta, TACAS 2008),
//             sections 2 and 3.1: a pc for each thread, global and local variables,
//             transitions with an enabling condition.
//   Deviates  a transition is all that a thread does from one place where others can
//             notice what it does to the next one: one access that is shared, a lock or
//             a join, and what follows in its registers and its own memory. So each
//             transition has at most one access that can conflict (those of an atomic
//             section are together), and a thread at a place has one transition.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/statements.h"
#include "core/op.h"
#include "core/verdict.h"
#include "symbolic/formula.h"

namespace heddle::symbolic {

using VariableNumber = unsigned;  // of TransitionSystem::variables
using Pc = unsigned;

struct Variable {
  Formula leaf;     // what it is, in formulas of transitions
  Formula initial;  // when the program has run up to where others can first notice
};

// An access of a transition that others can notice.
struct SharedAccess {
  Formula address;  // 64 bits
  unsigned bytes;
  bool writes;                        // or may
  std::optional<Formula> value;       // what it writes, if it always does
  std::vector<VariableNumber> words;  // all that it may touch
};

// An access that may go to many cells, each as a whole. Only one thread goes at a step, so that all of a step's
// accesses of a width are one (unrolling.h). Where the orders of accesses count all that others can notice are such.
struct IndexedAccess {
  struct Target {
    std::uint64_t address;
    VariableNumber variable;
  };
  Formula address;
  unsigned bytes;
  bool isRead = false;
  Formula isWritten = Formulas::kFalse;
  Formula value = 0;
  std::vector<Target> targets;
};

// A value that the program is given.
struct Input {
  Formula leaf;     // another value in each step
  Formula reached;  // whether it is asked for
  unsigned thread;  // that asks for it
};

// What others cannot notice, though natively it may be a step.
struct Beside {
  Formula reached;
  unsigned thread;
  analysis::Statement statement;
  bool isPart;  // of the statement, which is one call natively
};

struct Update {
  VariableNumber variable;
  Formula value;
};

// What a transition is to weak memory.
struct MemoryEffect {
  core::Order order = core::Order::Plain, failOrder = core::Order::Plain;
  bool isFence = false;
  bool isStore = false;
  bool isUpdate = false;  // its order is failOrder where it writes nothing
};

// Of a lock whose place is known, with nothing else in its word.
struct LockUse {
  VariableNumber lock;
  bool takes = false, givesBack = false;  // always, if it does not fail
};

struct Transition {
  unsigned thread = 0;
  Pc from = 0;
  Formula enabled = Formulas::kTrue;    // beside the pc
  Formula requires_ = Formulas::kTrue;  // of its inputs
  std::vector<Update> updates;          // the pc among them
  std::vector<Pc> next;                 // what the pc may be then
  std::vector<SharedAccess> accesses;
  std::optional<IndexedAccess> indexed;  // what the first of these does to memory, if that is not among the updates
  std::vector<unsigned> starts;          // threads that it may start
  struct Join {
    unsigned thread;
    Formula isIt;  // that it waits for
  };
  std::vector<Join> joins;
  bool isOfLock = false;  // what it writes is who the thread is, or that nobody has the lock
  std::optional<LockUse> lock;
  MemoryEffect effect;
  std::vector<Input> inputs;   // in the order in which they are asked for
  std::vector<Beside> beside;  // in the order in which they happen
  analysis::Statement statement = 0;
};

// Each thread's pc is one of these, or what is given to the places of its code.
inline constexpr Pc kNotStarted = 0;
inline constexpr Pc kEnded = 1;
inline constexpr Pc kReturned = 2;  // main, or the thread has called exit: the process ends
inline constexpr Pc kStopped = 3;   // by an assumption, or since something has failed
inline constexpr Pc kFirst = 4;     // place of the code

struct ThreadCode {
  VariableNumber pc = 0;
  VariableNumber result = 0;            // what it returns
  std::vector<VariableNumber> own;      // registers, in order
  std::vector<Transition> transitions;  // of pc kFirst, kFirst + 1, ...
  std::vector<Pc> begins;               // what the pc may be as soon as it is started
};

struct Failure {
  core::ViolationKind kind;
  analysis::Statement statement;
  unsigned thread;
};

struct TransitionSystem {
  bool hasOrders = false;  // those of accesses, and fences, count
  std::vector<Variable> variables;
  std::vector<ThreadCode> threads;  // main is the first
  VariableNumber failure = 0;       // 0: nothing has failed; else the number of a failure plus one
  std::vector<Failure> failures;
  std::vector<std::vector<unsigned>> twins;  // threads that cannot be told apart (twins.h)
  VariableNumber exceeded = 0;         // a truth value: a bound of the encoding was reached, and a thread stopped there
  std::map<unsigned, Formula> loaded;  // by bytes: the leaf that is what an indexed access of that width finds
  std::vector<Input> initialInputs;    // before others can first notice
  std::vector<Beside> initialBeside;   // likewise
  std::vector<unsigned> initialStarts;  // likewise: threads that may be started
  Formula initially = Formulas::kTrue;  // required of these
};

}  // namespace heddle::symbolic
