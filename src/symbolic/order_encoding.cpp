#include "symbolic/order_encoding.h"

#include <algorithm>
#include <optional>

namespace heddle::symbolic {

OrderEncoding::OrderEncoding(const TransitionSystem& system, Formulas& formulas, Solver& solver, Model model,
                             unsigned steps)
    : system_(system),
      formulas_(formulas),
      solver_(solver),
      ownership_(system, formulas),
      model_(model),
      order_(formulas),
      threads_(system.threads.size()) {
  graph_.threads.resize(threads_.size());
  base_ = formulas_.leaves();
  slots_.assign(system_.variables.size(), 0);
  for (VariableNumber v = 0; v < system_.variables.size(); ++v) {
    if (ownership_.ownerOf(v) == kNobody) continue;
    std::vector<VariableNumber>& owned = threads_[ownership_.ownerOf(v)].owned;
    slots_[v] = owned.size();
    owned.push_back(v);
  }
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
  orderThreads();
  orderTwins();
  order_.close();
  orderSections();
  order_.close();
  keepClocks();
  consistency_ = consistencyOf(model_, {graph_, order_, formulas_, solver_, system_});
  consistency_->require();
}

// --- threads ---

void OrderEncoding::unrollThread(ThreadNumber thread, unsigned steps) {
  const ThreadCode& code = system_.threads[thread];
  Thread& all = threads_[thread];
  Formula pc = begins_[code.pc], result = begins_[code.result];
  std::vector<Place> places = beginnings(thread);
  for (unsigned i = 0; i < steps && !places.empty() && !solver_.isOver(); ++i) {
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
    pc = formulas_.choose(graph_.events[number].executed, nextPc, pc);
    result = formulas_.choose(graph_.events[number].executed, nextResult, result);
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
  Event& event = events_.emplace_back(none, std::move(places));
  const Formula executed = formulas_.variable(0);
  graph_.events.push_back({thread, executed});
  std::vector<EventNumber>& all = graph_.threads[thread];
  if (!all.empty()) require(executed, graph_.events[all.back()].executed);
  all.push_back(number);

  Formula any = Formulas::kFalse;
  std::map<VariableNumber, Formula> shared;  // when they are read
  std::map<unsigned, Formula> loaded;        // by bytes
  for (const Place& place : event.places) {
    const Transition& transition = transitionAt(thread, place);
    any = formulas_.disjunction(any, place.isThere);
    for (const VariableNumber variable : ownership_.readBy(transition)) {
      const bool isSink = variable == system_.failure || variable == system_.exceeded;
      if (ownership_.ownerOf(variable) != kNobody || isSink) continue;
      Formula& guard = shared.try_emplace(variable, Formulas::kFalse).first->second;
      guard = formulas_.disjunction(guard, happens(number, place));
    }
    if (transition.indexed)
      loaded.try_emplace(transition.indexed->bytes, formulas_.variable(transition.indexed->bytes * 8));
  }
  require(executed, any);
  std::map<VariableNumber, Formula> values;
  for (const auto& [variable, guard] : shared) {
    const Formula value = formulas_.variable(formulas_.widthOf(system_.variables[variable].leaf));
    values[variable] = value;
    graph_.reads[variable].push_back({number, variable, guard, value});
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
  const ThreadNumber self = graph_.events[number].thread;
  const Transition& transition = transitionAt(self, place);
  const Formula happens = this->happens(number, place);
  require(happens, at(place, transition.enabled));
  require(happens, at(place, transition.requires_));
  for (const auto& [thread, isIt] : transition.joins)
    graph_.joins.push_back({number, thread, formulas_.conjunction(happens, at(place, isIt))});
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
    } else if (ownership_.ownerOf(v) == kNobody) {
      graph_.writes[v].push_back({number, v, happens, at(place, update.value)});
    } else if (ownership_.ownerOf(v) != self) {
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
  noteEffect(number, place, happens);
  return state;
}

void OrderEncoding::accessIndexed(EventNumber number, Place& place, Formula happens) {
  const Transition& transition = transitionAt(graph_.events[number].thread, place);
  const IndexedAccess& access = *transition.indexed;
  const Formula address = at(place, access.address);
  const Formula loaded = place.leaves[formulas_[system_.loaded.at(access.bytes)].value];
  for (const IndexedAccess::Target& target : access.targets) {
    const Formula isHere =
        formulas_.conjunction(happens, formulas_.equal(address, formulas_.constant(target.address, 64)));
    if (isHere == Formulas::kFalse) continue;
    MemoryAccess read{.event = number, .variable = target.variable, .guard = isHere, .value = loaded};
    const core::Order order = transition.effect.order, failOrder = transition.effect.failOrder;
    read.isAtomic = order != core::Order::Plain;
    const Formula writes = at(place, access.isWritten);
    const Formula fails =
        formulas_.conjunction(formulas_.truth(transition.effect.isUpdate), formulas_.negation(writes));
    const auto inEither = [&](auto has) {
      return formulas_.choose(fails, formulas_.truth(has(failOrder)), formulas_.truth(has(order)));
    };
    read.isSc = inEither([](core::Order one) { return one == core::Order::SeqCst; });
    read.acquires = inEither(core::acquires);
    if (access.isRead) graph_.reads[target.variable].push_back(read);
    if (writes == Formulas::kFalse) continue;
    MemoryAccess write = read;
    write.guard = formulas_.conjunction(isHere, writes);
    write.value = at(place, access.value);
    write.releases = formulas_.truth(core::releases(order));
    graph_.writes[target.variable].push_back(write);
  }
}

// What it is to memory beside an access.
void OrderEncoding::noteEffect(EventNumber number, const Place& place, Formula happens) {
  const Transition& transition = transitionAt(graph_.events[number].thread, place);
  const MemoryEffect& effect = transition.effect;
  if (effect.isFence) graph_.fences.push_back({number, happens, effect.order});
  const auto add = [&](Formula& to) { to = formulas_.disjunction(to, happens); };
  const bool isStrong = effect.order == core::Order::SeqCst && (effect.isFence || effect.isStore);
  if (effect.isUpdate || isStrong || !transition.joins.empty()) add(graph_.events[number].isBarrier);
  if (!transition.starts.empty()) add(graph_.events[number].startsThen);
}

// Variables of another thread, as that starts with them.
void OrderEncoding::start(EventNumber number, Place& place, Formula happens,
                          const std::vector<const Update*>& updates) {
  std::vector<Formula> leaves = place.leaves;
  for (const ThreadNumber thread : transitionAt(graph_.events[number].thread, place).starts)
    for (const VariableNumber variable : {system_.threads[thread].pc, system_.threads[thread].result})
      setLeaf(leaves, variable, system_.variables[variable].initial);
  for (const Update* update : updates) setLeaf(leaves, update->variable, system_.variables[update->variable].initial);
  std::unordered_map<Formula, Formula> done;
  for (const Update* update : updates) {
    const ThreadNumber thread = ownership_.ownerOf(update->variable);
    const Formula value = formulas_.substituted(update->value, leaves, done);
    begins_[update->variable] = formulas_.choose(happens, value, begins_[update->variable]);
    if (update->variable != system_.threads[thread].pc) continue;
    graph_.starts.push_back(
        {number, thread, formulas_.conjunction(happens, formulas_.negation(isAt(value, kNotStarted)))});
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

// What a thread does is in its order.
void OrderEncoding::orderThreads() {
  if (model_ == Model::Tso) return orderWithBuffers();
  for (const std::vector<EventNumber>& events : graph_.threads)
    for (std::size_t i = 1; i < events.size(); ++i) order_.putAsCause(events[i - 1], events[i]);
  orderStarts();
}

// Total store order: of a store and a load after it, without a barrier between them, nothing is said.
void OrderEncoding::orderWithBuffers() {
  const std::size_t count = events_.size();
  std::vector<Formula> reads(count, Formulas::kFalse), writes(count, Formulas::kFalse);
  for (const auto& [all, into] : {std::pair(&graph_.reads, &reads), std::pair(&graph_.writes, &writes)})
    for (const auto& [variable, accesses] : *all)
      for (const MemoryAccess& access : accesses)
        (*into)[access.event] = formulas_.disjunction((*into)[access.event], access.guard);
  const auto order = [&](EventNumber first, EventNumber second, Formula condition) {
    ordered_.push_back({formulas_.conjunction(isExecuted(second), condition), first, second});
  };
  const auto isThere = [&](EventNumber event) {
    return formulas_.disjunction(formulas_.disjunction(reads[event], writes[event]), graph_.events[event].isBarrier);
  };
  for (const std::vector<EventNumber>& events : graph_.threads)
    for (const EventNumber first : events) {
      Formula isFenced = graph_.events[first].startsThen;
      const Formula stores = formulas_.conjunction(writes[first], formulas_.negation(graph_.events[first].isBarrier));
      for (EventNumber second = first + 1; second <= events.back(); ++second) {
        const EventGraph::Event& later = graph_.events[second];
        const Formula loads = formulas_.conjunction(reads[second], formulas_.negation(later.isBarrier));
        const Formula isOpen =
            formulas_.conjunction(formulas_.conjunction(stores, loads), formulas_.negation(isFenced));
        order(
            first, second,
            formulas_.conjunction(formulas_.conjunction(isThere(first), isThere(second)), formulas_.negation(isOpen)));
        isFenced = formulas_.disjunction(isFenced, formulas_.disjunction(later.isBarrier, later.startsThen));
      }
    }
  for (const ThreadEdge& start : graph_.starts)
    for (const EventNumber first : graph_.threads[graph_.events[start.event].thread])
      for (const EventNumber second : graph_.threads[start.thread])
        if (first <= start.event) order(first, second, start.happens);
}

void OrderEncoding::orderStarts() {
  for (ThreadNumber thread = 0; thread < threads_.size(); ++thread) {
    if (graph_.threads[thread].empty()) continue;
    const EventNumber first = graph_.threads[thread].front();
    std::vector<EventNumber> by;
    for (const ThreadEdge& start : graph_.starts)
      if (start.thread == thread) by.push_back(start.event);
    const bool isInitial = std::ranges::find(system_.initialStarts, thread) != system_.initialStarts.end();
    if (by.empty() || isInitial || thread == 0) continue;
    const auto starter = [&](EventNumber event) { return graph_.events[event].thread; };
    // One of them it was: if all are by one thread, it was there when that came to the first of them.
    if (std::ranges::all_of(by, [&](EventNumber event) { return starter(event) == starter(by.front()); }))
      order_.putAsCause(std::ranges::min(by), first);
  }
}

void OrderEncoding::keepClocks() {
  order_.requireEdges([&](EventNumber first, EventNumber second, Formula isBefore) {
    require(formulas_.conjunction(isExecuted(first), isExecuted(second)), isBefore);
  });
  for (const Ordered& pair : ordered_) require(pair.condition, order_.before(pair.first, pair.second));
  for (const ThreadEdge& start : graph_.starts)
    if (const auto& events = graph_.threads[start.thread]; !events.empty())
      require(formulas_.conjunction(start.happens, isExecuted(events.front())),
              order_.before(start.event, events.front()));
  for (const ThreadEdge& join : graph_.joins)
    for (const EventNumber event : graph_.threads[join.thread])
      require(formulas_.conjunction(join.happens, isExecuted(event)), order_.before(event, join.event));
  // Implied by what a lock is; said, it spares the solver to find out time and again.
  for (const auto& [lock, all] : sections())
    for (const Section& first : all)
      for (const Section& second : all) {
        if (graph_.areOfOne(first.takes, second.takes)) continue;
        const Formula comesNext =
            formulas_.conjunction(isExecuted(second.takes), order_.before(first.takes, second.takes));
        for (const EventNumber event : first.inside)
          require(formulas_.conjunction(comesNext, isExecuted(event)), order_.before(event, second.takes));
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
        if (order_.isKnown(first.takes, second.takes) && !graph_.areOfOne(first.takes, second.takes))
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
      const auto &earlier = graph_.threads[twins[i - 1]], &later = graph_.threads[twins[i]];
      if (earlier.empty() || later.empty()) continue;
      require(isExecuted(later.front()), isExecuted(earlier.front()));
      order_.putAsCause(earlier.front(), later.front());
    }
  }
}

// Whoever joins one of them joins all that there are, before it does anything else: no other
// thread, and nothing that fails, depends on which of them has ended.
bool OrderEncoding::areTwinsAlike(const std::vector<ThreadNumber>& twins) {
  const auto isTwin = [&](ThreadNumber thread) { return std::ranges::find(twins, thread) != twins.end(); };
  std::optional<ThreadNumber> joiner;
  for (const ThreadEdge& join : graph_.joins) {
    if (!isTwin(join.thread) || join.happens == Formulas::kFalse) continue;
    const ThreadNumber thread = graph_.events[join.event].thread;
    if (joiner.value_or(thread) != thread) return false;
    joiner = thread;
  }
  if (!joiner) return true;
  std::map<ThreadNumber, Formula> isLeft;  // started, and not joined
  for (const ThreadNumber twin : twins)
    isLeft[twin] = formulas_.negation(isAt(system_.variables[system_.threads[twin].pc].initial, kNotStarted));
  for (const ThreadEdge& start : graph_.starts)
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
  for (const EventNumber number : graph_.threads[*joiner]) {
    for (Place& place : events_[number].places) {
      const Transition& transition = transitionAt(*joiner, place);
      const Formula happens = this->happens(number, place);
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

// --- questions ---

Formula OrderEncoding::goesOn() const {
  Formula any = Formulas::kFalse;
  for (ThreadNumber thread = 0; thread < threads_.size(); ++thread)
    for (const Place& place : threads_[thread].last)
      if (!graph_.threads[thread].empty())
        any = formulas_.disjunction(any, happens(graph_.threads[thread].back(), place));
  return any;
}

Formula OrderEncoding::stops() const {
  Formula any = Formulas::kFalse;
  for (const Thread& thread : threads_) any = formulas_.disjunction(any, isAt(thread.finalPc, kStopped));
  return any;
}

Formula OrderEncoding::finalValue(VariableNumber variable) {
  const auto [row, isNew] = finalValues_.try_emplace(variable, 0);
  if (isNew) row->second = consistency_->finalValue(variable);
  return row->second;
}

// Whether it stands there and waits, its next step not taken.
Formula OrderEncoding::waitsAt(ThreadNumber thread, const Place& place) {
  const Formula enabled = transitionAt(thread, place).enabled;
  if (enabled == Formulas::kTrue) return Formulas::kFalse;
  std::vector<Formula> leaves = place.leaves;
  for (const VariableNumber v : ownership_.leavesOf(enabled))
    if (ownership_.ownerOf(v) == kNobody) setLeaf(leaves, v, finalValue(v));
  std::unordered_map<Formula, Formula> done;
  if (const auto& access = transitionAt(thread, place).indexed) {
    const Formula address = formulas_.substituted(access->address, leaves, done),
                  leaf = system_.loaded.at(access->bytes);
    Formula found = formulas_.constant(0, access->bytes * 8);
    for (const IndexedAccess::Target& target : access->targets)
      found = formulas_.choose(formulas_.equal(address, formulas_.constant(target.address, 64)),
                               finalValue(target.variable), found);
    leaves[formulas_[leaf].value] = found;
    done.clear();
  }
  return formulas_.conjunction(place.isThere, formulas_.negation(formulas_.substituted(enabled, leaves, done)));
}

Formula OrderEncoding::waits(ThreadNumber number) {
  const Thread& thread = threads_[number];
  Formula any = Formulas::kFalse, cameHere = Formulas::kTrue;  // by having taken all steps before
  for (const EventNumber event : graph_.threads[number]) {
    const Formula isLast = formulas_.conjunction(cameHere, formulas_.negation(isExecuted(event)));
    for (const Place& place : events_[event].places)
      any = formulas_.disjunction(any, formulas_.conjunction(isLast, waitsAt(number, place)));
    cameHere = isExecuted(event);
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

// What was executed, in an order in which nothing is read before it is written: that of the clocks, but that store
// buffers let reads come before.
std::vector<EventNumber> OrderEncoding::executed() {
  std::vector<EventNumber> left, all;
  for (EventNumber event = 0; event < events_.size(); ++event)
    if (solver_.valueOf(isExecuted(event)) != 0) left.push_back(event);
  std::ranges::sort(left, {},
                    [&](EventNumber event) { return std::pair(solver_.valueOf(order_.clockOf(event)), event); });
  const auto isDone = [&](EventNumber event) { return std::ranges::find(left, event) == left.end(); };
  const auto canCome = [&](EventNumber event) {
    const auto& thread = graph_.threads[graph_.events[event].thread];
    if (event != thread.front() && !isDone(event - 1)) return false;
    const auto source = sourceOf(event);
    return !source || isDone(*source);
  };
  while (!left.empty()) {
    const auto next = std::ranges::find_if(left, canCome);
    all.push_back(*next);
    left.erase(next);
  }
  return all;
}

// Whose write its read takes.
std::optional<EventNumber> OrderEncoding::sourceOf(EventNumber event) {
  for (const auto& [read, sources] : graph_.sources) {
    if (read->event != event || solver_.valueOf(read->guard) == 0) continue;
    for (const auto& [write, takes] : sources)
      if (write && solver_.valueOf(takes) != 0) return write->event;
  }
  return std::nullopt;
}

// Of those before it in an execution the last one, for all threads, that comes before its write.
std::optional<EventNumber> OrderEncoding::writtenAfter(EventNumber event, const std::vector<EventNumber>& before) {
  const MemoryAccess* last = nullptr;
  for (const auto& [variable, writes] : graph_.writes)
    for (const MemoryAccess& own : writes) {
      if (own.event != event || solver_.valueOf(own.guard) == 0) continue;
      for (const MemoryAccess& other : writes) {
        if (std::ranges::find(before, other.event) == before.end() || solver_.valueOf(other.guard) == 0) continue;
        if (solver_.valueOf(consistency_->isBefore(other, own)) == 0) continue;
        if (!last || solver_.valueOf(consistency_->isBefore(*last, other)) != 0) last = &other;
      }
    }
  return last ? std::optional(last->event) : std::nullopt;
}

Formula OrderEncoding::races() {
  if (!races_) races_ = consistency_->happensBefore().races();
  return *races_;
}

std::uint64_t OrderEncoding::failure() {
  if (const std::uint64_t number = solver_.valueOf(begins_[system_.failure]); number != 0) return number;
  for (const EventNumber event : executed())
    if (const std::uint64_t failure = solver_.valueOf(events_[event].failure); failure != 0) return failure;
  return 0;
}

std::vector<Unrolling::Taken> OrderEncoding::taken() {
  std::vector<Unrolling::Taken> all;
  std::vector<EventNumber> done;
  const auto positionOf = [&](std::optional<EventNumber> event) {
    return event ? static_cast<std::size_t>(std::ranges::find(done, *event) - done.begin()) + 1 : 0;
  };
  for (const EventNumber number : executed()) {
    Event& event = events_[number];
    const ThreadNumber thread = graph_.events[number].thread;
    const auto place =
        std::ranges::find_if(event.places, [&](const Place& one) { return solver_.valueOf(one.isThere) != 0; });
    Unrolling::Taken taken{thread, &transitionAt(thread, *place), {}, {}, {}};
    for (const Input& input : taken.transition->inputs)
      if (solver_.valueOf(at(*place, input.reached)) != 0)
        taken.inputs.push_back({input.thread, solver_.valueOf(at(*place, input.leaf))});
    if (taken.transition->indexed) {
      taken.readsFrom = positionOf(sourceOf(number));
      taken.writesAfter = positionOf(writtenAfter(number, done));
    }
    all.push_back(std::move(taken));
    done.push_back(number);
    if (solver_.valueOf(event.failure) != 0) break;
  }
  return all;
}

std::vector<unsigned> OrderEncoding::started() {
  std::vector<unsigned> all{0};
  for (const ThreadNumber thread : system_.initialStarts)
    if (solver_.valueOf(system_.variables[system_.threads[thread].pc].initial) != kNotStarted) all.push_back(thread);
  for (const EventNumber event : executed())
    for (const ThreadEdge& start : graph_.starts)  // those of one event have numbers in their order
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
