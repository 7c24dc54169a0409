// Little concurrent programs as data: what searches are tested on, without a
// compiler and without native code.
//
// A script is a list of threads; thread 0 is main. Statements work on a few
// shared 8-byte words, or on some bytes of them, and on the thread's own
// registers:
//
//   const Script storeBuffering = parallel({
//       {store(0, 1), load(0, 1)},    // x0 = 1; r0 = x1
//       {store(1, 1), load(0, 0)},    // x1 = 1; r0 = x0
//   });
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/op.h"
#include "core/update.h"

namespace heddle::testing {

inline constexpr unsigned kRegisters = 4;

// A channel is some words in a row: how many messages were taken or waited for,
// how many were sent, and for each message its value plus 1, or 0.
inline constexpr unsigned kMessages = 4;
inline constexpr unsigned kChannelWords = 2 + kMessages;
inline constexpr unsigned kTicket = 2;  // the register for the number of the message that is waited for

// A constant or a register.
struct Operand {
  std::uint64_t value = 0;
  bool isRegister = false;

  constexpr Operand(std::uint64_t constant = 0) : value(constant) {}  // NOLINT(google-explicit-constructor)
};
constexpr Operand r(unsigned number) {
  Operand operand(number);
  operand.isRegister = true;
  return operand;
}

enum class Do : std::uint8_t {
  Load,
  Store,
  Add,
  Cas,
  Exchange,
  Lock,
  Unlock,
  TryLock,
  Post,
  Wait,
  AwaitCas,
  Gate,
  AwaitEqual,
  AwaitNot,
  AwaitLess,
  AwaitAtLeast,
  Queue,
  StoreRun,  // the last one that works on `word`
  Send,
  TryReceive,
  AwaitMessage,  // on a channel, beginning at `word`
  AtomicBegin,
  Fence,
  Spawn,
  Join,
  Choose,  // visible, but not on a word
  Assume,
  Assert,
  SkipIf,  // on registers: run together with the step before them
  AtomicEnd,
  Hang,
  Unsupported,  // misbehaviour: see the builder functions
};

constexpr bool onWord(Do what) { return what <= Do::StoreRun; }
constexpr bool onChannel(Do what) { return what == Do::Queue || (what >= Do::Send && what <= Do::AwaitMessage); }
// Whether it may have to wait for other threads.
bool canBlock(Do what);
// Whether its result goes to a register.
bool hasResult(Do what);

struct Statement {
  Do what;
  std::uint8_t word = 0;
  std::uint8_t reg = 0;    // where the result goes; what Assume, Assert and SkipIf look at
  std::uint8_t other = 0;  // Spawn, Join: the thread. SkipIf: how many statements
  Operand a;
  Operand b;
  std::uint8_t offset = 0;  // of the bytes it works on, from the word's first one
  std::uint8_t size = 8;
  core::Order order = core::Order::SeqCst;
  core::LoopRole role = core::LoopRole::None;  // of a Load or AwaitCas: what a search may conclude from it
};

using Body = std::vector<Statement>;

struct Script {
  std::vector<Body> threads;  // each is spawned at most once
  unsigned words = 4;         // all zero at the start
};

// reg = word
Statement load(unsigned reg, unsigned word);
// word = value
Statement store(unsigned word, Operand value);
// reg = word; word += delta
Statement add(unsigned reg, unsigned word, Operand delta);
// reg = word; if (reg == expected) word = desired
Statement cas(unsigned reg, unsigned word, Operand expected, Operand desired);
// reg = word; word = value
Statement exchange(unsigned reg, unsigned word, Operand value);
// waits for word == 0, then word = body number + 1
Statement lock(unsigned word);
// word = 0; a violation (lock misuse) when this thread does not hold it
Statement unlock(unsigned word);
// reg = word; takes the lock if it is free
Statement tryLock(unsigned reg, unsigned word);
// ++word; and: waits for word > 0, then --word
Statement post(unsigned word);
Statement wait(unsigned word);
// waits for word == expected; word = desired
Statement awaitCas(unsigned reg, unsigned word, Operand expected, Operand desired);
// reg = word, to be confirmed; and the same unless word == value: then the thread
// must not come to the confirmation. The latter is an awaitCas
Statement speculate(unsigned reg, unsigned word);
Statement speculateUnless(unsigned reg, unsigned word, Operand value);
Statement confirm(unsigned reg, unsigned word, Operand expected, Operand desired);
// waits for word != 0; reg = word; if (reg == value) word = 0
Statement gate(unsigned reg, unsigned word, Operand value);
// waits for word == value (!=, <, >=); reg = word
Statement await(unsigned reg, unsigned word, Operand value);
Statement awaitNot(unsigned reg, unsigned word, Operand value);
Statement awaitLess(unsigned reg, unsigned word, Operand value);
Statement awaitAtLeast(unsigned reg, unsigned word, Operand value);
// the same on some bytes of the word; 16 bytes are those of the next word too
Statement part(Statement statement, unsigned offset, unsigned size);
// the same with another memory order
Statement with(core::Order order, Statement statement);
// Messages of a channel. A send and a tryReceive (reg = the next message plus 1,
// or 0) are a step each; to receive is two: queue() and awaitMessage().
Statement send(unsigned channel, Operand value);
Statement tryReceive(unsigned reg, unsigned channel);
Statement queue(unsigned channel);
Statement awaitMessage(unsigned reg, unsigned channel);
// what is between them is one step
Statement atomicBegin();
Statement atomicEnd();
Statement fence();
Statement spawn(unsigned thread);
// waits for a thread that was spawned before
Statement join(unsigned thread);
// reg = any value in 0 .. count-1
Statement choose(unsigned reg, unsigned count);
Statement assume(unsigned reg, Operand value);  // reg == value
Statement check(unsigned reg, Operand value);   // a violation (assertion) unless reg == value
Statement skipIf(unsigned reg, Operand value, unsigned statements);
// word = how often the program has been run: the program is nondeterministic
Statement storeRun(unsigned word);
Statement hang();         // the execution is cut
Statement unsupported();  // the execution is refused

// main spawns all bodies, joins them all and runs the epilogue.
Script parallel(const std::vector<Body>& bodies, const Body& epilogue = {});

// Whether the script keeps to what programs can do: a section of one step ends
// where it began, nothing in it waits, chooses, spawns or joins, and nothing
// jumps into or out of it, and nothing is sent or received; no spawn is jumped
// over; accesses are within the words, messages within their channel.
bool isWellFormed(const Script& script);

// As source text: what one would write to get the script back.
std::string text(const Statement& statement);
std::string text(const Script& script);

}  // namespace heddle::testing
