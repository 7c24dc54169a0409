// What a call of the library means to bounded checking. What has no row is refused, unless
// the table of the library (core/library.h) says that it does nothing to the program.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "core/update.h"
#include "core/verdict.h"

namespace heddle::symbolic {

// Ends a path of which bounded checking says nothing.
inline constexpr char kExceeds[] = "heddle_exceeds";
// Where a call leads to no function of the program.
inline constexpr char kWildCall[] = "heddle_wild_call";

enum class Action : std::uint8_t {
  Refused,
  Nothing,        // as far as the program can tell; the result is 0
  Starts,         // a thread
  Joins,          // the thread of the first argument; what it returned goes to where the second one points
  Detaches,       // the thread of the first argument: nobody may join it then
  Ends,           // the thread, which returns the first argument
  Exits,          // the process: all threads with it
  Self,           // returns who the thread is
  Allocates,      // a block of as many bytes as the product of its first arguments
  Frees,          // the block that the first argument points to
  Measures,       // the same: returns how many bytes it has, 0 if it is none, or no channel where one is asked for
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

// Updates: what the thread has to do with the lock before, or whoever does it misuses the lock.
enum class Before : std::uint8_t {
  Anything,
  Holds,          // the word has the thread's number
  MustNotHold,    // unless it is recursive
  ShouldNotHold,  // the same; only a mutex that checks for errors minds
  IsFree,
};

// What gives back a block is of the same family as what has allocated it.
enum class Family : std::uint8_t { Malloc, New, NewArray, Channel };

struct LibraryAction {
  Action action = Action::Refused;
  const core::UpdateRule* rule = nullptr;       // Updates; op.a is the thread's number plus one
  const core::UpdateRule* recursive = nullptr;  // the same, of a recursive mutex; null: there is no such
  std::uint8_t bytes = 8;                       // Updates, Clears: of the word
  bool hasKind = false;                         // Updates, Clears: it is a mutex, of some kind
  Before before = Before::Anything;
  int otherwise = 0;       // Updates: what it returns if nothing was written
  int error = 0;           // Updates: what it returns if the mutex checks for errors, and `before` is not so
  std::uint8_t until = 0;  // Updates: an argument that points to a time, which it reads if nothing was written; 0: none
  Family family = Family::Malloc;  // Allocates, Frees, Measures
  std::uint8_t factors = 1;        // Allocates: arguments whose product is the size
  bool isPrinted = false;          // Nothing: it returns how much it prints
  core::ViolationKind failure = core::ViolationKind::Assertion;
};

LibraryAction actionOf(const llvm::CallBase& call);

}  // namespace heddle::symbolic
