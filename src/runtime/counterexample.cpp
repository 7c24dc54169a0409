#include "runtime/counterexample.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/lock_rules.h"
#include "core/rwlock_rules.h"
#include "core/semaphore_rules.h"
#include "core/update.h"
#include "runtime/counterexample_graph.h"
#include "runtime/externals/barrier.h"
#include "runtime/externals/channels.h"
#include "runtime/externals/condition.h"
#include "runtime/externals/locks.h"
#include "runtime/meeting_places.h"
#include "runtime/race_ends.h"

namespace heddle::runtime {
namespace {

using core::Event;
using core::TraceLine;

// "operator delete" for "_ZdlPvm".
std::string calleeName(const std::string& symbol) {
  int status = 0;
  char* const text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  if (status != 0) return symbol;
  std::string name = text;
  std::free(text);
  return name.substr(0, name.find('('));
}

class CounterexampleBuilder {
 public:
  CounterexampleBuilder(const Engine& program, const core::ThreadTable& threads)
      : engine_(program), threads_(threads), graph_(program, threads) {}

  core::Trace tell() {
    core::Trace trace;
    const core::Execution& execution = engine_.stepper.execution;
    findShared();
    const Block* const freed = execution.violation ? wronglyUsed(*execution.violation) : nullptr;
    std::size_t plain = 0, steps = 0;
    const auto& accesses = engine_.recording.plainAccesses();
    for (std::size_t i = 0; i <= execution.trace.size(); ++i) {
      for (; plain < accesses.size() && accesses[plain].position <= i; ++plain) {
        const bool isFree = freed != nullptr && isFreeOf(*freed, accesses[plain]);
        if (!isFree && !isTold(accesses[plain])) continue;
        lineOf_[&accesses[plain]] = trace.lines.size();
        trace.lines.push_back(linePlain(accesses[plain]));
        trace.lines.back().culprit = isFree;
      }
      if (i == execution.trace.size()) break;
      lineOf_[&execution.trace[i]] = trace.lines.size();
      addEvent(i, trace.lines);
      if (execution.trace[i].asked && ++steps != 0 && lineOf_[&execution.trace[i]] != trace.lines.size())
        trace.lines.back().step = steps;
      if (lineOf_[&execution.trace[i]] == trace.lines.size()) lineOf_.erase(&execution.trace[i]);  // it is not shown
    }
    if (execution.violation) explain(trace, *execution.violation);
    if (execution.stop) trace.stopped = core::Stopped{execution.stop->message, place(execution.stop->site)};
    nameBlocks(trace);
    trace.output = engine_.recording.output();
    trace.isGraph = engine_.stepper.adoptsOrder;
    for (const core::Step& step : engine_.recording.schedule())
      trace.schedule.push_back({threads_.nameOf(step.thread), static_cast<std::uint64_t>(step.choice), step.stops});
    return trace;
  }

 private:
  core::Place place(SiteId site) const {
    const core::Site& s = engine_.sites.info().sites[site];
    return {s.file, s.line, s.column, s.function};
  }

  // Plain accesses are worth telling where two threads meet and one writes.
  void findShared() {
    for (const PlainAccess& access : engine_.recording.plainAccesses())
      meetings_.add(access.addr, access.bytes, access.thread, access.write);
    // The second access of a race was reported, not logged.
    if (const Conflict* const conflict = engine_.verdicts.conflict())
      for (const ThreadId t : {ThreadId{0}, ThreadId{1}}) meetings_.add(conflict->addr, 1, t, true);
    meetings_.find();
  }
  bool isShared(const PlainAccess& access) const { return meetings_.isIn(access.addr, access.bytes); }

  bool isTold(const PlainAccess& access) const {
    return (isShared(access) || (engine_.stepper.adoptsOrder && isInvalidation(access))) &&
           !isInside(access.thread, access.site);
  }
  // Under weak memory: values of atomics, which others may still read, have got an end.
  bool isInvalidation(const PlainAccess& access) const {
    if (access.position == 0) return false;
    const Event& event = engine_.stepper.execution.trace[access.position - 1];
    return core::isInvalidation(event) && event.thread == access.thread && event.op.site == access.site;
  }

  // Where those come from that values point to.
  void nameBlocks(core::Trace& trace) const {
    static constexpr std::string_view kBlock = "block ";
    std::unordered_set<std::string> shown;
    for (const TraceLine& line : trace.lines)
      for (std::size_t at = line.value.find(kBlock); at != std::string::npos; at = line.value.find(kBlock, at + 1))
        shown.insert(line.value.substr(at, line.value.find(' ', at + kBlock.size()) - at));
    for (ThreadId t = 0; t < threads_.count() && !shown.empty(); ++t)
      for (const Block& block : engine_.heap.blocksOf(t))
        if (shown.contains(engine_.names.nameOf(block))) trace.blocks.push_back(engine_.names.nameOf(block.start));
  }

  // The block that was used, or freed again, after its end; null if none was.
  const Block* wronglyUsed(const core::Violation& violation) const {
    const bool isFreed = violation.kind == ViolationKind::UseAfterFree || violation.kind == ViolationKind::DoubleFree;
    const Block* const block = isFreed ? engine_.heap.around(violation.addr) : nullptr;
    return block != nullptr && block->isFreed ? block : nullptr;
  }
  static bool isFreeOf(const Block& block, const PlainAccess& access) {
    return access.addr == block.start && access.bytes == block.size && access.thread == block.freedBy &&
           access.site == block.freed;
  }

  // What the source calls it, or else what it is.
  std::string objectOf(Address addr, SiteId site) const {
    addr = externals::lockOf(addr);
    const std::string& written = engine_.sites.info().sites[site].object;
    const bool isRange = engine_.sites.info().sites[site].size == 0;
    if (isRange && !written.empty()) return written;
    if (addr >= layout::kGlobals && addr < layout::kStacks) return engine_.names.nameOf(addr);
    return written.empty() ? engine_.names.nameOf(addr) : written;
  }

  // Where threads wait at a word of the library: what they wait for.
  std::string objectOf(const core::Op& op) const {
    if (const Address condition = externals::conditionOf(op); condition != 0) return engine_.names.nameOf(condition);
    if (const Address barrier = externals::barrierOf(op); barrier != 0) return engine_.names.nameOf(barrier);
    return objectOf(op.addr, op.site);
  }

  TraceLine linePlain(const PlainAccess& access) const {
    TraceLine line;
    line.thread = threads_.nameOf(access.thread);
    line.place = place(access.site);
    line.visible = false;
    line.object = objectOf(access.addr, access.site);
    const core::Site& site = engine_.sites.info().sites[access.site];
    if (!site.callee.empty()) {
      line.op = calleeName(site.callee);
    } else {
      line.op = access.write ? "store" : "load";
      if (access.bytes == site.size)  // of ranges the value was not kept
        line.value =
            (access.write ? "" : "= ") + graph_.shown(access.value, static_cast<unsigned>(access.bytes), access.site);
    }
    return line;
  }

  void addEvent(std::size_t number, std::vector<TraceLine>& lines) {
    const Event& event = engine_.stepper.execution.trace[number];
    if (isInside(event.thread, event.op.site) && !event.asked) return;
    if (core::locks::isOfSection(event.op.rule) || externals::isPartOfReadWriteLock(event.op)) return;
    if (core::isInvalidation(event)) return;  // as a plain access it is printed elsewhere
    operation_ = event.op.kind == OpKind::Atomic && event.op.rule != nullptr ? &event : nullptr;
    switch (externals::partOfChannel(event)) {
      case externals::ChannelPart::None: lines.push_back(lineEvent(number)); break;
      case externals::ChannelPart::Operation: lines.push_back(lineChannel(event)); break;
      case externals::ChannelPart::Inside: return;  // the operation's line says it all
    }
    // What a library function touches is no event of its own.
    if (engine_.stepper.adoptsOrder && !event.asked && core::touchesMemory(event.op.kind)) return;
    if (!engine_.recording.tookPlace(number)) return;
    graph_.add(number, lines.size() - 1, lines.back());
  }

  // Part of an operation that the program wrote as one: its line says it all.
  bool isInside(ThreadId thread, SiteId site) const {
    return operation_ != nullptr && operation_->thread == thread && operation_->op.site == site;
  }

  TraceLine lineChannel(const Event& event) const {
    TraceLine line;
    line.thread = threads_.nameOf(event.thread);
    line.place = place(event.op.site);
    line.op = event.op.rule->name;
    line.object = engine_.names.nameOf(event.op.addr);
    line.value = externals::channelValue(engine_.stepper.execution.trace, event);
    return line;
  }

  TraceLine lineEvent(std::size_t number) const {
    const Event& event = engine_.stepper.execution.trace[number];
    const core::Op& op = event.op;
    TraceLine line;
    line.thread = threads_.nameOf(event.thread);
    line.place = place(op.site);
    line.op = op.rule != nullptr ? op.rule->name : core::name(op.kind);
    if (core::touchesMemory(op.kind)) {
      line.object = objectOf(op);
      if (op.order != Order::Plain && !isOfLibrary(op)) line.order = core::name(op.order);
      line.visible = event.asked || op.order != Order::Plain;
    }
    if (!engine_.recording.tookPlace(number)) return line;  // it found and left nothing
    switch (op.kind) {
      case OpKind::Read:
      case OpKind::Await:
        if (isOneAccess(event)) line.value = "= " + graph_.shown(event.read, op);
        break;
      case OpKind::Write:
        if (isOneAccess(event)) line.value = graph_.shown(op.a, op);
        break;
      case OpKind::Update: tellUpdate(event, line); break;
      case OpKind::Fence: line.order = core::name(op.order); break;
      case OpKind::Spawn:
      case OpKind::Join: line.object = threads_.nameOf(op.other); break;
      case OpKind::Choose: line.value = fmt::format("= {}", static_cast<std::uint64_t>(event.read)); break;
      case OpKind::Atomic:
        if (op.rule != nullptr) line.object = objectOf(op.addr, op.site);
        break;
      default: break;
    }
    return line;
  }

  // Not a word among those that a library function touches.
  bool isOneAccess(const Event& event) const {
    return event.asked || engine_.sites[event.op.site].size == event.op.size;
  }

  // An update that the program did not write as such.
  bool isOfLibrary(const core::Op& op) const {
    return op.kind == OpKind::Update && engine_.sites[op.site].rule != op.rule;
  }

  // Locks speak for themselves; of other updates the values matter.
  void tellUpdate(const Event& event, TraceLine& line) const {
    const core::Op& op = event.op;
    if (!event.wrote) line.note = externals::signals(op, op.addr) ? "wakes nobody" : "fails";
    if (isOfLibrary(op)) return;
    line.value = event.wrote ? fmt::format("{} -> {}", graph_.shown(event.read, op),
                                           graph_.shown(core::apply(op, event.read).value, op))
                             : "= " + graph_.shown(event.read, op);
  }

  void explain(core::Trace& trace, const core::Violation& violation) const {
    core::Explained explained{violation.kind, violation.message,
                              place(engine_.verdicts.userSite() != 0 ? engine_.verdicts.userSite() : violation.site),
                              threads_.nameOf(violation.thread)};
    if (core::isAboutWaiting(violation.kind)) {
      explained.message = explainWaiters(trace);
    } else if (violation.kind == ViolationKind::DataRace) {
      explainRace(trace, violation);
      explained.message += RaceEnds(engine_, *engine_.verdicts.conflict()).inLibrary(violation.site);
    } else {
      TraceLine line;
      line.thread = explained.thread;
      line.place = explained.place;
      line.op = core::name(violation.kind);
      line.culprit = true;
      trace.lines.push_back(line);
    }
    trace.violation = explained;
  }

  // One line for each waiter; the message in one sentence.
  std::string explainWaiters(core::Trace& trace) const {
    const core::Execution& execution = engine_.stepper.execution;
    std::string message;
    for (ThreadId t = 0; t < execution.threads.size(); ++t) {
      if (execution.threads[t].status != core::ThreadStatus::Ready && !engine_.stepper.endedIteration(t)) continue;
      const core::Op& op = execution.threads[t].pending;
      TraceLine line;
      line.thread = threads_.nameOf(t);
      line.place = place(op.site);
      line.culprit = true;
      line.op = op.rule != nullptr ? op.rule->name : core::name(op.kind);
      const std::string waits = engine_.ends.spins(t) ? explainSpinning(t, line) : explainWaiting(t, line);
      if (!message.empty()) message += "; ";
      message += fmt::format("{} {}", line.thread, waits);
      trace.lines.push_back(line);
    }
    return message;
  }

  std::string explainWaiting(ThreadId t, TraceLine& line) const {
    const core::Op& op = engine_.stepper.execution.threads[t].pending;
    std::string waits;
    if (op.kind == OpKind::Join) {
      line.object = threads_.nameOf(op.other);
      waits = fmt::format("waits for {} to exit", line.object);
      line.note = waits;
      return waits;
    }
    line.object = objectOf(op);
    if (Address condition = externals::conditionOf(op); condition != 0) {
      if (const Address movedTo = engine_.stepper.threads[t].futex; movedTo != 0) condition = movedTo;
      line.object = engine_.names.nameOf(condition);
      line.op = "wait";
      line.note = "waits" + lastSignal(condition);
      return fmt::format("waits for a signal of {}{}", line.object, lastSignal(condition));
    }
    if (const std::string why = whyNotYet(op); !why.empty()) {
      line.note = "waits: " + why;
      return fmt::format("waits for {} ({})", line.object, why);
    }
    const Event* const holder = graph_.lastWriter(op.addr);
    if (holder == nullptr) {
      line.note = "waits";
      return "waits for " + line.object;
    }
    const std::string held =
        fmt::format("held by {} since {}", threads_.nameOf(holder->thread), engine_.sites.placeOf(holder->op.site));
    line.note = "waits: " + held;
    return fmt::format("waits for {} ({})", line.object, held);
  }

  // At what is no mutex: several may hold it, or nobody does.
  std::string whyNotYet(const core::Op& op) const {
    namespace rwlocks = core::rwlocks;
    if (op.rule == &core::semaphores::kWait) return "it is 0";
    if (const Address barrier = externals::barrierOf(op); barrier != 0) return externals::arrivedAt(barrier);
    if (op.rule == &rwlocks::kReadLock || op.rule == &rwlocks::kReadLockLast || op.rule == &rwlocks::kWriteLock ||
        op.rule == &rwlocks::kWriteLockQueued)
      return holdersOf(externals::lockOf(op.addr));
    return "";
  }

  // Of a read-write lock.
  std::string holdersOf(Address lock) const {
    std::string holders;
    const auto add = [&](ThreadId t, const char* what) {
      holders += fmt::format("{}{} {}", holders.empty() ? "" : ", ", threads_.nameOf(t), what);
    };
    for (ThreadId t = 0; t < engine_.stepper.execution.threads.size(); ++t) {
      const Thread& thread = engine_.stepper.threads[t];
      const Op& pending = engine_.stepper.execution.threads[t].pending;
      const bool isReady = engine_.stepper.execution.threads[t].status == core::ThreadStatus::Ready;
      if (thread.heldShared.contains(lock))
        add(t, "reads");
      else if (thread.held.contains(lock))
        add(t, "writes");
      if (isReady && pending.rule == &core::rwlocks::kWriteLockQueued && pending.addr == lock) add(t, "waits to write");
    }
    return holders;
  }

  // Who was the last to signal there, and what became of it.
  std::string lastSignal(Address condition) const {
    const auto& events = engine_.stepper.execution.trace;
    const auto last = std::find_if(std::make_reverse_iterator(events.end()), std::make_reverse_iterator(events.begin()),
                                   [&](const Event& event) { return externals::signals(event.op, condition); });
    if (last == std::make_reverse_iterator(events.begin())) return ", and nobody has signalled";
    std::string woken;
    for (const Event* next = &*last + 1; next != events.end(); ++next) {
      const std::optional<ThreadId> who = externals::wokenBy(next->op);
      if (next->thread != last->thread || !who || externals::conditionOf(next->op) != condition) continue;
      woken += (woken.empty() ? "" : ", ") + threads_.nameOf(*who);
    }
    return fmt::format("; the last signal, by {} at {}, {}", threads_.nameOf(last->thread),
                       engine_.sites.placeOf(last->op.site), woken.empty() ? "woke nobody" : "woke " + woken);
  }

  // In a loop, for ever: which, and what it reads in vain.
  std::string explainSpinning(ThreadId t, TraceLine& line) const {
    const core::Op& op = engine_.stepper.execution.threads[t].pending;
    std::vector<core::Op> looks = engine_.livelocks.looksOf(t);
    if (engine_.stepper.endedIteration(t)) {
      line.op = "loop";
    } else {
      line.object = objectOf(op.addr, op.site);
      if (looks.empty()) looks.push_back(op);
    }
    std::string values;
    for (const core::Op& look : looks) {
      if (!values.empty()) values += ", ";
      values += objectOf(look.addr, look.site) + " " + whatItIs(look);
    }
    const SiteId loop = loopOf(engine_.stepper, engine_.sites, t);
    const std::string where = loop == 0 ? "" : " in the loop at " + engine_.sites.placeOf(loop);
    line.note = fmt::format("spins for ever{}{}{}", where, values.empty() ? "" : ": ", values);
    return line.note;
  }

  std::string whatItIs(const core::Op& op) const {
    const std::string value = "is " + graph_.shown(core::loadWord(op.addr, op.size), op);
    if (const PlainAccess* const plain = engine_.recording.lastPlainWriter(op.addr))
      return fmt::format("{}, written by {} at {}", value, threads_.nameOf(plain->thread),
                         engine_.sites.placeOf(plain->site));
    const Event* const writer = graph_.lastWriter(op.addr);
    if (writer == nullptr) return value + " from the start";
    const std::string who = threads_.nameOf(writer->thread);
    const std::string where = engine_.sites.placeOf(writer->op.site);
    switch (externals::lockAfter(*writer)) {
      case externals::LockState::None: break;
      case externals::LockState::Free: return fmt::format("is free, unlocked by {} at {}", who, where);
      case externals::LockState::Held: return fmt::format("is held by {} since {}", who, where);
      case externals::LockState::Destroyed: return fmt::format("is destroyed by {} at {}", who, where);
    }
    return fmt::format("{}, written by {} at {}", value, who, where);
  }

  // Marks the earlier access and adds the later one, which did not happen.
  void explainRace(core::Trace& trace, const core::Violation& violation) const {
    const Conflict* const conflict = engine_.verdicts.conflict();
    const core::Site& site = engine_.sites.info().sites[violation.site];
    TraceLine line;
    line.thread = threads_.nameOf(violation.thread);
    line.place = place(violation.site);
    line.op = !site.callee.empty()   ? calleeName(site.callee)
              : site.rule != nullptr ? site.rule->name
                                     : core::name(site.kind);
    line.object = objectOf(violation.addr, violation.site);
    if (site.order != Order::Plain) line.order = core::name(site.order);
    line.culprit = true;
    line.visible = site.order != Order::Plain || conflict->withEnd;
    if (conflict->withEnd) {
      line.op = "lifetime ends:";
      line.order.clear();
    }
    line.note = "races";
    const SiteId earlier = RaceEnds(engine_, *conflict).earlierSite();
    const std::string first = earlier == 0 ? "" : engine_.sites.placeOf(earlier);
    if (!first.empty()) line.note += " with " + first;
    if (trace.lines.empty() || !trace.lines.back().culprit) markEarlier(trace, *conflict);
    const std::optional<TraceLine> waiter = first.empty() ? waiterIn(*conflict) : std::nullopt;
    if (waiter)
      line.note += " with " + engine_.sites.placeOf(engine_.stepper.execution.threads[conflict->thread].pending.site);
    // The racing op itself may be the last event already.
    const auto& events = engine_.stepper.execution.trace;
    if (!events.empty() && events.back().op.site == violation.site && events.back().thread == violation.thread &&
        core::accessesMemory(events.back()))
      trace.lines.pop_back();
    if (waiter) trace.lines.push_back(*waiter);
    trace.lines.push_back(line);
  }

  // A thread that waits in a loop accesses the word again and again, which is no event.
  std::optional<TraceLine> waiterIn(const Conflict& conflict) const {
    const Op& op = engine_.stepper.execution.threads[conflict.thread].pending;
    if (!engine_.ends.waitsInLoop(conflict.thread) || !RaceEnds::overlaps(op.addr, op.size, conflict.addr, 1))
      return std::nullopt;
    TraceLine line;
    line.thread = threads_.nameOf(conflict.thread);
    line.place = place(op.site);
    line.op = op.rule != nullptr ? op.rule->name : core::name(op.kind);
    line.object = objectOf(op.addr, op.site);
    line.order = core::name(op.order);
    line.note = "in vain";
    line.culprit = true;
    return line;
  }

  void markEarlier(core::Trace& trace, const Conflict& conflict) const {
    const auto line = lineOf_.find(RaceEnds(engine_, conflict).earlier());
    if (line != lineOf_.end()) trace.lines[line->second].culprit = true;
  }

  const Engine& engine_;
  const core::ThreadTable& threads_;
  MeetingPlaces meetings_;
  std::unordered_map<const void*, std::size_t> lineOf_;  // of plain accesses and events that are shown
  CounterexampleGraph graph_;
  const Event* operation_ = nullptr;  // the last event, if it began an operation of several accesses
};

}  // namespace

core::Trace counterexampleOf(const Engine& program, const core::ThreadTable& threads) {
  return CounterexampleBuilder(program, threads).tell();
}

}  // namespace heddle::runtime
