#include "runtime/engine.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <unordered_map>

#include "base/check.h"

namespace heddle::runtime {

Hot hot;
Engine* engine = nullptr;

namespace {

constexpr std::uint64_t kGuardBytes = 64 * layout::kKiB;

// Limits are looked at after so many back edges or events.
constexpr std::int64_t kBudget = 1 << 20;
constexpr std::size_t kEventsBetweenLooks = 4096;

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

Thread& Engine::startThread(ThreadId id, void* (*entry)(void*), void* argument) {
  Thread& thread = threads_[id];
  const Address top = stackTop(id);
  if (!stackReady_[id]) {
    const Address guard = stackBottom(id) - kGuardBytes;
    HEDDLE_CHECK(mprotect(reinterpret_cast<void*>(guard), kGuardBytes, PROT_NONE) == 0);
    stackReady_[id] = true;
  }
  thread.children = 0;
  thread.starter = nullptr;
  thread.detached = thread.joined = false;
  thread.atomicDepth = 0;
  thread.entry = entry;
  thread.argument = argument;
  thread.result = nullptr;
  thread.caughtExceptions = nullptr;
  thread.uncaughtExceptions = 0;
  thread.errorNumber = 0;
  thread.throwSite = thread.callSite = thread.userSite = 0;
  thread.endsProcess = false;
  thread.copySource = {};
  thread.randomState = 1;
  thread.clock = 0;
  thread.objects.clear();
  thread.atExit.clear();
  thread.specific.clear();
  thread.tls = nullptr;
  if (info_.tlsSize != 0) {
    const Address block = heap_.allocate(id, info_.tlsSize, info_.tlsAlign, BlockKind::Internal, 0);
    thread.tls = reinterpret_cast<char*>(block);
    std::memcpy(thread.tls, entry_.tlsImage, info_.tlsSize);
  }
  prepareFiber(thread.fiber, reinterpret_cast<void*>(top), &Engine::threadMain, &thread);
  return thread;
}

void Engine::threadMain(void* argument) {
  Thread& thread = *static_cast<Thread*>(argument);
  hot.inProgram = true;
  thread.result = thread.entry(thread.argument);
  engine->exitThread();
}

void* Engine::mainMain(void*) {
  // argv[0] = "program", argv[1] = nullptr; no environment.
  auto* const strings = reinterpret_cast<char*>(kArguments);
  auto** const argv = reinterpret_cast<char**>(kArguments + 16);
  std::memcpy(strings, "program", 8);
  argv[0] = strings;
  argv[1] = argv[2] = nullptr;
  if (engine->entry_.constructors != nullptr) engine->entry_.constructors();
  engine->entry_.main(1, argv, argv + 1);
  engine->exitProcess();
}

// Reads `op` where it was written, not the copy that was just made of it.
[[gnu::always_inline]] inline Value Engine::performMemory(Thread& me, const Op& op, core::Event& event) {
  if (op.order == Order::Plain || !checkRaces_) [[unlikely]]
    return performUnsynchronised(me, op, event);
  const auto known = detector_.known(op.addr, op.size);
  const std::uint32_t record = known ? *known : newLocation(op);
  const Conflict* conflict = nullptr;
  Value read = 0;
  if (op.kind == OpKind::Write) {
    conflict = detector_.write(me.id, record, op.order);
    core::storeWord(op.addr, op.size, op.a);
    event.wrote = true;
  } else {
    read = core::loadWord(op.addr, op.size);
    event.read = read;
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

Value Engine::step() {
  const InHeddle guard;
  Thread& me = *current_;
  if (me.starter != nullptr) [[unlikely]] {
    // The first op: the parent's step, which spawned us, is not over yet.
    Thread& parent = *me.starter;
    me.starter = nullptr;
    switchTo(parent);
  } else if (me.atomicDepth == 0 || !core::enabled(execution_, me.id)) [[likely]] {
    dispatch();
  }
  const Op& op = execution_.threads[me.id].pending;
  if (execution_.trace.size() >= nextLook_) [[unlikely]]
    lookAtLimits(op.site);
  hot.budget = kBudget;
  core::Event& event = execution_.trace.append();
  core::copyOp(event.op, op);
  event.read = 0;
  event.thread = me.id;
  event.wrote = false;
  event.nested = me.atomicDepth != 0;
  return core::touchesMemory(op.kind) ? performMemory(me, op, event) : performOther(me, op, event);
}

void Engine::beginStep(SiteId site) {
  if (unjoined_ != 0 && !checkRaces_) beginSection(site);
}

void Engine::beginSection(SiteId site) {
  if (current_->atomicDepth == 0)
    visible({.site = site, .kind = OpKind::Atomic});
  else
    ++current_->atomicDepth;
}

void Engine::endSection() {
  if (current_->atomicDepth == 0) fail(ViolationKind::LockMisuse, "__VERIFIER_atomic_end without a begin", here());
  if (--current_->atomicDepth != 0 || !checkRaces_) return;
  detector_.leaveSection(current_->id);
  refreshEpoch(*current_);
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
  if (!reads) {
    event.wrote = true;
    core::storeWord(op.addr, op.size, op.a);
    return 0;
  }
  event.read = core::loadWord(op.addr, op.size);
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
      switchTo(threads_[child]);  // back when the child has reached its first op
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
      dispatch();
      HEDDLE_CHECK_NOTE(false, "an exited thread was scheduled");
      return 0;
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
  execution_.end = end;
  hot.inProgram = false;
  switchTo(root_);
  HEDDLE_CHECK_NOTE(false, "a dropped fiber was resumed");
  __builtin_unreachable();
}

void Engine::stuck() {
  for (ThreadId t = 0; t < execution_.threads.size(); ++t)
    if (core::enabled(execution_, t)) leave(core::End::Abandoned);
  const core::End end = core::classifyStuck(execution_);
  if (end == core::End::Deadlock) explainDeadlock();
  leave(end);
}

void Engine::explainDeadlock() {
  const core::ThreadState* first = nullptr;
  ThreadId who = 0;
  unsigned waiting = 0;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (execution_.threads[t].status != core::ThreadStatus::Ready) continue;
    // Of the waiters, one that waits for memory says more than one that joins.
    if (first == nullptr ||
        (first->pending.kind == OpKind::Join && execution_.threads[t].pending.kind != OpKind::Join)) {
      first = &execution_.threads[t];
      who = t;
    }
    ++waiting;
  }
  execution_.violation = {ViolationKind::Deadlock,
                          waiting == 1 ? "one thread waits for ever" : fmt::format("{} threads wait for ever", waiting),
                          first->pending.site,
                          who,
                          first->pending.addr,
                          0};
}

void Engine::fail(ViolationKind kind, std::string_view message, SiteId site, Address addr, std::uint64_t bytes) {
  hot.inProgram = false;
  userSite_ = facts_[site].isSystem ? hot.userSite : 0;
  execution_.violation = {kind, std::string(message), facts_[site].place, current_->id, addr, bytes};
  leave(core::End::Violated);
}

void Engine::refuse(std::string_view message, SiteId site) {
  hot.inProgram = false;
  execution_.stop = {std::string(message), site, current_->id, false};
  leave(core::End::Refused);
}

void Engine::cut(std::string_view message, SiteId site, bool endless) {
  hot.inProgram = false;
  execution_.stop = {std::string(message), site, current_->id, endless};
  leave(core::End::Cut);
}

void Engine::lookAtLimits(SiteId site) {
  const std::size_t events = execution_.trace.size();
  if (events >= options_.eventLimit)
    cut(fmt::format("an execution has more than {} visible operations (a loop that waits?); "
                    "--max-events raises the limit, --search random does not follow one thread for ever",
                    options_.eventLimit),
        site, false);
  if (options_.mustStop)
    if (const char* const why = options_.mustStop()) cut(why, site, true);
  nextLook_ = std::min<std::size_t>(events + kEventsBetweenLooks, options_.eventLimit);
}

void Engine::lookUp(SiteId site) {
  const InHeddle guard;
  if (loopsSince_ != execution_.trace.size()) {
    loopsSince_ = execution_.trace.size();
    loops_ = 0;
  }
  loops_ += kBudget;
  if (loops_ >= options_.stepLimit)
    cut(fmt::format(
            "a loop runs {} times without a visible operation (does it ever end?); --step-limit raises the limit",
            options_.stepLimit),
        site, true);
  if (options_.mustStop)
    if (const char* const why = options_.mustStop()) cut(why, site, true);
  hot.budget = kBudget;
}

void Engine::crashed(ViolationKind kind, std::string_view message, Address addr) {
  SiteId site = hot.probing ? hot.probeSite : here();
  if (site == 0 && !execution_.trace.empty()) site = execution_.trace.back().op.site;
  hot.probing = false;
  fail(kind, message, site, addr);
}

void Engine::stopThread(SiteId site) {
  hot.inProgram = false;
  Thread& me = *current_;
  core::ThreadState& state = execution_.threads[me.id];
  state.pending = {.site = site, .kind = OpKind::Assume};
  state.status = core::ThreadStatus::Stopped;
  if (me.starter != nullptr) {
    Thread& parent = *me.starter;
    me.starter = nullptr;
    switchTo(parent);
  } else {
    dispatch();
  }
  HEDDLE_CHECK_NOTE(false, "a stopped thread was resumed");
  __builtin_unreachable();
}

// --- threads ---

void Engine::spawn(ThreadId child, void* (*entry)(void*), void* argument, SiteId site) {
  const InHeddle guard;
  if (child == kMaxThreads)
    refuse(
        fmt::format("the program starts more than {} threads; Heddle checks every order of their steps, so use as few "
                    "threads as show the problem",
                    kMaxThreads - 1),
        site);
  ++current_->children;
  if (execution_.threads.size() <= child) execution_.threads.resize(child + 1);
  startThread(child, entry, argument);
  visible({.site = site, .kind = OpKind::Spawn, .other = child});
}

void* Engine::join(ThreadId thread, SiteId site) {
  threads_[thread].joined = true;
  visible({.site = site, .kind = OpKind::Join, .other = thread});
  return threads_[thread].result;
}

void Engine::exitThread() {
  Thread& me = *current_;
  while (!me.atExit.empty()) {
    const Destructor destructor = me.atExit.back();
    me.atExit.pop_back();
    destructor.function(destructor.argument);
  }
  me.atomicDepth = 0;
  visible({.site = here(), .kind = OpKind::Exit});
  __builtin_unreachable();
}

void Engine::exitProcess() {
  Thread& me = *current_;
  while (!me.atExit.empty()) {
    const Destructor destructor = me.atExit.back();
    me.atExit.pop_back();
    destructor.function(destructor.argument);
  }
  while (!atExit_.empty()) {
    const Destructor destructor = atExit_.back();
    atExit_.pop_back();
    destructor.function(destructor.argument);
  }
  exitAtOnce();
}

void Engine::exitAtOnce() {
  execution_.exiting = true;
  current_->endsProcess = true;
  current_->atExit.clear();
  exitThread();
}

}  // namespace heddle::runtime
