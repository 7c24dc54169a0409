// Threads as sequential programs: their events, and what these access.
#include <algorithm>

#include "symbolic/order_encoding.h"

namespace heddle::symbolic {

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
    if (!ownership_.isWritten(variable)) {  // it is what it was at first
      values[variable] = system_.variables[variable].initial;
      continue;
    }
    const Formula value = formulas_.variable(formulas_.widthOf(system_.variables[variable].leaf));
    values[variable] = value;
    graph_.reads[variable].push_back({number, 0, variable, guard, value});
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
      graph_.writes[v].push_back({number, place.pc, v, happens, at(place, update.value)});
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
    MemoryAccess read{
        .event = number, .place = place.pc, .variable = target.variable, .guard = isHere, .value = loaded};
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

}  // namespace heddle::symbolic
