// What is told when a node is made must be what it would be computed to.
#include "symbolic/formula.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "symbolic/solvers.h"

namespace heddle::symbolic {
namespace {

TEST(Formulas, AreFoldedWhereTheyCan) {
  Formulas f;
  const Formula x = f.variable(8), isIt = f.variable(0);
  EXPECT_EQ(f.binary(Kind::Add, f.constant(200, 8), f.constant(100, 8)), f.constant(44, 8));
  EXPECT_EQ(f.binary(Kind::Subtract, x, x), f.constant(0, 8));
  EXPECT_EQ(f.conjunction(isIt, f.negation(isIt)), Formulas::kFalse);
  EXPECT_EQ(f.equal(f.choose(isIt, f.constant(1, 8), f.constant(2, 8)), f.constant(1, 8)), isIt);
  EXPECT_EQ(f.extract(f.concat(x, f.constant(3, 8)), 8, 8), x);
  EXPECT_EQ(f.resized(f.resized(x, 32, true), 8), x);
  EXPECT_EQ(f.binary(Kind::Add, x, f.constant(1, 8)), f.binary(Kind::Add, f.constant(1, 8), x));
}

// Random formulas, made with variables and made with the constants that these stand for.
class RandomFormulas {
 public:
  explicit RandomFormulas(unsigned seed) : random_(seed) {
    for (unsigned i = 0; i < kVariables; ++i) {
      values_.push_back(below(4) == 0 ? below(3) : random_() & 0xff);
      leaves_.push_back(below(2) == 0 ? f_.variable(kWidth)
                                      : f_.variable(kWidth, std::min<std::uint64_t>(values_.back() + below(4), 0xff)));
      constants_.push_back(f_.constant(values_.back(), kWidth));
    }
  }

  Formula make(unsigned depth) {
    if (depth == 0 || below(6) == 0)
      return below(3) == 0 ? f_.constant(below(2) == 0 ? below(3) : random_(), kWidth) : leaves_[below(kVariables)];
    const Formula x = make(depth - 1), y = make(depth - 1);
    switch (below(5)) {
      case 0: return f_.choose(f_.binary(kComparisons[below(3)], x, y), make(depth - 1), x);
      case 1: return f_.resized(f_.binary(kComparisons[below(3)], x, y), kWidth, below(2) == 0);
      case 2: return f_.extract(f_.concat(x, y), below(kWidth), kWidth);
      case 3: return f_.resized(f_.extract(x, below(4), 4), kWidth, below(2) == 0);
      default: return f_.binary(static_cast<Kind>(static_cast<unsigned>(Kind::And) + below(13)), x, y);
    }
  }

  Formulas& formulas() { return f_; }
  const std::vector<Formula>& leaves() const { return leaves_; }
  const std::vector<Formula>& constants() const { return constants_; }
  const std::vector<std::uint64_t>& values() const { return values_; }

 private:
  static constexpr unsigned kVariables = 3, kWidth = 8;
  static constexpr Kind kComparisons[] = {Kind::Equal, Kind::LessUnsigned, Kind::LessSigned};
  unsigned below(unsigned most) { return static_cast<unsigned>(random_() % most); }

  std::mt19937 random_;
  Formulas f_;
  std::vector<Formula> leaves_, constants_;
  std::vector<std::uint64_t> values_;
};

TEST(Formulas, MeanTheSameHoweverTheyAreMade) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    RandomFormulas random(seed);
    const Formula formula = random.make(4);
    std::unordered_map<Formula, Formula> done;
    const Formula folded = random.formulas().substituted(formula, random.constants(), done);
    ASSERT_TRUE(random.formulas().isConstant(folded)) << "seed " << seed;
    ASSERT_EQ(random.formulas().valueOf(folded), random.formulas().evaluated(formula, random.values()))
        << "seed " << seed;
  }
}

TEST(Formulas, AreNeverLargerThanIsSaid) {
  unsigned bounded = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    RandomFormulas random(seed);
    const Formula formula = random.make(4);
    const std::uint64_t largest = random.formulas().largest(formula);
    ASSERT_LE(random.formulas().evaluated(formula, random.values()), largest) << "seed " << seed;
    bounded += largest < 0xff && !random.formulas().isConstant(formula) ? 1 : 0;
  }
  EXPECT_GT(bounded, 500U);
}

// A counter that starts small stays so for as many steps as there are, which decides comparisons.
TEST(Formulas, KnowWhatIsTooLargeToBeReached) {
  Formulas f;
  Formula counter = f.constant(1, 32);
  for (unsigned step = 0; step < 100; ++step) {
    const Formula next = f.choose(f.variable(0), f.binary(Kind::Add, counter, f.constant(1, 32)), counter);
    counter = f.variable(32, f.largest(next));
  }
  EXPECT_EQ(f.largest(counter), 101U);
  EXPECT_EQ(f.equal(counter, f.constant(102, 32)), Formulas::kFalse);
  EXPECT_NE(f.equal(counter, f.constant(101, 32)), Formulas::kFalse);
  EXPECT_EQ(f.binary(Kind::LessSigned, counter, f.constant(102, 32)), Formulas::kTrue);
  EXPECT_EQ(f.binary(Kind::LessSigned, f.constant(101, 32), counter), Formulas::kFalse);
  EXPECT_EQ(f.extract(counter, 7, 25), f.constant(0, 25));
  EXPECT_EQ(f.resized(counter, 64, true), f.resized(counter, 64));
}

TEST(Solvers, AgreeWithWhatFormulasAreComputedTo) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomFormulas random(seed);
    Formulas& f = random.formulas();
    const Formula formula = random.make(4);
    for (const SolverRow& row : solvers()) {
      const auto solver = row.make(f, {});
      for (std::size_t i = 0; i < random.leaves().size(); ++i)
        solver->add(f.equal(random.leaves()[i], random.constants()[i]));
      const Formula value = f.constant(f.evaluated(formula, random.values()), f.widthOf(formula));
      EXPECT_EQ(solver->check(f.negation(f.equal(formula, value))), Answer::Unsatisfiable) << row.name << ' ' << seed;
      ASSERT_EQ(solver->check(f.equal(formula, value)), Answer::Satisfiable) << row.name << ' ' << seed;
      EXPECT_EQ(solver->valueOf(random.leaves()[0]), random.values()[0]);
    }
  }
}

// With variables that nobody has said anything of: what is found is so, and who finds nothing is not alone.
TEST(Solvers, AgreeOnWhatCanBe) {
  unsigned found = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomFormulas random(seed);
    Formulas& f = random.formulas();
    const Formula question = f.conjunction(f.equal(random.make(3), random.make(2)),
                                           f.binary(Kind::LessSigned, random.make(2), random.make(3)));
    std::vector<Answer> answers;
    for (const SolverRow& row : solvers()) {
      const auto solver = row.make(f, {});
      solver->add(f.equal(f.variable(8), random.make(2)));
      answers.push_back(solver->check(question));
      if (answers.back() != Answer::Satisfiable) continue;
      ++found;
      std::vector<std::uint64_t> model;
      for (const Formula leaf : f.leaves()) model.push_back(solver->valueOf(leaf));
      EXPECT_EQ(f.evaluated(question, model), 1U) << row.name << ' ' << seed;
    }
    EXPECT_TRUE(std::ranges::all_of(answers, [&](Answer answer) { return answer == answers.front(); })) << seed;
  }
  EXPECT_GT(found, 100U);
}

}  // namespace
}  // namespace heddle::symbolic
