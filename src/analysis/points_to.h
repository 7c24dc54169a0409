// Where the pointers of a program may lead: inclusion of sets, without regard
// to the order of statements or to who calls. Fields and elements are told
// apart by their offsets (pointees.h), of what is stored as well as of what is
// pointed to. All that comes from an address by computation counts as an
// address, in whatever type, so that atomics of pointers, which are integers in
// LLVM, are followed.
//
//   Follows   Andersen, "Program analysis and specialization for the C
//             programming language" (1994), chapter 4; offsets as in Balakrishnan
//             and Reps, "Analyzing memory accesses in x86 executables" (2004),
//             one set of multiples for each object.
//
// An access that leaves the object which its pointer was made for is undefined;
// it counts as not done.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <vector>

#include "analysis/pointees.h"
#include "analysis/program_calls.h"

namespace heddle::analysis {

class PointsTo {
 public:
  PointsTo(const llvm::Module& module, const ProgramCalls& calls);

  // Anything for what was not there when the module was analysed, for what
  // leads to nothing that is known, and for all if a pointer got lost in code
  // that is not seen.
  Pointees of(const llvm::Value& pointer) const;
  // The same, but that a pointer of which nothing is known leads nowhere: null, or a number.
  Pointees found(const llvm::Value& pointer) const;
  // Whether a value, of whatever type, may have come from an address.
  bool mayBeAddress(const llvm::Value& value) const;
  // A variable, an alloca, or a call that allocates.
  const llvm::Value& object(ObjectNumber number) const { return *objects_[number]; }

 private:
  // What was stored at some offsets of an object.
  struct Cell {
    Offsets at;
    std::uint64_t bytes;
    Pointees found;
  };

  ObjectNumber numberOf(const llvm::Value& object);
  void addInitializer(const llvm::Constant& part, ObjectNumber object, std::int64_t offset);
  Pointees ofConstant(const llvm::Constant& constant);
  Pointees now(const llvm::Value* value);

  void visit(const llvm::Function& function);
  void visit(const llvm::Instruction& instruction);
  Pointees ofGep(const llvm::GEPOperator& gep);
  void call(const llvm::CallBase& call);
  void intrinsic(const llvm::CallBase& call);
  void enter(const llvm::Function& function, const llvm::CallBase& from);
  void leaveTo(const llvm::CallBase& call, const LibraryCall& what);

  void add(const llvm::Value& value, const Pointees& pointees);
  void store(const Pointees& to, std::uint64_t bytes, const Pointees& stored);
  void storeAt(ObjectNumber object, Offsets at, std::uint64_t bytes, const Pointees& stored);
  Pointees load(const Pointees& from, std::uint64_t bytes);
  void copy(const Pointees& to, const Pointees& from);

  const llvm::DataLayout& layout_;
  const ProgramCalls& calls_;
  std::vector<const llvm::Value*> objects_;
  std::vector<std::vector<Cell>> contents_;  // for each object
  llvm::DenseMap<const llvm::Value*, ObjectNumber> numbers_;
  llvm::DenseMap<const llvm::Value*, Pointees> pointees_;
  llvm::DenseMap<const llvm::Function*, Pointees> returned_;
  Pointees storedAnywhere_, returnedByThreads_;
  bool isNews_ = false;
  bool isLost_ = false;
};

}  // namespace heddle::analysis
