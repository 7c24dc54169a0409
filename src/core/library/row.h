// A row of the table of the library (core/library.h): what there is to know of a symbol.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::core::library {

// Who implements a function, or has a variable.
enum class Implementation : std::uint8_t {
  Refused,  // nobody: the call is refused by name
  Model,    // a model of the runtime (runtime/externals)
  Native,   // the library's own code, as it is
  Checked,  // the same; what it touches through its arguments follows from their types (runtime/library_types)
  Source,   // C or C++ of Heddle's own (include/heddle/library), compiled with the program: all it touches is seen
  Hook,     // only instrumented code calls it (core/hooks.h)
};

// What a call means for the memory of the program and for what the thread knows of others.
enum class Effect : std::uint8_t {
  Unknown,       // may do anything with what its arguments lead to, and call what it likes
  None,          // keeps no pointer, and tells nothing of others. What it writes is no object of the program, or a word
                 // that only its like read. (If it returns a pointer, nobody knows where that leads.)
  Writes,        // the same, and writes plainly to where its arguments point
  Prints,        // the same as None; the argument `format` says what those after it are, and `%n` writes
  Tells,         // keeps no pointer; tells what others did, without synchronising
  Synchronises,  // the same, with threads whose work so far happens before what follows
  Joins,         // the same, and writes plainly to where its arguments point
  Starts,        // a thread, with the arguments `function` and `argument`; nothing is learned
  EndsThread,    // the calling one, which leaves its argument to whoever joins
  Allocates,     // returns a new object
  Frees,         // the object that the first argument leads to
  ErrorNumber,   // returns where the thread's errno is: an object that nothing else leads to, always the same
};

// What a call is in an iteration of a loop.
enum class InLoop : std::uint8_t {
  Acts,       // it may have any effect
  TakesTime,  // changes nothing, ever. Who sleeps finds a later time on a clock; no program should care how much later
  Sleeps,     // the same, for as long as the argument `time` points to
  Chooses,    // a value; that is all
  Assumes,    // stops the thread unless its first argument holds
  Tries,      // changes nothing when it answers something other than 0
  Checks,     // it is inserted around iterations of inner loops (transform/loops/iteration_checks.h)
};

// Some of the arguments of a function, by index.
class Arguments {
 public:
  constexpr Arguments() = default;
  template <typename... Index>
  constexpr explicit Arguments(Index... index) : bits_(((1U << index) | ...)) {}

  static constexpr unsigned kMost = 32;  // only the first can be among them
  constexpr bool contains(unsigned index) const { return index < kMost && (bits_ >> index & 1U) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

// Whether it is what a violation is about: an assertion, or an end that nobody wants.
enum class Fails : std::uint8_t {
  Never,
  Always,
  Unless,  // its first argument holds
};

// Whether it can tell what errno is.
enum class ReadsErrno : std::uint8_t {
  Never,
  InFormat,  // if the format, its last argument before those that this is for, has "%m" or is not known
  Always,
};

struct Facts {
  Effect effect = Effect::Unknown;
  std::uint8_t function = 0, argument = 0;  // of Starts: where the thread begins, and what it gets
  std::uint8_t format = 0;                  // of Prints

  InLoop inLoop = InLoop::Acts;
  std::uint8_t anyOfBits = 0;       // of Chooses: it may be any value of an integer, or a pointer, of so many bits
  std::uint8_t time = 0;            // of Sleeps
  bool setsErrnoIfInvalid = false;  // of Sleeps: says so in errno if the time is none
  bool isEvents = false;    // all it does are accesses to the word of a lock, or the ends of a step that holds others
  bool printsText = false;  // its arguments but the stream are text that it prints

  // Objects that stay private to the caller although it hands them over. A lock is none: others meet there.
  Arguments borrows = {};
  // Of the first arguments that it borrows: how many bytes of the object it touches. An object that has as many needs
  // no watch on its bounds. 0: nobody knows.
  std::array<std::uint8_t, 4> touches = {};
  bool neverThrows = false;  // a point of cancellation, which to a compiler may throw. There is no cancellation here
  ReadsErrno readsErrno = ReadsErrno::Never;

  Fails fails = Fails::Never;
  bool takesLock = false;       // the one that its first argument points to, once it is free
  bool givesLockBack = false;   // the same
  bool makesRobust = false;     // whoever tries such a lock may get it with an answer other than 0
  bool mayBlock = false;        // the thread may have to wait for others
  bool waitsForSignal = false;  // and may return without one
  // Keeps nothing that the calls of another thread would find, and tells nothing of it; or ends the thread with a
  // violation, if it does anything: what is after that is never known, so never cached.
  bool isClosed = false;

  // All it does is to return what follows from its arguments and what they point to.
  bool isPure = false;

  bool isForCodeGenerator = false;  // compiled code may call it unasked; the library's own runs then
  bool isStandardOutput = false;    // the variable is a FILE* that is only written to
  bool isStream = false;            // the variable is a stream of C++

  const char* source = nullptr;  // of Source: the file. Of a variable of the runtime: the file that makes it
  const char* why = nullptr;     // it is refused, if it is not just unknown
  bool mayBeAllowed = false;     // in spite of that; otherwise Heddle would go down with the program, or block
};

// A symbol and what is known of it. What a row does not say may be otherwise.
struct Row {
  // "sem_*" stands for all symbols that begin so, have no row of their own and fit no longer pattern.
  std::string_view symbol;
  Implementation implementation = Implementation::Refused;
  Facts facts = {};

  constexpr bool isPattern() const { return symbol.ends_with('*'); }
};

}  // namespace heddle::core::library
