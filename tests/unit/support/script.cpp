#include "support/script.h"

namespace heddle::testing {
namespace {

std::uint8_t byte(unsigned number) { return static_cast<std::uint8_t>(number); }

std::string text(const Operand& operand) {
  const std::string number = std::to_string(operand.value);
  return operand.isRegister ? "r(" + number + ")" : number;
}

}  // namespace

Statement load(unsigned reg, unsigned word) { return {Do::Load, byte(word), byte(reg), 0, {}, {}}; }
Statement store(unsigned word, Operand value) { return {Do::Store, byte(word), 0, 0, value, {}}; }
Statement add(unsigned reg, unsigned word, Operand delta) { return {Do::Add, byte(word), byte(reg), 0, delta, {}}; }
Statement cas(unsigned reg, unsigned word, Operand expected, Operand desired) {
  return {Do::Cas, byte(word), byte(reg), 0, expected, desired};
}
Statement exchange(unsigned reg, unsigned word, Operand value) {
  return {Do::Exchange, byte(word), byte(reg), 0, value, {}};
}
Statement lock(unsigned word) { return {Do::Lock, byte(word), 0, 0, {}, {}}; }
Statement unlock(unsigned word) { return {Do::Unlock, byte(word), 0, 0, {}, {}}; }
Statement tryLock(unsigned reg, unsigned word) { return {Do::TryLock, byte(word), byte(reg), 0, {}, {}}; }
Statement post(unsigned word) { return {Do::Post, byte(word), 0, 0, 1, {}}; }
Statement wait(unsigned word) { return {Do::Wait, byte(word), 0, 0, {}, {}}; }
Statement awaitCas(unsigned reg, unsigned word, Operand expected, Operand desired) {
  return {Do::AwaitCas, byte(word), byte(reg), 0, expected, desired};
}
Statement speculate(unsigned reg, unsigned word) { return speculateUnless(reg, word, ~std::uint64_t{0}); }
Statement speculateUnless(unsigned reg, unsigned word, Operand value) {
  Statement made = load(reg, word);
  made.a = value;
  made.role = core::LoopRole::SpeculativeRead;
  return made;
}
Statement confirm(unsigned reg, unsigned word, Operand expected, Operand desired) {
  Statement made = awaitCas(reg, word, expected, desired);
  made.role = core::LoopRole::Confirm;
  return made;
}
Statement gate(unsigned reg, unsigned word, Operand value) { return {Do::Gate, byte(word), byte(reg), 0, value, {}}; }
Statement await(unsigned reg, unsigned word, Operand value) {
  return {Do::AwaitEqual, byte(word), byte(reg), 0, value, {}};
}
Statement awaitNot(unsigned reg, unsigned word, Operand value) {
  return {Do::AwaitNot, byte(word), byte(reg), 0, value, {}};
}
Statement awaitLess(unsigned reg, unsigned word, Operand value) {
  return {Do::AwaitLess, byte(word), byte(reg), 0, value, {}};
}
Statement awaitAtLeast(unsigned reg, unsigned word, Operand value) {
  return {Do::AwaitAtLeast, byte(word), byte(reg), 0, value, {}};
}
Statement with(core::Order order, Statement statement) {
  statement.order = order;
  return statement;
}
Statement part(Statement statement, unsigned offset, unsigned size) {
  statement.offset = byte(offset);
  statement.size = byte(size);
  return statement;
}
Statement send(unsigned channel, Operand value) { return {Do::Send, byte(channel), 0, 0, value, {}}; }
Statement tryReceive(unsigned reg, unsigned channel) { return {Do::TryReceive, byte(channel), byte(reg), 0, {}, {}}; }
Statement queue(unsigned channel) { return {Do::Queue, byte(channel), kTicket, 0, {}, {}}; }
Statement awaitMessage(unsigned reg, unsigned channel) {
  return {Do::AwaitMessage, byte(channel), byte(reg), 0, {}, {}};
}
Statement atomicBegin() { return {Do::AtomicBegin, 0, 0, 0, {}, {}}; }
Statement atomicEnd() { return {Do::AtomicEnd, 0, 0, 0, {}, {}}; }
Statement fence() { return {Do::Fence, 0, 0, 0, {}, {}}; }
Statement spawn(unsigned thread) { return {Do::Spawn, 0, 0, byte(thread), {}, {}}; }
Statement join(unsigned thread) { return {Do::Join, 0, 0, byte(thread), {}, {}}; }
Statement choose(unsigned reg, unsigned count) { return {Do::Choose, 0, byte(reg), 0, count, {}}; }
Statement assume(unsigned reg, Operand value) { return {Do::Assume, 0, byte(reg), 0, value, {}}; }
Statement check(unsigned reg, Operand value) { return {Do::Assert, 0, byte(reg), 0, value, {}}; }
Statement skipIf(unsigned reg, Operand value, unsigned statements) {
  return {Do::SkipIf, 0, byte(reg), byte(statements), value, {}};
}
Statement storeRun(unsigned word) { return {Do::StoreRun, byte(word), 0, 0, {}, {}}; }
Statement hang() { return {Do::Hang, 0, 0, 0, {}, {}}; }
Statement unsupported() { return {Do::Unsupported, 0, 0, 0, {}, {}}; }

Script parallel(const std::vector<Body>& bodies, const Body& epilogue) {
  Script script;
  Body& main = script.threads.emplace_back();
  for (unsigned i = 1; i <= bodies.size(); ++i) main.push_back(spawn(i));
  for (unsigned i = 1; i <= bodies.size(); ++i) main.push_back(join(i));
  main.insert(main.end(), epilogue.begin(), epilogue.end());
  script.threads.insert(script.threads.end(), bodies.begin(), bodies.end());
  return script;
}

bool canBlock(Do what) {
  switch (what) {
    case Do::Lock:
    case Do::Wait:
    case Do::AwaitCas:
    case Do::Gate:
    case Do::AwaitEqual:
    case Do::AwaitNot:
    case Do::AwaitLess:
    case Do::AwaitAtLeast:
    case Do::AwaitMessage:
    case Do::Join: return true;
    default: return false;
  }
}

bool hasResult(Do what) {
  switch (what) {
    case Do::Store:
    case Do::Lock:
    case Do::Unlock:
    case Do::Post:
    case Do::Wait:
    case Do::StoreRun: return false;
    default: return onWord(what) || what == Do::AwaitMessage || what == Do::Choose;
  }
}

bool isWellFormed(const Script& script) {
  unsigned sent = 0;
  unsigned taken = 0;
  for (const Body& body : script.threads) {
    std::vector<bool> inside;  // by statement: whether it is in a section, its end included
    bool section = false;
    for (const Statement& s : body) {
      inside.push_back(section);
      if (s.what == (section ? Do::AtomicBegin : Do::AtomicEnd)) return false;
      if (section && (canBlock(s.what) || onChannel(s.what) || s.what == Do::Choose || s.what == Do::Spawn))
        return false;
      if (onChannel(s.what) && s.word + kChannelWords > script.words) return false;
      sent += s.what == Do::Send ? 1 : 0;
      taken += s.what == Do::Queue || s.what == Do::TryReceive ? 1 : 0;
      if (s.what == Do::AtomicBegin || s.what == Do::AtomicEnd) section = !section;
      if (onWord(s.what) && s.word * 8 + s.offset + s.size > script.words * 8) return false;
    }
    if (section) return false;
    inside.push_back(false);
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (body[i].what != Do::SkipIf) continue;
      const std::size_t target = i + 1 + body[i].other;
      if (target > body.size()) return false;
      for (std::size_t j = i + 1; j <= target; ++j)
        if ((j < target && body[j].what == Do::Spawn) || (inside[i] && !inside[j])) return false;
      if (!inside[i] && inside[target]) return false;
    }
  }
  return sent <= kMessages && taken <= kMessages;
}

namespace {

std::string name(Do what) {
  switch (what) {
    case Do::Load: return "load";
    case Do::Store: return "store";
    case Do::Add: return "add";
    case Do::Cas: return "cas";
    case Do::Exchange: return "exchange";
    case Do::Lock: return "lock";
    case Do::Unlock: return "unlock";
    case Do::TryLock: return "tryLock";
    case Do::Post: return "post";
    case Do::Wait: return "wait";
    case Do::AwaitCas: return "awaitCas";
    case Do::Gate: return "gate";
    case Do::AwaitEqual: return "await";
    case Do::AwaitNot: return "awaitNot";
    case Do::AwaitLess: return "awaitLess";
    case Do::AwaitAtLeast: return "awaitAtLeast";
    case Do::Queue: return "queue";
    case Do::StoreRun: return "storeRun";
    case Do::Send: return "send";
    case Do::TryReceive: return "tryReceive";
    case Do::AwaitMessage: return "awaitMessage";
    case Do::AtomicBegin: return "atomicBegin";
    case Do::AtomicEnd: return "atomicEnd";
    case Do::Fence: return "fence";
    case Do::Spawn: return "spawn";
    case Do::Join: return "join";
    case Do::Choose: return "choose";
    case Do::Assume: return "assume";
    case Do::Assert: return "check";
    case Do::SkipIf: return "skipIf";
    case Do::Hang: return "hang";
    case Do::Unsupported: return "unsupported";
  }
  return "?";
}

std::string nameOf(const Statement& s) {
  if (s.role == core::LoopRole::None) return name(s.what);
  return s.role == core::LoopRole::SpeculativeRead ? "speculateUnless" : "confirm";
}

std::string argumentsOf(const Statement& s) {
  const std::string word = std::to_string(s.word), reg = std::to_string(s.reg), other = std::to_string(s.other);
  if (s.role == core::LoopRole::SpeculativeRead) return reg + ", " + word + ", " + text(s.a);
  switch (s.what) {
    case Do::Load:
    case Do::TryLock:
    case Do::TryReceive:
    case Do::AwaitMessage: return reg + ", " + word;
    case Do::Store:
    case Do::Send: return word + ", " + text(s.a);
    case Do::Cas:
    case Do::AwaitCas: return reg + ", " + word + ", " + text(s.a) + ", " + text(s.b);
    case Do::Lock:
    case Do::Unlock:
    case Do::Post:
    case Do::Wait:
    case Do::Queue:
    case Do::StoreRun: return word;
    case Do::Spawn:
    case Do::Join: return other;
    case Do::Choose:
    case Do::Assume:
    case Do::Assert: return reg + ", " + text(s.a);
    case Do::SkipIf: return reg + ", " + text(s.a) + ", " + other;
    default: return onWord(s.what) ? reg + ", " + word + ", " + text(s.a) : "";
  }
}

}  // namespace

std::string text(const Statement& s) {
  std::string whole = nameOf(s) + "(" + argumentsOf(s) + ")";
  if (s.order != core::Order::SeqCst)
    whole = "with(Order(" + std::to_string(static_cast<int>(s.order)) + "), " + whole + ")";
  if (s.size == 8 && s.offset == 0) return whole;
  return "part(" + whole + ", " + std::to_string(s.offset) + ", " + std::to_string(s.size) + ")";
}

std::string text(const Script& script) {
  std::string out = "Script{.threads = {\n";
  for (const Body& body : script.threads) {
    out += "  {";
    for (std::size_t i = 0; i < body.size(); ++i) out += (i == 0 ? "" : ", ") + text(body[i]);
    out += "},\n";
  }
  return out + "}, .words = " + std::to_string(script.words) + "}\n";
}

}  // namespace heddle::testing
