#include "support/machine.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::testing {
namespace {

using core::End;
using core::ThreadStatus;
using core::Value;

unsigned firstByte(const Statement& st) { return st.word * 8u + st.offset; }

// Values are kept with the low byte first.
Value get(const MachineState& s, unsigned at, unsigned size) {
  Value value = 0;
  for (unsigned i = size; i-- > 0;) value = value << 8 | s.memory[at + i];
  return value;
}
void put(MachineState& s, unsigned at, unsigned size, Value value) {
  for (unsigned i = 0; i < size; ++i, value >>= 8) s.memory[at + i] = static_cast<std::uint8_t>(value);
}

Value cutTo(unsigned size, Value value) { return size >= 16 ? value : value & ((Value{1} << size * 8) - 1); }

}  // namespace

Machine::Machine(const Script& script, Local local, Violations violations)
    : script_(script), local_(local), violations_(violations) {
  HEDDLE_CHECK(script.words <= MachineState::kWords && script.threads.size() <= MachineState::kBodies);
}

MachineState Machine::initial(std::vector<Deed>* deeds) const {
  MachineState s;
  begin(s, 0, deeds);
  return s;
}

// The word that awaitMessage waits for depends on the ticket.
Statement Machine::at(const MachineState& s, unsigned t) const {
  const MachineThread& thread = s.threads[t];
  const Statement& st = script_.threads[t][thread.pc];
  if (st.what != Do::AwaitMessage) return st;
  return awaitNot(st.reg, st.word + 2 + static_cast<unsigned>(thread.registers[kTicket]), 0);
}

bool Machine::isOnWords(const MachineState& s, unsigned t) const {
  if (atEnd(s, t)) return false;
  const Do what = at(s, t).what;
  return onWord(what) || what == Do::AtomicBegin || what == Do::Send || what == Do::TryReceive;
}

std::uint64_t Machine::values(const MachineState& s, unsigned t) const {
  return !atEnd(s, t) && at(s, t).what == Do::Choose ? at(s, t).a.value : 1;
}

bool Machine::canGo(const MachineState& s, unsigned t) const {
  if (s.end != End::Running || s.threads[t].status != ThreadStatus::Ready) return false;
  return atEnd(s, t) || guardHolds(s, t, at(s, t));
}

bool Machine::guardHolds(const MachineState& s, unsigned t, const Statement& st) const {
  if (st.what == Do::Join) return s.threads[st.other].status == ThreadStatus::Exited;
  if (!onWord(st.what)) return true;
  const Value word = get(s, firstByte(st), st.size);
  const Value a = cutTo(st.size, value(s, t, st.a));
  switch (st.what) {
    case Do::Lock: return word == 0;
    case Do::Wait:
    case Do::Gate: return word != 0;
    case Do::AwaitCas:
    case Do::AwaitEqual: return word == a;
    case Do::AwaitNot: return word != a;
    case Do::AwaitLess: return word < a;
    case Do::AwaitAtLeast: return word >= a;
    default: return true;
  }
}

// False: the thread did something that is forbidden.
bool Machine::onWords(MachineState& s, unsigned t, const Statement& st, Deed& deed) const {
  deed.at = firstByte(st);
  deed.size = st.size;
  const Value old = deed.read = get(s, deed.at, st.size);
  const Value a = cutTo(st.size, value(s, t, st.a)), b = cutTo(st.size, value(s, t, st.b)), mine = t + 1;
  const auto write = [&](Value word) {
    put(s, deed.at, st.size, word);
    deed.wrote = true;
  };
  switch (st.what) {
    case Do::Store:
    case Do::Exchange: write(a); break;
    case Do::Add: write(old + a); break;
    case Do::Queue:
    case Do::Post: write(old + 1); break;
    case Do::Wait: write(old - 1); break;
    case Do::Cas:
    case Do::AwaitCas:
      if (old == a) write(b);
      break;
    case Do::Gate:
      if (old == a) write(0);
      break;
    case Do::Lock:
    case Do::TryLock:
      if (old == 0) write(mine);
      break;
    case Do::Unlock:
      if (old != mine) return false;
      write(0);
      break;
    default: break;
  }
  if (hasResult(st.what)) s.threads[t].registers[st.reg] = static_cast<std::uint64_t>(old);
  return true;
}

// All as one step; its accesses are reported one by one.
void Machine::onChannel(MachineState& s, unsigned t, const Statement& st, std::vector<Deed>* deeds) const {
  const auto access = [&](unsigned word, auto update) {
    const unsigned at = (st.word + word) * 8;
    Deed deed{.body = t, .what = Do::Load, .at = at, .size = 8, .read = get(s, at, 8)};
    put(s, at, 8, update(deed.read, deed.wrote));
    if (deed.wrote) deed.what = Do::Store;
    if (deeds != nullptr) deeds->push_back(deed);
    return static_cast<std::uint64_t>(deed.read);
  };
  const auto look = [](Value old, bool&) { return old; };
  const auto next = [](Value old, bool& wrote) {
    wrote = true;
    return old + 1;
  };
  if (st.what == Do::Send) {
    const auto number = static_cast<unsigned>(access(1, next));
    access(2 + number, [&](Value, bool& wrote) {
      wrote = true;
      return Value{value(s, t, st.a)} + 1;
    });
    return;
  }
  const auto number = static_cast<unsigned>(access(0, look));
  const std::uint64_t message = access(2 + number, look);
  if (message != 0) access(0, next);
  s.threads[t].registers[st.reg] = message;
}

void Machine::step(MachineState& s, unsigned t, std::uint64_t chosen, std::vector<Deed>* deeds) const {
  if (atEnd(s, t)) return exit(s, t, deeds);
  const Statement st = at(s, t);
  const bool whole = st.what == Do::Send || st.what == Do::TryReceive;
  Deed deed{.body = t, .what = whole ? Do::AtomicBegin : st.what, .other = st.what == Do::Choose ? chosen : st.other};
  const bool allowed = !onWord(st.what) || onWords(s, t, st, deed);
  if (deeds != nullptr) deeds->push_back(deed);
  if (!allowed) return violate(s, t);
  if (whole) onChannel(s, t, st, deeds);
  ++s.threads[t].pc;
  if (st.what == Do::AtomicBegin) s.threads[t].inSection = true;
  if (st.what == Do::Choose) s.threads[t].registers[st.reg] = chosen;
  if (st.what == Do::Spawn) begin(s, st.other, deeds);
  goOn(s, t, deeds);
}

void Machine::exit(MachineState& s, unsigned t, std::vector<Deed>* deeds) const {
  s.threads[t].status = ThreadStatus::Exited;
  if (deeds != nullptr) deeds->push_back({.body = t, .what = Do::Hang});
  if (local_ == Local::AsSteps) return;
  for (unsigned w = 0; w < bodies(); ++w)
    if (s.threads[w].status == ThreadStatus::Ready && !atEnd(s, w) && at(s, w).what == Do::Join && at(s, w).other == t)
      step(s, w, 0, deeds);
}

void Machine::begin(MachineState& s, unsigned t, std::vector<Deed>* deeds) const {
  s.threads[t].status = ThreadStatus::Ready;
  goOn(s, t, deeds);
}

// Past what needs no decision: registers, the rest of a section, local ops.
void Machine::goOn(MachineState& s, unsigned t, std::vector<Deed>* deeds) const {
  settle(s, t);
  if (!canGo(s, t)) return;
  const bool isChoose = !atEnd(s, t) && at(s, t).what == Do::Choose;
  const bool isLocal = !isOnWords(s, t) && !isChoose;
  const bool inside = s.threads[t].inSection && !isChoose && !atEnd(s, t);
  if (inside || (isLocal && local_ == Local::AtOnce)) step(s, t, 0, deeds);
}

// Runs the statements that nobody else can observe.
void Machine::settle(MachineState& s, unsigned t) const {
  MachineThread& thread = s.threads[t];
  for (; s.end == End::Running && thread.status == ThreadStatus::Ready && !atEnd(s, t); ++thread.pc) {
    const Statement st = at(s, t);
    const bool equal = thread.registers[st.reg] == value(s, t, st.a);
    if (st.what == Do::SkipIf) {
      if (equal) thread.pc += st.other;
    } else if (st.what == Do::Assume) {
      if (equal) continue;
      thread.status = ThreadStatus::Stopped;
      return;
    } else if (st.what == Do::Assert) {
      if (equal) continue;
      return violate(s, t);
    } else if (st.what == Do::AtomicEnd) {
      thread.inSection = false;
    } else {
      return;
    }
  }
}

void Machine::violate(MachineState& s, unsigned t) const {
  const SiteId site = ScriptedProgram::siteOf(t, s.threads[t].pc);
  s.site = s.site == 0 ? site : std::min(s.site, site);
  s.threads[t].status = ThreadStatus::Stopped;
  if (violations_ == Violations::End) s.end = End::Violated;
}

FinalState Machine::finish(MachineState s) const {
  bool stopped = false;
  unsigned waiting = bodies();  // the first one
  for (unsigned t = bodies(); t-- > 0;) {
    stopped = stopped || s.threads[t].status == ThreadStatus::Stopped;
    if (s.threads[t].status == ThreadStatus::Ready) waiting = t;
  }
  if (s.site != 0) {
    s.end = End::Violated;
  } else if (stopped) {
    s.end = End::Blocked;
  } else if (waiting == bodies() || s.threads[0].status == ThreadStatus::Exited) {
    s.end = End::Complete;
  } else {
    s.end = End::Deadlock;
    s.site = ScriptedProgram::siteOf(waiting, s.threads[waiting].pc);
  }
  return flatten(s);
}

FinalState Machine::flatten(const MachineState& s) const {
  FinalState out{static_cast<std::uint64_t>(s.end), s.site};
  for (unsigned word = 0; word < script_.words; ++word) out.push_back(static_cast<std::uint64_t>(get(s, word * 8, 8)));
  for (unsigned t = 0; t < bodies(); ++t) {
    const MachineThread& thread = s.threads[t];
    out.push_back(static_cast<std::uint64_t>(thread.status));
    out.push_back(thread.pc);
    out.insert(out.end(), thread.registers.begin(), thread.registers.end());
  }
  return out;
}

}  // namespace heddle::testing
