// Formulas over bit vectors, as a graph in which equal parts are one node.
//
// A node is known by its number; its arguments have smaller numbers. What can be told
// when a node is made is told then: constants are folded, and what a choice or an
// equation comes down to is taken at once. So a node with Kind::Constant is the only one
// that says `true`, and most of what a program computes in registers disappears here.
//
// No solver is known here (solver.h).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/node.h"

namespace heddle::symbolic {

class Formulas {
 public:
  Formulas();

  const Node& operator[](Formula formula) const { return nodes_[formula]; }
  std::size_t size() const { return nodes_.size(); }
  unsigned widthOf(Formula formula) const { return nodes_[formula].width; }

  // --- leaves ---
  Formula constant(std::uint64_t value, unsigned width);
  Formula truth(bool value) { return value ? kTrue : kFalse; }
  Formula variable(unsigned width) { return variable(width, maskOf(width)); }
  // One of which it is known that it is at most that.
  Formula variable(unsigned width, std::uint64_t largest);
  // All variables, by number.
  const std::vector<Formula>& leaves() const { return leaves_; }

  static constexpr Formula kFalse = 0, kTrue = 1;

  bool isConstant(Formula formula) const { return nodes_[formula].kind == Kind::Constant; }
  std::uint64_t valueOf(Formula constant) const { return nodes_[constant].value; }
  // No value of it is larger, without signs (largest.h).
  std::uint64_t largest(Formula formula) const { return largest_[formula]; }

  // --- truth values and bits ---
  Formula negation(Formula x);
  Formula conjunction(Formula x, Formula y);
  Formula disjunction(Formula x, Formula y);
  Formula all(std::span<const Formula> of);
  Formula any(std::span<const Formula> of);
  Formula implication(Formula x, Formula y) { return disjunction(negation(x), y); }
  Formula equal(Formula x, Formula y);
  Formula choose(Formula condition, Formula then, Formula otherwise);

  // --- bit vectors ---
  // Of two arguments of the same width; comparisons give truth values.
  Formula binary(Kind kind, Formula x, Formula y);
  Formula extract(Formula x, unsigned from, unsigned width);
  Formula concat(Formula high, Formula low);
  // Cut or extended to that width. A truth value is 0 or 1.
  Formula resized(Formula x, unsigned width, bool isSigned = false);
  Formula isNotZero(Formula x);

  // Makes what is not done yet of a formula and all that it is made of, arguments first.
  template <typename IsDone, typename Make>
  void visitBelow(Formula formula, IsDone isDone, Make make) const {
    std::vector<Formula> work{formula};
    while (!work.empty()) {
      const Formula at = work.back();
      const Node node = nodes_[at];  // `make` may add others
      const std::size_t before = work.size();
      for (unsigned i = 0; i < arity(node.kind); ++i)
        if (!isDone(node.arguments[i])) work.push_back(node.arguments[i]);
      if (work.size() != before) continue;
      work.pop_back();
      if (!isDone(at)) make(at);
    }
  }

  // The formula with other leaves: `leaves[v]` stands for variable number v, and what has been computed is
  // kept in `done`, by formula, which must be used with the same leaves only.
  Formula substituted(Formula formula, const std::vector<Formula>& leaves, std::unordered_map<Formula, Formula>& done);

  // What it is if variable number v is `values[v]`.
  std::uint64_t evaluated(Formula formula, const std::vector<std::uint64_t>& values) const;

 private:
  Formula add(const Node& node);
  std::uint64_t computedLargest(const Node& node) const;
  bool isNeverNegative(Formula formula) const { return largest(formula) <= maskOf(widthOf(formula) - 1); }
  Formula rebuilt(const Node& node, std::span<const Formula> arguments);
  template <typename Value, typename Compute>
  Value computedBelow(Formula formula, std::unordered_map<Formula, Value>& done, Compute compute) const;

  struct Hash {
    std::size_t operator()(const Node& node) const;
  };
  std::vector<Node> nodes_;
  std::vector<std::uint64_t> largest_;  // by node
  std::unordered_map<Node, Formula, Hash> known_;
  std::unordered_map<Node, Formula, Hash> extracted_;  // what extractions came to that are no nodes
  unsigned extractDepth_ = 0;
  std::vector<Formula> leaves_;
};

}  // namespace heddle::symbolic
