#include "runtime/engine.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <unordered_map>

#include "base/check.h"

namespace heddle::runtime {

Hot hot;
Engine* engine = nullptr;

namespace {

// Copies of one place (a function inlined twice) are one place to people.
std::string placeKey(const core::Site& site) {
  return fmt::format("{}:{}:{}:{}:{}:{}:{}:{}", site.file, site.line, site.column, static_cast<int>(site.kind),
                     static_cast<int>(site.order), site.object, site.callee, static_cast<const void*>(site.rule));
}

}  // namespace

[[gnu::always_inline]] inline void Engine::switchTo(Thread& to) {
  Thread& from = *current_;
  ExceptionGlobals* const exceptions = exceptionGlobals_;
  from.caughtExceptions = exceptions->caught;
  from.uncaughtExceptions = exceptions->uncaught;
  exceptions->caught = to.caughtExceptions;
  exceptions->uncaught = to.uncaughtExceptions;
  from.callSite = hot.callSite;
  from.userSite = hot.userSite;
  hot.callSite = to.callSite;
  hot.userSite = to.userSite;
  current_ = &to;
  hot.tls = to.tls;
  hot.epoch = to.epoch;
  heddleFiberSwitch(&from.fiber, &to.fiber);
}

// Returns when it is the running thread's turn.
[[gnu::always_inline]] inline void Engine::dispatch() {
  const core::Step step = scheduler_->next(execution_);
  if (step.isStop()) [[unlikely]]
    stuck();
  if (recording_) [[unlikely]]
    schedule_.push_back(step);
  choice_ = step.choice;
  if (step.thread != current_->id) switchTo(threads_[step.thread]);
}

Engine::Engine(const core::ProgramInfo& info, const Options& options)
    : info_(info), options_(options), checkRaces_(options.plain == PlainPolicy::Race) {
  exceptionGlobals_ = reinterpret_cast<ExceptionGlobals*>(abi::__cxa_get_globals());
  facts_.reserve(info_.sites.size());
  std::unordered_map<std::string, SiteId> places;
  for (const core::Site& site : info_.sites)
    facts_.push_back({static_cast<SiteId>(facts_.size()), site.kind, site.order, site.failOrder, site.size, site.rule,
                      site.isShared, site.isSystem, site.kind == OpKind::Read && site.callee == "memcpy",
                      places.emplace(placeKey(site), facts_.size()).first->second});
  hot.facts = facts_.data();
  threads_.resize(kMaxThreads);
  for (ThreadId t = 0; t < kMaxThreads; ++t) threads_[t].id = t;
  stackReady_.resize(kMaxThreads);
  for (const core::Global& global : info_.globals) openMask(global.address, global.size);
  openMask(kArguments, 64);
  openMask(kLibraryWord, 8);
}

const core::Execution& Engine::run(core::Scheduler& scheduler) {
  const InHeddle guard;
  restart();
  scheduler_ = &scheduler;
  current_ = &root_;
  Thread& main = startThread(0, &Engine::mainMain, this);
  if (checkRaces_) {
    detector_.addThread(0);
    main.epoch = detector_.epoch(0);
  }
  execution_.threads[0].status = core::ThreadStatus::Ready;
  switchTo(main);
  exceptionGlobals_->caught = nullptr;
  exceptionGlobals_->uncaught = 0;
  return execution_;
}

void Engine::restart() {
  globals_.restore();
  core::storeWord(kLibraryWord, 8, 0);
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    Thread& thread = threads_[t];
    if (execution_.threads[t].status == core::ThreadStatus::Absent) continue;
    for (const StackObject& object : thread.objects) closeMask(object.start, object.bytes);
    thread.objects.clear();
    execution_.threads[t].status = core::ThreadStatus::Absent;
  }
  if (checkRaces_) detector_.restart();
  heap_.restart();
  execution_.threads.resize(table_.count());
  execution_.trace.clear();
  execution_.exiting = false;
  execution_.end = core::End::Running;
  execution_.violation.reset();
  execution_.furtherViolations.clear();
  execution_.stop.reset();
  atExit_.clear();
  keys_.count = 0;
  terminateHandler = nullptr;
  output_.clear();
  conflict_.reset();
  userSite_ = 0;
  plainAccesses_.clear();
  schedule_.clear();
  unjoined_ = 0;
  updateWatch();
  hot.budget = kBudget;
  nextLook_ = std::min<std::size_t>(kEventsBetweenLooks, options_.eventLimit);
  loops_ = 0;
  loopsSince_ = 0;
}

// Reads `op` where it was written, not the copy that was just made of it.
[[gnu::always_inline]] inline Value Engine::performMemory(Thread& me, const Op& op, core::Event& event) {
  if (op.order == Order::Plain || !checkRaces_) [[unlikely]]
    return performUnsynchronised(me, op, event);
  const auto known = detector_.known(op.addr, op.size);
  const std::uint32_t record = known ? *known : newLocation(op);
  const Conflict* conflict = nullptr;
  const Value read = core::loadWord(op.addr, op.size);
  event.read = read;
  if (op.kind == OpKind::Write) {
    conflict = detector_.write(me.id, record, op.order);
    core::storeWord(op.addr, op.size, op.a);
    event.wrote = true;
  } else {
    const core::UpdateResult result = op.rule != nullptr ? core::apply(op, read) : core::UpdateResult{true, false, 0};
    HEDDLE_CHECK_NOTE(result.enabled, "a disabled operation was scheduled");
    if (result.writes && op.kind == OpKind::Update) {
      conflict = detector_.update(me.id, record, op.order);
      core::storeWord(op.addr, op.size, result.value);
      event.wrote = true;
    } else {
      conflict = detector_.read(me.id, record, op.kind == OpKind::Update ? op.failOrder : op.order);
    }
  }
  if (conflict != nullptr) [[unlikely]]
    reportConflict(*conflict, op.addr, op.size, event.wrote ? "atomic write" : "atomic read", op.site);
  if (event.wrote && core::releases(op.order)) refreshEpoch(me);
  return read;
}

// Returns when the running thread may perform its pending op; whether the
// scheduler decided so.
[[gnu::always_inline]] inline bool Engine::awaitTurn(Thread& me, OpKind kind) {
  const bool local = core::isLocalUnderSc(kind);
  const bool section = me.atomicDepth != 0;
  if ((local || (section && kind != OpKind::Choose)) && core::enabled(execution_, me.id)) {
    if (section) orderWithSections(me);
    return false;
  }
  if (section) [[unlikely]]
    leaveSection(me);  // what comes is a step of its own
  if (me.starter != nullptr) [[unlikely]]
    switchTo(*std::exchange(me.starter, nullptr));
  else
    dispatch();
  return !local || !std::exchange(me.joinsAtOnce, false);
}

Value Engine::step() {
  const InHeddle guard;
  Thread& me = *current_;
  const bool asked = awaitTurn(me, execution_.threads[me.id].pending.kind);
  const Op& op = execution_.threads[me.id].pending;
  if (execution_.trace.size() >= nextLook_) [[unlikely]]
    lookAtLimits(op.site);
  hot.budget = kBudget;
  core::Event& event = execution_.trace.append();
  core::copyOp(event.op, op);
  event.read = 0;
  event.thread = me.id;
  event.wrote = false;
  event.asked = asked;
  return core::touchesMemory(op.kind) ? performMemory(me, op, event) : performOther(me, op, event);
}

void Engine::beginStep(SiteId site) {
  if (unjoined_ != 0 && !checkRaces_) beginSection(site);
}

void Engine::beginSection(SiteId site) {
  if (current_->atomicDepth == 0) {
    visible({.site = site, .kind = OpKind::Atomic});
    current_->excludes = true;
  } else {
    ++current_->atomicDepth;
  }
}

void Engine::beginOperation(const Op& op) {
  if (current_->atomicDepth == 0) {
    visible(op);
    current_->excludes = false;
  } else {
    ++current_->atomicDepth;
  }
}

void Engine::endSection() {
  if (current_->atomicDepth == 0) fail(ViolationKind::LockMisuse, "__VERIFIER_atomic_end without a begin", here());
  if (--current_->atomicDepth == 0) leaveSection(*current_);
}

void Engine::leaveSection(Thread& me) {
  if (!checkRaces_ || !me.excludes) return;
  const InHeddle guard;
  detector_.leaveSection(me.id);
  refreshEpoch(me);
}

// The pending op is inside a section: what it touches is ordered with the
// sections that touched the same bytes before.
void Engine::orderWithSections(const Thread& me) {
  const Op& op = execution_.threads[me.id].pending;
  if (!checkRaces_ || !me.excludes || !core::touchesMemory(op.kind) || !inRegion(op.addr)) return;
  auto touch = RaceDetector::Touch::Read;
  if (op.kind == OpKind::Write)
    touch = RaceDetector::Touch::Write;
  else if (op.kind == OpKind::Update && core::apply(op, core::loadWord(op.addr, op.size)).writes)
    touch = op.rule->commutes == core::Family::None ? RaceDetector::Touch::Write : RaceDetector::Touch::Commute;
  detector_.accessInSection(me.id, op.addr, op.size, touch);
}

void Engine::endStep() {
  if (current_->atomicDepth != 0 && unjoined_ != 0 && !checkRaces_) --current_->atomicDepth;
}

// Interleaved plain accesses, and plain accesses to locations that are atomic.
// These make no record: they may touch more than the location.
Value Engine::performUnsynchronised(Thread& me, const Op& op, core::Event& event) {
  const bool reads = op.kind != OpKind::Write;
  requireAccess(op);
  if (checkRaces_)
    if (const auto conflict = detector_.plain(me.id, op.addr, op.size, !reads)) [[unlikely]]
      reportConflict(*conflict, op.addr, op.size, reads ? "read" : "write", op.site);
  event.read = core::loadWord(op.addr, op.size);
  if (!reads) {
    event.wrote = true;
    core::storeWord(op.addr, op.size, op.a);
    return 0;
  }
  if (op.rule == nullptr) return event.read;
  const core::UpdateResult result = core::apply(op, event.read);
  HEDDLE_CHECK_NOTE(result.enabled, "a disabled operation was scheduled");
  event.wrote = result.writes && op.kind == OpKind::Update;
  if (event.wrote) core::storeWord(op.addr, op.size, result.value);
  return event.read;
}

[[gnu::noinline]] Value Engine::performOther(Thread& me, const Op& op, core::Event& event) {
  switch (op.kind) {
    case OpKind::Fence:
      if (checkRaces_) {
        detector_.fence(me.id, op.order);
        refreshEpoch(me);
      }
      return 0;
    case OpKind::Spawn: {
      const ThreadId child = op.other;
      execution_.threads[child].status = core::ThreadStatus::Ready;
      if (checkRaces_) {
        detector_.spawn(me.id, child);
        threads_[child].epoch = detector_.epoch(child);
        refreshEpoch(me);
      }
      ++unjoined_;
      updateWatch();
      threads_[child].starter = &me;
      switchTo(threads_[child]);  // back when the child has reached an op that is not local
      return 0;
    }
    case OpKind::Join:
      if (checkRaces_) {
        detector_.join(me.id, op.other);
        refreshEpoch(me);
      }
      --unjoined_;
      updateWatch();
      return 0;
    case OpKind::Exit:
      if (me.tls != nullptr) heap_.release(*heap_.startingAt(reinterpret_cast<Address>(me.tls)), me.id, op.site);
      execution_.threads[me.id].status = me.endsProcess ? core::ThreadStatus::Ended : core::ThreadStatus::Exited;
      handOver(me);
    case OpKind::Choose: event.read = choice_; return choice_;
    case OpKind::Atomic:
      if (checkRaces_) {
        detector_.enterSection(me.id);
        refreshEpoch(me);
      }
      ++me.atomicDepth;
      return 0;
    default: break;
  }
  HEDDLE_CHECK_NOTE(false, "an operation that cannot be performed was scheduled");
  return 0;
}

// The running thread has no more to do. Whoever waits for its exit goes on,
// in its place: also inside the spawn that it may be running in.
void Engine::handOver(Thread& me) {
  Thread* const starter = std::exchange(me.starter, nullptr);
  if (Thread* const joiner =
          execution_.threads[me.id].status == core::ThreadStatus::Exited ? joinerOf(me.id) : nullptr) {
    joiner->joinsAtOnce = true;
    joiner->starter = starter;
    switchTo(*joiner);
  } else if (starter != nullptr) {
    switchTo(*starter);
  } else {
    dispatch();
  }
  HEDDLE_CHECK_NOTE(false, "a thread that had ended was resumed");
  __builtin_unreachable();
}

Thread* Engine::joinerOf(ThreadId exited) {
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    const core::ThreadState& state = execution_.threads[t];
    if (state.status == core::ThreadStatus::Ready && state.pending.kind == OpKind::Join &&
        state.pending.other == exited)
      return &threads_[t];
  }
  return nullptr;
}

// A first access, or one of another size than before.
std::uint32_t Engine::newLocation(const Op& op) {
  requireAccess(op);
  if ((op.addr & (op.size - 1U)) != 0)
    fail(ViolationKind::WildPointer,
         fmt::format("accesses {} bytes atomically at an address that is not aligned to {}", op.size, op.size), op.site,
         op.addr, op.size);
  return detector_.locate(op.addr, op.size);
}

// Each byte must be plain memory or part of an atomic location.
void Engine::requireAccess(const Op& op) {
  if (isOpen(op.addr, op.size)) return;
  for (Address a = op.addr; a < op.addr + op.size; ++a)
    if (!isOpen(a, 1) && !(checkRaces_ && inRegion(a) && detector_.touchesAtomic(a, 1)))
      badAccess(op.addr, op.size, op.kind == OpKind::Write, op.site);
}

// --- ends ---

void Engine::leave(core::End end) {
  // Whoever was stopped at a bound could have gone on.
  const bool wasStopped = execution_.stop && end != core::End::Violated && end != core::End::Abandoned;
  execution_.end = wasStopped && execution_.stop->bounded ? core::End::Cut : end;
  hot.inProgram = false;
  switchTo(root_);
  HEDDLE_CHECK_NOTE(false, "a dropped fiber was resumed");
  __builtin_unreachable();
}

void Engine::stopThread(SiteId site) {
  hot.inProgram = false;
  Thread& me = *current_;
  core::ThreadState& state = execution_.threads[me.id];
  state.pending = {.site = site, .kind = OpKind::Assume};
  state.status = core::ThreadStatus::Stopped;
  handOver(me);
}

}  // namespace heddle::runtime
