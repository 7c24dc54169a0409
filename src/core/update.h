// Update rules: the pure functions f: old -> {enabled, writes, new} of
// Update and Await.
//
// The arithmetic ones of C and C++ are listed here, those of locks in lock_rules.h.
// Channels define theirs where they are written (runtime/externals), and waits get theirs
// when the program is loaded (runtime/loops/await_rules.h). Searches and models
// never ask which rule an Op has: they apply it, and go by its members below.
#pragma once

#include <type_traits>

#include "core/op.h"
#include "core/terms.h"

namespace heddle::core {

struct UpdateResult {
  bool enabled;
  bool writes;
  Value value;  // the new value if it writes
};

// The same of a word of 4 or 8 bytes: small enough for registers.
struct WordResult {
  std::uint64_t value;
  bool enabled;
  bool writes;
};

// Rules that always write and that a step computes in place, without a call,
// for words of up to 8 bytes (newValue); None: only by `apply`.
enum class Quick : std::uint8_t { None, Add, Sub, Exchange, And, Or, Xor };

// Updates of one family, on the same bytes, give the same word in either order.
enum class Family : std::uint8_t { None, Add, And, Or, Xor };

// Ops at the two ends of a line (a queue of messages), which is the object at
// `addr`: they touch the place that the end has got to, and move it by one.
//   Append  all of a line conflict with each other
//   Take    the first word of the object says how many were taken; nothing else
//           touches that word
enum class Line : std::uint8_t { None, Append, Take };

// What an op stands for, of a loop of the program that is not run as it is.
//   Wait        an Await: nothing depends on what it has found but that it goes on
//   RolledBack  an Update. In the program it never waits: it adds, and where it
//               should have waited rolls that back and tries again
//               (explore/rolled_back_additions.h)
//   SpeculativeRead  a Read, the first end of an attempt to change a word: the thread
//               computes what to make of what it has found, writes that by a
//               compare-exchange, and would begin again if the word had changed
//               meanwhile. `apply` answers a value other than 0 if the thread,
//               with what it has found, comes to the Confirm
//   Confirm     an Update, its other end: enabled only while the word has what was found
enum class LoopRole : std::uint8_t { None, Wait, RolledBack, SpeculativeRead, Confirm };

// What a rule computes: for which words it is enabled and writes (not 0), and the new value.
struct UpdateTerms {
  const terms::Node* enabled;
  const terms::Node* writes;
  const terms::Node* value;
};

struct UpdateRule {
  const char* name;  // as the report shows it: "fetch_add", "lock"
  UpdateResult (*apply)(const Op& op, Value old);
  bool canBlock;  // whether `apply` may ever answer enabled = false
  // Not None: it always writes, and nobody uses what it found.
  Family commutes = Family::None;
  // Whoever waits in it for ever counts as stopped by an assume(false): it is
  // one, or a part of a loop that would try again from its beginning.
  bool assumes = false;
  Quick quick = Quick::None;
  Line line = Line::None;
  LoopRole role = LoopRole::None;
  // The same as `apply`, to be read; null: floating point, the program's code, a mere name.
  const UpdateTerms* terms = nullptr;
  // The same as `apply` for words of 4 and of 8 bytes, on the path of each step (applyToWord); null where `terms` is.
  WordResult (*apply4)(std::uint32_t old, std::uint32_t a, std::uint32_t b) = nullptr;
  WordResult (*apply8)(std::uint64_t old, std::uint64_t a, std::uint64_t b) = nullptr;
};

template <typename Enabled, typename Writes, typename New>
inline constexpr UpdateTerms kUpdateTerms{&Enabled::node, &Writes::node, &New::node};

template <typename Word, typename Enabled, typename Writes, typename New>
constexpr UpdateResult evaluated(const Op& op, Value old) {
  const auto a = static_cast<Word>(op.a), b = static_cast<Word>(op.b), word = static_cast<Word>(old);
  return {Enabled::of(a, b, word) != 0, Writes::of(a, b, word) != 0, New::of(a, b, word)};
}
template <typename Word, typename Enabled, typename Writes, typename New>
constexpr WordResult evaluatedWord(Word old, Word a, Word b) {
  return {New::of(a, b, old), Enabled::of(a, b, old) != 0, Writes::of(a, b, old) != 0};
}

// The rule that these terms say.
template <terms::IsTerm Enabled, terms::IsTerm Writes, terms::IsTerm New>
constexpr UpdateRule updateRule(const char* name, Enabled, Writes, New, Quick quick = Quick::None) {
  return {.name = name,
          .apply =
              [](const Op& op, Value old) {
                switch (Small(op).size()) {
                  case 1: return evaluated<std::uint8_t, Enabled, Writes, New>(op, old);
                  case 2: return evaluated<std::uint16_t, Enabled, Writes, New>(op, old);
                  case 4: return evaluated<std::uint32_t, Enabled, Writes, New>(op, old);
                  case 8: return evaluated<std::uint64_t, Enabled, Writes, New>(op, old);
                  default: return evaluated<Value, Enabled, Writes, New>(op, old);
                }
              },
          .canBlock = !std::is_same_v<Enabled, std::remove_const_t<decltype(terms::always)>>,
          .quick = quick,
          .terms = &kUpdateTerms<Enabled, Writes, New>,
          .apply4 = evaluatedWord<std::uint32_t, Enabled, Writes, New>,
          .apply8 = evaluatedWord<std::uint64_t, Enabled, Writes, New>};
}
// One that is always enabled, and always writes.
constexpr UpdateRule updateRule(const char* name, terms::IsTerm auto value, Quick quick = Quick::None) {
  return updateRule(name, terms::always, terms::always, value, quick);
}

UpdateResult applyToPart(const Op& op, Value word);  // mixed_sizes.h

// Applies an Update or Await to the word's old value.
inline UpdateResult apply(const Op& op, Value old) {
  if (isPart(op)) [[unlikely]]
    return applyToPart(op, old);
  return op.rule->apply(op, old);
}

// The same for a word of 4 or 8 bytes that is accessed as a whole.
template <typename Word>
WordResult applyToWord(const Op& op, Word old) {
  static_assert(sizeof(Word) == 4 || sizeof(Word) == 8);
  const UpdateRule& rule = *op.rule;
  if constexpr (sizeof(Word) == 4) {
    if (rule.apply4 != nullptr) [[likely]]
      return rule.apply4(old, static_cast<Word>(op.a), static_cast<Word>(op.b));
  } else {
    if (rule.apply8 != nullptr) [[likely]]
      return rule.apply8(old, static_cast<Word>(op.a), static_cast<Word>(op.b));
  }
  const UpdateResult result = rule.apply(op, old);
  return {static_cast<Word>(result.value), result.enabled, result.writes};
}

// The same of a rule that is terms.
template <typename Word>
WordResult applyToWord(const GivenOp& op, Word old) {
  static_assert(sizeof(Word) == 4 || sizeof(Word) == 8);
  if constexpr (sizeof(Word) == 4)
    return op.rule->apply4(old, static_cast<Word>(op.a), static_cast<Word>(op.b));
  else
    return op.rule->apply8(old, op.a, op.b);
}

// The value that `apply` writes for such a rule; of its bytes only as many
// count as the word has.
inline std::uint64_t newValue(Quick rule, std::uint64_t old, std::uint64_t a) {
  if (rule == Quick::Add) [[likely]]
    return old + a;
  switch (rule) {
    case Quick::Sub: return old - a;
    case Quick::And: return old & a;
    case Quick::Or: return old | a;
    case Quick::Xor: return old ^ a;
    default: return a;
  }
}

namespace rules {
extern const UpdateRule kExchange, kAdd, kSub, kAnd, kNand, kOr, kXor, kMax, kMin, kUMax, kUMin, kUIncWrap, kUDecWrap;
extern const UpdateRule kFAdd, kFSub, kFMax, kFMin;  // 4 and 8 byte floating point
extern const UpdateRule kCompareExchange;
extern const UpdateRule kConfirm;  // the same, as the second half of an attempt

// The same rule where the value found is not used.
const UpdateRule* withoutResult(const UpdateRule* rule);
}  // namespace rules

using terms::maskOf;

}  // namespace heddle::core
