#include "symbolic/independence.h"

#include <algorithm>
#include <unordered_map>

namespace heddle::symbolic {
namespace {

bool haveCommon(const std::vector<VariableNumber>& x, const std::vector<VariableNumber>& y) {
  return std::ranges::any_of(x, [&](VariableNumber one) { return std::ranges::binary_search(y, one); });
}

// Whether it takes one of the variables as a whole, so that two of the same width are the same or apart.
bool takesWhole(const SharedAccess& access, const TransitionSystem& system, const Formulas& f) {
  return std::ranges::all_of(
      access.words, [&](VariableNumber word) { return f.widthOf(system.variables[word].leaf) == access.bytes * 8; });
}

// Rules 2 and 3.
Formula areApart(const SharedAccess& x, const SharedAccess& y, const TransitionSystem& system, Formulas& f) {
  const bool areWhole = x.bytes == y.bytes && takesWhole(x, system, f) && takesWhole(y, system, f);
  if (areWhole && x.words.size() == 1 && y.words.size() == 1) return f.truth(x.words != y.words);
  const auto isBehind = [&](const SharedAccess& one, const SharedAccess& other) {
    const Formula end = f.binary(Kind::Add, other.address, f.constant(other.bytes - 1, 64));
    return f.binary(Kind::LessUnsigned, end, one.address);
  };
  if (areWhole) return f.negation(f.equal(x.address, y.address));
  return f.disjunction(isBehind(x, y), isBehind(y, x));
}

// The one variable that both access, as a whole.
std::optional<VariableNumber> commonWord(const SharedAccess& x, const SharedAccess& y) {
  if (x.bytes != y.bytes || x.words.size() != 1 || x.words != y.words) return std::nullopt;
  return x.words.front();
}

// Rule 4, RD-WR and WR-C: what the reading one does is the same with the value that is written.
Formula doesNotMatter(const Transition& reader, VariableNumber word, Formula value, const TransitionSystem& system,
                      Formulas& f) {
  std::vector<Formula> leaves = f.leaves();
  leaves[f[system.variables[word].leaf].value] = value;
  std::unordered_map<Formula, Formula> done;
  Formula isSame = f.equal(reader.requires_, f.substituted(reader.requires_, leaves, done));
  for (const Update& update : reader.updates)
    isSame = f.conjunction(isSame, f.equal(update.value, f.substituted(update.value, leaves, done)));
  return isSame;
}

// Rule 4.
Formula changesNothing(const Transition& x, const Transition& y, VariableNumber word, const TransitionSystem& system,
                       Formulas& f) {
  const SharedAccess &a = x.accesses.front(), &b = y.accesses.front();
  if (a.value && b.value) return f.equal(*a.value, *b.value);
  if (!a.writes && b.value) return doesNotMatter(x, word, *b.value, system, f);
  if (!b.writes && a.value) return doesNotMatter(y, word, *a.value, system, f);
  return Formulas::kFalse;
}

}  // namespace

Formula independent(const Transition& x, const Transition& y, const TransitionSystem& system, Formulas& formulas,
                    Reduction reduction) {
  if (reduction == Reduction::None) return Formulas::kFalse;
  Formula areIndependent = Formulas::kTrue;
  for (const SharedAccess& a : x.accesses)
    for (const SharedAccess& b : y.accesses) {
      if ((!a.writes && !b.writes) || !haveCommon(a.words, b.words)) continue;
      if (reduction == Reduction::Static) return Formulas::kFalse;
      areIndependent = formulas.conjunction(areIndependent, areApart(a, b, system, formulas));
    }
  if (reduction != Reduction::Full || x.accesses.size() != 1 || y.accesses.size() != 1) return areIndependent;
  const auto word = commonWord(x.accesses.front(), y.accesses.front());
  if (!word) return areIndependent;
  return formulas.disjunction(areIndependent, changesNothing(x, y, *word, system, formulas));
}

}  // namespace heddle::symbolic
