// Which code a call of the program leads to, and what is known of library
// functions.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

// What a call of a library function means for the memory of the program and
// for what the thread knows of others.
struct LibraryCall {
  enum class Kind {
    Known,      // keeps no pointer and returns none
    Allocates,  // returns a new object
    Frees,      // the object that the first argument leads to
    Starts,     // a thread; nothing is learned
    Unknown,    // may do anything with what its arguments lead to, and call what it likes
  };
  Kind kind = Kind::Unknown;
  bool learns = true;  // the thread may learn from it what others did
  // What it learns it learns from threads whose work so far happens before what follows.
  bool synchronises = false;
  bool writes = false;  // plainly, to all that its arguments point to
};

LibraryCall libraryCall(const llvm::CallBase& call);
// Whether the call returns an object that there was not before.
bool makesNewObject(const llvm::CallBase& call);

class ProgramCalls {
 public:
  using Functions = llvm::SmallVector<const llvm::Function*, 4>;

  explicit ProgramCalls(const llvm::Module& module);

  // The functions of the program that a call may enter. Empty for those of the
  // library.
  Functions targetsOf(const llvm::CallBase& call) const;
  // Those that a thread may begin with which the call starts.
  Functions startedBy(const llvm::CallBase& call) const;
  // What the thread that is started gets. The call itself does not access what it points to.
  static const llvm::Use& argumentOf(const llvm::CallBase& starting);
  // Whether an argument of a call is for the thread that it starts, or says where that begins.
  static bool isPassedOn(const llvm::Use& argument);
  // Whether it is an argument of a call, and says where the thread begins.
  static bool isWhereToStart(const llvm::Use& use);

  // Functions that are called, or may be called, by code that is not seen.
  bool isEnteredFromOutside(const llvm::Function& function) const;
  const Functions& constructors() const { return constructors_; }
  const Functions& destructors() const { return destructors_; }
  const Functions& addressTaken() const { return addressTaken_; }
  // A call through a pointer may lead out of the program.
  bool mayLeave(const llvm::CallBase& call) const;

 private:
  Functions addressTaken_, constructors_, destructors_;
  bool hasExternalAddresses_ = false;
};

}  // namespace heddle::analysis
