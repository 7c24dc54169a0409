#include "runtime/counterexample.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/condition_rules.h"
#include "core/lock_rules.h"
#include "core/rwlock_rules.h"
#include "core/semaphore_rules.h"
#include "core/told_late.h"
#include "core/update.h"
#include "runtime/call_paths.h"
#include "runtime/counterexample_graph.h"
#include "runtime/counterexample_order.h"
#include "runtime/externals/barrier.h"
#include "runtime/externals/channels.h"
#include "runtime/externals/condition.h"
#include "runtime/externals/locks.h"
#include "runtime/library_lines.h"
#include "runtime/meeting_places.h"
#include "runtime/object_names.h"
#include "runtime/race_ends.h"
#include "runtime/waiting_threads.h"

namespace heddle::runtime {
namespace {

using core::Event;
using core::TraceLine;

class CounterexampleBuilder {
 public:
  CounterexampleBuilder(const Engine& program, const core::ThreadTable& threads)
      : engine_(program),
        threads_(threads),
        objects_(program),
        values_(program, objects_),
        graph_(program, threads, values_),
        waiting_(program, threads, objects_, values_, graph_),
        paths_(program) {}

  core::Trace tell() {
    core::Trace trace;
    const core::Execution& execution = engine_.stepper.execution;
    findShared();
    const Block* const freed = execution.violation ? wronglyUsed(*execution.violation) : nullptr;
    std::size_t plain = 0, steps = 0;
    const auto& accesses = engine_.recording.plainAccesses();
    for (std::size_t i = 0; i <= execution.trace.size(); ++i) {
      objects_.moveTo(i);
      for (; plain < accesses.size() && accesses[plain].position <= i; ++plain) {
        const bool isFree = freed != nullptr && isFreeOf(*freed, accesses[plain]);
        if (!isFree && !isTold(accesses[plain])) continue;
        lineOf_[&accesses[plain]] = trace.lines.size();
        trace.lines.push_back(linePlain(accesses[plain]));
        trace.lines.back().culprit = isFree;
        touches(trace, {accesses[plain].addr, accesses[plain].bytes, accesses[plain].write});
      }
      if (i == execution.trace.size()) break;
      lineOf_[&execution.trace[i]] = trace.lines.size();
      addEvent(i, trace.lines);
      if (execution.trace[i].asked && ++steps != 0 && lineOf_[&execution.trace[i]] != trace.lines.size())
        trace.lines.back().step = steps;
      order_.add(lineOf_[&execution.trace[i]], trace.lines.size());
      if (lineOf_[&execution.trace[i]] == trace.lines.size())
        lineOf_.erase(&execution.trace[i]);  // it is not shown
      else
        touches(trace, memoryOf(execution.trace[i]));
    }
    violationFrom_ = trace.lines.size();
    if (execution.violation) explain(trace, *execution.violation);
    order_.tell(trace.lines, execution.trace, graph_.view(), threads_);
    core::tellLate(trace.lines, touched_, violationFrom_, trace.violation ? trace.violation->thread : "main");
    if (execution.stop) trace.stopped = core::Stopped{execution.stop->message, place(execution.stop->site)};
    trace.blocks = objects_.blocks();
    trace.output = engine_.recording.output();
    trace.isGraph = engine_.stepper.adoptsOrder;
    for (const core::Step& step : engine_.recording.schedule())
      trace.schedule.push_back({threads_.nameOf(step.thread), static_cast<std::uint64_t>(step.choice), step.stops});
    return trace;
  }

 private:
  core::Place place(SiteId site) const {
    const core::Site& s = engine_.sites.at(site);
    return {s.file, s.line, s.column, s.function};
  }

  // By the last line.
  void touches(const core::Trace& trace, const core::Touched& what) {
    touched_.resize(trace.lines.size());
    touched_.back() = what;
  }
  static core::Touched memoryOf(const Event& event) {
    if (!core::touchesMemory(event.op.kind)) return {};
    return {event.op.addr, event.op.size, event.wrote || event.op.kind == OpKind::Write};
  }

  // What a library does is told of where the program calls it.
  TraceLine lineAt(ThreadId thread, SiteId site, SiteId userSite) const {
    const core::Site& at = engine_.sites.at(site);
    const bool isInside = at.isSystem && userSite != 0;
    TraceLine line;
    line.thread = threads_.nameOf(thread);
    line.place = place(isInside ? userSite : site);
    line.library = isInside ? engine_.sites.at(userSite).library : at.library;
    if (at.isSystem && line.library.empty()) line.library = at.function;
    return line;
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

  bool isBlock(Address addr, std::uint64_t bytes) const {
    const Block* const block = engine_.heap.around(addr);
    return block != nullptr && block->start == addr && block->size == bytes;
  }

  TraceLine linePlain(const PlainAccess& access) const {
    TraceLine line = lineAt(access.thread, access.site, access.userSite);
    line.visible = false;
    const core::Site& site = engine_.sites.info().sites[access.site];
    const bool isOfLibrary = !line.library.empty() && isOfStandardLibrary(site.callee);
    line.isInternal = isOfLibrary || isInternal(engine_, line, access.site);
    const bool isWhole = !site.callee.empty() && isBlock(access.addr, access.bytes);  // it is freed
    line.object = objects_.of(access.addr, isWhole ? ~std::uint64_t{0} : access.bytes, access.site);
    // What the compiler makes of an assignment of structs; whether the range was the one that was read shows so, too.
    const bool isCopy = site.callee == "memcpy" || site.callee == "memmove" || site.callee == "memset" || isOfLibrary;
    if (!site.callee.empty() && !isCopy) {
      line.op = calleeName(site.callee);
    } else {
      line.op = access.write ? "store" : "load";
      if (!isCopy && access.bytes == site.size)  // of ranges the value was not kept
        line.value = (access.write ? "" : "= ") +
                     values_.of(access.value, access.addr, static_cast<unsigned>(access.bytes), access.site);
    }
    return line;
  }

  void addEvent(std::size_t number, std::vector<TraceLine>& lines) {
    const Event& event = engine_.stepper.execution.trace[number];
    if (isInside(event.thread, event.op.site) && !event.asked) return;
    if (core::locks::isOfSection(event.op.rule) || externals::isPartOfReadWriteLock(event.op)) return;
    if (core::isInvalidation(event)) return;  // as a plain access it is printed elsewhere
    if (isInsideWait(engine_, event)) return;
    operation_ = event.op.kind == OpKind::Atomic && event.op.rule != nullptr ? &event : nullptr;
    switch (externals::partOfChannel(event)) {
      case externals::ChannelPart::None: lines.push_back(lineEvent(number)); break;
      case externals::ChannelPart::Operation: lines.push_back(lineChannel(event)); break;
      case externals::ChannelPart::Inside: return;  // the operation's line says it all
    }
    if (isPartOfSignal(number)) lines.back().isInternal = true;
    if (const std::optional<ThreadId> woken = externals::wokenBy(event.op)) tellWoken(lines, *woken);
    // What a library function touches is no event of its own.
    if (engine_.stepper.adoptsOrder && !event.asked && core::touchesMemory(event.op.kind)) return;
    if (!engine_.recording.tookPlace(number)) return;
    graph_.add(number, lines.size() - 1, lines.back());
  }

  // Whom a signal wakes is chosen, taken out and woken in steps of their own.
  bool isPartOfSignal(std::size_t number) const {
    const auto& events = engine_.stepper.execution.trace;
    const bool isTakenOutNext = number + 1 < events.size() && events[number + 1].thread == events[number].thread &&
                                events[number + 1].op.rule == &core::conditions::kTakeOut;
    const Event& event = events[number];
    return (event.op.kind == OpKind::Choose && isTakenOutNext) || event.op.rule == &core::conditions::kTakeOut ||
           externals::wokenBy(event.op);
  }
  void tellWoken(std::vector<TraceLine>& lines, ThreadId woken) const {
    const TraceLine& wake = lines.back();
    const auto signal = std::find_if(lines.rbegin() + 1, lines.rend(), [&](const TraceLine& line) {
      return line.thread == wake.thread && (line.op == "signal" || line.op == "broadcast");
    });
    if (signal == lines.rend() || signal->place != wake.place) return;  // of a futex
    signal->note += (signal->note.empty() ? "wakes " : ", ") + threads_.nameOf(woken);
  }

  // Part of an operation that the program wrote as one: its line says it all.
  bool isInside(ThreadId thread, SiteId site) const {
    return operation_ != nullptr && operation_->thread == thread && operation_->op.site == site;
  }

  TraceLine lineChannel(const Event& event) const {
    TraceLine line = lineAt(event.thread, event.op.site, 0);
    line.op = event.op.rule->name;
    line.object = engine_.names.nameOf(event.op.addr);
    line.value = externals::channelValue(engine_.stepper.execution.trace, event);
    return line;
  }

  TraceLine lineEvent(std::size_t number) const {
    const Event& event = engine_.stepper.execution.trace[number];
    const core::Op& op = event.op;
    TraceLine line = lineAt(event.thread, op.site, engine_.recording.userSiteOf(number, event.thread));
    line.op = op.rule != nullptr ? op.rule->name : core::name(op.kind);
    const bool isSleep = op.rule == &core::conditions::kSleep;  // how often the thread was woken is nobody's business
    if (op.kind == OpKind::Choose || core::touchesMemory(op.kind)) line.isInternal = isInternal(engine_, line, op.site);
    if (core::touchesMemory(op.kind)) {
      line.object = objects_.of(op);
      if (op.order != Order::Plain && !isOfLibrary(op) && !isSleep) line.order = core::name(op.order);
      line.visible = event.asked || op.order != Order::Plain;
    }
    if (!engine_.recording.tookPlace(number)) return line;  // it found and left nothing
    switch (op.kind) {
      case OpKind::Read:
      case OpKind::Await:
        if (isOneAccess(event) && !isSleep) line.value = "= " + values_.of(event.read, op);
        break;
      case OpKind::Write:
        if (isOneAccess(event)) line.value = values_.of(op.a, op);
        break;
      case OpKind::Update: tellUpdate(event, line); break;
      case OpKind::Fence: line.order = core::name(op.order); break;
      case OpKind::Spawn:
      case OpKind::Join: line.object = threads_.nameOf(op.other); break;
      case OpKind::Choose: line.value = fmt::format("= {}", static_cast<std::uint64_t>(event.read)); break;
      case OpKind::Atomic:
        if (op.rule != nullptr) line.object = objects_.of(op.addr, op.size, op.site);
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
    line.value = event.wrote ? fmt::format("{} -> {}", values_.of(event.read, op),
                                           values_.of(core::apply(op, event.read).value, op))
                             : "= " + values_.of(event.read, op);
  }

  void explain(core::Trace& trace, const core::Violation& violation) {
    const SiteId site = engine_.verdicts.userSite() != 0 ? engine_.verdicts.userSite() : violation.site;
    // A deadlock is noted at the end, with no thread running.
    const SiteId exact = engine_.verdicts.site() != 0 ? engine_.verdicts.site() : violation.site;
    core::CallPath path = paths_.toNow(exact, violation.thread);
    if (path.place.line == 0) path.place = place(site);
    core::Explained explained{violation.kind, violation.message, path.place, path.thread,
                              path.through,   path.callers,      {}};
    if (violation.kind == core::ViolationKind::Abort && !path.through.empty())
      explained.message += fmt::format(" by {}{}", path.through, whyAborts(path.through));
    if (core::isAboutWaiting(violation.kind)) {
      explained.message = explainWaiters(trace, explained);
    } else if (violation.kind == ViolationKind::DataRace) {
      explainRace(trace, violation);
      explained.others = otherAccess();
      // Ends of lifetimes and frees are about objects as a whole.
      if (!trace.lines.back().object.empty() && engine_.sites.at(violation.site).size != 0)
        explained.message = engine_.verdicts.raceOf(trace.lines.back().object, violation.thread);
      const RaceEnds ends(engine_, *engine_.verdicts.conflict());
      explained.message += ends.inLibrary(violation.site, violation.thread, threads_);
    } else {
      TraceLine line;
      line.thread = explained.thread;
      line.place = explained.place;
      line.op = core::name(violation.kind);
      line.culprit = true;
      trace.lines.push_back(line);
      if (const Block* const block = wronglyUsed(violation)) explained.others = lifeOf(*block);
    }
    trace.violation = explained;
  }

  // How the earlier access of a race was reached.
  std::vector<core::CallPath> otherAccess() const {
    const RaceEnds ends(engine_, *engine_.verdicts.conflict());
    core::CallPath path;
    if (const PlainAccess* const access = ends.earlierPlain()) {
      path = paths_.to(*access);
    } else if (const Event* const event = ends.earlierEvent()) {
      path = paths_.toEvent(static_cast<std::size_t>(event - engine_.stepper.execution.trace.begin()));
    } else {
      return {};
    }
    path.what = "the other access";
    return {path};
  }

  // Where a block was freed, and where it came from.
  std::vector<core::CallPath> lifeOf(const Block& block) const {
    std::vector<core::CallPath> life;
    const auto& accesses = engine_.recording.plainAccesses();
    const auto freed = std::ranges::find_if(accesses, [&](const PlainAccess& one) { return isFreeOf(block, one); });
    if (freed != accesses.end()) life.push_back(paths_.to(*freed));
    if (freed != accesses.end()) life.back().what = "freed";
    life.push_back(paths_.to(block.allocated, block.owner, engine_.recording.allocationOf(block.start)));
    life.back().what = "allocated";
    return life;
  }

  // One line for each waiter; the message in one sentence.
  std::string explainWaiters(core::Trace& trace, core::Explained& explained) const {
    const core::Execution& execution = engine_.stepper.execution;
    std::string message;
    for (ThreadId t = 0; t < execution.threads.size(); ++t) {
      if (execution.threads[t].status != core::ThreadStatus::Ready && !engine_.stepper.endedIteration(t)) continue;
      const core::Op& op = execution.threads[t].pending;
      TraceLine line;
      line.thread = threads_.nameOf(t);
      const core::CallPath path = paths_.toNow(op.site, t);
      line.place = path.place;
      line.culprit = true;
      line.op = op.rule != nullptr ? op.rule->name : core::name(op.kind);
      const std::string waits = waiting_.explain(t, line, path.through);
      if (!message.empty()) message += "; ";
      message += fmt::format("{} {}", line.thread, waits);
      if (line.thread != explained.thread) {
        explained.others.push_back(path);
        explained.others.back().what = "waits";
      }
      trace.lines.push_back(line);
    }
    return message;
  }

  // Marks the earlier access and adds the later one, which did not happen.
  void explainRace(core::Trace& trace, const core::Violation& violation) {
    const Conflict* const conflict = engine_.verdicts.conflict();
    const core::Site& site = engine_.sites.info().sites[violation.site];
    TraceLine line = lineAt(violation.thread, violation.site, engine_.verdicts.userSite());
    line.op = !site.callee.empty()   ? calleeName(site.callee)
              : site.rule != nullptr ? site.rule->name
                                     : core::name(site.kind);
    line.object = objects_.of(violation.addr, violation.size, violation.site);
    if (site.order != Order::Plain) line.order = core::name(site.order);
    line.culprit = true;
    line.visible = site.order != Order::Plain || conflict->withEnd;
    if (conflict->withEnd) {
      line.op = "lifetime ends:";
      line.order.clear();
    }
    line.note = "races";
    const SiteId earlier = RaceEnds(engine_, *conflict).earlierInProgram();
    const std::string first = earlier == 0 ? "" : engine_.sites.placeOf(earlier);
    if (!first.empty()) line.note += " with " + first.substr(first.rfind('/') + 1);
    if (trace.lines.empty() || !trace.lines.back().culprit) markEarlier(trace, *conflict);
    const std::optional<TraceLine> waiter = first.empty() ? waiterIn(*conflict) : std::nullopt;
    if (waiter)
      line.note += " with " + engine_.sites.placeOf(engine_.stepper.execution.threads[conflict->thread].pending.site);
    // The racing op itself may be the last event already.
    const auto& events = engine_.stepper.execution.trace;
    const auto placeOf = [this](SiteId id) { return engine_.sites[id].place; };
    if (!events.empty() && placeOf(events.back().op.site) == placeOf(violation.site) &&
        events.back().thread == violation.thread && core::accessesMemory(events.back()))
      trace.lines.pop_back();
    violationFrom_ = trace.lines.size();
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
    line.object = objects_.of(op.addr, op.size, op.site);
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
  ObjectNames objects_;
  ShownValues values_;
  CounterexampleGraph graph_;
  WaitingThreads waiting_;
  CounterexampleOrder order_;
  CallPaths paths_;
  std::vector<core::Touched> touched_;  // by line
  std::size_t violationFrom_ = 0;       // the first line that says what went wrong
  const Event* operation_ = nullptr;    // the last event, if it began an operation of several accesses
};

}  // namespace

core::Trace counterexampleOf(const Engine& program, const core::ThreadTable& threads) {
  return CounterexampleBuilder(program, threads).tell();
}

}  // namespace heddle::runtime
