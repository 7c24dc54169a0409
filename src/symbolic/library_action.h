// What a call of the library means to bounded checking. What has no row is refused, unless
// the table of the library (core/library.h) says that it does nothing to the program.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "core/update.h"
#include "core/verdict.h"

namespace heddle::symbolic {

enum class Action : std::uint8_t {
  Refused,
  Nothing,        // as far as the program can tell; the result is 0
  Starts,         // a thread
  Joins,          // the thread of the first argument; what it returned goes to where the second one points
  Detaches,       // the thread of the first argument: nobody may join it then
  Ends,           // the thread, which returns the first argument
  Self,           // returns who the thread is
  Allocates,      // a block of as many bytes as the product of its arguments
  Frees,          // the block that the first argument points to
  Updates,        // the word that the first argument points to
  Clears,         // the same: it is 0 then
  BeginsSection,  // that is one step
  EndsSection,
  Fails,     // the program
  Exceeds,   // a bound: the path ends, and nothing is said of what follows
  Assumes,   // that the first argument is not 0
  Chooses,   // a value below the first argument
  AnyValue,  // of the type that it returns
};

struct LibraryAction {
  Action action = Action::Refused;
  const core::UpdateRule* rule = nullptr;  // Updates; op.a is the thread's number plus one
  std::uint8_t bytes = 8;                  // Updates, Clears: of the word
  bool byHolder = false;                   // Updates: only the thread whose number the word has may do that
  bool whenFree = false;                   // Updates: only while the word is 0
  int otherwise = 0;                       // Updates: what it returns if nothing was written
  bool isPrinted = false;                  // Nothing: it returns how much it prints
  core::ViolationKind failure = core::ViolationKind::Assertion;
};

LibraryAction actionOf(const llvm::CallBase& call);

}  // namespace heddle::symbolic
