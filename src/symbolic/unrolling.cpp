#include "symbolic/unrolling.h"

#include <algorithm>

namespace heddle::symbolic {
namespace {

void insert(std::vector<Pc>& all, Pc pc) {
  if (const auto at = std::ranges::lower_bound(all, pc); at == all.end() || *at != pc) all.insert(at, pc);
}

// Which constants the formula chooses from; false: not only from constants.
bool gatherConstants(const Formulas& formulas, Formula formula, std::vector<Pc>& all) {
  const Node& node = formulas[formula];
  if (node.kind == Kind::Choose)
    return gatherConstants(formulas, node.arguments[1], all) && gatherConstants(formulas, node.arguments[2], all);
  if (node.kind != Kind::Constant) return false;
  insert(all, static_cast<Pc>(node.value));
  return true;
}

}  // namespace

Unrolling::Unrolling(const TransitionSystem& system, Formulas& formulas, Solver& solver, Reduction reduction,
                     Constraints constraints)
    : system_(system),
      formulas_(formulas),
      solver_(solver),
      reduction_(reduction),
      constraints_(constraints),
      ofSystem_(formulas.leaves().size()) {
  begin();
}

void Unrolling::begin() {
  for (const Variable& variable : system_.variables) state_.push_back(variable.initial);
  if (system_.initially != Formulas::kTrue) solver_.add(system_.initially);
  for (const ThreadCode& thread : system_.threads) {
    PcSet pcs;
    if (!gatherConstants(formulas_, state_[thread.pc], pcs)) {
      pcs = {kNotStarted, kEnded, kReturned, kStopped};
      for (const Pc pc : thread.begins) insert(pcs, pc);
    }
    reachable_.push_back(std::move(pcs));
  }
}

void Unrolling::setLeaves(Step& step) {
  const auto& leaves = formulas_.leaves();
  step.leaves.assign(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(ofSystem_));
  for (std::size_t i = 0; i < system_.variables.size(); ++i)
    step.leaves[formulas_[system_.variables[i].leaf].value] = state_[i];
  for (unsigned thread = 0; thread < system_.threads.size(); ++thread)
    for (const Pc pc : step.reachable[thread]) {
      if (pc < kFirst) continue;
      for (const Input& input : transitionAt(thread, pc).inputs)
        step.leaves[formulas_[input.leaf].value] = formulas_.variable(formulas_.widthOf(input.leaf));
    }
}

Formula Unrolling::isEnabled(Step& step, unsigned thread, Pc pc) {
  return formulas_.conjunction(isAt(step.pcs[thread], pc), at(step, transitionAt(thread, pc).enabled));
}

// SCH of section 3.1: one of those that can go on, if any can.
void Unrolling::selectOne(Step& step) {
  const Formula hasFailed = formulas_.isNotZero(state_[system_.failure]);
  Formula somebody = Formulas::kFalse, anybody = Formulas::kFalse;
  for (unsigned thread = 0; thread < system_.threads.size(); ++thread) {
    Formula enabled = Formulas::kFalse;
    for (const Pc pc : step.reachable[thread])
      if (pc >= kFirst) enabled = formulas_.disjunction(enabled, isEnabled(step, thread, pc));
    enabled = formulas_.conjunction(enabled, formulas_.negation(hasFailed));
    step.enabled.push_back(enabled);
    const Formula selected = enabled == Formulas::kFalse ? Formulas::kFalse : formulas_.variable(0);
    step.selected.push_back(selected);
    if (selected == Formulas::kFalse) continue;
    solver_.add(formulas_.implication(selected, enabled));
    for (unsigned other = 0; other < thread; ++other)
      solver_.add(formulas_.negation(formulas_.conjunction(selected, step.selected[other])));
    anybody = formulas_.disjunction(anybody, enabled);
    somebody = formulas_.disjunction(somebody, selected);
  }
  solver_.add(formulas_.implication(anybody, somebody));
}

// All indexed accesses of a width, of which one happens at most, as one.
void Unrolling::accessIndexed(Step& step, unsigned bytes, Formula loaded, Changes& changed) {
  std::vector<std::pair<Formula, const IndexedAccess*>> all;
  std::map<std::uint64_t, VariableNumber> targets;
  Formula address = formulas_.constant(0, 64);
  for (unsigned thread = 0; thread < system_.threads.size(); ++thread) {
    if (step.selected[thread] == Formulas::kFalse) continue;
    for (const Pc pc : step.reachable[thread]) {
      if (pc < kFirst) continue;
      const auto& access = transitionAt(thread, pc).indexed;
      if (!access || access->bytes != bytes) continue;
      all.emplace_back(formulas_.conjunction(step.selected[thread], isAt(step.pcs[thread], pc)), &*access);
      address = formulas_.choose(all.back().first, at(step, access->address), address);
      for (const IndexedAccess::Target& target : access->targets) targets.emplace(target.address, target.variable);
    }
  }
  if (all.empty()) return;
  // At most one of the conditions holds.
  std::vector<Formula> isHere;
  std::uint64_t largest = 0;
  for (const auto& [place, variable] : targets) largest = std::max(largest, formulas_.largest(state_[variable]));
  const Formula found = formulas_.variable(bytes * 8, largest);
  for (const auto& [place, variable] : targets) {
    isHere.push_back(formulas_.equal(address, formulas_.constant(place, 64)));
    solver_.add(formulas_.implication(isHere.back(), formulas_.equal(found, state_[variable])));
  }
  step.leaves[formulas_[loaded].value] = found;
  Formula isWritten = Formulas::kFalse, value = formulas_.constant(0, bytes * 8);
  for (const auto& [happens, access] : all) {
    if (access->isWritten == Formulas::kFalse) continue;
    isWritten = formulas_.disjunction(isWritten, formulas_.conjunction(happens, at(step, access->isWritten)));
    value = formulas_.choose(happens, at(step, access->value), value);
  }
  for (std::size_t i = 0; const auto& [place, variable] : targets)
    changed[variable] = formulas_.choose(formulas_.conjunction(isWritten, isHere[i++]), value, state_[variable]);
}

// TR: what is selected happens, and all else stays.
void Unrolling::advance(Step& step) {
  Changes changed;
  for (const auto& [bytes, loaded] : system_.loaded) accessIndexed(step, bytes, loaded, changed);
  std::vector<PcSet> reachable = step.reachable;
  for (unsigned thread = 0; thread < system_.threads.size(); ++thread) {
    if (step.selected[thread] == Formulas::kFalse) continue;
    for (const Pc pc : step.reachable[thread]) {
      if (pc < kFirst) continue;
      const Transition& transition = transitionAt(thread, pc);
      const Formula happens = formulas_.conjunction(step.selected[thread], isAt(step.pcs[thread], pc));
      if (transition.requires_ != Formulas::kTrue)
        solver_.add(formulas_.implication(happens, at(step, transition.requires_)));
      for (const Update& update : transition.updates) {
        const auto [row, isNew] = changed.try_emplace(update.variable, state_[update.variable]);
        row->second = formulas_.choose(happens, at(step, update.value), row->second);
      }
      for (const Pc next : transition.next) insert(reachable[thread], next);
      for (const unsigned started : transition.starts)
        for (const Pc next : system_.threads[started].begins) insert(reachable[started], next);
    }
  }
  std::vector<std::pair<VariableNumber, Formula>> inOrder(changed.begin(), changed.end());
  std::ranges::sort(inOrder);
  for (const auto& [variable, value] : inOrder) {
    const Kind kind = formulas_[value].kind;
    if (kind == Kind::Constant || kind == Kind::Variable) {
      state_[variable] = value;
      continue;
    }
    state_[variable] = formulas_.variable(formulas_.widthOf(value), formulas_.largest(value));
    solver_.add(formulas_.equal(state_[variable], value));
  }
  reachable_ = std::move(reachable);
}

void Unrolling::addStep() {
  Step step;
  step.reachable = reachable_;
  for (const ThreadCode& thread : system_.threads) step.pcs.push_back(state_[thread.pc]);
  setLeaves(step);
  selectOne(step);
  if (!steps_.empty()) {
    reduce(steps_.back(), step);
    steps_.back().done = {};  // what it was for is over
  }
  advance(step);
  steps_.push_back(std::move(step));
}

// --- section 3.2 ---

Formula Unrolling::guardOf(const Transition& low, const Transition& high) {
  const std::uint64_t key = (std::uint64_t{low.thread} << 48) | (std::uint64_t{low.from} << 32) |
                            (std::uint64_t{high.thread} << 16) | high.from;
  if (const auto known = guards_.find(key); known != guards_.end()) return known->second;
  return guards_[key] = independent(low, high, system_, formulas_, reduction_);
}

void Unrolling::reduce(Step& first, const Step& second) {
  if (reduction_ == Reduction::None) return;
  for (unsigned high = 1; high < system_.threads.size(); ++high)
    for (unsigned low = 0; low < high; ++low)
      if (first.selected[high] != Formulas::kFalse && second.selected[low] != Formulas::kFalse &&
          first.enabled[low] != Formulas::kFalse)
        reducePair(first, second, low, high);
}

// If both can go on and commute, the higher one is not followed by the lower one.
void Unrolling::reducePair(Step& first, const Step& second, unsigned low, unsigned high) {
  const Formula wrongOrder = formulas_.conjunction(first.selected[high], second.selected[low]);
  const auto forbid = [&](Formula condition) {
    if (condition != Formulas::kFalse) solver_.add(formulas_.negation(formulas_.conjunction(condition, wrongOrder)));
  };
  Formula areDependent = Formulas::kFalse;
  for (const Pc x : first.reachable[low]) {
    if (x < kFirst) continue;
    std::vector<std::pair<Pc, Formula>> guards;  // of those that do not always commute with it
    for (const Pc y : first.reachable[high])
      if (y >= kFirst)
        if (const Formula guard = guardOf(transitionAt(low, x), transitionAt(high, y));
            constraints_ == Constraints::Pairs || guard != Formulas::kTrue)
          guards.emplace_back(y, guard);
    if (constraints_ == Constraints::Merged && guards.empty()) {
      forbid(isEnabled(first, low, x));
      continue;
    }
    if (constraints_ == Constraints::Merged)
      for (const Pc y : first.reachable[high])
        if (y >= kFirst && std::ranges::find(guards, y, &std::pair<Pc, Formula>::first) == guards.end())
          guards.emplace_back(y, Formulas::kTrue);
    for (const auto& [y, guard] : guards) {
      const Formula commute = at(first, guard);
      if (constraints_ != Constraints::Dependent)
        forbid(
            formulas_.conjunction(formulas_.conjunction(isEnabled(first, low, x), isEnabled(first, high, y)), commute));
      else
        areDependent = formulas_.disjunction(
            areDependent,
            formulas_.conjunction(formulas_.conjunction(isAt(first.pcs[low], x), isAt(first.pcs[high], y)),
                                  formulas_.negation(commute)));
    }
  }
  if (constraints_ == Constraints::Dependent)
    forbid(formulas_.conjunction(first.enabled[low], formulas_.negation(areDependent)));
}

// --- questions ---

Formula Unrolling::fails() const { return formulas_.isNotZero(state_[system_.failure]); }

Formula Unrolling::goesOn() const {
  Formula any = Formulas::kFalse;
  Unrolling& self = const_cast<Unrolling&>(*this);
  Step now;
  now.reachable = reachable_;
  for (const ThreadCode& thread : system_.threads) now.pcs.push_back(state_[thread.pc]);
  self.setLeaves(now);
  for (unsigned thread = 0; thread < system_.threads.size(); ++thread)
    for (const Pc pc : now.reachable[thread])
      if (pc >= kFirst) any = formulas_.disjunction(any, self.isEnabled(now, thread, pc));
  return formulas_.conjunction(any, formulas_.negation(fails()));
}

Formula Unrolling::stops() const {
  Formula any = Formulas::kFalse;
  for (const ThreadCode& thread : system_.threads) any = formulas_.disjunction(any, isAt(state_[thread.pc], kStopped));
  return any;
}

Formula Unrolling::deadlocks() const {
  Formula somebodyWaits = Formulas::kFalse, isExited = Formulas::kFalse;
  for (unsigned thread = 0; thread < system_.threads.size(); ++thread) {
    const Formula pc = state_[system_.threads[thread].pc];
    isExited = formulas_.disjunction(isExited, isAt(pc, kReturned));
    for (const Pc at : reachable_[thread])
      if (at >= kFirst) somebodyWaits = formulas_.disjunction(somebodyWaits, isAt(pc, at));
  }
  // A process that exits takes its waiting threads with it.
  const Formula isQuiet = formulas_.negation(formulas_.disjunction(goesOn(), fails()));
  const Formula isExcused = formulas_.disjunction(stops(), isExited);
  return formulas_.conjunction(formulas_.conjunction(somebodyWaits, isQuiet), formulas_.negation(isExcused));
}

std::vector<Unrolling::Taken> Unrolling::taken() {
  std::vector<Taken> all;
  for (Step& step : steps_)
    for (unsigned thread = 0; thread < system_.threads.size(); ++thread) {
      if (solver_.valueOf(step.selected[thread]) == 0) continue;
      const auto pc = static_cast<Pc>(solver_.valueOf(step.pcs[thread]));
      const Transition& what = transitionAt(thread, pc);
      all.push_back({thread, &what, Told(what.inputs, what.beside, solver_, [&](Formula f) { return at(step, f); })});
    }
  return all;
}

std::vector<unsigned> Unrolling::started() const {
  std::vector<unsigned> all{0};
  const auto add = [&](const std::vector<unsigned>& threads, std::size_t step) {
    for (const unsigned thread : threads) {
      const Formula pc = step < steps_.size() ? steps_[step].pcs[thread] : state_[system_.threads[thread].pc];
      const bool isKnown = std::ranges::find(all, thread) != all.end();
      if (!isKnown && solver_.valueOf(pc) != kNotStarted) all.push_back(thread);
    }
  };
  add(system_.initialStarts, 0);
  for (std::size_t step = 0; step < steps_.size(); ++step)
    for (unsigned thread = 0; thread < system_.threads.size(); ++thread)
      if (solver_.valueOf(steps_[step].selected[thread]) != 0)
        add(transitionAt(thread, static_cast<Pc>(solver_.valueOf(steps_[step].pcs[thread]))).starts, step + 1);
  return all;
}

}  // namespace heddle::symbolic
