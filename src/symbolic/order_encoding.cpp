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
    const Transition& what = transitionAt(thread, *place);
    Unrolling::Taken taken{
        thread, &what, Unrolling::Told(what.inputs, what.beside, solver_, [&](Formula f) { return at(*place, f); })};
    if (what.indexed) {
      taken.readsFrom = positionOf(sourceOf(number));
      taken.writesAfter = positionOf(writtenAfter(number, done));
    }
    all.push_back(std::move(taken));
    done.push_back(number);
    if (solver_.valueOf(event.failure) != 0) break;
  }
  return all;
}

std::vector<unsigned> OrderEncoding::startedBefore(std::span<const EventNumber> done) {
  std::vector<unsigned> all{0};
  for (const ThreadNumber thread : system_.initialStarts)
    if (solver_.valueOf(system_.variables[system_.threads[thread].pc].initial) != kNotStarted) all.push_back(thread);
  for (const EventNumber event : done)
    for (const ThreadEdge& start : graph_.starts)  // those of one event have numbers in their order
      if (start.event == event && solver_.valueOf(start.happens) != 0) all.push_back(start.thread);
  return all;
}

}  // namespace heddle::symbolic
