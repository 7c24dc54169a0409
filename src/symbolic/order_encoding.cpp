#include "symbolic/order_encoding.h"

#include <algorithm>
#include <bit>

namespace heddle::symbolic {

OrderEncoding::OrderEncoding(const TransitionSystem& system, Formulas& formulas, Solver& solver, unsigned steps)
    : system_(system), formulas_(formulas), solver_(solver), ofThread_(system.threads.size()) {
  for (VariableNumber v = 0; v < system_.variables.size(); ++v)
    variableOfLeaf_[static_cast<unsigned>(formulas_[system_.variables[v].leaf].value)] = v;
  findOwners();
  const auto width = static_cast<unsigned>(std::bit_width(system_.threads.size() * steps + 2));
  last_ = formulas_.constant(~std::uint64_t{0}, width);
  for (const Variable& variable : system_.variables) state_.push_back(variable.initial);
  solver_.add(system_.initially);
  exceeds_ = state_[system_.exceeded];
  fails_ = formulas_.isNotZero(state_[system_.failure]);
  for (const ThreadCode& code : system_.threads) {
    finalPcs_.push_back(formulas_.variable(formulas_.widthOf(system_.variables[code.pc].leaf)));
    finalResults_.push_back(formulas_.variable(formulas_.widthOf(system_.variables[code.result].leaf)));
    finalClocks_.push_back(formulas_.variable(width));
  }
  for (ThreadNumber thread = 0; thread < system_.threads.size(); ++thread) unrollThread(thread, steps);
  for (const auto& [variable, all] : reads_)
    for (const Access& read : all) takeOne(read, variable);
  // Two writes are one after the other.
  for (const auto& [variable, all] : writes_)
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (events_[all[i].event].thread != events_[all[j].event].thread)
          require(formulas_.conjunction(all[i].guard, all[j].guard),
                  formulas_.negation(formulas_.equal(clockOf(all[i]), clockOf(all[j]))));
}

// --- who accesses what ---

const std::set<VariableNumber>& OrderEncoding::leavesOf(Formula formula) {
  if (const auto known = leaves_.find(formula); known != leaves_.end()) return known->second;
  std::set<VariableNumber> found;
  std::vector<Formula> work{formula};
  std::set<Formula> seen{formula};
  while (!work.empty()) {
    const Formula one = work.back();
    work.pop_back();
    const Node& node = formulas_[one];
    if (node.kind == Kind::Variable)
      if (const auto row = variableOfLeaf_.find(static_cast<unsigned>(node.value)); row != variableOfLeaf_.end())
        found.insert(row->second);
    for (unsigned i = 0; i < arity(node.kind); ++i)
      if (seen.insert(node.arguments[i]).second) work.push_back(node.arguments[i]);
  }
  return leaves_[formula] = std::move(found);
}

const std::set<VariableNumber>& OrderEncoding::readBy(const Transition& transition) {
  const auto [row, isNew] = readBy_.try_emplace(&transition);
  std::set<VariableNumber>& all = row->second;
  if (!isNew) return all;
  const auto add = [&](Formula formula) { all.merge(std::set(leavesOf(formula))); };
  add(transition.enabled);
  add(transition.requires_);
  for (const Update& update : transition.updates) add(update.value);
  for (const Input& input : transition.inputs) add(input.reached);
  if (transition.indexed) {
    add(transition.indexed->address);
    add(transition.indexed->isWritten);
    if (transition.indexed->isWritten != Formulas::kFalse) add(transition.indexed->value);
  }
  return all;
}

// A thread owns what only it accesses, but that others may set it when they start the thread.
void OrderEncoding::findOwners() {
  const std::size_t count = system_.variables.size();
  std::vector<std::set<ThreadNumber>> users(count);
  for (const ThreadCode& code : system_.threads)
    for (const Transition& transition : code.transitions) {
      const auto use = [&](VariableNumber variable) { users[variable].insert(transition.thread); };
      const auto isOfStarted = [&](VariableNumber variable) {
        return std::ranges::any_of(transition.starts, [&](ThreadNumber started) {
          const auto& own = system_.threads[started].own;
          return std::ranges::binary_search(own, variable);
        });
      };
      for (const VariableNumber variable : readBy(transition))
        if (!isOfStarted(variable)) use(variable);
      for (const Update& update : transition.updates)
        if (!isOfStarted(update.variable)) use(update.variable);
      if (transition.indexed)
        for (const IndexedAccess::Target& target : transition.indexed->targets) use(target.variable);
    }
  owners_.assign(count, kNobody);
  for (VariableNumber v = 0; v < count; ++v)
    if (users[v].size() == 1) owners_[v] = *users[v].begin();
  for (ThreadNumber thread = 0; thread < system_.threads.size(); ++thread)
    owners_[system_.threads[thread].pc] = owners_[system_.threads[thread].result] = thread;
}

// --- threads ---

void OrderEncoding::unrollThread(ThreadNumber thread, unsigned steps) {
  const ThreadCode& code = system_.threads[thread];
  std::vector<Pc> pcs = code.begins;
  for (unsigned i = 0; i < steps; ++i) {
    std::erase_if(pcs, [](Pc pc) { return pc < kFirst; });
    if (pcs.empty()) break;
    addEvent(thread, pcs);
    std::vector<Pc> next;
    for (const Pc pc : pcs)
      for (const Pc one : code.transitions[pc - kFirst].next)
        if (std::ranges::find(next, one) == next.end()) next.push_back(one);
    pcs = std::move(next);
  }
  for (const Start& start : starts_)
    if (start.thread == thread && !ofThread_[thread].empty()) {
      const Event& first = events_[ofThread_[thread].front()];
      require(formulas_.conjunction(start.happens, first.executed), before(events_[start.event].clock, first.clock));
    }
  std::erase_if(pcs, [](Pc pc) { return pc < kFirst; });
  const Formula pc = state_[code.pc];
  Formula isInside = Formulas::kFalse;
  for (const Pc one : pcs) isInside = formulas_.disjunction(isInside, isAt(pc, one));
  const auto& all = ofThread_[thread];
  mayGoOn_.push_back(all.empty() ? Formulas::kFalse : formulas_.conjunction(isInside, events_[all.back()].executed));
  solver_.add(formulas_.equal(finalPcs_[thread], pc));
  solver_.add(formulas_.equal(finalResults_[thread], state_[code.result]));
  for (const std::size_t event : ofThread_[thread])
    require(events_[event].executed, formulas_.negation(before(finalClocks_[thread], events_[event].clock)));
}

void OrderEncoding::setLeaves(Event& event) {
  event.leaves = formulas_.leaves();
  const auto set = [&](VariableNumber variable, Formula value) {
    event.leaves[formulas_[system_.variables[variable].leaf].value] = value;
  };
  for (VariableNumber v = 0; v < system_.variables.size(); ++v)
    if (owners_[v] != kNobody) set(v, state_[v]);
  for (ThreadNumber other = 0; other < system_.threads.size(); ++other) {
    if (other == event.thread) continue;
    set(system_.threads[other].result, finalResults_[other]);
    // Of a thread that has not been unrolled yet: it is started here, or joined.
    set(system_.threads[other].pc, finalPcs_[other]);
  }
  set(system_.failure, formulas_.constant(0, formulas_.widthOf(system_.variables[system_.failure].leaf)));
  set(system_.exceeded, Formulas::kFalse);
}

void OrderEncoding::addEvent(ThreadNumber thread, const std::vector<Pc>& pcs) {
  const ThreadCode& code = system_.threads[thread];
  const std::size_t number = events_.size();
  const Formula none = formulas_.constant(0, formulas_.widthOf(system_.variables[system_.failure].leaf));
  events_.push_back({thread, formulas_.variable(0), formulas_.variable(formulas_.widthOf(last_)), none, {}, {}, {}});
  Event& event = events_.back();
  setLeaves(event);
  solver_.add(before(event.clock, last_));
  if (!ofThread_[thread].empty()) {
    const Event& earlier = events_[ofThread_[thread].back()];
    require(event.executed, formulas_.conjunction(earlier.executed, before(earlier.clock, event.clock)));
  }
  ofThread_[thread].push_back(number);

  std::set<VariableNumber> shared;
  std::set<unsigned> widths;
  Formula any = Formulas::kFalse;
  for (const Pc pc : pcs) {
    const Transition& transition = code.transitions[pc - kFirst];
    const Formula happens = formulas_.conjunction(event.executed, isAt(state_[code.pc], pc));
    event.happens.emplace_back(&transition, happens);
    any = formulas_.disjunction(any, happens);
    for (const VariableNumber variable : readBy(transition)) {
      const bool isSink = variable == system_.failure || variable == system_.exceeded;
      if (owners_[variable] == kNobody && !isSink) shared.insert(variable);
    }
    if (transition.indexed) widths.insert(transition.indexed->bytes);
    for (const Input& input : transition.inputs)
      event.leaves[formulas_[input.leaf].value] = formulas_.variable(formulas_.widthOf(input.leaf));
  }
  require(event.executed, any);
  for (const VariableNumber variable : shared) {
    const Formula leaf = system_.variables[variable].leaf;
    const Formula value = formulas_.variable(formulas_.widthOf(leaf));
    event.leaves[formulas_[leaf].value] = value;
    Formula guard = Formulas::kFalse;
    for (const auto& [transition, happens] : event.happens)
      if (readBy(*transition).contains(variable)) guard = formulas_.disjunction(guard, happens);
    reads_[variable].push_back({number, guard, value});
  }
  for (const unsigned bytes : widths) {
    const Formula loaded = formulas_.variable(bytes * 8);
    event.leaves[formulas_[system_.loaded.at(bytes)].value] = loaded;
  }
  for (const auto& [transition, happens] : event.happens) perform(number, *transition, happens);
}

void OrderEncoding::perform(std::size_t number, const Transition& transition, Formula happens) {
  Event& event = events_[number];
  require(happens, at(event, transition.enabled));
  require(happens, at(event, transition.requires_));
  for (const auto& [thread, isIt] : transition.joins)
    require(formulas_.conjunction(happens, at(event, isIt)), before(finalClocks_[thread], event.clock));
  for (const Update& update : transition.updates) {
    const VariableNumber v = update.variable;
    if (v == system_.failure) {
      const Formula value = at(event, update.value);
      event.failure = formulas_.choose(happens, value, event.failure);
      fails_ = formulas_.disjunction(fails_, formulas_.conjunction(happens, formulas_.isNotZero(value)));
    } else if (v == system_.exceeded) {
      exceeds_ = formulas_.disjunction(exceeds_, formulas_.conjunction(happens, at(event, update.value)));
    } else if (owners_[v] == kNobody) {
      writes_[v].push_back({number, happens, at(event, update.value)});
    } else if (owners_[v] != event.thread) {
      start(number, happens, update);
    } else {
      state_[v] = formulas_.choose(happens, at(event, update.value), state_[v]);
    }
  }
  if (!transition.indexed) return;
  const IndexedAccess& access = *transition.indexed;
  const Formula address = at(event, access.address);
  const Formula loaded = event.leaves[formulas_[system_.loaded.at(access.bytes)].value];
  for (const IndexedAccess::Target& target : access.targets) {
    const Formula isHere =
        formulas_.conjunction(happens, formulas_.equal(address, formulas_.constant(target.address, 64)));
    if (isHere == Formulas::kFalse) continue;
    reads_[target.variable].push_back({number, isHere, loaded});
    if (access.isWritten != Formulas::kFalse)
      writes_[target.variable].push_back(
          {number, formulas_.conjunction(isHere, at(event, access.isWritten)), at(event, access.value)});
  }
}

// A variable of another thread, as that starts with it.
void OrderEncoding::start(std::size_t number, Formula happens, const Update& update) {
  Event& event = events_[number];
  const ThreadNumber thread = owners_[update.variable];
  const Formula leaf = system_.variables[update.variable].leaf;
  std::vector<Formula> leaves = event.leaves;
  leaves[formulas_[leaf].value] = system_.variables[update.variable].initial;
  std::unordered_map<Formula, Formula> done;
  const Formula value = formulas_.substituted(update.value, leaves, done);
  state_[update.variable] = formulas_.choose(happens, value, state_[update.variable]);
  if (update.variable != system_.threads[thread].pc) return;
  const Formula isStarted = formulas_.conjunction(happens, formulas_.negation(isAt(value, kNotStarted)));
  starts_.push_back({thread, number, isStarted});
}

// --- memory ---

// The last write before it, or what the program begins with.
void OrderEncoding::takeOne(const Access& read, VariableNumber variable) {
  const Formula clock = clockOf(read);
  std::vector<const Access*> writes;
  for (const Access& write : writes_[variable])
    if (write.event != read.event) writes.push_back(&write);
  const auto isPassed = [&](const Access& write, const Access* taken) {  // another one came between
    const Formula isLater = before(clock, clockOf(write));
    return taken ? formulas_.disjunction(before(clockOf(write), clockOf(*taken)), isLater) : isLater;
  };
  Formula any = Formulas::kFalse;
  for (std::size_t i = 0; i <= writes.size(); ++i) {
    const Access* const taken = i < writes.size() ? writes[i] : nullptr;
    const Formula takes = formulas_.variable(0);
    any = formulas_.disjunction(any, takes);
    if (taken) {
      require(takes, taken->guard);
      require(takes, before(clockOf(*taken), clock));
    }
    require(takes, formulas_.equal(read.value, taken ? taken->value : system_.variables[variable].initial));
    for (const Access* other : writes)
      if (other != taken) require(formulas_.conjunction(takes, other->guard), isPassed(*other, taken));
  }
  require(read.guard, any);
}

Formula OrderEncoding::finalValue(VariableNumber variable) {
  if (const auto known = finalValues_.find(variable); known != finalValues_.end()) return known->second;
  const Formula value = formulas_.variable(formulas_.widthOf(system_.variables[variable].leaf));
  takeOne({kFinal, Formulas::kTrue, value}, variable);
  return finalValues_[variable] = value;
}

// --- questions ---

Formula OrderEncoding::goesOn() const { return formulas_.any(mayGoOn_); }

Formula OrderEncoding::stops() const {
  Formula any = Formulas::kFalse;
  for (const Formula pc : finalPcs_) any = formulas_.disjunction(any, isAt(pc, kStopped));
  return any;
}

Formula OrderEncoding::deadlocks() {
  Formula somebodyWaits = Formulas::kFalse, allWait = Formulas::kTrue;
  for (ThreadNumber thread = 0; thread < system_.threads.size(); ++thread) {
    std::vector<Formula> leaves = formulas_.leaves();
    const auto set = [&](VariableNumber variable, Formula value) {
      leaves[formulas_[system_.variables[variable].leaf].value] = value;
    };
    for (VariableNumber v = 0; v < system_.variables.size(); ++v)
      if (owners_[v] != kNobody) set(v, state_[v]);
    std::unordered_map<Formula, Formula> done;
    Formula waits = Formulas::kFalse;
    for (const Transition& transition : system_.threads[thread].transitions) {
      if (transition.enabled == Formulas::kTrue) continue;
      for (const VariableNumber v : leavesOf(transition.enabled))
        if (owners_[v] == kNobody) set(v, finalValue(v));
      const Formula enabled = formulas_.substituted(transition.enabled, leaves, done);
      waits = formulas_.disjunction(
          waits, formulas_.conjunction(isAt(finalPcs_[thread], transition.from), formulas_.negation(enabled)));
    }
    somebodyWaits = formulas_.disjunction(somebodyWaits, waits);
    const Formula isOver = formulas_.disjunction(isAt(finalPcs_[thread], kEnded), isAt(finalPcs_[thread], kNotStarted));
    allWait = formulas_.conjunction(allWait, formulas_.disjunction(waits, isOver));
  }
  return formulas_.conjunction(formulas_.conjunction(somebodyWaits, allWait), formulas_.negation(fails_));
}

// --- answers ---

std::uint64_t OrderEncoding::failure() {
  std::uint64_t earliest = ~std::uint64_t{0}, number = solver_.valueOf(system_.variables[system_.failure].initial);
  if (number != 0) return number;
  for (const Event& event : events_) {
    if (solver_.valueOf(event.executed) == 0) continue;
    const std::uint64_t failure = solver_.valueOf(event.failure), clock = solver_.valueOf(event.clock);
    if (failure == 0 || clock >= earliest) continue;
    earliest = clock;
    number = failure;
  }
  return number;
}

std::vector<Unrolling::Taken> OrderEncoding::taken() {
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  std::uint64_t end = ~std::uint64_t{0};
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (solver_.valueOf(events_[i].executed) == 0) continue;
    order.emplace_back(solver_.valueOf(events_[i].clock), i);
    if (solver_.valueOf(events_[i].failure) != 0) end = std::min(end, order.back().first);
  }
  std::ranges::sort(order);
  std::vector<Unrolling::Taken> all;
  for (const auto& [clock, number] : order) {
    if (clock > end) break;
    Event& event = events_[number];
    for (const auto& [transition, happens] : event.happens) {
      if (solver_.valueOf(happens) == 0) continue;
      Unrolling::Taken taken{event.thread, transition, {}};
      for (const Input& input : transition->inputs)
        if (solver_.valueOf(at(event, input.reached)) != 0)
          taken.inputs.push_back({input.thread, solver_.valueOf(at(event, input.leaf))});
      all.push_back(std::move(taken));
    }
  }
  return all;
}

std::vector<unsigned> OrderEncoding::started() {
  std::vector<unsigned> all{0};
  for (const ThreadNumber thread : system_.initialStarts)
    if (solver_.valueOf(system_.variables[system_.threads[thread].pc].initial) != kNotStarted) all.push_back(thread);
  std::vector<std::pair<std::uint64_t, ThreadNumber>> later;
  for (const Start& start : starts_)
    if (solver_.valueOf(start.happens) != 0)
      later.emplace_back(solver_.valueOf(events_[start.event].clock), start.thread);
  std::ranges::sort(later);  // those of one event have numbers in their order
  for (const auto& [clock, thread] : later) all.push_back(thread);
  return all;
}

std::vector<Unrolling::Given> OrderEncoding::givenFirst() const {
  std::vector<Unrolling::Given> all;
  for (const Input& input : system_.initialInputs)
    if (solver_.valueOf(input.reached) != 0) all.push_back({input.thread, solver_.valueOf(input.leaf)});
  return all;
}

}  // namespace heddle::symbolic
