// What a thread does from one place on until it comes to the next location: a piece of
// code without loops, executed along all its paths at once.
//
// Where paths meet, what they have left is chosen by the condition under which each is
// taken. What comes out is one value of each variable of the state, and the pc.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/terms.h"
#include "symbolic/flat_program.h"
#include "symbolic/library_action.h"
#include "symbolic/locations.h"
#include "symbolic/objects.h"
#include "symbolic/transition_system.h"

namespace heddle::symbolic {

// What regions of all threads share.
struct Translation {
  const FlatProgram& program;
  const Objects& objects;
  Formulas& formulas;
  const bool hasOrders;     // they count: what others notice is an indexed access (transition_system.h)
  bool neverFrees = false;  // what it allocates
  TransitionSystem system;
  std::vector<AtomicSections> sections;                      // of each thread
  std::vector<Locations> locations;                          // likewise
  std::vector<VariableNumber> cells;                         // by number
  std::vector<VariableNumber> results;                       // what threads return, 64 bits
  std::vector<VariableNumber> isThere;                       // objects, by number, if they may end
  std::map<const llvm::Value*, VariableNumber> allocations;  // of a call: how many
  std::map<unsigned, VariableNumber> sizes;  // of blocks, by number of the object: bytes, where the code does not say
  std::vector<VariableNumber> joined;        // whether somebody has
  using Register = std::pair<const llvm::Value*, unsigned>;  // a value of the code, and which part of it
  std::map<Register, VariableNumber> registers;              // those that live from one transition to another
  std::string problem;                                       // what cannot be represented

  VariableNumber newVariable(unsigned width, std::uint64_t initial);
  Formula leafOf(VariableNumber variable) const { return system.variables[variable].leaf; }
};

class Region {
 public:
  using Variables = std::map<VariableNumber, Formula>;
  struct Exit {
    Formula reached;
    Variables variables;
  };

  Region(Translation& all, unsigned thread, Transition& transition)
      : all_(all), f_(all.formulas), thread_(thread), transition_(transition) {}

  // From a location on, or from where the thread begins, with its argument.
  void run(const llvm::Instruction& from);
  void begin(Formula argument, Formula reached, const Variables& variables);

  // Merged: variables that are not among them are as they were.
  Variables result(const Variables& before) const;
  const std::vector<Pc>& next() const { return next_; }

 private:
  using Register = Translation::Register;
  struct State {
    Formula reached;
    std::map<Register, Formula> registers;
    Variables variables;
  };
  struct Edge {
    const llvm::BasicBlock* from;
    State state;
  };

  void follow(const llvm::Instruction& from, State state);
  std::vector<const llvm::BasicBlock*> order(const llvm::Instruction& from) const;
  State merged(std::vector<Edge>& edges) const;
  void runBlock(const llvm::Instruction& from, State state, bool isStart);
  bool isLocation(const llvm::Instruction& instruction) const;
  bool isNoticed(const llvm::Instruction& access) const;
  void leave(const State& state, Pc pc, const llvm::Instruction* location);
  void branch(const llvm::BasicBlock& from, const llvm::BasicBlock& to, Formula condition, const State& state);

  // --- values ---
  Formula valueOf(const State& state, const llvm::Value& value, unsigned part = 0) const;
  Formula constantOf(const llvm::Constant& constant, unsigned part) const;
  void define(State& state, const llvm::Instruction& instruction, Formula value, unsigned part = 0) const;
  Formula input(const State& state, unsigned width);

  // --- instructions; false: the path ends there ---
  bool execute(const llvm::Instruction& instruction, State& state);
  bool compute(const llvm::Instruction& instruction, State& state);
  static bool isOfFloats(const llvm::Instruction& instruction);
  bool computeFloat(const llvm::Instruction& instruction, State& state);
  bool floatIntrinsic(const llvm::IntrinsicInst& call, State& state);
  void computeBinary(const llvm::BinaryOperator& operation, State& state);
  Formula compared(llvm::CmpInst::Predicate predicate, Formula x, Formula y) const;
  Formula cast(const llvm::CastInst& cast, const State& state) const;
  Formula offsetBy(const llvm::GetElementPtrInst& gep, const State& state);
  bool access(const llvm::Instruction& instruction, State& state);
  void noteBeside(const llvm::Instruction& instruction, const State& state);
  bool call(const llvm::CallBase& call, State& state);
  bool intrinsic(const llvm::IntrinsicInst& call, State& state);
  void copy(const llvm::MemIntrinsic& range, State& state);
  enum class Why : std::uint8_t { Assume, Bound };  // of the encoding
  void stop(State& state, const llvm::CallBase& call, Formula condition, Why why);
  Formula sizeOf(const llvm::CallBase& call, const LibraryAction& what, State& state);
  Formula allocate(const llvm::CallBase& call, const LibraryAction& what, State& state);
  void free(const llvm::CallBase& call, const LibraryAction& what, State& state);
  void mark(const llvm::IntrinsicInst& marker, Formula isThere, State& state);
  Formula measure(const llvm::CallBase& call, const LibraryAction& what, const State& state) const;
  void startThread(const llvm::CallBase& call, State& state);
  Formula join(const llvm::CallBase& call, State& state);
  void detach(const llvm::CallBase& call, State& state);
  void returnWith(const llvm::Value* value, Pc pc, State& state);
  Formula loadIfGiven(State& state, const llvm::CallBase& call, const llvm::Value& pointer, unsigned bytes);

  // --- locks ---
  std::vector<std::pair<Target, Formula>> kindsOf(const llvm::Value& mutex, Formula address) const;
  void noteKinds(const std::vector<std::pair<Target, Formula>>& kinds, Formula mutex, bool writes);
  Formula kindOf(const llvm::CallBase& call, const State& state);
  void clear(const llvm::CallBase& call, const LibraryAction& what, State& state);
  bool update(const llvm::CallBase& call, const LibraryAction& what, State& state);
  std::optional<LockUse> lockUse(const LibraryAction& what, const llvm::Value& pointer, const State& state) const;
  void requireTime(const llvm::CallBase& call, const LibraryAction& what, Formula isRead, State& state);

  // --- memory ---
  Formula load(State& state, const llvm::Instruction& at, const llvm::Value& pointer, unsigned bytes);
  void store(State& state, const llvm::Instruction& at, const llvm::Value& pointer, Formula value, Formula isWritten);
  Formula contentOf(const State& state, const Object& object, std::uint64_t offset, unsigned bytes) const;
  void setContent(State& state, const Object& object, std::uint64_t offset, Formula value, Formula isWritten) const;
  std::vector<Target> targetsOf(Formula address, const llvm::Value& pointer, unsigned bytes) const;
  Formula cell(const State& state, VariableNumber variable) const;
  // Where the access goes, and whether it goes there; what goes nowhere fails.
  std::vector<std::pair<Target, Formula>> resolved(State& state, const llvm::Instruction& at,
                                                   const llvm::Value& pointer, unsigned bytes, bool writes);
  // Whether the transition's first access, a load or a store, is to be an indexed one, which is then there.
  bool isIndexed(const State& state, const llvm::Instruction& at, const llvm::Value& pointer, unsigned bytes);
  void noteShared(const llvm::Value& pointer, Formula address, unsigned bytes, bool writes,
                  std::optional<Formula> value);
  // The same as store, by a call that others may notice.
  void storeNoticed(State& state, const llvm::Instruction& at, const llvm::Value& pointer, Formula value);

  void fail(State& state, const llvm::Instruction& at, core::ViolationKind kind, Formula condition);
  bool refuse(const llvm::Instruction& at, const std::string& why);
  Formula termValue(const core::terms::Node& node, Formula old, Formula a, Formula b) const;

  Translation& all_;
  Formulas& f_;
  const unsigned thread_;
  Transition& transition_;
  const llvm::Instruction* start_ = nullptr;
  std::map<const llvm::BasicBlock*, std::vector<Edge>> waiting_;
  std::vector<Exit> exits_;
  std::vector<Pc> next_;
};

}  // namespace heddle::symbolic
