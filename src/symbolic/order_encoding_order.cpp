// What the code alone says about the order of events: within threads, by starts and joins, of
// threads that cannot be told apart, and of the sections of a lock.
#include <algorithm>
#include <optional>
#include <set>

#include "symbolic/order_encoding.h"

namespace heddle::symbolic {

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
      if (!areStartedAlike(twins[i - 1], twins[i])) continue;
      const auto &earlier = graph_.threads[twins[i - 1]], &later = graph_.threads[twins[i]];
      if (earlier.empty() || later.empty()) continue;
      require(isExecuted(later.front()), isExecuted(earlier.front()));
      order_.putAsCause(earlier.front(), later.front());
    }
  }
}

// What is done between two starts happens before the second thread and not before the first one: where that counts
// there is nothing.
bool OrderEncoding::areStartedAlike(ThreadNumber one, ThreadNumber other) const {
  if (!system_.hasOrders) return true;
  const auto startsOf = [&](ThreadNumber thread) {
    std::vector<EventNumber> all;
    for (const ThreadEdge& start : graph_.starts)
      if (start.thread == thread) all.push_back(start.event);
    return all;
  };
  return startsOf(one) == startsOf(other);
}

// A lock has the number of who holds it: whether anybody reads that otherwise than as a lock.
bool OrderEncoding::isKnownByLocks(const std::vector<ThreadNumber>& twins) const {
  std::set<VariableNumber> locks;
  const auto wordsOf = [](const Transition& transition) {
    std::set<VariableNumber> words;
    for (const SharedAccess& access : transition.accesses) words.insert(access.words.begin(), access.words.end());
    return words;
  };
  for (const ThreadNumber twin : twins)
    for (const Transition& transition : system_.threads[twin].transitions)
      if (transition.isOfLock) locks.merge(wordsOf(transition));
  return std::ranges::any_of(system_.threads, [&](const ThreadCode& code) {
    return std::ranges::any_of(code.transitions, [&](const Transition& transition) {
      return !transition.isOfLock &&
             std::ranges::any_of(wordsOf(transition), [&](VariableNumber word) { return locks.contains(word); });
    });
  });
}

// Whoever joins one of them joins all that there are, before it does anything else: no other
// thread, and nothing that fails, depends on which of them has ended.
bool OrderEncoding::areTwinsAlike(const std::vector<ThreadNumber>& twins) {
  const auto isTwin = [&](ThreadNumber thread) { return std::ranges::find(twins, thread) != twins.end(); };
  if (isKnownByLocks(twins)) return false;
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

}  // namespace heddle::symbolic
