// What random programs are made of: operands, conditions, single statements.
#pragma once

#include <iterator>
#include <utility>

#include "builders.h"
#include "explore/random_numbers.h"

namespace heddle::fuzz {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : numbers_(seed) {}
  unsigned below(std::uint64_t limit) { return static_cast<unsigned>(numbers_.below(limit)); }
  bool oneIn(unsigned n) { return below(n) == 0; }

 private:
  explore::RandomNumbers numbers_;
};

// Small parts, at random.
class Parts {
 public:
  explicit Parts(Dice& dice) : dice_(dice), often_(dice.below(kWords)) {}

  unsigned below(std::uint64_t limit) { return dice_.below(limit); }
  bool oneIn(unsigned n) { return dice_.oneIn(n); }

  int reg() { return static_cast<int>(below(kLocals)); }
  int regOrNone() { return oneIn(3) ? -1 : reg(); }
  unsigned word() { return oneIn(2) ? often_ : below(kWords); }
  std::int32_t constant() { return oneIn(12) ? -1 : static_cast<std::int32_t>(below(3)); }
  Operand operand() { return oneIn(3) ? local(reg()) : number(constant()); }
  Target target() { return static_cast<Target>(oneIn(5) ? kTargetIsP : below(kWords + 1)); }

  Expression expression() {
    if (oneIn(2)) return value(operand());
    static constexpr Operator kUsual[] = {Operator::Add, Operator::And, Operator::Sub,   Operator::Or,
                                          Operator::Xor, Operator::Add, Operator::Equal, Operator::Less};
    return binary(kUsual[below(std::size(kUsual))], local(reg()), operand());
  }
  // Of a few values, so that memory has few states too.
  Expression stored() { return oneIn(3) ? binary(Operator::And, local(reg()), number(3)) : value(operand()); }

  Test test() {
    if (oneIn(10)) return {oneIn(2) ? Relation::IsNull : Relation::IsSet, {}, {}};
    static constexpr Relation kUsual[] = {Relation::Equal, Relation::NotEqual, Relation::Equal, Relation::NotEqual,
                                          Relation::Less,  Relation::AtMost,   Relation::Below};
    const Relation relation = kUsual[below(std::size(kUsual))];
    if (oneIn(4)) return fuzz::test(binary(Operator::And, local(reg()), number(1)), relation, number(constant()));
    return fuzz::test(value(local(reg())), relation, operand());
  }
  Condition condition() {
    Condition made = only(test());
    if (oneIn(4)) {
      made.join = oneIn(2) ? Condition::Join::And : Condition::Join::Or;
      made.second = test();
    }
    return made;
  }

  Update update() {
    static constexpr Update kUsual[] = {Update::Exchange, Update::Exchange, Update::And,  Update::Or,
                                        Update::Xor,      Update::Add,      Update::Sub,  Update::Max,
                                        Update::Min,      Update::UMax,     Update::UMin, Update::Add};
    return kUsual[below(std::size(kUsual))];
  }

  Statement access() {
    Statement made = plainAccess();
    if (oneIn(8)) made.word = kThroughP;
    return made;
  }

  // An access, and what the program thinks of its result.
  Block pair() {
    Statement first = access();
    const int r = reg();
    first.dest = static_cast<std::int8_t>(r);
    const Relation relation = oneIn(2) ? Relation::Equal : Relation::NotEqual;
    const What what = oneIn(2) ? What::Assume : What::Assert;
    return {std::move(first), nested(what, only(fuzz::test(r, relation, constant())), {})};
  }

  // No jump and no block.
  Statement statement() {
    switch (below(24)) {
      case 0:
      case 1:
      case 2: return assign(reg(), expression());
      case 3: return pointer(What::LoadPointer);
      case 4: return pointer(What::StorePointer, target());
      case 5: return pointer(What::ExchangePointer, target());
      case 6: return {.what = What::GetCell, .dest = static_cast<std::int8_t>(reg()), .cell = cell()};
      case 7: return {.what = What::PutCell, .cell = cell(), .value = expression()};
      case 8: return nested(What::Assume, condition(), {});
      case 9: return nested(What::Assert, condition(), {});
      case 10:
        if (oneIn(2)) return {.what = What::Choose, .dest = static_cast<std::int8_t>(regOrNone())};
        return simple(oneIn(2) ? What::Yield : What::Fence);
      case 11:
        if (oneIn(3))
          return {.what = What::Divide,
                  .dest = static_cast<std::int8_t>(reg()),
                  .value = value(number(2)),
                  .other = value(local(reg()))};
        [[fallthrough]];
      default: return access();
    }
  }

 private:
  std::uint8_t cell() { return static_cast<std::uint8_t>(below(kCells)); }

  Statement plainAccess() {
    switch (below(8)) {
      case 0:
      case 1:
      case 2: return load(oneIn(8) ? -1 : reg(), word());
      case 3:
      case 4: return store(word(), stored());
      case 5: return fuzz::update(regOrNone(), word(), update(), stored());
      case 6: return compareExchange(regOrNone(), word(), value(operand()), stored());
      default: return compareExchangeLocal(regOrNone(), word(), reg(), stored());
    }
  }

  Dice& dice_;
  unsigned often_;  // the word that most of the program is about
};

}  // namespace heddle::fuzz
