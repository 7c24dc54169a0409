#include "symbolic/order_encoding.h"

#include <algorithm>
#include <optional>

namespace heddle::symbolic {

OrderEncoding::OrderEncoding(const TransitionSystem& system, Formulas& formulas, Solver& solver, unsigned steps)
    : system_(system), formulas_(formulas), solver_(solver), order_(formulas), threads_(system.threads.size()) {
  for (VariableNumber v = 0; v < system_.variables.size(); ++v)
    variableOfLeaf_[static_cast<unsigned>(formulas_[system_.variables[v].leaf].value)] = v;
  base_ = formulas_.leaves();
  findOwners();
  for (const Variable& variable : system_.variables) begins_.push_back(variable.initial);
  solver_.add(system_.initially);
  exceeds_ = begins_[system_.exceeded];
  fails_ = formulas_.isNotZero(begins_[system_.failure]);
  for (ThreadNumber thread = 0; thread < threads_.size(); ++thread) {
    const ThreadCode& code = system_.threads[thread];
    threads_[thread].finalPc = formulas_.variable(formulas_.widthOf(system_.variables[code.pc].leaf));
    threads_[thread].finalResult = formulas_.variable(formulas_.widthOf(system_.variables[code.result].leaf));
  }
  for (ThreadNumber thread = 0; thread < threads_.size(); ++thread) unrollThread(thread, steps);
  orderStarts();
  orderTwins();
  order_.close();
  orderSections();
  order_.close();
  keepClocks();
  for (const auto& [variable, all] : reads_)
    for (const Access& read : all) takeOne(read, variable);
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
  for (ThreadNumber thread = 0; thread < threads_.size(); ++thread)
    owners_[system_.threads[thread].pc] = owners_[system_.threads[thread].result] = thread;
  slots_.assign(count, 0);
  for (VariableNumber v = 0; v < count; ++v) {
    if (owners_[v] == kNobody) continue;
    std::vector<VariableNumber>& owned = threads_[owners_[v]].owned;
    slots_[v] = owned.size();
    owned.push_back(v);
  }
}

// --- threads ---

void OrderEncoding::unrollThread(ThreadNumber thread, unsigned steps) {
  const ThreadCode& code = system_.threads[thread];
  Thread& all = threads_[thread];
  Formula pc = begins_[code.pc], result = begins_[code.result];
  std::vector<Place> places = beginnings(thread);
  for (unsigned i = 0; i < steps && !places.empty(); ++i) {
    std::vector<std::vector<Formula>> states;
    const EventNumber number = addEvent(thread, std::move(places));
    Event& event = events_[number];
    Formula nextPc = pc, nextResult = result;
    for (Place& place : event.places) {
      states.push_back(perform(number, place));
      place.nextPc = states.back()[slots_[code.pc]];
      nextPc = formulas_.choose(place.isThere, place.nextPc, nextPc);
      nextResult = formulas_.choose(place.isThere, states.back()[slots_[code.result]], nextResult);
    }
    pc = formulas_.choose(event.executed, nextPc, pc);
    result = formulas_.choose(event.executed, nextResult, result);
    places = merged(thread, event.places, states);
  }
  all.last = std::move(places);
  solver_.add(formulas_.equal(all.finalPc, pc));
  solver_.add(formulas_.equal(all.finalResult, result));
}

std::vector<OrderEncoding::Place> OrderEncoding::beginnings(ThreadNumber thread) {
  const ThreadCode& code = system_.threads[thread];
  std::vector<Formula> state;
  for (const VariableNumber variable : threads_[thread].owned) state.push_back(begins_[variable]);
  std::vector<Place> all;
  for (const Pc pc : code.begins) {
    const Formula isThere = isAt(begins_[code.pc], pc);
    if (pc < kFirst || isThere == Formulas::kFalse) continue;
    all.push_back(
        {.pc = pc, .isThere = isThere, .state = state, .locks = {}, .locksThen = {}, .leaves = {}, .done = {}});
    setLeaves(thread, all.back());
  }
  return all;
}

void OrderEncoding::setLeaves(ThreadNumber thread, Place& place) {
  place.leaves = base_;
  const std::vector<VariableNumber>& owned = threads_[thread].owned;
  for (std::size_t i = 0; i < owned.size(); ++i) setLeaf(place.leaves, owned[i], place.state[i]);
  const VariableNumber pc = system_.threads[thread].pc;
  setLeaf(place.leaves, pc, formulas_.constant(place.pc, formulas_.widthOf(system_.variables[pc].leaf)));
  for (ThreadNumber other = 0; other < threads_.size(); ++other) {
    if (other == thread) continue;
    setLeaf(place.leaves, system_.threads[other].result, threads_[other].finalResult);
    setLeaf(place.leaves, system_.threads[other].pc, threads_[other].finalPc);
  }
  setLeaf(place.leaves, system_.failure,
          formulas_.constant(0, formulas_.widthOf(system_.variables[system_.failure].leaf)));
  setLeaf(place.leaves, system_.exceeded, Formulas::kFalse);
}

EventNumber OrderEncoding::addEvent(ThreadNumber thread, std::vector<Place> places) {
  const EventNumber number = order_.add();
  const Formula none = formulas_.constant(0, formulas_.widthOf(system_.variables[system_.failure].leaf));
  Event& event = events_.emplace_back(thread, formulas_.variable(0), none, std::move(places));
  std::vector<EventNumber>& all = threads_[thread].events;
  if (!all.empty()) {
    require(event.executed, events_[all.back()].executed);
    order_.putAsCause(all.back(), number);
  }
  all.push_back(number);

  Formula any = Formulas::kFalse;
  std::map<VariableNumber, Formula> shared;  // when they are read
  std::map<unsigned, Formula> loaded;        // by bytes
  for (const Place& place : event.places) {
    const Transition& transition = transitionAt(thread, place);
    any = formulas_.disjunction(any, place.isThere);
    for (const VariableNumber variable : readBy(transition)) {
      const bool isSink = variable == system_.failure || variable == system_.exceeded;
      if (owners_[variable] != kNobody || isSink) continue;
      Formula& guard = shared.try_emplace(variable, Formulas::kFalse).first->second;
      guard = formulas_.disjunction(guard, happens(event, place));
    }
    if (transition.indexed)
      loaded.try_emplace(transition.indexed->bytes, formulas_.variable(transition.indexed->bytes * 8));
  }
  require(event.executed, any);
  std::map<VariableNumber, Formula> values;
  for (const auto& [variable, guard] : shared) {
    const Formula value = formulas_.variable(formulas_.widthOf(system_.variables[variable].leaf));
    values[variable] = value;
    reads_[variable].push_back({number, guard, value});
  }
  for (Place& place : event.places) {
    for (const auto& [variable, value] : values) setLeaf(place.leaves, variable, value);
    for (const auto& [bytes, value] : loaded) place.leaves[formulas_[system_.loaded.at(bytes)].value] = value;
    for (const Input& input : transitionAt(thread, place).inputs)
      place.leaves[formulas_[input.leaf].value] = formulas_.variable(formulas_.widthOf(input.leaf));
  }
  return number;
}

std::vector<Formula> OrderEncoding::perform(EventNumber number, Place& place) {
  Event& event = events_[number];
  const Transition& transition = transitionAt(event.thread, place);
  const Formula happens = this->happens(event, place);
  require(happens, at(place, transition.enabled));
  require(happens, at(place, transition.requires_));
  for (const auto& [thread, isIt] : transition.joins)
    joins_.push_back({number, thread, formulas_.conjunction(happens, at(place, isIt))});
  std::vector<Formula> state = place.state;
  std::vector<const Update*> ofStarted;
  for (const Update& update : transition.updates) {
    const VariableNumber v = update.variable;
    if (v == system_.failure) {
      const Formula value = at(place, update.value);
      event.failure = formulas_.choose(place.isThere, value, event.failure);
      fails_ = formulas_.disjunction(fails_, formulas_.conjunction(happens, formulas_.isNotZero(value)));
    } else if (v == system_.exceeded) {
      exceeds_ = formulas_.disjunction(exceeds_, formulas_.conjunction(happens, at(place, update.value)));
    } else if (owners_[v] == kNobody) {
      writes_[v].push_back({number, happens, at(place, update.value)});
    } else if (owners_[v] != event.thread) {
      ofStarted.push_back(&update);
    } else {
      state[slots_[v]] = at(place, update.value);
    }
  }
  place.locksThen = place.locks;
  if (transition.lock && transition.lock->takes) place.locksThen[transition.lock->lock] = number;
  if (transition.lock && transition.lock->givesBack) place.locksThen.erase(transition.lock->lock);
  if (!ofStarted.empty()) start(number, place, happens, ofStarted);
  if (transition.indexed) accessIndexed(number, place, happens);
  return state;
}

void OrderEncoding::accessIndexed(EventNumber number, Place& place, Formula happens) {
  const IndexedAccess& access = *transitionAt(events_[number].thread, place).indexed;
  const Formula address = at(place, access.address);
  const Formula loaded = place.leaves[formulas_[system_.loaded.at(access.bytes)].value];
  for (const IndexedAccess::Target& target : access.targets) {
    const Formula isHere =
        formulas_.conjunction(happens, formulas_.equal(address, formulas_.constant(target.address, 64)));
    if (isHere == Formulas::kFalse) continue;
    reads_[target.variable].push_back({number, isHere, loaded});
    if (access.isWritten != Formulas::kFalse)
      writes_[target.variable].push_back(
          {number, formulas_.conjunction(isHere, at(place, access.isWritten)), at(place, access.value)});
  }
}

// Variables of another thread, as that starts with them.
void OrderEncoding::start(EventNumber number, Place& place, Formula happens,
                          const std::vector<const Update*>& updates) {
  std::vector<Formula> leaves = place.leaves;
  for (const ThreadNumber thread : transitionAt(events_[number].thread, place).starts)
    for (const VariableNumber variable : {system_.threads[thread].pc, system_.threads[thread].result})
      setLeaf(leaves, variable, system_.variables[variable].initial);
  for (const Update* update : updates) setLeaf(leaves, update->variable, system_.variables[update->variable].initial);
  std::unordered_map<Formula, Formula> done;
  for (const Update* update : updates) {
    const ThreadNumber thread = owners_[update->variable];
    const Formula value = formulas_.substituted(update->value, leaves, done);
    begins_[update->variable] = formulas_.choose(happens, value, begins_[update->variable]);
    if (update->variable != system_.threads[thread].pc) continue;
    starts_.push_back({thread, number, formulas_.conjunction(happens, formulas_.negation(isAt(value, kNotStarted)))});
  }
}

// Where the thread may be then: what it has left on each way is chosen by which way it came.
std::vector<OrderEncoding::Place> OrderEncoding::merged(ThreadNumber thread, const std::vector<Place>& from,
                                                        const std::vector<std::vector<Formula>>& states) {
  std::vector<Place> all;
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (const Pc next : transitionAt(thread, from[i]).next) {
      const Formula comes = formulas_.conjunction(from[i].isThere, isAt(from[i].nextPc, next));
      if (next < kFirst || comes == Formulas::kFalse) continue;
      const auto known = std::ranges::find(all, next, &Place::pc);
      if (known == all.end()) {
        all.push_back({.pc = next,
                       .isThere = comes,
                       .state = states[i],
                       .locks = from[i].locksThen,
                       .locksThen = {},
                       .leaves = {},
                       .done = {}});
        continue;
      }
      known->isThere = formulas_.disjunction(known->isThere, comes);
      std::erase_if(known->locks, [&](const auto& held) {
        const auto other = from[i].locksThen.find(held.first);
        return other == from[i].locksThen.end() || other->second != held.second;
      });
      for (std::size_t slot = 0; slot < states[i].size(); ++slot)
        known->state[slot] = formulas_.choose(comes, states[i][slot], known->state[slot]);
    }
  }
  for (Place& place : all) setLeaves(thread, place);
  return all;
}

// --- order ---

void OrderEncoding::orderStarts() {
  for (ThreadNumber thread = 0; thread < threads_.size(); ++thread) {
    if (threads_[thread].events.empty()) continue;
    const EventNumber first = threads_[thread].events.front();
    std::vector<EventNumber> by;
    for (const Start& start : starts_)
      if (start.thread == thread) by.push_back(start.event);
    const bool isInitial = std::ranges::find(system_.initialStarts, thread) != system_.initialStarts.end();
    if (by.empty() || isInitial || thread == 0) continue;
    const auto starter = [&](EventNumber event) { return events_[event].thread; };
    // One of them it was: if all are by one thread, it was there when that came to the first of them.
    if (std::ranges::all_of(by, [&](EventNumber event) { return starter(event) == starter(by.front()); }))
      order_.putAsCause(std::ranges::min(by), first);
  }
}

void OrderEncoding::keepClocks() {
  order_.requireEdges([&](EventNumber first, EventNumber second, Formula isBefore) {
    require(formulas_.conjunction(events_[first].executed, events_[second].executed), isBefore);
  });
  for (const Start& start : starts_)
    if (const auto& events = threads_[start.thread].events; !events.empty())
      require(formulas_.conjunction(start.happens, events_[events.front()].executed),
              order_.before(start.event, events.front()));
  for (const Join& join : joins_)
    for (const EventNumber event : threads_[join.thread].events)
      require(formulas_.conjunction(join.happens, events_[event].executed), order_.before(event, join.event));
  // Implied by what a lock is; said, it spares the solver to find out time and again.
  for (const auto& [lock, all] : sections())
    for (const Section& first : all)
      for (const Section& second : all) {
        const auto &taken = events_[first.takes], &next = events_[second.takes];
        if (taken.thread == next.thread) continue;
        const Formula comesNext = formulas_.conjunction(next.executed, order_.before(first.takes, second.takes));
        for (const EventNumber event : first.inside)
          require(formulas_.conjunction(comesNext, events_[event].executed), order_.before(event, second.takes));
      }
}

std::map<VariableNumber, std::vector<OrderEncoding::Section>> OrderEncoding::sections() const {
  std::map<VariableNumber, std::vector<Section>> all;
  std::map<std::pair<EventNumber, VariableNumber>, std::vector<EventNumber>> inside;
  for (EventNumber number = 0; number < events_.size(); ++number) {
    const Event& event = events_[number];
    for (const auto& [lock, since] : event.places.front().locks)
      if (std::ranges::all_of(event.places, [&](const Place& place) {
            const auto held = place.locks.find(lock);
            return held != place.locks.end() && held->second == since;
          }))
        inside[{since, lock}].push_back(number);
  }
  for (auto& [takes, events] : inside)
    if (events_[takes.first].places.size() == 1 && isLock(takes.second))
      all[takes.second].push_back({takes.first, std::move(events)});
  return all;
}

// Of two sections whose first events are in order all of the one comes before the other.
void OrderEncoding::orderSections() {
  for (const auto& [lock, all] : sections())
    for (const Section& first : all)
      for (const Section& second : all)
        if (order_.isKnown(first.takes, second.takes) && events_[first.takes].thread != events_[second.takes].thread)
          for (const EventNumber event : first.inside) order_.put(event, second.takes);
}

// Nothing else is done to it.
bool OrderEncoding::isLock(VariableNumber variable) const {
  const auto mayWrite = [&](const Transition& transition) {
    return std::ranges::find(transition.updates, variable, &Update::variable) != transition.updates.end() ||
           (transition.indexed &&
            std::ranges::find(transition.indexed->targets, variable, &IndexedAccess::Target::variable) !=
                transition.indexed->targets.end());
  };
  return std::ranges::all_of(system_.threads, [&](const ThreadCode& code) {
    return std::ranges::all_of(code.transitions, [&](const Transition& transition) {
      return !mayWrite(transition) || (transition.lock && transition.lock->lock == variable);
    });
  });
}

// Who begins first has the smaller number.
void OrderEncoding::orderTwins() {
  for (const std::vector<ThreadNumber>& twins : system_.twins) {
    if (!areTwinsAlike(twins)) continue;
    for (std::size_t i = 1; i < twins.size(); ++i) {
      const auto &earlier = threads_[twins[i - 1]].events, &later = threads_[twins[i]].events;
      if (earlier.empty() || later.empty()) continue;
      require(events_[later.front()].executed, events_[earlier.front()].executed);
      order_.putAsCause(earlier.front(), later.front());
    }
  }
}

// Whoever joins one of them joins all that there are, before it does anything else: no other
// thread, and nothing that fails, depends on which of them has ended.
bool OrderEncoding::areTwinsAlike(const std::vector<ThreadNumber>& twins) {
  const auto isTwin = [&](ThreadNumber thread) { return std::ranges::find(twins, thread) != twins.end(); };
  std::optional<ThreadNumber> joiner;
  for (const Join& join : joins_) {
    if (!isTwin(join.thread) || join.happens == Formulas::kFalse) continue;
    if (joiner.value_or(events_[join.event].thread) != events_[join.event].thread) return false;
    joiner = events_[join.event].thread;
  }
  if (!joiner) return true;
  std::map<ThreadNumber, Formula> isLeft;  // started, and not joined
  for (const ThreadNumber twin : twins)
    isLeft[twin] = formulas_.negation(isAt(system_.variables[system_.threads[twin].pc].initial, kNotStarted));
  for (const Start& start : starts_)
    if (isTwin(start.thread)) isLeft[start.thread] = formulas_.disjunction(isLeft[start.thread], start.happens);
  const auto anyLeft = [&] {
    Formula any = Formulas::kFalse;
    for (const auto& [twin, left] : isLeft) any = formulas_.disjunction(any, left);
    return any;
  };
  Formula isTooSoon = Formulas::kFalse, hasJoined = Formulas::kFalse;
  const auto forbid = [&](Formula condition) {
    isTooSoon = formulas_.disjunction(isTooSoon, formulas_.conjunction(condition, anyLeft()));
  };
  for (const EventNumber number : threads_[*joiner].events) {
    for (Place& place : events_[number].places) {
      const Transition& transition = transitionAt(*joiner, place);
      const Formula happens = this->happens(events_[number], place);
      Formula joins = Formulas::kFalse, goesOnJoining = Formulas::kFalse;
      for (const auto& [thread, isIt] : transition.joins)
        if (isTwin(thread)) joins = formulas_.disjunction(joins, at(place, isIt));
      if (joins != Formulas::kFalse && !transition.starts.empty()) return false;
      forbid(formulas_.conjunction(formulas_.conjunction(happens, hasJoined), formulas_.negation(joins)));
      for (const auto& [thread, isIt] : transition.joins)
        if (isTwin(thread))
          isLeft[thread] = formulas_.conjunction(isLeft[thread],
                                                 formulas_.negation(formulas_.conjunction(happens, at(place, isIt))));
      hasJoined = formulas_.disjunction(hasJoined, formulas_.conjunction(happens, joins));
      for (const Pc next : transition.next)
        if (next >= kFirst && std::ranges::any_of(system_.threads[*joiner].transitions[next - kFirst].joins, isTwin,
                                                  &Transition::Join::thread))
          goesOnJoining = formulas_.disjunction(goesOnJoining, isAt(place.nextPc, next));
      forbid(formulas_.conjunction(formulas_.conjunction(happens, joins), formulas_.negation(goesOnJoining)));
    }
  }
  return solver_.check(isTooSoon, kFewConflicts) == Answer::Unsatisfiable;
}

// --- memory ---

// The last write before it, or what the program begins with.
void OrderEncoding::takeOne(const Access& read, VariableNumber variable) {
  std::vector<const Access*> writes;  // that may be before it
  for (const Access& write : writes_[variable])
    if (write.event != read.event && order_.before(write.event, read.event) != Formulas::kFalse)
      writes.push_back(&write);
  const auto isPassed = [&](const Access& write, const Access* taken) {  // it did not come between
    const Formula isLater = order_.before(read.event, write.event);
    return taken ? formulas_.disjunction(order_.before(write.event, taken->event), isLater) : isLater;
  };
  Formula any = Formulas::kFalse;
  for (std::size_t i = 0; i <= writes.size(); ++i) {
    const Access* const taken = i < writes.size() ? writes[i] : nullptr;
    const Formula takes = formulas_.variable(0);
    any = formulas_.disjunction(any, takes);
    if (taken) {
      require(takes, taken->guard);
      require(takes, order_.before(taken->event, read.event));
    }
    require(takes, formulas_.equal(read.value, taken ? taken->value : system_.variables[variable].initial));
    for (const Access* other : writes)
      if (other != taken && !(taken && other->event == taken->event))
        require(formulas_.conjunction(takes, other->guard), isPassed(*other, taken));
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

Formula OrderEncoding::goesOn() const {
  Formula any = Formulas::kFalse;
  for (const Thread& thread : threads_) {
    if (thread.events.empty()) continue;
    for (const Place& place : thread.last)
      any = formulas_.disjunction(any, happens(events_[thread.events.back()], place));
  }
  return any;
}

Formula OrderEncoding::stops() const {
  Formula any = Formulas::kFalse;
  for (const Thread& thread : threads_) any = formulas_.disjunction(any, isAt(thread.finalPc, kStopped));
  return any;
}

// Whether it stands there and waits, its next step not taken.
Formula OrderEncoding::waitsAt(ThreadNumber thread, const Place& place) {
  const Formula enabled = transitionAt(thread, place).enabled;
  if (enabled == Formulas::kTrue) return Formulas::kFalse;
  std::vector<Formula> leaves = place.leaves;
  for (const VariableNumber v : leavesOf(enabled))
    if (owners_[v] == kNobody) setLeaf(leaves, v, finalValue(v));
  std::unordered_map<Formula, Formula> done;
  return formulas_.conjunction(place.isThere, formulas_.negation(formulas_.substituted(enabled, leaves, done)));
}

Formula OrderEncoding::waits(ThreadNumber number) {
  const Thread& thread = threads_[number];
  Formula any = Formulas::kFalse, cameHere = Formulas::kTrue;  // by having taken all steps before
  for (const EventNumber event : thread.events) {
    const Formula isLast = formulas_.conjunction(cameHere, formulas_.negation(events_[event].executed));
    for (const Place& place : events_[event].places)
      any = formulas_.disjunction(any, formulas_.conjunction(isLast, waitsAt(number, place)));
    cameHere = events_[event].executed;
  }
  for (const Place& place : thread.last)
    any = formulas_.disjunction(any, formulas_.conjunction(cameHere, waitsAt(number, place)));
  return any;
}

Formula OrderEncoding::deadlocks() {
  Formula somebodyWaits = Formulas::kFalse, allWait = Formulas::kTrue;
  for (ThreadNumber thread = 0; thread < threads_.size(); ++thread) {
    const Formula waits = this->waits(thread), pc = threads_[thread].finalPc;
    somebodyWaits = formulas_.disjunction(somebodyWaits, waits);
    const Formula isOver = formulas_.disjunction(isAt(pc, kEnded), isAt(pc, kNotStarted));
    allWait = formulas_.conjunction(allWait, formulas_.disjunction(waits, isOver));
  }
  return formulas_.conjunction(formulas_.conjunction(somebodyWaits, allWait), formulas_.negation(fails_));
}

// --- answers ---

// What was executed, in order.
std::vector<EventNumber> OrderEncoding::executed() const {
  std::vector<EventNumber> all;
  for (EventNumber event = 0; event < events_.size(); ++event)
    if (solver_.valueOf(events_[event].executed) != 0) all.push_back(event);
  std::ranges::sort(all, {},
                    [&](EventNumber event) { return std::pair(solver_.valueOf(order_.clockOf(event)), event); });
  return all;
}

std::uint64_t OrderEncoding::failure() {
  if (const std::uint64_t number = solver_.valueOf(begins_[system_.failure]); number != 0) return number;
  for (const EventNumber event : executed())
    if (const std::uint64_t failure = solver_.valueOf(events_[event].failure); failure != 0) return failure;
  return 0;
}

std::vector<Unrolling::Taken> OrderEncoding::taken() {
  std::vector<Unrolling::Taken> all;
  for (const EventNumber number : executed()) {
    Event& event = events_[number];
    const auto place =
        std::ranges::find_if(event.places, [&](const Place& one) { return solver_.valueOf(one.isThere) != 0; });
    Unrolling::Taken taken{event.thread, &transitionAt(event.thread, *place), {}};
    for (const Input& input : taken.transition->inputs)
      if (solver_.valueOf(at(*place, input.reached)) != 0)
        taken.inputs.push_back({input.thread, solver_.valueOf(at(*place, input.leaf))});
    all.push_back(std::move(taken));
    if (solver_.valueOf(event.failure) != 0) break;
  }
  return all;
}

std::vector<unsigned> OrderEncoding::started() {
  std::vector<unsigned> all{0};
  for (const ThreadNumber thread : system_.initialStarts)
    if (solver_.valueOf(system_.variables[system_.threads[thread].pc].initial) != kNotStarted) all.push_back(thread);
  for (const EventNumber event : executed())
    for (const Start& start : starts_)  // those of one event have numbers in their order
      if (start.event == event && solver_.valueOf(start.happens) != 0) all.push_back(start.thread);
  return all;
}

std::vector<Unrolling::Given> OrderEncoding::givenFirst() const {
  std::vector<Unrolling::Given> all;
  for (const Input& input : system_.initialInputs)
    if (solver_.valueOf(input.reached) != 0) all.push_back({input.thread, solver_.valueOf(input.leaf)});
  return all;
}

}  // namespace heddle::symbolic
