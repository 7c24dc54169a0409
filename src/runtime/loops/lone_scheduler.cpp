#include "runtime/loops/lone_scheduler.h"

#include <algorithm>
#include <ranges>

namespace heddle::runtime {

std::set<LoopPlace> LoneScheduler::loops() const {
  std::set<LoopPlace> places;
  for (const Stop& stop : stops_ | std::views::drop(1)) {
    const core::Site& site = sites_.at(stop.place);
    const core::Site& loop = site.loop != 0 ? sites_.at(site.loop) : site;
    places.insert({loop.file, loop.line, loop.column});
  }
  return places;
}

core::Step LoneScheduler::next(const core::Execution&) {
  if (++steps_ == kMostSteps) trial_.giveUp();
  noteMiddle();
  const ThreadId thread = thread_;
  if (run_.current->id == thread && !letsOthersGoOn() && goesOn())
    run_.execution.threads[thread].status = core::ThreadStatus::Ready;
  else
    run_.end(core::End::Blocked);  // comes back when the thread is tried once more: this one is gone then
  return {thread, 0};
}

unsigned LoneScheduler::looksAt(const Contents& words) const {
  const core::EventLog& trace = run_.execution.trace;
  return static_cast<unsigned>(
      std::count_if(trace.begin() + lastIteration_, trace.end(), [&](const core::Event& event) {
        return !isBlind(event) &&
               std::ranges::any_of(words, [&](const Content& word) { return touches(event.op, word); });
      }));
}

bool LoneScheduler::looksBeforeChanges() const {
  const core::EventLog& trace = run_.execution.trace;
  return std::any_of(trace.begin() + lastIteration_, trace.end(), [&](const core::Event& event) {
    return !event.wrote && std::ranges::any_of(written_, [&](const Content& word) { return touches(event.op, word); });
  });
}

bool LoneScheduler::changesBlindly() const {
  const core::EventLog& trace = run_.execution.trace;
  return std::any_of(trace.begin() + lastIteration_, trace.end(), isBlind);
}

void LoneScheduler::lookOnly(Op& op) {
  op.kind = OpKind::Read;
  op.rule = nullptr;
}

bool LoneScheduler::goesOn() {
  Op& op = run_.execution.threads[thread_].pending;
  switch (op.kind) {
    case OpKind::Read:
    case OpKind::Atomic: return true;
    case OpKind::Write: return true;
    case OpKind::Assume: return run_.threads[thread_].endedIteration && spins(op.site);
    case OpKind::Await:
    case OpKind::Update: break;
    default: return false;
  }
  if (core::apply(op, core::loadWord(op.addr, op.size)).enabled) return true;
  waits_ = !ends_.waitsInLoop(thread_) && isUnchanged();
  if (!ends_.waitsInLoop(thread_) || sites_.at(op.site).assumes || !spins(op.site)) return false;
  lookOnly(op);
  return true;
}

void LoneScheduler::noteMiddle() {
  const core::EventLog& trace = run_.execution.trace;
  for (; seen_ < trace.size(); ++seen_) {
    const core::Event& event = trace[seen_];
    const auto isKnown = [&](const Content& word) { return word.addr == event.op.addr; };
    if (event.wrote && event.op.order != Order::Plain && std::ranges::none_of(written_, isKnown))
      written_.push_back({event.op.addr, event.op.size, event.read});
  }
  Contents middle;
  for (const Content& word : written_)
    if (const Value now = core::loadWord(word.addr, word.size); now != word.value)
      middle.push_back({word.addr, word.size, now});
  if (middle.empty() || std::ranges::find(middles_, middle) != middles_.end()) return;
  if (middles_.size() == kMostMiddles) trial_.giveUp();
  middles_.push_back(std::move(middle));
}

bool LoneScheduler::isUnchanged() const {
  return std::ranges::all_of(written_,
                             [](const Content& word) { return core::loadWord(word.addr, word.size) == word.value; });
}

bool LoneScheduler::letsOthersGoOn() const {
  if (middles_.empty()) return false;
  for (ThreadId t = 0; t < run_.execution.threads.size(); ++t)
    if (t != thread_ && core::enabled(run_.execution, t)) return true;
  return false;
}

bool LoneScheduler::spins(SiteId place) {
  stops_.push_back({place, here()});
  const std::optional<Mark> iteration = lastIteration();
  if (!iteration && stops_.size() == kMostStops) trial_.giveUp();
  if (!iteration) return true;
  spinsForEver_ = isUnchanged();
  lastIteration_ = iteration->events;
  keepLooks(*iteration);
  return false;
}

std::optional<LoneScheduler::Mark> LoneScheduler::lastIteration() const {
  const std::size_t last = stops_.size() - 1;
  for (std::size_t length = 1; 2 * length <= last; ++length) {
    const auto isSamePlace = [](const Stop& x, const Stop& y) { return x.place == y.place; };
    const auto middle = stops_.end() - 1 - static_cast<std::ptrdiff_t>(length);
    const auto first = middle - static_cast<std::ptrdiff_t>(length);
    if (std::equal(first, middle + 1, middle, isSamePlace) && isRepeated(first->mark, middle->mark))
      return middle->mark;
  }
  return std::nullopt;
}

bool LoneScheduler::isRepeated(Mark first, Mark middle) const {
  const core::EventLog& trace = run_.execution.trace;
  const std::vector<Op>& plain = trial_.plainSteps();
  return std::equal(trace.begin() + first.events, trace.begin() + middle.events, trace.begin() + middle.events,
                    trace.end(),
                    [](const core::Event& x, const core::Event& y) {
                      return core::sameRequest(x.op, y.op) && x.read == y.read;
                    }) &&
         std::equal(plain.begin() + first.plain, plain.begin() + middle.plain, plain.begin() + middle.plain,
                    plain.end(), core::sameRequest);
}

void LoneScheduler::keepLooks(Mark iteration) {
  const core::EventLog& trace = run_.execution.trace;
  const auto add = [&](const Op& op) {
    const bool isNew = std::none_of(looks_.begin(), looks_.end(), [&](const Op& x) { return x.addr == op.addr; });
    if (isNew && core::touchesMemory(op.kind) && op.kind != OpKind::Write) looks_.push_back(op);
  };
  for (std::size_t i = iteration.events; i < trace.size(); ++i) add(trace[i].op);
  for (std::size_t i = iteration.plain; i < trial_.plainSteps().size(); ++i) add(trial_.plainSteps()[i]);
  add(run_.execution.threads[thread_].pending);
}

}  // namespace heddle::runtime
