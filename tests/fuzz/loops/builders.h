// Statements by name, for those who write programs.
#pragma once

#include <utility>

#include "program.h"

namespace heddle::fuzz {

inline Operand number(std::int32_t value) { return {false, value}; }
inline Operand local(int r) { return {true, r}; }
inline Expression value(Operand a) { return {Operator::Value, a, {}}; }
inline Expression binary(Operator op, Operand a, Operand b) { return {op, a, b}; }
inline Test test(Expression left, Relation relation, Operand right) { return {relation, left, right}; }
inline Test test(int r, Relation relation, std::int32_t c) { return {relation, value(local(r)), number(c)}; }
inline Condition only(Test first) { return {first, Condition::Join::None, {}}; }

inline Statement simple(What what) { return {.what = what}; }
inline Statement assign(int r, Expression e) {
  return {.what = What::Assign, .dest = static_cast<std::int8_t>(r), .value = e};
}
inline Statement load(int r, unsigned word) {
  return {.what = What::Load, .dest = static_cast<std::int8_t>(r), .word = static_cast<std::uint8_t>(word)};
}
inline Statement store(unsigned word, Expression e) {
  return {.what = What::Store, .word = static_cast<std::uint8_t>(word), .value = e};
}
inline Statement update(int r, unsigned word, Update op, Expression e) {
  return {.what = What::Update,
          .dest = static_cast<std::int8_t>(r),
          .word = static_cast<std::uint8_t>(word),
          .update = op,
          .value = e};
}
inline Statement compareExchange(int r, unsigned word, Expression expected, Expression desired) {
  return {.what = What::CompareExchange,
          .dest = static_cast<std::int8_t>(r),
          .word = static_cast<std::uint8_t>(word),
          .value = expected,
          .other = desired};
}
inline Statement compareExchangeLocal(int r, unsigned word, int expected, Expression desired) {
  return {.what = What::CompareExchangeLocal,
          .dest = static_cast<std::int8_t>(r),
          .word = static_cast<std::uint8_t>(word),
          .expected = static_cast<std::uint8_t>(expected),
          .other = desired};
}
inline Statement pointer(What what, Target target = 0) { return {.what = what, .target = target}; }
inline Statement nested(What what, Condition condition, Block body, Block orElse = {}) {
  return {.what = what, .condition = condition, .body = std::move(body), .orElse = std::move(orElse)};
}
inline Statement leaveIf(Test when, What how = What::Break) { return nested(What::If, only(when), {simple(how)}); }
inline void append(Block& block, const Block& more) { block.insert(block.end(), more.begin(), more.end()); }
inline Block joined(Block first, const Block& second) {
  append(first, second);
  return first;
}
inline Statement forever(Block body) { return nested(What::Forever, {}, std::move(body)); }

}  // namespace heddle::fuzz
