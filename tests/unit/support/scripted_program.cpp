#include "support/scripted_program.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::testing {

using core::End;
using core::Event;
using core::Op;
using core::OpKind;
using core::ThreadState;
using core::ThreadStatus;
using core::UpdateResult;
using core::UpdateRule;
using core::Value;
using core::ViolationKind;

namespace {

// A lock's word is 0 while free, else the owner's mark (op.a).
const UpdateRule kLock{"lock", [](const Op& op, Value old) { return UpdateResult{old == 0, old == 0, op.a}; }, true};
const UpdateRule kUnlock{"unlock", [](const Op& op, Value old) { return UpdateResult{true, old == op.a, 0}; }, false};
const UpdateRule kTryLock{"trylock", [](const Op& op, Value old) { return UpdateResult{true, old == 0, op.a}; }, false};
const UpdateRule kWait{"wait", [](const Op&, Value old) { return UpdateResult{old > 0, old > 0, old - 1}; }, true};
const UpdateRule kAwaitCas{"await_cas",
                           [](const Op& op, Value old) { return UpdateResult{old == op.a, old == op.a, op.b}; }, true};
const UpdateRule kSpeculation{
    .name = "read",
    .apply = [](const Op& op, Value old) { return UpdateResult{true, false, old != op.a ? 1u : 0u}; },
    .canBlock = false,
    .role = core::LoopRole::SpeculativeRead};
const UpdateRule kConfirm{
    .name = "confirm", .apply = kAwaitCas.apply, .canBlock = true, .role = core::LoopRole::Confirm};
const UpdateRule kGate{"gate", [](const Op& op, Value old) { return UpdateResult{old != 0, old == op.a, 0}; }, true};
const UpdateRule kAwaitEqual{"await", [](const Op& op, Value old) { return UpdateResult{old == op.a, false, 0}; },
                             true};
const UpdateRule kAwaitNot{"await", [](const Op& op, Value old) { return UpdateResult{old != op.a, false, 0}; }, true};
const UpdateRule kAwaitLess{"await", [](const Op& op, Value old) { return UpdateResult{old < op.a, false, 0}; }, true};
const UpdateRule kAwaitAtLeast{"await", [](const Op& op, Value old) { return UpdateResult{old >= op.a, false, 0}; },
                               true};

const UpdateRule kQueue{.name = "queue at",
                        .apply = [](const Op&, Value old) { return UpdateResult{true, true, old + 1}; },
                        .canBlock = false,
                        .line = core::Line::Take};
const UpdateRule kSend{.name = "send", .apply = nullptr, .canBlock = false, .line = core::Line::Append};
const UpdateRule kTryReceive{.name = "try_receive", .apply = nullptr, .canBlock = false, .line = core::Line::Take};
const UpdateRule kLook{"look", [](const Op&, Value old) { return UpdateResult{true, false, old}; }, false};

const UpdateRule* ruleOf(Do what) {
  switch (what) {
    case Do::Add:
    case Do::Post: return &core::rules::kAdd;
    case Do::Cas: return &core::rules::kCompareExchange;
    case Do::Exchange: return &core::rules::kExchange;
    case Do::Lock: return &kLock;
    case Do::Unlock: return &kUnlock;
    case Do::TryLock: return &kTryLock;
    case Do::Wait: return &kWait;
    case Do::AwaitCas: return &kAwaitCas;
    case Do::Gate: return &kGate;
    case Do::AwaitEqual: return &kAwaitEqual;
    case Do::AwaitNot: return &kAwaitNot;
    case Do::AwaitLess: return &kAwaitLess;
    case Do::AwaitAtLeast: return &kAwaitAtLeast;
    case Do::Queue: return &kQueue;
    case Do::Send: return &kSend;
    case Do::TryReceive: return &kTryReceive;
    default: return nullptr;
  }
}

// The order of an update that writes nothing.
core::Order weakened(core::Order order) {
  if (order == core::Order::AcqRel) return core::Order::Acquire;
  return order == core::Order::Release ? core::Order::Relaxed : order;
}

OpKind kindOf(Do what) {
  switch (what) {
    case Do::Load: return OpKind::Read;
    case Do::Store:
    case Do::StoreRun: return OpKind::Write;
    case Do::AwaitEqual:
    case Do::AwaitNot:
    case Do::AwaitLess:
    case Do::AwaitAtLeast: return OpKind::Await;
    case Do::Send:
    case Do::TryReceive:
    case Do::AtomicBegin: return OpKind::Atomic;
    case Do::Fence: return OpKind::Fence;
    case Do::Spawn: return OpKind::Spawn;
    case Do::Join: return OpKind::Join;
    case Do::Choose: return OpKind::Choose;
    default: return OpKind::Update;
  }
}

}  // namespace

ScriptedProgram::ScriptedProgram(Script script) : script_(std::move(script)), words_(script_.words) {
  for (const Body& body : script_.threads)
    for (const Statement& statement : body) isClosed_ = isClosed_ && statement.what != Do::StoreRun;
}

void ScriptedProgram::reset() {
  ++runs_;
  std::fill(words_.begin(), words_.end(), 0);
  threadOf_.assign(script_.threads.size(), kMaxThreads);
  machines_.assign(threads_.count(), {});
  schedule_.clear();
  execution_.threads.assign(threads_.count(), {});
  execution_.trace.clear();
  execution_.exiting = false;
  execution_.isClosed = isClosed_;
  execution_.end = End::Running;
  execution_.violation.reset();
  execution_.furtherViolations.clear();
  execution_.stop.reset();
}

const core::Execution& ScriptedProgram::run(core::Scheduler& scheduler) {
  reset();
  start(0, 0);
  while (execution_.end == End::Running) {
    const auto isReady = [](const ThreadState& state) { return state.status == ThreadStatus::Ready; };
    if (std::none_of(execution_.threads.begin(), execution_.threads.end(), isReady)) {
      endStuck();
      break;
    }
    const core::Step step = scheduler.next(execution_);
    if (step.isStop()) {
      if (step.isBlocked())
        execution_.end = execution_.violation ? End::Violated : End::Blocked;
      else if (anyEnabled())
        execution_.end = End::Abandoned;
      else
        endStuck();
      break;
    }
    HEDDLE_CHECK(step.thread < execution_.threads.size() && core::enabled(execution_, step.thread));
    schedule_.push_back(step);
    perform(step, /*asked=*/true);
    runOn(step.thread);
  }
  return execution_;
}

void ScriptedProgram::start(ThreadId thread, unsigned body) {
  HEDDLE_CHECK_NOTE(threadOf_[body] == kMaxThreads, "a script spawns a thread twice");
  threadOf_[body] = thread;
  machines_[thread].body = body;
  execution_.threads[thread].status = ThreadStatus::Ready;
  runOn(thread);
}

void ScriptedProgram::perform(core::Step step, bool asked) {
  const ThreadId thread = step.thread;
  const Op op = execution_.threads[thread].pending;
  Event event{.op = op, .thread = thread, .asked = asked};
  if (core::touchesMemory(op.kind)) performOnWord(op, event);
  if (op.kind == OpKind::Choose) {
    HEDDLE_CHECK(step.choice < op.a);
    event.read = step.choice;
  }
  execution_.trace.push_back(event);
  if (op.kind == OpKind::Exit) return exit(thread);
  if (op.rule == &kUnlock && !event.wrote)
    return fail(thread, ViolationKind::LockMisuse, "unlock of a lock that the thread does not hold", op.site);
  Machine& machine = machines_[thread];
  const Statement& statement = script_.threads[machine.body][machine.pc++];
  if (hasResult(statement.what)) machine.registers[statement.reg] = static_cast<std::uint64_t>(event.read);
  if (op.kind == OpKind::Atomic) {
    if (op.rule != nullptr)
      performOnChannel(thread, statement, op);
    else
      machine.inSection = true;
  }
  if (op.kind == OpKind::Spawn) start(op.other, statement.other);
}

void ScriptedProgram::performOnWord(const Op& op, Event& event) {
  event.read = core::loadWord(op.addr, op.size);
  if (op.kind == OpKind::Write) {
    core::storeWord(op.addr, op.size, op.a);
    event.wrote = true;
  }
  if (op.kind != OpKind::Update) return;
  const UpdateResult result = core::apply(op, event.read);
  event.wrote = result.writes;
  if (result.writes) core::storeWord(op.addr, op.size, result.value);
}

void ScriptedProgram::performOnChannel(ThreadId thread, const Statement& statement, const Op& op) {
  const auto access = [&](std::uint64_t word, const UpdateRule& rule, Value a) {
    const Op part{
        .a = a, .addr = op.addr + 8 * word, .rule = &rule, .site = op.site, .kind = OpKind::Update, .size = 8};
    Event event{.op = part, .thread = thread, .asked = false};
    performOnWord(part, event);
    execution_.trace.push_back(event);
    return static_cast<std::uint64_t>(event.read);
  };
  if (statement.what == Do::Send) {
    const std::uint64_t number = access(1, core::rules::kAdd, 1);
    access(2 + number, core::rules::kExchange, op.a + 1);
    return;
  }
  const std::uint64_t message = access(2 + access(0, kLook, 0), kLook, 0);
  if (message != 0) access(0, core::rules::kAdd, 1);
  machines_[thread].registers[statement.reg] = message;
}

// Whoever waits for the end of this one goes on at once.
void ScriptedProgram::exit(ThreadId thread) {
  execution_.threads[thread].status = ThreadStatus::Exited;
  if (thread == 0) execution_.exiting = true;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    const ThreadState& state = execution_.threads[t];
    if (state.status != ThreadStatus::Ready || state.pending.kind != OpKind::Join || state.pending.other != thread)
      continue;
    perform({t}, /*asked=*/false);
    runOn(t);
  }
}

// Up to the next op on which the scheduler decides.
void ScriptedProgram::runOn(ThreadId thread) {
  while (stopAtNextOp(thread) && goesAtOnce(thread)) perform({thread}, /*asked=*/false);
}

bool ScriptedProgram::goesAtOnce(ThreadId thread) const {
  const OpKind kind = execution_.threads[thread].pending.kind;
  const bool inside = machines_[thread].inSection && kind != OpKind::Choose;
  return (inside || core::isLocalUnderSc(kind)) && core::enabled(execution_, thread);
}

// False: the thread, or the execution, has come to its end.
bool ScriptedProgram::stopAtNextOp(ThreadId thread) {
  const auto goesOn = [&] {
    return execution_.end == End::Running && execution_.threads[thread].status == ThreadStatus::Ready;
  };
  const Body& body = script_.threads[machines_[thread].body];
  while (goesOn() && machines_[thread].pc < body.size() && runSilent(thread, body[machines_[thread].pc])) {
  }
  if (!goesOn()) return false;
  const std::size_t pc = machines_[thread].pc;
  Op op;
  if (pc < body.size()) op = opOf(thread, body[pc]);  // may move the machines and thread states
  op.site = siteOf(machines_[thread].body, pc);
  execution_.threads[thread].pending = op;
  return true;
}

// False: the thread has reached an op, or cannot go on.
bool ScriptedProgram::runSilent(ThreadId thread, const Statement& statement) {
  Machine& machine = machines_[thread];
  const SiteId site = siteOf(machine.body, machine.pc);
  const bool holds = machine.registers[statement.reg] == valueOf(machine, statement.a);
  switch (statement.what) {
    case Do::SkipIf: machine.pc += holds ? 1u + statement.other : 1u; return true;
    case Do::Assume:
      if (holds) break;
      execution_.threads[thread] = {Op{.site = site, .kind = OpKind::Assume}, ThreadStatus::Stopped};
      return false;
    case Do::Assert:
      if (holds) break;
      fail(thread, ViolationKind::Assertion, "assertion does not hold: " + text(statement), site);
      return false;
    case Do::AtomicEnd: machine.inSection = false; break;
    case Do::Hang:
    case Do::Unsupported:
      execution_.end = statement.what == Do::Hang ? End::Cut : End::Refused;
      execution_.stop = {statement.what == Do::Hang ? "a loop does not end" : "this is not supported", site, thread};
      return false;
    default: return false;
  }
  ++machine.pc;
  return true;
}

Op ScriptedProgram::opOf(ThreadId thread, const Statement& statement) {
  Machine& machine = machines_[thread];
  if (statement.what == Do::AwaitMessage)
    return opOf(thread,
                awaitNot(statement.reg, statement.word + 2 + static_cast<unsigned>(machine.registers[kTicket]), 0));
  Op op{.rule = ruleOf(statement.what), .kind = kindOf(statement.what)};
  if (statement.role != core::LoopRole::None)
    op.rule = statement.role == core::LoopRole::SpeculativeRead ? &kSpeculation : &kConfirm;
  if (onChannel(statement.what)) op.addr = addressOf(statement.word);
  // Those of parts do not commute with those of the whole.
  if (statement.what == Do::Post && statement.size == 8) op.rule = core::rules::withoutResult(op.rule);
  op.a = valueOf(machine, statement.a);
  op.b = valueOf(machine, statement.b);
  if (core::touchesMemory(op.kind)) {
    HEDDLE_CHECK(statement.word * 8 + statement.offset + statement.size <= words_.size() * 8);
    op.addr = addressOf(statement.word) + statement.offset;
    op.size = statement.size;
  }
  if (statement.what == Do::Lock || statement.what == Do::Unlock || statement.what == Do::TryLock)
    op.a = machine.body + 1;
  if (statement.what == Do::StoreRun) op.a = runs_;
  op.order = statement.order;
  op.failOrder = weakened(statement.order);
  if (core::touchesMemory(op.kind)) {
    op.a &= core::maskOf(op.size);
    op.b &= core::maskOf(op.size);
  }
  if (statement.what == Do::Join) {
    op.other = threadOf_[statement.other];
    HEDDLE_CHECK_NOTE(op.other != kMaxThreads, "a script joins a thread that it has not spawned");
  }
  if (statement.what == Do::Spawn) {
    op.other = threads_.child(thread, machine.children++);
    HEDDLE_CHECK(op.other != kMaxThreads);
    machines_.resize(threads_.count());
    execution_.threads.resize(threads_.count());
  }
  return op;
}

void ScriptedProgram::fail(ThreadId thread, ViolationKind kind, std::string message, SiteId site) {
  core::Violation violation{.kind = kind, .message = std::move(message), .site = site, .thread = thread};
  if (!execution_.violation)
    execution_.violation = std::move(violation);
  else
    execution_.furtherViolations.push_back(std::move(violation));
  if (kind == ViolationKind::Deadlock) {
    execution_.end = End::Deadlock;
    return;
  }
  execution_.threads[thread].status = ThreadStatus::Stopped;
  if (!keepGoing_) execution_.end = End::Violated;
}

bool ScriptedProgram::anyEnabled() const {
  for (ThreadId t = 0; t < execution_.threads.size(); ++t)
    if (core::enabled(execution_, t)) return true;
  return false;
}

void ScriptedProgram::endStuck() {
  execution_.end = execution_.violation ? End::Violated : core::classifyStuck(execution_);
  if (execution_.end != End::Deadlock) return;
  std::string message;
  ThreadId first = kMaxThreads;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (execution_.threads[t].status != ThreadStatus::Ready) continue;
    if (first == kMaxThreads) first = t;
    message += (message.empty() ? "" : "; ") + waitsFor(t);
  }
  fail(first, ViolationKind::Deadlock, std::move(message), execution_.threads[first].pending.site);
}

core::Address ScriptedProgram::addressOf(unsigned word) const {
  return reinterpret_cast<core::Address>(words_.data() + word);
}

FinalState ScriptedProgram::finalState() const {
  SiteId site = execution_.violation ? execution_.violation->site : 0;
  for (const core::Violation& violation : execution_.furtherViolations) site = std::min(site, violation.site);
  if (execution_.end == End::Deadlock)  // the violation has the lowest thread, which need not be the lowest body
    for (const core::ThreadState& state : execution_.threads)
      if (state.status == ThreadStatus::Ready) site = std::min(site, state.pending.site);
  FinalState state{static_cast<std::uint64_t>(execution_.end), site};
  state.insert(state.end(), words_.begin(), words_.end());
  for (const ThreadId thread : threadOf_) {
    const bool spawned = thread != kMaxThreads;
    const Machine machine = spawned ? machines_[thread] : Machine{};
    state.push_back(static_cast<std::uint64_t>(spawned ? execution_.threads[thread].status : ThreadStatus::Absent));
    state.push_back(machine.pc);
    state.insert(state.end(), machine.registers.begin(), machine.registers.end());
  }
  return state;
}

}  // namespace heddle::testing
