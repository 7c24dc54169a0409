// Formulas as circuits over single bits, and the circuits as clauses: what SAT solvers take.
//
// A literal is a variable of the clauses, or its negation: a number, or the negative one.
// What can be told when a gate is made is told then, and equal gates are one. A variable of
// a formula that is given as equal to something is that from then on, bit by bit: so most
// of the states of an unrolled program need no variables of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/formula.h"

namespace heddle::symbolic {

class Bits {
 public:
  using Literal = int;
  using AddClause = std::function<void(std::span<const Literal>)>;

  Bits(const Formulas& formulas, AddClause addClause);

  // From now on it holds.
  void require(Formula truth);
  // Its bits, the lowest first; of a truth value the only one. Valid until the next call.
  std::span<const Literal> of(Formula formula);
  // The same, without making any: empty if it has none.
  std::span<const Literal> known(Formula formula) const {
    return formula < known_.size() ? known_[formula] : std::span<const Literal>();
  }

  static constexpr Literal kTrue = 1, kFalse = -1;

 private:
  using Word = std::vector<Literal>;
  enum class Gate : std::uint8_t { And, Xor, Choose, Majority };
  struct Key {
    Gate gate;
    Literal inputs[3];

    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  void clause(std::initializer_list<Literal> literals) { addClause_({literals.begin(), literals.size()}); }
  Literal newLiteral() { return ++literals_; }
  std::pair<Literal, bool> gate(Gate gate, Literal x, Literal y, Literal z = 0);

  // --- gates ---
  Literal both(Literal x, Literal y);
  Literal either(Literal x, Literal y) { return -both(-x, -y); }
  Literal all(Word of);
  Literal differ(Literal x, Literal y);
  Literal choose(Literal condition, Literal then, Literal otherwise);
  Literal majority(Literal x, Literal y, Literal z);

  // --- words ---
  static Word negated(Word x);
  static Word cut(const Word& x, std::size_t from, std::size_t width);
  Word choose(Literal condition, const Word& then, const Word& otherwise);
  Word sum(const Word& x, const Word& y, Literal carry);
  Word minus(const Word& x) { return sum(negated(x), Word(x.size(), kFalse), kTrue); }
  Word magnitude(const Word& x) { return choose(x.back(), minus(x), x); }
  Word product(const Word& x, const Word& y);
  std::pair<Word, Word> quotient(const Word& x, const Word& y);
  Word shifted(const Word& x, const Word& by, Kind kind);
  Literal isLess(const Word& x, const Word& y);
  Literal isEqual(const Word& x, const Word& y);

  template <typename Compute>
  static Word lowOnly(const Word& x, const Word& y, std::uint64_t largest, Compute compute);
  Word made(const Node& node, std::uint64_t largest);
  static Word constant(std::uint64_t value, unsigned width);
  bool define(const Node& equation);
  struct Either {  // one of these holds
    Word clause;
    std::optional<Formula> equation;
  };
  void gatherEither(Formula truth, bool isNegated, Either& either);
  void requireOne(Word clause);
  void require(Formula truth, bool isNegated);

  const Formulas& formulas_;
  AddClause addClause_;
  int literals_ = 1;  // the first is true
  std::unordered_map<Key, Literal, Hash> gates_;
  std::vector<Word> known_;  // by formula; empty: not yet
};

}  // namespace heddle::symbolic
