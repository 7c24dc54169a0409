// Little programs with loops, as data: what the loop transformations are
// tested on, through the whole pipeline.
//
// Threads work on a few shared words x0, x1, … and one shared pointer q to a
// word or to nothing, and on variables of their own: the integers r0, r1, …,
// a pointer p and an array of cells that cannot become registers. All are 32
// bits wide and, but for some words, 0 at the start. The program ends when all
// threads have; each leaves the values of some of its variables in a word of
// its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::fuzz {

inline constexpr unsigned kLocals = 4, kCells = 2, kWords = 3;

struct Operand {
  bool isLocal = false;
  std::int32_t value = 0;  // or the number of the local
};

enum class Operator : std::uint8_t { Value, Add, Sub, And, Or, Xor, Equal, Less };

// `a`, or `a op b`; comparisons give 0 or 1.
struct Expression {
  Operator op = Operator::Value;
  Operand a;
  Operand b;
};

enum class Relation : std::uint8_t { Equal, NotEqual, Less, AtMost, Below, IsNull, IsSet };

// `left relation right`; Below is unsigned. The last two are about p.
struct Test {
  Relation relation = Relation::Equal;
  Expression left;
  Operand right;
};

// As in C: the second test is looked at only if the first does not decide.
struct Condition {
  enum class Join : std::uint8_t { None, And, Or };
  Test first;
  Join join = Join::None;
  Test second;
};

enum class Update : std::uint8_t { Exchange, Add, Sub, And, Or, Xor, Max, Min, UMax, UMin };

enum class What : std::uint8_t {
  Assign,                // dest = value
  Load,                  // dest = word
  Store,                 // word = value
  Update,                // dest = word; word = word `update` value
  CompareExchange,       // dest = (word == value); if so, word = other
  CompareExchangeLocal,  // the same with the local `expected` for value, which becomes the word if they differ
  LoadPointer,           // p = q
  StorePointer,          // q = target
  ExchangePointer,       // p = q; q = target
  GetCell,               // dest = cell
  PutCell,               // cell = value
  Divide,                // dest = value / other, which may be a division by 0
  Choose,                // dest = 0 or 1
  Yield,
  Sleep,  // for `value` microseconds, whatever that is
  Fence,
  Assume,
  Assert,
  If,       // condition, body, orElse
  Switch,   // value 0: body; value 1: orElse
  While,    // condition, body
  DoWhile,  // body, condition
  Forever,  // body
  Break,    // out of the innermost loop; like Continue at home only in loops
  Continue,
  Return,
};

// What q and p point to: 0 nothing, else the word with this number less 1.
using Target = std::int32_t;
inline constexpr Target kTargetIsP = -1;

struct Statement {
  What what = What::Yield;
  std::int8_t dest = -1;  // local; -1: the result is not used
  std::uint8_t word = 0;  // number of the word, or kThroughP
  bool plain = false;     // the access is not atomic
  fuzz::Update update = fuzz::Update::Exchange;
  std::uint8_t expected = 0;
  std::uint8_t cell = 0;
  Target target = 0;
  Expression value{};
  Expression other{};
  Condition condition{};
  std::vector<Statement> body{};
  std::vector<Statement> orElse{};
};
inline constexpr std::uint8_t kThroughP = 0xff;

using Block = std::vector<Statement>;

struct Thread {
  Block body;
  unsigned result = 0;  // which locals are left behind, as a mask
};

// How plain accesses are looked at.
enum class Plain : std::uint8_t {
  None,   // there are none
  Steps,  // as steps like the atomic ones
  Races,  // as accesses that others must not touch at the same time
};

struct Program {
  std::vector<Thread> threads;
  std::vector<std::int32_t> words = std::vector<std::int32_t>(kWords);  // at the start
  Plain plain = Plain::None;
  bool isRelaxed = false;  // the atomic accesses synchronise nobody
};

constexpr bool isLoop(What what) { return what == What::While || what == What::DoWhile || what == What::Forever; }

// What a thread leaves behind at its end.
constexpr std::uint32_t packed(const std::int32_t* locals, unsigned mask) {
  std::uint32_t sum = 1;
  for (unsigned i = 0; i < kLocals; ++i)
    if (mask >> i & 1) sum = sum * 16 + static_cast<std::uint32_t>(locals[i]);
  return sum;
}

// As C source, for people.
std::string text(const Program& program);

}  // namespace heddle::fuzz
